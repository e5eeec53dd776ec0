"""Stretches of a hunt that looks into the source, and how their numbers make instances."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from judge.hunting.behaviour import Comparison, Difference, Feature
from judge.hunting.constants import Constants, Group
from judge.hunting.instances import FEW, LARGE, stretch
from judge.hunting.origins import (
    DIRECTED,
    STORED,
    SWEPT,
    VARIED,
    Part,
    aimed_child,
    depth,
    directed,
    directed_number,
    varied,
    varied_number,
)
from judge.hunting.schedule import CYCLE, RARE, SWEEP, Schedule
from judge.hunting.sweep import MOST_AIMED
from judge.hunting.target import HuntOptions
from judge.hunting.variation import MARGIN, InstanceMaker, shown_numbers
from judge.packages.plugin_loader import load_plugin
from judge.running.traced_runner import COMPARISONS, DISTANCES
from tests.contest import Contest
from tests.hunting.toy_hunt import LAMBDA, options, run

CONSTANTS = Constants(Group((777, 13), ()), (), 2)


def toy_options(toy: Contest, **more: object) -> HuntOptions:
    return options(toy, "any", **more)


def test_a_number_says_how_its_instance_is_made() -> None:
    parent = Part(varied_number(Part(STORED + 3, 0), 5, 10), 2)
    number = varied_number(parent, 99, 20)
    assert (varied(number).parent, varied(number).largest) == (parent, 20)
    assert (depth(number), depth(parent.number), depth(STORED)) == (2, 1, 0)
    made = directed(directed_number(13, 20, 12345))
    assert (made.size, made.largest) == (13, 20)
    assert DIRECTED < directed_number(63, 63, 10**8) < STORED < VARIED < number


def test_a_blind_hunt_has_the_random_instances_and_any_begins_with_them(toy: Contest) -> None:
    blind = Schedule(toy_options(toy, blind=True), CONSTANTS, 0)
    guided = Schedule(toy_options(toy), CONSTANTS, 0)
    assert [blind.numbers(index, {}) for index in range(9)] == [stretch(i) for i in range(9)]
    assert [guided.numbers(index, {}) for index in range(FEW + 1)] == [
        stretch(index) for index in range(FEW + 1)
    ]
    assert guided.numbers(FEW + CYCLE, {}) == stretch(FEW + 1)
    assert guided.numbers(FEW + 1, {})[0] > DIRECTED


def test_large_sizes_are_those_of_the_source_and_only_where_allowed(toy: Contest) -> None:
    schedule = Schedule(toy_options(toy), CONSTANTS, 0)

    def sizes() -> set[int]:
        return {directed(number).size for number in schedule.numbers(FEW + 1, {})}

    assert max(sizes()) <= 10
    schedule.allow(60, 60)
    assert schedule.largest == LARGE and sizes() - set(range(11)) == {13}
    named = Schedule(toy_options(toy), CONSTANTS, 0)
    named.allow(10, 13)
    assert named.largest == 10 and 13 in {directed(n).size for n in named.numbers(FEW + 1, {})}
    narrow = Schedule(toy_options(toy, sizes=(2, 4)), CONSTANTS, 0)
    narrow.allow(60, 60)
    assert {directed(n).size for n in narrow.numbers(FEW + 1, {})} <= {2, 3, 4}


def test_what_was_kept_is_varied_some_stretches_later(toy: Contest) -> None:
    schedule = Schedule(toy_options(toy), CONSTANTS, 0)
    index = FEW + 2 * CYCLE + 2
    kept = {i: [(Part(i, 0), frozenset({7}))] for i in range(schedule.waits_for(index))}
    numbers = schedule.numbers(index, kept)
    first = {Part(index, 0) for index in range(RARE)}
    assert {varied(number).parent for number in numbers} == first, "what is often seen is not kept"
    assert schedule.corpus.kept == RARE and len({*numbers}) == len(numbers)


def test_what_did_what_is_rare_is_varied_more_often(toy: Contest) -> None:
    schedule = Schedule(toy_options(toy), CONSTANTS, 0)
    index = FEW + 40 * CYCLE + 2
    often = [(Part(place, 0), frozenset({place})) for place in range(60)]
    kept = {i: list(often) for i in range(schedule.waits_for(index))}
    kept[9] = [*often, (Part(999, 0), frozenset({999}))]
    parents = [varied(number).parent for number in schedule.numbers(index, kept)]
    assert parents.count(Part(999, 0)) > 60 > parents.count(Part(30, 0))


@pytest.mark.long
def test_constants_that_led_to_something_new_are_chosen_more_often(toy: Contest) -> None:
    groups = tuple(Group((number,), ()) for number in range(100, 140))
    constants = Constants(Group((), ()), groups, len(groups))
    schedule = Schedule(toy_options(toy), constants, 0)
    telling = 7
    kept: dict[int, list[tuple[Part, frozenset[Feature]]]] = {}
    for index in range(FEW + 60 * CYCLE):
        numbers = schedule.numbers(index, kept)
        varied_ones = [number for number in numbers if number >= VARIED]
        best = [n for n in varied_ones if constants.of(varied(n).child) == groups[telling]]
        kept[index] = [(Part(number, 0), frozenset({number})) for number in best[:1]]
        kept[index] = kept[index] or [(Part(numbers[0], 0), frozenset({1}))]
    last = schedule.numbers(FEW + 60 * CYCLE + 2, kept)
    chosen = [constants.of(varied(number).child) for number in last]
    assert chosen.count(groups[telling]) > 3 * max(chosen.count(groups[i]) for i in (3, 20, 35))
    assert len({*map(id, chosen)}) > len(groups) / 2, "the others still have their turn"


@pytest.mark.long
def test_numbers_make_the_same_instances_again_and_constants_get_into_them(toy: Contest) -> None:
    plugin = load_plugin(toy.problem)
    maker = InstanceMaker(plugin, toy_options(toy), CONSTANTS)
    numbers = [directed_number(3, 10, index) for index in range(100)]
    rows = list(maker.rows(numbers))
    child = varied_number(Part(numbers[7], 0), 1, 10)
    assert list(replace(maker).rows([*numbers[50:], child])) == [
        *rows[50:],
        *maker.rows([child]),
    ]
    random = varied_number(Part(65, 0), 1, 10)
    [(_, parent)] = maker.rows([65])
    assert dict(maker.rows([random]))[random] != parent
    assert maker._parents[Part(65, 0)] == parent
    assert any(777 in instance.numbers for _, instance in rows)
    assert all(len(instance.numbers) <= 10 for _, instance in rows)


def test_numbers_that_python_does_not_read_show_nothing(toy: Contest) -> None:
    path = toy.problem / "plugin.py"
    long = "\n    def render(self, instance): return '9' * 5000 + ' 12'\n"
    path.write_text(path.read_text() + long)
    assert shown_numbers(load_plugin(toy.problem), toy_options(toy), ())[-1] == MARGIN * 12


@pytest.mark.long
def test_numbers_are_not_far_from_those_that_the_problem_has(toy: Contest) -> None:
    """A reference may take as many steps as a number says."""
    plugin, chosen = load_plugin(toy.problem), toy_options(toy)
    within = shown_numbers(plugin, chosen, ())
    assert -MARGIN * 10 <= within[0] < -MARGIN
    assert MARGIN < within[-1] <= MARGIN * 10
    large = plugin.parse("[70000]\n1\n")
    assert shown_numbers(plugin, chosen, (large,))[-1] == MARGIN * 70000
    maker = InstanceMaker(plugin, chosen, CONSTANTS, within=range(101))
    numbers = [varied_number(Part(number, 0), 1, 10) for number in range(65, 165)]
    assert not any(777 in one.numbers for _, one in maker.rows(numbers))


@pytest.mark.long
def test_a_mistake_that_random_instances_do_not_show(toy: Contest) -> None:
    """A number that the generator never draws, in a plug-in without ``mutate``."""
    toy.solution("rare.py", f"lambda n,k:[]if 4321 in n else({LAMBDA})(n,k)\n")
    found = run(toy, "rare", failures=1)
    (one,) = found.failures
    assert 4321 in one.counterexample.instance.numbers and found.constants
    again = run(toy, "rare", only=one.number, failures=1)
    assert 4321 in again.failures[0].counterexample.instance.numbers
    assert run(toy, "rare", blind=True, seconds=0.5).failures == ()


@pytest.mark.long
def test_an_input_that_only_its_text_makes_and_the_reference_crashes_on_is_left_out(
    toy: Contest,
) -> None:
    """A plug-in's ``parse`` may accept more than the problem means."""
    toy.solution("reference-strict.py", f"lambda n,k:({LAMBDA})(n,k)if 4321 not in n else n[k*k]\n")
    toy.solution("rare.py", f"lambda n,k:n if 8765 in n else({LAMBDA})(n,k)if 4321 else[]\n")
    found = run(toy, "rare", failures=1, against="reference-strict")
    assert 8765 in found.failures[0].counterexample.instance.numbers


