"""When a solution has shown enough: the place after which none of its cases counts, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from judge.model import SEVERITY, Grade, Verdict, worst

#: Verdicts of a case that nothing else changes: graver ones are faults of the jury.
FINAL = frozenset(SEVERITY[: SEVERITY.index(Verdict.WA) + 1])
#: What a solution that gets no better is stopped for.
LIMITS = frozenset({Verdict.TLE, Verdict.MLE, Verdict.OLE})
WRONG = "stopped at a wrong answer that settles the verdict"


@dataclass(frozen=True)
class Rules:
    """What ends a solution early. ``give_up``: cases in a row that hit a limit, 0 for never;
    ``stop_at_first``: as soon as no further case can change its verdict."""

    give_up: int
    stop_at_first: bool


@dataclass(frozen=True)
class Stop:
    """The last place that counts."""

    place: int
    #: What counts for the cases behind it while the bar moves on.
    verdict: Verdict
    why: str


def provisional(grades: Mapping[str, Grade]) -> Verdict:
    """The verdict while the reading is open: AC if any reading accepts."""
    verdicts = {grade.verdict for grade in grades.values()}
    return Verdict.AC if Verdict.AC in verdicts else worst(frozenset(verdicts))


def refuted(grades: Mapping[str, Grade]) -> frozenset[str]:
    """The readings under which the solution is wrong, whatever it does elsewhere."""
    return frozenset(reading for reading, grade in grades.items() if grade.verdict in FINAL)


def find(done: Iterable[Mapping[str, Grade] | None], rules: Rules) -> Stop | None:
    """By the cases in their order, up to the first that has not been run."""
    in_a_row: list[Verdict] = []
    never_right: frozenset[str] = frozenset()
    for place, grades in enumerate(done):
        if grades is None:
            return None
        verdict = provisional(grades)
        in_a_row = [*in_a_row, verdict] if verdict in LIMITS else []
        if rules.give_up and len(in_a_row) == rules.give_up:
            limits = "time limits" if {*in_a_row} == {Verdict.TLE} else "limits"
            return Stop(place, verdict, f"stopped after {rules.give_up} {limits} in a row")
        never_right |= refuted(grades)
        if rules.stop_at_first and never_right >= grades.keys():
            return Stop(place, Verdict.WA, WRONG)
    return None
