"""Plan -> events: judges all that is planned, and settles the results."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Container, Generator, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime

from msgspec.structs import replace

from judge import __version__, sandbox
from judge.common.errors import JudgeError
from judge.evaluation import scheduler
from judge.evaluation.events import (
    BatchEvent,
    CaseJudged,
    CasesRead,
    Event,
    LimitTried,
    RunFinished,
    RunStarted,
)
from judge.evaluation.execution_key import ExecutionKeys
from judge.evaluation.executors import Executors, LocalExecutors
from judge.evaluation.known_executions import OutcomeSource, StoredOutcomes
from judge.evaluation.measured_limit import bounding, limited, measure_limit
from judge.evaluation.plan import Plan, RunOptions
from judge.evaluation.probes import probes_of
from judge.evaluation.request import Request, Settings
from judge.evaluation.site import Site, this_machine
from judge.languages.start_time import with_start
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing, find_toolchain
from judge.model import (
    Calibration,
    Convention,
    Kind,
    Problem,
    ProblemResult,
    Results,
    SolutionResult,
)
from judge.running.checkers import has_validator
from judge.running.package_grader import check_graders
from judge.sandbox.layer import Layer
from judge.store.store import Store

LOCAL = LocalExecutors()


def evaluate_plan(
    plan: Plan,
    options: RunOptions,
    store: Store | None = None,
    executors: Executors = LOCAL,
    executed: Container[bytes] = frozenset(),
) -> Generator[Event, None, None]:
    """Judge all that is planned; raises JudgeError when the sandbox cannot be had. ``executed``:
    keys of executions in the store that belong to this run.

    With a ``store`` every execution is kept before it is yielded, and the results when they are
    settled. A store that fails meanwhile stops nothing: ``store.trouble`` says so afterwards.
    Closing this generator ends the run as an interrupt does, and the store keeps what was done.
    """
    layer = _prepare(plan, options)
    check_graders((loaded.problem for loaded in plan.problems.values()), layer)
    clock, started = time.monotonic(), _now()
    site = executors.site() or this_machine(layer)
    known = _known(plan, options, site, store, started, executed) if store is not None else None
    settings = _settings(plan, options, executors)
    plan = _with_starts((yield from _with_time_limits(plan, options, layer, known, settings)))
    heading = _heading(plan, options, site, started, executors, store)
    if store is not None:
        solutions = [request.solution for request in plan.requests]
        files = {name: reader.latest_files for name, reader in plan.readers.items()}
        store.begin(heading, solutions, plan.problems, files)
    yield RunStarted(heading)
    requests = plan.requests if store is None else _with_durations(plan.requests, store)
    batch = scheduler.Batch(requests, layer, settings, known)
    try:
        yield from _kept(batch, store)
    finally:
        solution_results = batch.results()
        results = replace(
            heading,
            problems=tuple(_of_problem(one, solution_results) for one in _problems_as_read(plan)),
            wall_s=time.monotonic() - clock,
            interrupted=batch.interrupted,
        )
        if store is not None:
            store.finish(results)
    yield RunFinished(results)


def judge_one(
    plan: Plan, options: RunOptions, store: Store | None
) -> tuple[CaseJudged | None, bytes | None, Convention | None]:
    """Judge one solution on one case, outside a run: the result if it can be built, the key under
    which a store has it, and the calling convention. Raises JudgeError and KeyboardInterrupt."""
    layer = _prepare(plan, options)
    check_graders((loaded.problem for loaded in plan.problems.values()), layer)
    known = _known(plan, options, this_machine(layer), store, _now()) if store else None
    (request,) = _with_starts(plan).requests
    batch = scheduler.Batch([request], layer, _settings(plan, options, LOCAL), known)
    judged = [event for event in batch.events() if isinstance(event, CaseJudged)]
    if batch.interrupted:
        raise KeyboardInterrupt
    key = known.key(request, 0) if known else None
    if store is not None:
        store.flush()
    convention = next((one.solution.convention for one in batch.results()), None)
    return judged[0] if judged else None, key.execution if key else None, convention


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _with_starts(plan: Plan) -> Plan:
    """With the time that the languages of the solutions take to start, on top of their limits."""
    requests = (replace(one, limits=with_start(one.limits, one.solution)) for one in plan.requests)
    return replace(plan, requests=tuple(requests))


def _known(
    plan: Plan,
    options: RunOptions,
    site: Site,
    store: Store,
    started: str,
    executed: Container[bytes] = frozenset(),
) -> OutcomeSource:
    keys = ExecutionKeys(plan.problems, site, options.isolation)
    return StoredOutcomes(store, keys, started, options.fresh, executed)


def _with_durations(requests: Sequence[Request], store: Store) -> list[Request]:
    """The requests, each with the time that its solution took in an earlier run."""
    names = {request.problem.name for request in requests}
    durations = {name: store.durations(name) for name in names}
    return [
        replace(one, expected_s=durations[one.problem.name].get(one.solution.name))
        for one in requests
    ]


def _with_time_limits(
    plan: Plan,
    options: RunOptions,
    layer: Layer,
    known: OutcomeSource | None,
    settings: Settings,
) -> Generator[LimitTried, None, Plan]:
    """With measured time limits for packages that name none; raises KeyboardInterrupt."""
    problems = dict(plan.problems)
    for name, loaded in plan.problems.items():
        if options.time_limit_s is not None or not bounding(loaded.problem):
            continue
        limit = yield from measure_limit(loaded, layer, settings, known)
        if limit is not None:
            problems[name] = replace(loaded, problem=limited(loaded.problem, limit))
    requests = tuple(
        replace(one, problem=now, limits=now.limits)
        if (now := problems[one.problem.name].problem) is not one.problem
        else one
        for one in plan.requests
    )
    return replace(plan, requests=requests, problems=problems)


def _kept(batch: scheduler.Batch, store: Store | None) -> Iterator[BatchEvent]:
    """The events, each after the store has heard of it."""
    with closing(batch.events()) as events:
        for event in events:
            if store is not None and isinstance(event, CaseJudged):
                store.arrived(event.solution, event.graded)
            elif store is not None and isinstance(event, CasesRead):
                store.keep_cases(event.problem, event.chunk)
            yield event


def _problems_as_read(plan: Plan) -> Iterator[Problem]:
    """The problems, with the digests of the cases that were read on the way."""
    readers = plan.readers
    for name, loaded in plan.problems.items():
        problem = loaded.problem
        yield readers[name].with_digests(problem) if name in readers else problem


def _settings(plan: Plan, options: RunOptions, executors: Executors) -> Settings:
    return Settings(
        workers=min(options.workers or os.cpu_count() or 1, _most_workers(plan)),
        isolation=options.isolation,
        give_up=options.give_up,
        stop_at_first=options.stop_at_first,
        executors=executors,
    )


def _most_workers(plan: Plan) -> int:
    """How many workers may have something to do at once: executions, or a validator that is
    compiled beside the first solution."""
    return plan.runs + sum(has_validator(one.problem) for one in plan.problems.values())


def _heading(
    plan: Plan,
    options: RunOptions,
    site: Site,
    started: str,
    executors: Executors,
    store: Store | None,
) -> Results:
    return Results(
        problems=tuple(ProblemResult(one.problem, ()) for one in plan.problems.values()),
        started=started,
        wall_s=0.0,
        command=options.command,
        machine=executors.machine() or _machine(),
        sandbox=site.sandbox,
        toolchains=executors.toolchains(needed_languages(plan)) or toolchain_versions(plan),
        version=__version__,
        machine_class=site.machine,
        calibration=_calibration(store, site),
    )


def _calibration(store: Store | None, site: Site) -> Calibration | None:
    """How fast the machine is, if the store can say so."""
    if store is None or store.trouble:
        return None
    with suppress(JudgeError):  # the store itself tells, when it is written
        return store.calibrations().get(site.machine)
    return None


def _prepare(plan: Plan, options: RunOptions) -> Layer:
    """The sandbox, and the toolchains found, before the first fork; raises JudgeError."""
    probes = plan.probes or probes_of((r.solution for r in plan.requests), options.sandbox)
    import multiprocess  # noqa: F401  (costly to load: it is loaded while the threads wait)

    probes.join()
    return sandbox.choose(options.sandbox)


def _of_problem(problem: Problem, results: list[SolutionResult]) -> ProblemResult:
    return ProblemResult(problem, tuple(j for j in results if j.solution.problem == problem.name))


def _machine() -> str:
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, Python {platform.python_version()}"


def needed_languages(plan: Plan) -> list[str]:
    """The names of the languages that are run: a submission may be in one that is not."""
    run = {r.solution.language for r in plan.requests if r.solution.kind is not Kind.OUTPUT}
    return sorted(run & set(all_languages()))


def toolchain_versions(plan: Plan) -> dict[str, str]:
    """The version of each toolchain that a solution needs, or why it is missing."""
    table, versions = all_languages(), {}
    for name in needed_languages(plan):
        try:
            versions[table[name].title] = find_toolchain(table[name]).version
        except ToolMissing as missing:
            versions[table[name].title] = str(missing)
    return versions
