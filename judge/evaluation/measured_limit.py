"""The time limit of a package that names none: measured on its own submissions.

Those that must not be too slow bound it from below: ``ac_to_time_limit`` times the slowest of their
executions, rounded up to ``time_resolution`` (problem package format 2025-09, "Problem timing"). A
legacy package has a multiplier of 5 and whole seconds, and only its accepted submissions count, as
problemtools does it.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing

from msgspec import Struct
from msgspec.structs import replace

from judge.common.path_globs import read_glob
from judge.evaluation import scheduler
from judge.evaluation.events import CaseJudged, CasesSkipped, LimitTried
from judge.evaluation.known_executions import OutcomeSource
from judge.evaluation.request import Request, Settings
from judge.model import (
    CASE_VERDICTS,
    Ended,
    Expectation,
    FormatVersion,
    Limits,
    Problem,
    Solution,
    SolutionResult,
    TimeLimitUse,
    Verdict,
)
from judge.packages.limits import NOT_NAMED
from judge.packages.loaded_problem import LoadedProblem
from judge.sandbox.layer import Layer
from judge.solutions.cases import cases_of
from judge.solutions.package_submissions import read_submissions

#: How long an execution may take while the limit is measured, in seconds.
MOST_S = 60.0
#: A limit that is larger by less than this is the same limit: steps are decimal fractions.
CLOSE = 1e-6


class MeasuredLimit(Struct, frozen=True):
    """A time limit in seconds, and where it is from, to be shown."""

    seconds: float
    origin: str


def bounding(problem: Problem) -> tuple[Solution, ...]:
    """The submissions of a package that bound its time limit from below, where it names none."""
    if problem.time_limit_named or problem.submits_answers:
        return ()
    found = read_submissions(problem).solutions
    if problem.version is FormatVersion.LEGACY:
        found = tuple(one for one in found if one.expect == {Verdict.AC})
    runs = (one for one in found if not (one.skipped or one.unbuildable))
    return tuple(one for one in runs if any(map(_is_lower, one.expectations)))


def measure_limit(
    loaded: LoadedProblem,
    layer: Layer,
    settings: Settings,
    known: OutcomeSource | None = None,
) -> Generator[LimitTried, None, MeasuredLimit | None]:
    """Run the submissions on all cases they bound the limit with; None if none of their executions
    came to its end. Raises KeyboardInterrupt if the run was stopped."""
    problem = loaded.problem
    limits = replace(problem.limits, cpu_s=MOST_S)
    requests = list(_requests(loaded, limits))
    executions = sum(len(one.cases) for one in requests)
    settings = replace(
        settings,
        workers=max(1, min(settings.workers, executions)),
        stop_at_first=False,
    )
    batch = scheduler.Batch(requests, layer, settings, known)
    done = 0
    with closing(batch.events()) as events:
        for event in events:
            if isinstance(event, CaseJudged | CasesSkipped):
                done += 1 if isinstance(event, CaseJudged) else event.cases
                yield LimitTried(problem.name, done, executions)
    if batch.interrupted:
        raise KeyboardInterrupt
    slowest = max(_times(batch.results()), default=None)
    return None if slowest is None else _limit(problem, *slowest)


def limited(problem: Problem, limit: MeasuredLimit) -> Problem:
    """The problem with a measured limit, and with a note on it."""
    others = (note for note in problem.notes if not note.startswith(NOT_NAMED))
    return replace(
        problem,
        limits=replace(problem.limits, cpu_s=limit.seconds),
        time_limit_origin=limit.origin,
        notes=(*others, f"{NOT_NAMED}: {limit.origin}"),
    )


def _requests(loaded: LoadedProblem, limits: Limits) -> Iterator[Request]:
    contexts = loaded.read_cases(loaded.problem.cases)
    for solution in bounding(loaded.problem):
        its = [
            case
            for case in cases_of(solution, loaded.problem.cases)
            if _concerned(solution.expectations, case.name)
        ]
        if its:
            yield Request(
                replace(loaded.problem, limits=limits),
                solution,
                loaded.plugin.readings,
                tuple(its),
                [contexts[case.name] for case in its],
                limits,
            )


def _is_lower(one: Expectation) -> bool:
    # What must not compile is no measure of time, though it runs in a language without a compiler.
    runs = frozenset() if Verdict.CE in one.required else one.permitted & CASE_VERDICTS
    by_verdicts = one.time_limit is TimeLimitUse.BY_VERDICTS and Verdict.TLE not in runs
    return (bool(runs) and by_verdicts) or one.time_limit is TimeLimitUse.LOWER


def _concerned(expectations: Sequence[Expectation], case: str) -> bool:
    """Whether the submission must not be too slow on a case."""
    globs = [one.cases for one in expectations if _is_lower(one)]
    return any(not glob or read_glob(glob).matches(case) for glob in globs)


def _times(results: Sequence[SolutionResult]) -> Iterator[tuple[float, str, str]]:
    """The CPU seconds of executions that ended by themselves, with submission and case."""
    for result in results:
        for outcome in result.outcomes:
            if outcome.run and outcome.run.ended in (Ended.EXITED, Ended.SIGNALLED):
                yield outcome.run.cpu_s, result.solution.name, outcome.case


def _limit(problem: Problem, slowest_s: float, name: str, case: str) -> MeasuredLimit:
    factor, step = (
        problem.declared.time_multipliers.ac_to_time_limit,
        problem.declared.time_resolution,
    )
    steps = max(1, math.ceil(slowest_s * factor / step - CLOSE))
    seconds = round(steps * step, 9)
    return MeasuredLimit(
        seconds,
        f"{seconds:g} s by measurement: {factor:g} × {slowest_s:.3f} s of {name} on {case}, "
        f"in steps of {step:g} s",
    )
