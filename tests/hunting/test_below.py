"""What lies below a local minimum: instances of smaller sizes that no chain of steps leads to."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.hunting import below
from judge.hunting.below import first_below
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from tests.contest import Contest
from tests.hunting.toy_hunt import caught

#: An overflow: the sum is wrong from 127 on. The local minimum keeps the numbers that it has.
OVERFLOW = """
def solve(numbers, most):
    order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
    picks = [i for i in order[:most] if numbers[i] > 0]
    return picks if sum(numbers[i] for i in picks) < 127 else picks[1:]
"""
#: Draws many numbers, and leaves some out only while the sum stays the same.
DRAW = "return Row(tuple(rng.randint(-9, 9) for _ in range(size)), rng.randint(0, size))"
MANY = "return Row(tuple(rng.randint(30, 60) for _ in range(4 + size)), 4)"


@pytest.fixture
def plugin(contest: Contest) -> ProblemPlugin:
    return load_plugin(contest.problem)


def found(plugin: ProblemPlugin, least: str, condition: str) -> object:
    def first(group: Sequence[object]) -> int | None:
        rows = ({"n": one.numbers, "k": one.most} for one in group)  # type: ignore[attr-defined]
        return next((at for at, row in enumerate(rows) if eval(condition, {}, row)), None)

    start = plugin.parse(least)
    instance = first_below(plugin, start, (start,), first, lambda: True)
    return instance and plugin.render(instance)


@pytest.mark.long
def test_smaller_shapes_are_filled_with_the_numbers_that_were_seen(
    plugin: ProblemPlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(below, "NEAR", 0)  # short chains lead to the second one, too
    assert found(plugin, "[40, 41, 42, 4]\n4\n", "n == (127,) and k") == "[127]\n1\n"
    assert found(plugin, "[6, 9, 7]\n3\n", "n == (9, 6)") == "[9, 6]\n0\n"


@pytest.mark.long
def test_what_chains_of_smaller_lead_to_is_found_too(plugin: ProblemPlugin) -> None:
    """Half of 20 is no number that was seen."""
    assert found(plugin, "[20, 3]\n1\n", "n == (10,)") == "[10]\n1\n"


@pytest.mark.long
def test_of_the_same_size_only_smaller_numbers_are_tried(plugin: ProblemPlugin) -> None:
    assert found(plugin, "[20, 3]\n1\n", "n == (4, 5)") == "[4, 5]\n0\n"
    assert found(plugin, "[20, 3]\n1\n", "len(n) == 2 and sum(n) + k > 23") is None


def test_numbers_that_are_equal_become_less_together(plugin: ProblemPlugin) -> None:
    least = "[9, 8, 9, 8, 9, 8, 9, 8]\n1\n"
    pairs = "len(n) == 8 and len(set(n[::2])) == len(set(n[1::2])) == 1 and n[0] > n[1] > 1"
    assert found(plugin, least, pairs) == "[3, 2, 3, 2, 3, 2, 3, 2]\n0\n"
    assert found(plugin, "[-40, -40, 90, 90, 90]\n2\n", "n[0] == n[1] < n[2] == n[3] == n[4]") == (
        "[-1, -1, 0, 0, 0]\n0\n"
    )


def test_a_row_of_digits_is_a_number_too_long_to_count_up_to() -> None:
    ways = [*below._lesser({"9" * 34: 1, "3": 2})]
    assert len(ways) <= below.MOST_REPLACED
    assert (ways[0], ways[-1]) == (["0", "0"], ["9" * 34, "3"])


def test_one_number_may_be_greater_where_the_sum_is_less(plugin: ProblemPlugin) -> None:
    """Eight numbers: too many to fill them with all that were seen."""
    least = "[1, 0, 2, 2, 0, 2, 1, 2]\n1\n"
    assert found(plugin, least, "n == (0, 3, 0, 0, 0, 0, 1, 0)") == "[0, 3, 0, 0, 0, 0, 1, 0]\n0\n"


def test_a_piece_is_added_to_another_one(plugin: ProblemPlugin) -> None:
    """15 is no number that was seen: it is the sum of two of three."""
    assert found(plugin, "[6, 9, 7]\n3\n", "n == (15, 7)") == "[15, 7]\n3\n"
    assert found(plugin, "[6, 9, 7, 8]\n3\n", "n == (6, 17, 7)") == "[6, 17, 7]\n3\n"


def test_what_is_left_out_is_a_row_of_numbers_behind_a_count() -> None:
    assert below._left_out([3, 7, 8, 9], [2, 7, 9]) == (8,)
    assert below._left_out([1, 2, 3, 4, 5, 6], [1, 2, 5, 6]) == (3, 4)
    assert below._left_out([1, 2, 3], [1, 2]) == (3,)
    assert below._left_out([3, 7, 8, 9], [5, 7, 9]) == ()
    assert below._left_out([3, 7], [3, 6]) == ()


def test_every_shape_gets_a_few_fillings_before_one_gets_many(
    plugin: ProblemPlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five numbers that are 0 or 1, among the 31 least instances of that length; those of one
    number and of two have thousands."""
    for bound in ("MOST_LESSER", "MOST_MERGED", "NEAR"):
        monkeypatch.setattr(below, bound, 0)
    monkeypatch.setattr(below, "MOST_BELOW", 2500)
    least = "[9, 9, 9, 8, 7, 6]\n1\n"
    assert found(plugin, least, "n == (1, 0, 1, 1, 0)") == "[1, 0, 1, 1, 0]\n0\n"


