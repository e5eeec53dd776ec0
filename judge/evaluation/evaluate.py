"""Plan -> Results: runs all that is planned."""

from __future__ import annotations

import dataclasses
import os
import platform
import time
from datetime import datetime

from judge import __version__, sandbox
from judge.evaluation import scheduler
from judge.evaluation.plan import Plan, RunOptions, start_probes
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import (
    GradedExecution,
    Kind,
    Problem,
    ProblemResult,
    Results,
    Solution,
    SolutionResult,
)
from judge.sandbox import cgroups
from judge.sandbox.layer import Layer
from judge.store.store import Store


def run_plan(
    plan: Plan,
    options: RunOptions,
    progress: scheduler.Progress,
    store: Store | None = None,
    arrived: scheduler.Arrived = scheduler.nobody,
) -> Results:
    """Judge all that is planned; raises JudgeError when the sandbox cannot be had.

    With a ``store`` every run is kept as it arrives, and the results when they are settled. A
    store that fails meanwhile stops nothing: ``store.trouble`` says so afterwards.
    """
    layer = _prepare(plan, options)
    started, clock = datetime.now().astimezone(), time.monotonic()
    settings = scheduler.Settings(
        workers=min(options.workers or os.cpu_count() or 1, plan.runs),
        isolation=options.isolation,
        give_up=options.give_up,
        stop_at_first=options.stop_at_first,
    )
    heading = Results(
        problems=tuple(ProblemResult(one.problem, ()) for one in plan.problems.values()),
        started=started.isoformat(timespec="seconds"),
        wall_s=0.0,
        command=options.command,
        machine=_machine(),
        sandbox=_described(layer),
        toolchains=_versions(plan),
        version=__version__,
    )
    if store is not None:
        store.begin(heading, [request.solution for request in plan.requests], plan.problems)

    def kept(solution: Solution, graded: GradedExecution) -> None:
        if store is not None:
            store.arrived(solution, graded)
        arrived(solution, graded)

    judged, interrupted = scheduler.run(plan.requests, layer, settings, progress, kept)
    results = dataclasses.replace(
        heading,
        problems=tuple(_of_problem(one.problem, judged) for one in plan.problems.values()),
        wall_s=time.monotonic() - clock,
        interrupted=interrupted,
    )
    if store is not None:
        store.finish(results)
    return results


def _prepare(plan: Plan, options: RunOptions) -> Layer:
    """The sandbox, and the toolchains found, before the first fork; raises JudgeError."""
    asking = plan.asking or start_probes((r.solution for r in plan.requests), options.sandbox)
    import multiprocess  # noqa: F401  (costly to load: the batch finds it loaded)

    for thread in asking:
        thread.join()
    return sandbox.choose(options.sandbox)


def _described(layer: Layer) -> str:
    if layer.name == "none":
        return "none"
    return f"{layer.name}; {cgroups.description()}"


def _of_problem(problem: Problem, judged: list[SolutionResult]) -> ProblemResult:
    return ProblemResult(problem, tuple(j for j in judged if j.solution.problem == problem.name))


def _machine() -> str:
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _versions(plan: Plan) -> dict[str, str]:
    table, versions = all_languages(), {}
    run = {r.solution.language for r in plan.requests if r.solution.kind is not Kind.OUTPUT}
    for name in sorted(run):
        try:
            versions[table[name].title] = find_toolchain(table[name]).version
        except ToolMissing as missing:
            versions[table[name].title] = str(missing)
    return versions
