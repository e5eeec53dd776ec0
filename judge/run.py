"""What ``judge run`` does, without a terminal: options in, Results out."""

from __future__ import annotations

import dataclasses
import os
import platform
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from judge import __version__, batch, sandbox
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import (
    Case,
    GradedExecution,
    Isolation,
    Kind,
    Limits,
    Problem,
    ProblemResult,
    Results,
    Solution,
    SolutionResult,
)
from judge.packages.case_files import digested, load_case
from judge.packages.load import find_problems, select_cases
from judge.packages.plugin_loader import load_plugin
from judge.plugin import Plugin
from judge.sandbox import cgroups
from judge.sandbox.layer import Layer
from judge.solutions.cases import cases_of
from judge.solutions.find import find_solutions
from judge.store.store import Store


@dataclass(frozen=True)
class Options:
    """The choices of one run. ``None`` stands for what the problem or the machine says."""

    problems_root: Path
    solutions_root: Path
    names: tuple[str, ...] = ()
    solution: str = "*"
    case: str = "*"
    workers: int | None = None
    time_limit_s: float | None = None
    memory_limit_mib: int | None = None
    sandbox: str = "auto"
    isolation: Isolation = Isolation.SOLUTION
    give_up: int = batch.GIVE_UP
    stop_at_first: bool = False
    command: str = "judge run"


@dataclass(frozen=True)
class Plan:
    """All that will be judged; loading it has found every fault of the packages."""

    requests: tuple[batch.Request, ...]
    problems: tuple[Problem, ...]
    plugins: Mapping[str, Plugin[Any, Any]]
    #: Threads that ask the toolchains who they are and try the sandbox: ``execute`` awaits them.
    asking: tuple[Thread, ...] = ()

    @property
    def runs(self) -> int:
        return sum(len(request.cases) for request in self.requests)


def plan(options: Options) -> Plan:
    """Read problems, solutions and cases; raises JudgeError before anything runs."""
    if options.sandbox not in sandbox.NAMES:
        hint = did_you_mean(options.sandbox, sandbox.NAMES)
        raise JudgeError(f"unknown sandbox {options.sandbox!r}: {hint}")
    loaded = [_as_run(p, options) for p in find_problems(options.problems_root, [*options.names])]
    plugins = {p.name: load_plugin(p.folder) for p in loaded}
    found = {
        p.name: find_solutions(options.solutions_root, p, plugins[p.name], options.solution)
        for p in loaded
    }
    asking = _ask((s for chosen in found.values() for s in chosen), options.sandbox)
    requests: list[batch.Request] = []
    for problem in loaded:
        plugin, chosen = plugins[problem.name], found[problem.name]
        cases = pick_cases(problem, options.case)
        if not chosen:
            continue
        contexts = {case: load_case(plugin, case) for case in cases}
        for solution in chosen:
            if its := cases_of(solution, cases):
                its_contexts = [contexts[case] for case in its]
                requests.append(
                    batch.Request(
                        problem, solution, plugin.readings, its, its_contexts, problem.limits
                    )
                )
    if not requests:
        raise _nothing_to_run(options, loaded, plugins)
    return Plan(tuple(requests), tuple(loaded), plugins, asking)


def _ask(chosen: Iterable[Solution], layer: str) -> tuple[Thread, ...]:
    """Begin what waits for other processes, while cases are read; workers inherit the answers."""
    table = all_languages()
    needed = {solution.language for solution in chosen} & set(table)

    def ask(question: Callable[[Any], object], whom: object) -> None:
        with suppress(ToolMissing, JudgeError):  # told where it is needed
            question(whom)

    asking = [Thread(target=ask, args=(find_toolchain, table[name])) for name in needed]
    asking.append(Thread(target=ask, args=(sandbox.choose, layer)))
    for thread in asking:
        thread.start()
    return tuple(asking)


def pick_cases(problem: Problem, pattern: str) -> tuple[Case, ...]:
    """Those that ``problems.select`` finds; raises JudgeError when it finds none."""
    chosen = select_cases(problem.cases, pattern)
    if not chosen:
        hint = did_you_mean(pattern, [case.name for case in problem.cases])
        raise JudgeError(f"no case of {problem.name} matches {pattern!r}: {_cut(hint)}")
    return chosen


def _cut(text: str) -> str:
    return text if len(text) < 200 else text[:200] + " …"


def _as_run(problem: Problem, options: Options) -> Problem:
    """With the limits of this run, and its cases known by their content."""
    cases = tuple(digested(case) for case in problem.cases)
    return dataclasses.replace(problem, limits=_limits(problem.limits, options), cases=cases)


def _limits(limits: Limits, options: Options) -> Limits:
    if options.time_limit_s is not None:
        limits = dataclasses.replace(limits, cpu_s=options.time_limit_s)
    if options.memory_limit_mib is not None:
        limits = dataclasses.replace(limits, memory_mib=options.memory_limit_mib)
    return limits


def _nothing_to_run(
    options: Options, loaded: list[Problem], plugins: Mapping[str, Plugin[Any, Any]]
) -> JudgeError:
    def named(pattern: str) -> list[str]:
        found = (
            find_solutions(options.solutions_root, p, plugins[p.name], pattern) for p in loaded
        )
        return [solution.name for chosen in found for solution in chosen]

    names = named("*")
    if not names:
        where = ", ".join(str(options.solutions_root / p.name) for p in loaded)
        return JudgeError(f"no solution to judge: put sources into {where}")
    if chosen := named(options.solution):
        only = _cut(", ".join(chosen))
        return JudgeError(f"no case that {options.case!r} matches is answered by {only}")
    return JudgeError(
        f"no solution matches {options.solution!r}: {did_you_mean(options.solution, names)}"
    )


def execute(
    plan: Plan,
    options: Options,
    progress: batch.Progress,
    store: Store | None = None,
    arrived: batch.Arrived = batch.nobody,
) -> Results:
    """Judge all that is planned; raises JudgeError when the sandbox cannot be had.

    With a ``store`` every run is kept as it arrives, and the results when they are settled. A
    store that fails meanwhile stops nothing: ``store.trouble`` says so afterwards.
    """
    layer = _prepare(plan, options)
    started, clock = datetime.now().astimezone(), time.monotonic()
    settings = batch.Settings(
        workers=min(options.workers or os.cpu_count() or 1, plan.runs),
        isolation=options.isolation,
        give_up=options.give_up,
        stop_at_first=options.stop_at_first,
    )
    heading = Results(
        problems=tuple(ProblemResult(problem, ()) for problem in plan.problems),
        started=started.isoformat(timespec="seconds"),
        wall_s=0.0,
        command=options.command,
        machine=_machine(),
        sandbox=_described(layer),
        toolchains=_versions(plan),
        version=__version__,
    )
    if store is not None:
        store.begin(heading, [request.solution for request in plan.requests], plan.plugins)

    def kept(solution: Solution, graded: GradedExecution) -> None:
        if store is not None:
            store.arrived(solution, graded)
        arrived(solution, graded)

    judged, interrupted = batch.run(plan.requests, layer, settings, progress, kept)
    results = dataclasses.replace(
        heading,
        problems=tuple(_of_problem(problem, judged) for problem in plan.problems),
        wall_s=time.monotonic() - clock,
        interrupted=interrupted,
    )
    if store is not None:
        store.finish(results)
    return results


def _prepare(plan: Plan, options: Options) -> Layer:
    """The sandbox, and the toolchains found, before the first fork; raises JudgeError."""
    asking = plan.asking or _ask((r.solution for r in plan.requests), options.sandbox)
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
