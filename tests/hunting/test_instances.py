"""Which instances a hunt looks at: the same for a seed, small ones first."""

from __future__ import annotations

from itertools import pairwise

import pytest

from judge.hunting.instances import FEW, SHORT, STRETCH, climb, generate_instances, size_of, stretch
from judge.hunting.search import hunt
from judge.hunting.target import HuntOptions, plan_hunt
from judge.packages.plugin_loader import load_plugin
from tests.contest import Contest
from tests.hunting.toy_hunt import GREEDY, ROOT, options, run


def test_a_climb_is_ever_steeper_and_its_numbers_say_their_size() -> None:
    sizes = [size for size, _ in climb(1, 60)]
    assert sizes[:4] == [1, 2, 3, 4] and max(sizes) > 45
    assert all(a < b <= 2 * a for a, b in pairwise(sizes))
    assert {size_of(n, (1, 3)) for size, numbers in climb(7, 60) for n in numbers} == {
        size for size, _ in climb(7, 60)
    }
    assert [size for size, _ in climb(3, 5)] == [3, 4, 5]


# The same again


@pytest.mark.long
def test_a_seed_says_everything_whatever_the_number_of_workers(toy: Contest) -> None:
    toy.solution("greedy.py", GREEDY)
    first, second = (run(toy, "greedy", seed=7, workers=n) for n in (1, 2))
    assert first.tried == second.tried
    assert [(c.number, c.counterexample.instance) for c in first.failures] == [
        (c.number, c.counterexample.instance) for c in second.failures
    ]


def test_instances_are_those_of_their_numbers(toy: Contest) -> None:
    chosen = options(toy, "reference-lambda", seed=3)
    plugin = load_plugin(toy.problem)
    together = list(generate_instances(plugin, chosen, range(20, 24)))
    assert together == [
        row for n in range(20, 24) for row in generate_instances(plugin, chosen, [n])
    ]
    other = options(toy, "reference-lambda", seed=4)
    assert together != list(generate_instances(plugin, other, range(20, 24)))


def test_stretches_cover_all_numbers_once_and_sizes_grow_from_small_to_large() -> None:
    numbers = [n for place in range(9) for n in stretch(place)]
    assert numbers == list(range(FEW * SHORT + (9 - FEW) * STRETCH))
    sizes = [size_of(n, (1, 6)) for n in numbers]
    assert set(sizes[:SHORT]) == {1} and max(sizes) == 6 and set(sizes[-20:]) == set(range(1, 7))
    assert {size_of(n, (4, 4)) for n in range(999)} == {4}


@pytest.mark.long
def test_a_generator_that_raises(toy: Contest) -> None:
    plugin = toy.problem / "plugin.py"
    text = plugin.read_text()
    plugin.write_text(text.replace("return Row(tuple(rng", "1 // 0\n        return Row(tuple(rng"))
    toy.solution("greedy.py", GREEDY)
    line = toy.refuses("hunt", "toy", "greedy", "-j", "1")
    assert "generate raised ZeroDivisionError" in line and "seed 0, instance 0" in line
    assert "plugin.py:" in line


@pytest.mark.long
def test_an_input_of_many_cases_is_taken_apart() -> None:
    chosen = HuntOptions(
        ROOT / "problems", ROOT / "solutions", "mana", "wrong-life-zero", failures=1
    )
    hunt_result = hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)
    (one,) = hunt_result.failures
    (situation,) = one.counterexample.instance
    assert len(situation.battlefield) + len(situation.library) <= 4