def test_two_steps_at_once_come_before_other_shapes(
    plugin: ProblemPlugin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(below, "MOST_REPLACED", 1)
    monkeypatch.setattr(below, "MOST_LESSER", 0)
    monkeypatch.setattr(below, "MOST_BELOW", below.NEAR)
    assert found(plugin, "[9, 7, 5, 4]\n1\n", "n == (8, 6, 5, 4)") == "[8, 6, 5, 4]\n1\n"


def test_a_plug_in_may_enumerate_for_itself(contest: Contest) -> None:
    path = contest.problem / "plugin.py"
    more = "\n    def below(self, instance):\n        yield Row((77777,), 3)\n"
    path.write_text(path.read_text() + more)
    assert found(load_plugin(contest.problem), "[4, 5]\n1\n", "n == (77777,)") == "[77777]\n3\n"


def test_to_leave_the_generator_of_a_plug_in_is_no_fault(contest: Contest) -> None:
    path = contest.problem / "plugin.py"
    more = "\n    def below(self, instance):\n        while True: yield Row((7,), 3)\n"
    path.write_text(path.read_text() + more)
    plugin = load_plugin(contest.problem)
    instances = below._enumerated(plugin, plugin.parse("[4, 5]\n1\n"))
    assert next(instances) == next(instances)
    instances.close()  # type: ignore[attr-defined]


def test_it_ends_when_the_time_is_over(plugin: ProblemPlugin) -> None:
    left = iter([True] * 40)
    start = plugin.parse("[4, 5, 6]\n3\n")
    sizes: list[int] = []

    def first(group: Sequence[object]) -> None:
        sizes.append(len(group))

    assert first_below(plugin, start, (start,), first, lambda: next(left, False)) is None
    assert 0 < sum(sizes) < 40


@pytest.mark.long
def test_a_hunt_goes_below_its_local_minimum(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest.solution("reference-a.py", OVERFLOW.replace("< 127", "< 10**9"))
    path = contest.problem / "plugin.py"
    path.write_text(path.read_text().replace(DRAW, MANY))
    [one] = caught(contest, "overflow.py", OVERFLOW, failures=1).failures
    assert one.minimal and one.counterexample.instance.numbers == (127,)
    monkeypatch.setattr(below, "MOST_BELOW", 0)
    [other] = caught(contest, "overflow.py", OVERFLOW, failures=1).failures
    assert len(other.counterexample.instance.numbers) > 1