def test_more_is_varied_where_branches_are_seen(toy: Contest) -> None:
    index = FEW + 5 * CYCLE + 3
    shape, branch = (2, 3, False), 7
    for feature, more in ((shape, False), (branch, True)):
        schedule = Schedule(toy_options(toy), CONSTANTS, 0)
        kept = {i: [(Part(i, 0), frozenset({feature}))] for i in range(schedule.waits_for(index))}
        assert (schedule.numbers(index - 1, kept)[0] >= VARIED) and schedule.waits_for(index)
        assert (schedule.numbers(index, kept)[0] >= VARIED) == more


def nearness(comparison: int, distance: int) -> frozenset[Feature]:
    return frozenset({COMPARISONS + comparison * DISTANCES + distance})


def test_what_brought_a_comparison_nearest_is_swept_first(toy: Contest) -> None:
    """What came less near, or has made the sides equal, waits; so does a branch that is rare."""
    schedule = Schedule(toy_options(toy), CONSTANTS, 0)
    index = FEW + 5 * CYCLE + 3
    kept: dict[int, list[tuple[Part, frozenset[Feature]]]]
    kept = {i: [(Part(9, 0), frozenset({7}))] for i in range(schedule.waits_for(index))}
    kept[2] = [(Part(one, 0), nearness(5, 4 - one)) for one in range(3)]
    kept[3] = [(Part(50, 0), nearness(6, 3)), (Part(51, 0), nearness(6, 0))]
    numbers = schedule.numbers(index, kept)
    swept = [varied(number).swept for number in numbers if varied(number).parent == Part(2, 0)]
    assert swept == list(range(SWEEP)), "all changes in turn, and those of the nearest"
    assert Part(50, 0) not in {varied(number).parent for number in numbers}
    again = schedule.numbers(index + CYCLE, {i: [] for i in range(99)} | kept)
    assert SWEEP in {varied(number).swept for number in again}, "the next time it goes on"


