"""Of what a hunt found each sort is reduced, and no longer than it brings anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import judge.hunting.shrink
from judge import sandbox
from judge.hunting.hunter import Hunter
from judge.hunting.instances import generate_instances
from judge.hunting.reference import prepare_all
from judge.hunting.shrink import IDLE, shrink_failures
from judge.hunting.stress import Counterexample
from judge.hunting.target import HuntOptions, plan_hunt
from judge.model import Verdict
from tests.contest import RIGHT, Contest

#: Takes numbers below zero.
GREEDY = "lambda n,k:sorted(range(len(n)),key=lambda i:-n[i])[:k]\n"


#: Loops on three numbers in a row, which no single step makes less.
IN_A_ROW = "lambda n,k:[0 for _ in iter(int,1)]if len(n)==3and n[0]+2==n[1]+1==n[2]else[]\n"


@pytest.fixture
def hunter(contest: Contest, tmp_path: Path) -> Iterator[Hunter]:
    yield from hunter_for(contest, tmp_path, GREEDY)


def hunter_for(contest: Contest, tmp_path: Path, source: str) -> Iterator[Hunter]:
    contest.solution("reference-lambda.py", RIGHT["lambda.py"])
    contest.solution("planted.py", source)
    roots = (contest.root / "problems", contest.root / "solutions")
    options = HuntOptions(*roots, problem="toy", solution="planted", sizes=(4, 4))
    (tmp_path / "made").mkdir()
    layer = sandbox.choose("auto")
    hunter = Hunter(prepare_all(plan_hunt(options), options, layer, tmp_path / "made"))
    yield hunter
    hunter.close()


def found(hunter: Hunter) -> Counterexample:
    """The first failure."""
    rows = generate_instances(
        hunter.hunt_context.target.plugin, hunter.hunt_context.options, range(30)
    )
    examined = hunter.examiner.examine([row for _, row in rows], None, lambda: True, False)
    return examined.findings[0]


class Watch:
    """Counts reductions; without ``enough`` time is over after the first."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, enough: bool) -> None:
        self.reduced = 0
        self.enough = enough
        reduce = judge.hunting.delta_debugging.reduce

        def counted(*arguments: object) -> object:
            least = reduce(*arguments)  # type: ignore[arg-type]
            self.reduced += 1
            return least

        monkeypatch.setattr(judge.hunting.shrink, "reduce", counted)

    def has_time(self) -> bool:
        return self.enough or not self.reduced


@pytest.mark.long
def test_of_very_many_failures_of_one_sort_so_many_are_reduced_as_bring_anything(
    hunter: Hunter, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch, enough=True)
    (one,) = shrink_failures(hunter, [(0, found(hunter))] * 40, "0-indexed", watch.has_time, print)
    assert one.minimal and one.counterexample.instance.numbers == (-1,)
    assert watch.reduced == 1 + IDLE


@pytest.mark.long
def test_once_one_of_its_sort_is_small_no_other_is_begun_when_time_is_over(
    hunter: Hunter, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch, enough=False)
    (one,) = shrink_failures(hunter, [(0, found(hunter))] * 40, "0-indexed", watch.has_time, print)
    assert one.minimal and watch.reduced == 1


@pytest.mark.long
def test_a_failure_that_always_occurs_hides_none_that_occurs_by_chance(hunter: Hunter) -> None:
    always = found(hunter)
    by_chance = replace(always, other=always.run)
    pair = [(0, always), (1, by_chance)]
    failures = shrink_failures(hunter, pair, "0-indexed", lambda: True, print)
    assert sorted(one.counterexample.flaky for one in failures) == [False, True]


@pytest.mark.long
def test_below_a_failure_by_a_limit_smaller_ones_are_looked_for(
    contest: Contest, tmp_path: Path
) -> None:
    settings = contest.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 0.2"))
    for hunter in hunter_for(contest, tmp_path, IN_A_ROW):
        plugin = hunter.hunt_context.target.plugin
        large = hunter.examiner.find_again(plugin.parse("[7, 8, 9]\n1\n"), "0-indexed")
        assert large and large.fault.verdict is Verdict.TLE
        [one] = shrink_failures(hunter, [(0, large)], "0-indexed", lambda: True, print)
        assert one.minimal and one.counterexample.fault == large.fault
        assert one.counterexample.instance.numbers == (0, 1, 2)


@pytest.mark.long
def test_instances_that_come_again_and_again_end_with_the_time(
    contest: Contest, tmp_path: Path
) -> None:
    path = contest.problem / "plugin.py"
    endless = "\n    def smaller(self, instance):\n        while True: yield instance\n"
    path.write_text(path.read_text() + endless)
    left = iter(range(100))

    def has_time() -> bool:
        return next(left, None) is not None

    for hunter in hunter_for(contest, tmp_path, GREEDY):
        [one] = shrink_failures(hunter, [(1, found(hunter))], "0-indexed", has_time, print)
        assert not one.minimal and one.steps == 0
