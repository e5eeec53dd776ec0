"""When a solution is stopped early: the last case that counts, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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


class Ending:
    """Finds the case that ends a solution. The cases are looked at in their order, each once."""

    def __init__(self, rules: Rules) -> None:
        #: The index of the first case that was not looked at.
        self.index = 0
        self._rules = rules
        self._in_a_row: list[Verdict] = []
        self._never_right: frozenset[str] = frozenset()
        self._found: Stop | None = None

    def advance(self, grades_of: Callable[[int], Mapping[str, Grade] | None]) -> Stop | None:
        """Go on up to the first case that has not been run: ``grades_of`` an index gives its
        grades, None where it was not run or does not exist. The last case that counts, if it was
        found."""
        while self._found is None and (grades := grades_of(self.index)) is not None:
            self._found = self._take(grades)
            self.index += 1
        return self._found

    def _take(self, grades: Mapping[str, Grade]) -> Stop | None:
        rules, verdict = self._rules, most_favourable(grades)[1].verdict
        self._in_a_row = [*self._in_a_row, verdict] if verdict in LIMITS else []
        if rules.give_up and len(self._in_a_row) == rules.give_up:
            limits = "time limits" if {*self._in_a_row} == {Verdict.TLE} else "limits"
            return Stop(self.index, verdict, f"stopped after {rules.give_up} {limits} in a row")
        self._never_right |= refuted(grades, rules)
        if rules.stop_at_first and self._never_right >= grades.keys():
            return Stop(self.index, verdict, FAILED)
        return None
