"""Grades one file and reports each step in messages that another process can show."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

from judge.checking.reading import most_favourable
from judge.common.safe_text import one_line
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, CasesSkipped, Event, SolutionBuilt, listen
from judge.evaluation.plan_file import GradeOptions, plan_source, with_whole_outputs
from judge.live.task_process import Work
from judge.model import GradedExecution, Verdict
from judge.report.terminal.grade import grade_text
from judge.report.terminal.phrases import MESSAGE


class Planned(Struct, frozen=True):
    """File and package are read: it will be executed on so many cases."""

    cases: int


class Built(Struct, frozen=True):
    """It is compiled, or needs no compiler."""


class CaseDone(Struct, frozen=True):
    """One case is judged. ``line`` is its name, its verdict and why."""

    case: str
    verdict: Verdict
    line: str


class Skipped(Struct, frozen=True):
    """Cases that are not executed."""

    cases: int


class FileGraded(Struct, frozen=True):
    """The result: as text for a terminal, and the names of the cases that failed."""

    verdict: Verdict
    text: str
    failed: frozenset[str]


def grading(options: GradeOptions) -> Work:
    """The work of a ``TaskProcess``: grade the file, send the messages above."""

    def work(send: Callable[[object], None]) -> None:
        started = time.monotonic()
        plan, chosen = plan_source(options)
        send(Planned(plan.runs))
        results = with_whole_outputs(
            listen(evaluate_plan(plan, chosen), lambda event: _tell(event, send))
        )
        if results.interrupted or not results.problems[0].solutions:
            return  # cancelled: nobody listens
        [result] = results.problems[0].solutions
        failed = frozenset(outcome.case for outcome in result.failed)
        text = grade_text(plan, results, time.monotonic() - started)
        send(FileGraded(result.verdict, text, failed))

    return work


def _tell(event: Event, send: Callable[[object], None]) -> None:
    match event:
        case SolutionBuilt():
            send(Built())
        case CaseJudged(_, graded, verdict):
            send(CaseDone(graded.case, verdict, case_line(graded)))
        case CasesSkipped(_, _, cases):
            send(Skipped(cases))


def case_line(graded: GradedExecution) -> str:
    """``secret/07: WA suboptimal``, by the most favourable reading."""
    _, grade = most_favourable(graded.grades)
    why = grade.message or (grade.reason.value if grade.reason else "")
    return one_line(f"{graded.case}: {grade.verdict.value} {why}".rstrip(), MESSAGE)
