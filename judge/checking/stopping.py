"""When a solution is stopped early: the last case that counts, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from judge.checking.reading import most_favourable
from judge.model import RIGHT, Grade, Verdict

#: Verdicts that stop a solution when they come in a row.
LIMITS = frozenset({Verdict.TLE, Verdict.MLE, Verdict.OLE})
FAILED = "stopped at the first case that it failed"


class Rules(Struct, frozen=True):
    """What ends a solution early. ``give_up``: cases in a row that hit a limit, 0 for never;
    ``stop_at_first``: as soon as it has failed a case under each reading. With ``soft_time`` a case
    over the time limit is not failed."""

    give_up: int
    stop_at_first: bool
    soft_time: bool = False


class Stop(Struct, frozen=True):
    """``index`` is the index of the last case that counts."""

    index: int
    #: The verdict that the progress bar shows for the cases after it.
    verdict: Verdict
    why: str


def refuted(grades: Mapping[str, Grade], rules: Rules) -> frozenset[str]:
    """The readings under which the solution has failed, whatever it does elsewhere."""
    passed = RIGHT | {Verdict.TLE} if rules.soft_time else RIGHT
    return frozenset(reading for reading, grade in grades.items() if grade.verdict not in passed)


def first_stop(done: Iterable[Mapping[str, Grade] | None], rules: Rules) -> Stop | None:
    """By the cases in their order, up to the first that has not been run."""
    in_a_row: list[Verdict] = []
    never_right: frozenset[str] = frozenset()
    for index, grades in enumerate(done):
        if grades is None:
            return None
        verdict = most_favourable(grades)[1].verdict
        in_a_row = [*in_a_row, verdict] if verdict in LIMITS else []
        if rules.give_up and len(in_a_row) == rules.give_up:
            limits = "time limits" if {*in_a_row} == {Verdict.TLE} else "limits"
            return Stop(index, verdict, f"stopped after {rules.give_up} {limits} in a row")
        never_right |= refuted(grades, rules)
        if rules.stop_at_first and never_right >= grades.keys():
            return Stop(index, verdict, FAILED)
    return None
