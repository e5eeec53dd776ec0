"""Chooses and builds the reference, and collects what every worker of a hunt needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.soft_limit import extent
from judge.common.errors import JudgeError
from judge.hunting.constants import source_constants
from judge.hunting.instances import divided, generate_instances
from judge.hunting.target import HuntOptions, Target, has_terms
from judge.hunting.variation import InstanceMaker, shown_numbers
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing
from judge.model import Ended, Execution, Kind, Limits, Solution
from judge.packages.case_files import LoadedCase, load_input
from judge.running import calling
from judge.running.build import built_solution, repeated_solution
from judge.running.bulk_runner import BulkRunner
from judge.running.compile import BuiltSolution
from judge.running.tool_session import CompileError
from judge.sandbox.layer import Layer, MachineOverloaded, SandboxDied, SandboxUnavailable
from judge.solutions.load import source_of

T = TypeVar("T")

#: A reference gets this many times the CPU time of a solution.
REFERENCE_TIME_FACTOR = 10
#: At most this many stored cases help to settle the terms.
STORED = 32
#: At most so many parts of a stored case are varied.
MOST_PARTS = 8
#: References are compared on this many instances.
TRIAL = 48


class HuntContext(Struct, frozen=True):
    """Everything that a worker needs. ``end`` is a time of ``time.monotonic``."""

    target: Target
    options: HuntOptions
    layer: Layer
    built: BuiltSolution
    reference: BuiltSolution
    #: Cases of the problem that help to settle the terms.
    stored: tuple[LoadedCase, ...]
    end: float
    #: Makes the instances; it knows the constants of the solution and some stored cases.
    maker: InstanceMaker


def prepare_all(target: Target, options: HuntOptions, layer: Layer, folder: Path) -> HuntContext:
    """Compile the solution and choose its reference; raises JudgeError."""
    built = build_solution(target.solution, target, options, layer, folder / "solution")
    reference = choose_reference(target, options, layer, folder)
    stored = stored_cases(target)
    maker = instance_maker(target, options)
    end = time.monotonic() + options.seconds
    return HuntContext(target, options, layer, built, reference, stored, end, maker)


def instance_maker(target: Target, options: HuntOptions) -> InstanceMaker:
    """Looks into the source and reads the smaller cases, unless the hunt is blind."""
    if options.blind:
        return InstanceMaker(target.plugin, options)
    text = source_of(target.solution).decode("utf-8", "replace")
    constants = source_constants(target.solution.path, text)
    stored = _small_parts(target, options)
    within = shown_numbers(target.plugin, options, stored)
    return InstanceMaker(target.plugin, options, constants, stored, within)


def _small_parts(target: Target, options: HuntOptions) -> tuple[Any, ...]:
    """Stored instances of usual sizes, some parts of each stored case. Answers are not read: to
    check those of many parts takes long."""
    plugin, rng = target.plugin, Random(options.seed)
    small: list[Any] = []
    has_size = plugin.offers("size")
    sized: list[tuple[tuple[int, ...], Any]] = []
    for case in target.problem.cases:
        instance = load_input(plugin, case).instance
        size = plugin.size(instance) if has_size else (case.input_path.stat().st_size,)
        sized.append((size, instance))
    for _, instance in _smaller_half(sized, lambda row: row[0]):
        parts = divided(plugin, instance)
        for part in rng.sample(parts, min(len(parts), MOST_PARTS)):
            if max(target.plugin.size(part), default=0) <= options.sizes[1]:
                small.append(part)
    return tuple(dict.fromkeys(small))


def stored_cases(target: Target) -> tuple[LoadedCase, ...]:
    """Some of the smaller half of the problem's cases, small ones first. A hunt begins with tiny
    instances, and their outputs often make sense under several readings. A case of many parts is
    not divided, since its stored answer is for all of it. Raises JudgeError if a case cannot be
    read."""
    if not has_terms(target):
        return ()
    return _smaller_cases(target)


def _smaller_cases(target: Target) -> tuple[LoadedCase, ...]:
    cases = target.loaded.read_cases(target.problem.cases).values()
    return _smaller_half([*cases], lambda case: case.size)


def _smaller_half(rows: Sequence[T], size: Callable[[T], tuple[int, ...]]) -> tuple[T, ...]:
    """Some of the smaller half, small ones first."""
    ordered = sorted(rows, key=lambda row: (extent(size(row)), size(row)))
    half = (len(ordered) + 1) // 2
    count = min(STORED, half)
    return tuple(ordered[i * half // count] for i in range(count))


def build_solution(
    solution: Solution,
    target: Target,
    options: HuntOptions,
    layer: Layer,
    folder: Path,
    trial: Sequence[Any] = (),
    together: bool = False,
) -> BuiltSolution:
    """Compile a solution. ``trial``: instances that show the types of arguments; if there are none,
    some are generated. ``together``: compile it a second time if that lets it answer many at once.
    """
    examples: list[list[Any]] = []
    if solution.kind is Kind.FUNCTION:
        trial = trial or _generated(target, options)
        examples = calling.arguments(solution, target.plugin, trial)
    try:
        built = built_solution(solution, target.problem, layer, folder, examples)
    except CompileError as error:
        first = (str(error).splitlines() or ["no message from the compiler"])[0]
        raise JudgeError(f"does not compile: {first}", solution.path) from error
    except (
        ToolMissing,
        SandboxDied,
        SandboxUnavailable,
        MachineOverloaded,
        OSError,
    ) as error:
        raise JudgeError(f"cannot be run: {error}", solution.path) from error
    if together and not built.many:
        beside = folder.with_name(f"{folder.name}-together")
        program = build_together(solution, target, layer, beside, examples)
        built = replace(built, together=program)
    return built


def build_together(
    solution: Solution,
    target: Target,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]],
    traced: bool = False,
) -> BuiltSolution | None:
    """``repeated_solution``; None as well if it cannot be built like that."""
    try:
        return repeated_solution(solution, target.problem, layer, folder, examples, traced)
    except (
        CompileError,
        ToolMissing,
        SandboxDied,
        SandboxUnavailable,
        MachineOverloaded,
        OSError,
    ):
        return None


def examples_for(solution: Solution, target: Target, options: HuntOptions) -> list[list[Any]]:
    """Arguments that a function will be called with."""
    return calling.arguments(solution, target.plugin, _generated(target, options))


def choose_reference(
    target: Target,
    options: HuntOptions,
    layer: Layer,
    folder: Path,
    trial: Sequence[Any] = (),
    together: bool = False,
) -> BuiltSolution:
    """The fastest of those that can answer in batches, or of the others if none can. They are
    compared on ``trial``, or on generated instances; ``together`` as for ``build_solution``.

    If there is only one nothing is measured; what is not needed is not compiled.
    """
    table = all_languages()
    in_batches = [
        s
        for s in target.references
        if s.program is None
        and (s.kind.value in table[s.language].many or (together and table[s.language].repeated))
    ]
    others = [s for s in target.references if s not in in_batches]
    missing = ""
    for group in (in_batches, others):
        ready = []
        for solution in group:
            try:
                build_folder = folder / f"reference-{solution.name.replace('/', '-')}"
                built = build_solution(
                    solution, target, options, layer, build_folder, trial, together
                )
                ready.append(built)
            except JudgeError as error:
                missing = str(error)
        if len(ready) > 1:
            compared = trial or _generated(target, options)
            return min(ready, key=lambda one: _trial_s(one, layer, target, options, compared))
        if ready:
            return ready[0]
    raise JudgeError(missing)


def _generated(target: Target, options: HuntOptions) -> list[Any]:
    return [one for _, one in generate_instances(target.plugin, options, range(TRIAL))]


def _trial_s(
    built: BuiltSolution,
    layer: Layer,
    target: Target,
    options: HuntOptions,
    trial: Sequence[Any],
) -> tuple[int, float]:
    """The number of executions that failed, and the CPU time of all. The first one that had to be
    stopped or was killed ends the trial."""
    limits = reference_limits(target.problem.limits, options.seconds)
    bulk_runner = BulkRunner(built, layer, limits, target.plugin)
    runs: list[Execution] = []
    try:
        for answered in bulk_runner.all(trial):
            runs.append(answered.run)
            if answered.run.ended is not Ended.EXITED:
                break
    finally:
        bulk_runner.close()
    succeeded = sum(run.exit_status == 0 for run in runs)
    return len(trial) - succeeded, bulk_runner.used_s


def reference_limits(limits: Limits, seconds: float) -> Limits:
    """The limits of a reference: at most the time of the hunt, at least those of a solution."""
    most = max(limits.cpu_s, min(REFERENCE_TIME_FACTOR * limits.cpu_s, seconds))
    return replace(limits, cpu_s=most)
