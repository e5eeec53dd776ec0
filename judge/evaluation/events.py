"""What happens while a plan is evaluated, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass

from judge.model import Case, GradedExecution, Results, Solution, Verdict


@dataclass(frozen=True, slots=True)
class RunStarted:
    """``heading`` holds the problems, the machine and the command, and no results yet."""

    heading: Results


@dataclass(frozen=True, slots=True)
class SolutionBuilt:
    """It is compiled, or needs no compiler: its cases are next."""

    solution: Solution


@dataclass(frozen=True, slots=True)
class CasesRead:
    """Some cases of a problem were read on the way, with their digests: of very many only the
    first are read before anything is executed. ``place`` is that of the first among the cases of
    the problem."""

    problem: str
    place: int
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class CaseJudged:
    """One case is executed and graded. A case that is measured again, alone, is not repeated.

    ``verdict`` is that of the most favourable reading.
    """

    solution: Solution
    graded: GradedExecution
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CasesSkipped:
    """Cases that need not be executed: the solution was not built, or was stopped."""

    solution: Solution
    verdict: Verdict
    cases: int


@dataclass(frozen=True, slots=True)
class SolutionEnded:
    """Each of its cases is judged or skipped. Its verdict is settled at the end of the run."""

    solution: Solution


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The last event."""

    results: Results


BatchEvent = CasesRead | SolutionBuilt | CaseJudged | CasesSkipped | SolutionEnded
Event = RunStarted | BatchEvent | RunFinished
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
