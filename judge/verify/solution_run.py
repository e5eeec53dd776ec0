"""The run that the checks start from: unchanged solutions are not run again."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from judge.evaluation.evaluate import evaluate_plan, toolchain_versions
from judge.evaluation.events import Event, RunFinished
from judge.evaluation.measured_limit import bounding
from judge.evaluation.plan import Plan, RunOptions
from judge.model import Results, SolutionResult
from judge.verify.result_cache import ResultCache


def split(plan: Plan, cache: ResultCache | None) -> tuple[Plan, dict[str, SolutionResult]]:
    """The part of the plan that must be run, and the kept results of the rest by solution."""
    [loaded] = plan.problems.values()
    if cache is None or bounding(loaded.problem):
        return plan, {}  # measured time limits differ from run to run
    known = cache.known(plan)
    requests = tuple(one for one in plan.requests if one.solution.name not in known)
    return replace(plan, requests=requests), known


def run(
    plan: Plan,
    part: Plan,
    known: dict[str, SolutionResult],
    options: RunOptions,
    cache: ResultCache | None,
) -> Generator[Event, None, None]:
    """Judge ``part`` of the plan; the results at the end include what is ``known``."""
    for event in evaluate_plan(part, options):
        if isinstance(event, RunFinished):
            [done] = event.results.problems
            if cache is not None:
                cache.keep(part, done.solutions)
            event = RunFinished(_merged(plan, event.results, known))
        yield event


def _merged(plan: Plan, results: Results, known: dict[str, SolutionResult]) -> Results:
    [done] = results.problems
    by_name = {**known, **{one.solution.name: one for one in done.solutions}}
    names = [request.solution.name for request in plan.requests]
    solutions = tuple(by_name[name] for name in names if name in by_name)
    problem = replace(done, solutions=solutions)
    versions = toolchain_versions(plan)
    return replace(results, problems=(problem,), toolchains=versions)
