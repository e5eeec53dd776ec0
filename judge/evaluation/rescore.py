"""Stored outputs graded again by the current plug-in and answer files; nothing is executed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from judge import __version__
from judge.checking.checker import Checker
from judge.checking.group_scores import GroupGrader
from judge.checking.verdict import solution_result
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean, listed
from judge.model import (
    Case,
    Grade,
    GradedExecution,
    Outcome,
    Problem,
    ProblemResult,
    Results,
    SolutionResult,
    StaticCase,
)
from judge.packages.case_files import LoadedCase, digested
from judge.packages.load import load_problem
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.running.checkers import open_checker
from judge.running.package_grader import PackageGraders
from judge.store.restore import RestoredRun
from judge.store.store import Store


class RescoreResult(Struct, frozen=True):
    """The new results, and lines that say which verdicts could not be renewed."""

    results: Results
    #: By name.
    problems: Mapping[str, LoadedProblem]
    remarks: tuple[str, ...]


class _Today(Struct, frozen=True):
    """A problem as it is now, with only those cases whose input has not changed."""

    loaded: LoadedProblem
    cases: Mapping[str, Case]
    contexts: Mapping[str, LoadedCase]
    checker: Checker
    #: Whether other groups have their sources validated, or with other settings.
    static_changed: bool


def rescore_run(restored: RestoredRun, names: tuple[str, ...], command: str) -> RescoreResult:
    """Grade the outputs of a run on the named problems, or on all; raises JudgeError.

    A verdict is kept where the stored output is incomplete, or the case's input has changed.
    """
    known = [result.problem.name for result in restored.results.problems]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            raise JudgeError(f"run {restored.run_number} has no problem {name!r}: {hint}")
    parts: list[ProblemResult] = []
    problems: dict[str, LoadedProblem] = {}
    remarks: list[str] = []
    for result in restored.results.problems:
        name = result.problem.name
        if names and name not in names:
            continue
        today = _today(result.problem, restored.changed[name])
        problems[name] = today.loaded
        with closing(today.checker), closing(PackageGraders()) as graders:
            grader = graders.of(today.loaded.problem)
            solutions = tuple(_again(one, today, grader) for one in result.solutions)
        parts.append(ProblemResult(_described(result.problem, today), solutions))
        remarks += _kept(result, today)
    results = replace(
        restored.results,
        problems=tuple(parts),
        started=datetime.now().astimezone().isoformat(timespec="seconds"),
        wall_s=0.0,
        command=command,
        version=__version__,
    )
    return RescoreResult(results, problems, tuple(remarks))


def keep(again: RescoreResult, store: Store, number: int) -> tuple[int | None, list[str]]:
    """Store the new results of run ``number``. The number of the new run; None, and the fault, if
    they cannot be stored: the results are reported in any case."""
    try:
        return store.keep(again.results, again.problems, rescored=number), []
    except JudgeError as error:
        return None, [f"{error}; this run is not stored"]


def _today(then: Problem, changed: frozenset[str]) -> _Today:
    now = with_plugin(load_problem(then.folder))
    lasting = {case.name for case in then.cases} - changed
    cases = {case.name: digested(case) for case in now.problem.cases if case.name in lasting}
    static_changed = _static_settings(now.problem) != _static_settings(then)
    contexts = now.read_cases(cases.values())
    return _Today(now, cases, contexts, open_checker(now), static_changed)


def _static_settings(problem: Problem) -> Mapping[str | None, StaticCase | None]:
    return {group.name: group.static for group in problem.static_groups}


def _described(then: Problem, today: _Today) -> Problem:
    """The problem as it was, with the current files of the cases that were graded again."""
    cases = tuple(today.cases.get(case.name, case) for case in then.cases)
    return replace(then, cases=cases)


def _again(result: SolutionResult, today: _Today, grader: GroupGrader | None) -> SolutionResult:
    if not result.outcomes or today.static_changed:
        return result
    readings = today.loaded.plugin.readings
    for declared in result.solution.readings:
        if declared not in readings:
            hint = did_you_mean(declared, readings)
            raise JudgeError(f"the plug-in no longer knows the reading {declared!r}: {hint}")
    rule = today.loaded.problem.rules.time
    graded = [_graded(outcome, today) for outcome in result.outcomes if outcome.run]
    grades = [one.grades for one in graded]
    problem, stopped = today.loaded.problem, result.stopped
    return solution_result(
        result.solution, readings, grades, graded, stopped, rule, problem, grader, result.static
    )


def _graded(outcome: Outcome, today: _Today) -> GradedExecution:
    assert outcome.run is not None
    if not _can_be_graded(outcome, today):
        grade = Grade(outcome.verdict, outcome.reason, outcome.message, outcome.score, outcome.gap)
        grades = dict.fromkeys(today.loaded.plugin.readings, grade)
        return GradedExecution(outcome.case, outcome.best, outcome.run, grades, outcome.size)
    context = today.contexts[outcome.case]
    grades = today.checker.grade(today.cases[outcome.case], context, outcome.run)
    return GradedExecution(outcome.case, context.best_score, outcome.run, grades, context.size)


def _can_be_graded(outcome: Outcome, today: _Today) -> bool:
    if today.loaded.problem.validated_in_run:
        return False
    return outcome.case in today.contexts and not (outcome.run and outcome.run.cut)


def _kept(result: ProblemResult, today: _Today) -> list[str]:
    name = result.problem.name
    outcomes = [outcome for one in result.solutions for outcome in one.outcomes]
    gone = sorted({o.case for o in outcomes if o.case not in today.contexts})
    cut = [o for o in outcomes if o.case in today.contexts and not _can_be_graded(o, today)]
    remarks = []
    if today.loaded.problem.validated_in_run:
        return [f"{name}: verdicts kept: its output validator takes part in the run; run it again"]
    if today.static_changed:
        return [f"{name}: verdicts kept: its static validation has changed; run it again"]
    if today.loaded.problem.static_groups:
        remarks.append(f"{name}: static validation kept: it is of sources, not of outputs")
    if gone:
        remarks.append(f"{name}: verdicts kept where the input has changed: {listed(gone)}")
    if cut:
        whose = ", ".join(sorted({o.solution for o in cut}))
        remarks.append(
            f"{name}: verdicts kept where the store has only the start of the output: {whose}"
        )
    return remarks