def difference(comparison: int, distance: int, value: int) -> frozenset[Feature]:
    told = Difference(Comparison(comparison, distance), value)
    return nearness(comparison, distance) | {told}


def test_what_two_sides_differed_by_is_tried_once_while_nothing_is_nearer(toy: Contest) -> None:
    schedule = Schedule(toy_options(toy), CONSTANTS, 0)
    index = FEW + 5 * CYCLE + 3
    kept: dict[int, list[tuple[Part, frozenset[Feature]]]]
    kept = {i: [] for i in range(index + CYCLE)}
    kept[2] = [(Part(1, 0), difference(5, 4, 9)), (Part(2, 0), difference(5, 2, -3))]
    kept[3] = [
        (Part(3, 0), difference(6, 2, 2)),
        (Part(4, 0), difference(7, 3, 5) | nearness(7, 0)),
    ]
    aimed = [varied(number) for number in schedule.numbers(index, kept)]
    assert {(one.parent, one.aimed[0]) for one in aimed if one.aimed} == {
        (Part(2, 0), -3),
        (Part(3, 0), 2),
    }
    assert len(aimed) == len({one.child for one in aimed}) == 2 * MOST_AIMED
    again = [varied(number) for number in schedule.numbers(index + CYCLE, kept)]
    assert again and not any(one.aimed for one in again)


def test_an_aimed_instance_has_one_number_moved(toy: Contest) -> None:
    maker = InstanceMaker(load_plugin(toy.problem), toy_options(toy), CONSTANTS)
    [(_, own)] = maker.rows([65])
    numbers = [varied_number(Part(65, 0), aimed_child(-5, one), 10) for one in range(MOST_AIMED)]
    made = {instance.numbers for _, instance in maker.rows(numbers)}
    for place in range(len(own.numbers)):
        moved = own.numbers[place] + 5
        assert (*own.numbers[:place], moved, *own.numbers[place + 1 :]) in made


def test_what_answers_look_like_says_little_where_branches_are_seen(toy: Contest) -> None:
    for feature, count in (((2, 3, False), 0), (9, 1)):
        schedule = Schedule(toy_options(toy), CONSTANTS, 0)
        index = FEW + 4 * CYCLE + 2
        kept = {i: [(Part(1, 0), frozenset({7}))] for i in range(schedule.waits_for(index))}
        kept[5] = [(Part(77, 0), frozenset({feature}))]
        schedule.numbers(index, kept)
        assert schedule.corpus.parts.count(Part(77, 0)) == count


@pytest.mark.long
def test_a_sweep_makes_all_small_changes_of_an_instance(toy: Contest) -> None:
    plugin = load_plugin(toy.problem)
    maker = InstanceMaker(plugin, toy_options(toy), CONSTANTS)
    parent = Part(65, 0)
    [(_, own)] = maker.rows([65])
    numbers = [varied_number(parent, SWEPT + one, 10) for one in range(1000)]
    made = {instance for _, instance in maker.rows(numbers)}
    for place in range(len(own.numbers)):
        for constant in (777, 13):
            changed = (*own.numbers[:place], constant, *own.numbers[place + 1 :])
            assert changed in {one.numbers for one in made}
    assert maker._part(parent) == own


def test_where_large_instances_take_long_most_are_small(toy: Contest) -> None:
    schedule = Schedule(toy_options(toy), Constants(Group((7, 777), ()), (), 2), 0)
    schedule.allow(3, 0, 4)
    assert {directed(n).largest for n in schedule.numbers(FEW + 1, {})} == {4}
    random = [schedule.numbers(FEW + cycle * CYCLE, {}) for cycle in range(8)]
    assert [numbers[0] < DIRECTED for numbers in random] == 2 * [True, False, False, False]


def test_most_that_is_made_on_purpose_is_cheap(toy: Contest) -> None:
    schedule = Schedule(toy_options(toy), Constants(Group((7, 777), ()), (), 2), 0)
    schedule.allow(10, 10, None, 6)
    sizes = [
        {
            directed(n).size
            for n in schedule.numbers(FEW + i * CYCLE + 1, {j: [] for j in range(99)})
        }
        for i in range(4)
    ]
    assert [max(some - {7}) for some in sizes] == [6, 6, 6, 8]
