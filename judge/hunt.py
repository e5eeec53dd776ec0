"""The ground of a hunt: whom, against whom, and on which random instances, small ones first.

What is found is the same for a seed, except where CPU times decide: what a slow solution fails on,
when a climb leaves a size, and how far a reduction comes before time is over.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from judge import sandbox
from judge.checking.soft_limit import extent
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.examine import Examiner, Finding
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing
from judge.model import Ended, Execution, Kind, Limits, Problem, Solution, TimeRule, Verdict
from judge.packages.case_files import LoadedCase, load_case
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.plugin import Divides, Plugin
from judge.running import calling
from judge.running.bulk_runner import BulkRunner
from judge.running.compile import BuiltSolution, CompileError, prepare
from judge.sandbox.layer import Layer, MachineOverloaded, SandboxDied, SandboxUnavailable
from judge.solutions.find import find_solutions
from judge.solutions.load import load_solution

#: Instances are dealt out in stretches of so many numbers, the first few in shorter ones: a slow
#: solution that is wrong should be known soon.
STRETCH, SHORT, FEW = 256, 64, 4
#: A climb looks at so many numbers of a size, which begin at the size times ``CLIMB``; it ends at
#: the ``HIGHEST`` size where the user did not say how large instances may be.
RUNG, HIGHEST, CLIMB = 8, 60, 10**9
#: A reference may take so many times the limit of a solution.
PATIENCE = 10
#: Names of references start so.
REFERENCE = "reference"
#: At most so many stored cases help to settle the terms.
STORED = 32
TRIAL = 48


@dataclass(frozen=True)
class Options:
    """What is hunted, and how. ``sizes`` are the least and the largest that is generated."""

    problems_root: Path
    solutions_root: Path
    problem: str
    solution: str
    against: str | None = None
    seconds: float = 60.0
    seed: int = 0
    sizes: tuple[int, int] = (1, 10)
    failures: int = 3
    workers: int = 1
    sandbox: str = "auto"
    only: int | None = None


@dataclass(frozen=True)
class Quarry:
    """A problem with its plug-in, the solution that is hunted, and who may know better."""

    problem: Problem
    plugin: Plugin[Any, Any]
    solution: Solution
    references: tuple[Solution, ...]


@dataclass(frozen=True)
class Ground:
    """All that a worker needs; it is inherited, never sent. ``end`` is a time of
    ``time.monotonic``."""

    quarry: Quarry
    options: Options
    layer: Layer
    prepared: BuiltSolution
    reference: BuiltSolution
    #: Cases of the problem that help to settle the terms.
    stored: tuple[LoadedCase, ...]
    end: float


@dataclass(frozen=True)
class Caught:
    """One failure: the number of the instance that showed it, and what it was reduced to."""

    number: int
    finding: Finding
    first_size: tuple[int, ...]
    steps: int
    minimal: bool


@dataclass(frozen=True)
class TooSlow:
    """So many instances were too much for a solution where that is no failure; ``smallest`` is one
    of the least extent."""

    count: int
    smallest: Any


@dataclass(frozen=True)
class Hunted:
    """How it ended; nothing caught means that the solution survived ``tried`` instances."""

    reference: str
    tried: int
    seconds: float
    reading: str
    reading_why: str
    caught: tuple[Caught, ...]
    too_slow: TooSlow | None
    warnings: tuple[str, ...]
    interrupted: bool


def plan(options: Options) -> Quarry:
    """Find problem, solution and references; raises JudgeError before anything runs."""
    if options.sandbox not in sandbox.NAMES:
        hint = did_you_mean(options.sandbox, sandbox.NAMES)
        raise JudgeError(f"unknown sandbox {options.sandbox!r}: {hint}")
    problem = find_problems(options.problems_root, [options.problem])[0]
    plugin = load_plugin(problem.folder)
    known = find_solutions(options.solutions_root, problem, plugin, "*")
    solution = _named(options.solution, known, problem, plugin)
    if options.against is not None:
        return Quarry(problem, plugin, solution, (_named(options.against, known, problem, plugin),))
    references = [
        other
        for other in known
        if other.name.startswith(REFERENCE)
        and other.expect == {Verdict.AC}
        and other.path.resolve() != solution.path.resolve()
    ]
    if not references:
        folder = options.solutions_root / problem.name
        raise JudgeError(
            f"no reference in {folder}: name a right solution with --against, or call one "
            f"{REFERENCE}-…"
        )
    return Quarry(problem, plugin, solution, tuple(references))


def _named(
    word: str, known: Sequence[Solution], problem: Problem, plugin: Plugin[Any, Any]
) -> Solution:
    """A solution of the problem by its name, or any source by its path."""
    found = next((s for s in known if word in (s.name, s.path.name)), None)
    if found is None and Path(word).is_file():
        found = load_solution(Path(word), problem.name, plugin.readings)
    if found is None:
        hint = did_you_mean(word, [s.name for s in known])
        raise JudgeError(f"no solution {word!r} of {problem.name}, and no such file: {hint}")
    if found.kind is Kind.OUTPUT:
        raise JudgeError("is an output, which answers no instance but its own", found.path)
    return found


def instances(
    plugin: Plugin[Any, Any], options: Options, numbers: Sequence[int]
) -> Iterator[tuple[int, Any]]:
    """The instances of these numbers: the same for a seed, whoever asks for them and when.

    An input of many cases is taken apart. Raises JudgeError when the plug-in does.
    """
    for number in numbers:
        rng = Random(options.seed << 64 | number)
        size = size_of(number, options.sizes)
        try:
            instance = plugin.generate(rng, size)
            if isinstance(plugin, Divides):
                for place in range(plugin.parts(instance)):
                    yield number, plugin.part(instance, place)
            else:
                yield number, instance
        except Exception as error:
            raise JudgeError(
                f"the plug-in's generate raised {type(error).__name__}: {error} "
                f"(seed {options.seed}, instance {number}, size {size})"
            ) from error


def stretch(place: int) -> range:
    """The numbers of the instances in the stretch at this place, from 0."""
    if place < FEW:
        return range(place * SHORT, (place + 1) * SHORT)
    start = FEW * SHORT + (place - FEW) * STRETCH
    return range(start, start + STRETCH)


def size_of(number: int, sizes: tuple[int, int]) -> int:
    """All sizes up to a largest one in turn, which grows by one as often as numbers double.
    Numbers of a climb tell their size themselves."""
    if number >= CLIMB:
        return number // CLIMB
    least, most = sizes
    level = (number // SHORT).bit_length()
    return least + number % (min(most, least + level) - least + 1)


def climb(least: int, highest: int) -> Iterator[tuple[int, range]]:
    """Ever larger sizes, each with the numbers of a few instances of it."""
    size = max(1, least)
    while size <= highest:
        yield size, range(size * CLIMB, size * CLIMB + RUNG)
        size += max(1, size // 3)


def prepare_all(quarry: Quarry, options: Options, layer: Layer, folder: Path) -> Ground:
    """Compile the solution and choose its reference; raises JudgeError."""
    prepared = _prepared(quarry.solution, quarry, options, layer, folder / "solution")
    reference = _choose_reference(quarry, options, layer, folder)
    stored = stored_cases(quarry)
    end = time.monotonic() + options.seconds
    return Ground(quarry, options, layer, prepared, reference, stored, end)


def has_terms(quarry: Quarry) -> bool:
    """Whether a hunt has anything to settle: a reading, or whether the solution may be slow."""
    readings = quarry.solution.readings or quarry.plugin.readings
    return len(readings) > 1 or is_soft(quarry)


def is_soft(quarry: Quarry) -> bool:
    return quarry.problem.rules.time is TimeRule.SOFT


def stored_cases(quarry: Quarry) -> tuple[LoadedCase, ...]:
    """Some of the smaller half of the problem's cases, small ones first: tiny boards, with which a
    hunt begins, often read well in several ways. Each stays whole, as its stored answer is for the
    whole. Raises JudgeError for a case that cannot be read."""
    if not has_terms(quarry):
        return ()
    cases = [load_case(quarry.plugin, case) for case in quarry.problem.cases]
    cases.sort(key=lambda case: (extent(case.size), case.size))
    half = (len(cases) + 1) // 2
    count = min(STORED, half)
    return tuple(cases[place * half // count] for place in range(count))


def _prepared(
    solution: Solution, quarry: Quarry, options: Options, layer: Layer, folder: Path
) -> BuiltSolution:
    examples: list[list[Any]] = []
    if solution.kind is Kind.FUNCTION:
        trial = (one for _, one in instances(quarry.plugin, options, range(TRIAL)))
        examples = calling.arguments(solution, quarry.plugin, trial)
    try:
        return prepare(solution, layer, folder, examples=examples)
    except CompileError as error:
        first = (str(error).splitlines() or ["the compiler says nothing"])[0]
        raise JudgeError(f"does not compile: {first}", solution.path) from error
    except (
        ToolMissing,
        SandboxDied,
        SandboxUnavailable,
        MachineOverloaded,
        OSError,
    ) as error:
        raise JudgeError(f"cannot be run: {error}", solution.path) from error


def _choose_reference(
    quarry: Quarry, options: Options, layer: Layer, folder: Path
) -> BuiltSolution:
    """The fastest of those that answer in batches; only without any such, of the others.

    Where there is no choice nothing is measured, and what is not needed is not compiled.
    """
    table = all_languages()
    in_batches = [s for s in quarry.references if s.kind.value in table[s.language].many]
    others = [s for s in quarry.references if s not in in_batches]
    missing = ""
    for group in (in_batches, others):
        ready = []
        for solution in group:
            try:
                place = folder / f"reference-{solution.name}"
                ready.append(_prepared(solution, quarry, options, layer, place))
            except JudgeError as error:
                missing = str(error)
        if len(ready) > 1:
            trial = [i for _, i in instances(quarry.plugin, options, range(TRIAL))]
            return min(ready, key=lambda one: _trial_s(one, layer, quarry, options, trial))
        if ready:
            return ready[0]
    raise JudgeError(missing)


def _trial_s(
    prepared: BuiltSolution, layer: Layer, quarry: Quarry, options: Options, trial: Sequence[Any]
) -> tuple[int, float]:
    """How many runs did not go well, and the time of all; after one that had to be stopped, or was
    killed, there are no more."""
    limits = _patient(quarry.problem.limits, options.seconds)
    rally = BulkRunner(prepared, layer, limits, quarry.plugin)
    runs: list[Execution] = []
    try:
        for answered in rally.all(trial):
            runs.append(answered.run)
            if answered.run.ended is not Ended.EXITED:
                break
    finally:
        rally.close()
    went_well = sum(run.exit_status == 0 for run in runs)
    return len(trial) - went_well, sum(run.cpu_s for run in runs)


def _patient(limits: Limits, seconds: float) -> Limits:
    """What a reference may use: no more than the hunt has, but never less than a solution."""
    most = max(limits.cpu_s, min(PATIENCE * limits.cpu_s, seconds))
    return dataclasses.replace(limits, cpu_s=most)


class Hunter:
    """An examiner of one ground with sandboxes of its own: every worker has one."""

    def __init__(self, ground: Ground) -> None:
        quarry, limits = ground.quarry, ground.quarry.problem.limits
        patient = _patient(limits, ground.options.seconds)
        self.ground = ground
        #: The solution's and the reference's.
        self.rallies = (
            BulkRunner(ground.prepared, ground.layer, limits, quarry.plugin),
            BulkRunner(ground.reference, ground.layer, patient, quarry.plugin),
        )
        self.examiner = Examiner(
            quarry.plugin,
            (quarry.solution, self.rallies[0]),
            (ground.reference.solution, self.rallies[1]),
            ground.stored,
            is_soft(quarry),
        )

    def close(self) -> None:
        for rally in self.rallies:
            rally.close()
