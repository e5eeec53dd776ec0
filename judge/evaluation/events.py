"""What happens while a plan is evaluated, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing

from msgspec import Struct

from judge.model import GradedExecution, Results, Solution, Verdict
from judge.packages.case_reader import ReadCases


class LimitTried(Struct, frozen=True):
    """The time limit of a problem is measured, with so many executions, and so many are done. These
    come before ``RunStarted``, which knows the limit."""

    problem: str
    done: int
    executions: int


class RunStarted(Struct, frozen=True):
    """``heading`` holds the problems, the machine and the command, and no results yet."""

    heading: Results


class SolutionBuilt(Struct, frozen=True):
    """It is compiled, or needs no compiler: its cases are next."""

    solution: Solution


class CasesRead(Struct, frozen=True):
    """Some cases of a problem were read on the way: of very many only the first are read before
    anything is executed."""

    problem: str
    chunk: ReadCases


class CaseJudged(Struct, frozen=True):
    """One case is executed and graded. A case that is measured again, alone, is not repeated.

    ``verdict`` is that of the most favourable reading.
    """

    solution: Solution
    graded: GradedExecution
    verdict: Verdict


class CasesSkipped(Struct, frozen=True):
    """Cases that need not be executed: the solution was not built, or was stopped."""

    solution: Solution
    verdict: Verdict
    cases: int


class SolutionEnded(Struct, frozen=True):
    """Each of its cases is judged or skipped. Its verdict is settled at the end of the run."""

    solution: Solution


class RunFinished(Struct, frozen=True):
    """The last event."""

    results: Results


BatchEvent = CasesRead | SolutionBuilt | CaseJudged | CasesSkipped | SolutionEnded
Event = LimitTried | RunStarted | BatchEvent | RunFinished
#: One that wants to hear of every event.
Listener = Callable[[Event], object]


def listen(events: Generator[Event, None, None], *listeners: Listener) -> Results:
    """Let every listener hear every event; the results, which come with the last one."""
    results = None
    with closing(events):
        for event in events:
            for hear in listeners:
                hear(event)
            if isinstance(event, RunFinished):
                results = event.results
    assert results is not None, "the events ended without RunFinished"
    return results
