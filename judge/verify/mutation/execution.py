"""One mutant of a plug-in, in a process of its own, until a trial notices it."""

from __future__ import annotations

import ast
import dataclasses
import os
import pickle
import resource
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import accumulate
from pathlib import Path
from random import Random
from types import ModuleType

from judge import plugin as shared
from judge.model import Limits
from judge.packages.plugin_loader import load_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.sandbox.lifetime import ties
from judge.verify.mutation import search
from judge.verify.mutation.operators import Kind, Mutation, mutate
from judge.verify.mutation.trials import Observer, Treatment, Trial

#: A mutant may take this many times the CPU time of the original for all trials, and this more.
CPU_FACTOR = 10
LEAST_CPU_S = 2
#: The same for one call of a method, in times of the slowest trial: a loop is noticed early.
LEAST_CALL_S = 1.0
#: What the wall limit is, in CPU limits: for one that waits instead of computing.
WALL_FACTOR = 10
#: Memory beyond what the judge itself uses.
MEMORY_BYTES = 2**30


class Fate(Enum):
    """What became of a mutant. All but ``SURVIVED`` were noticed."""

    NOTICED = "treats a trial differently"
    ENDED = "crashes or does not end"
    SURVIVED = "survived"


@dataclass(frozen=True)
class Module:
    """A module whose code is mutated: its name for ``import``, its file, and its code."""

    name: str
    path: Path
    source: str

    @property
    def is_helper(self) -> bool:
        """Whether it is one of ``judge.plugin``, not of a package."""
        return self.name.startswith(f"{shared.__name__}.")

    def tree(self) -> ast.Module:
        return ast.parse(self.source, filename=str(self.path))


@dataclass(frozen=True)
class Suite:
    """The trials of a problem, how the original treats them, and the CPU seconds that each took."""

    folder: Path
    plugin: ProblemPlugin
    limits: Limits
    modules: Mapping[str, Module]
    trials: Sequence[Trial]
    treatments: Sequence[Treatment]
    times: Sequence[float]

    def quick(self, seconds: float) -> list[int]:
        """The indices of the quickest trials, which take at most so long together, without those
        whose files took longer to read: they are read in the first trial of these files."""
        order = sorted(range(len(self.trials)), key=lambda index: self.times[index])
        totals = accumulate(self.times[index] for index in order)
        quick = {index for index, total in zip(order, totals, strict=True) if total <= seconds}
        first: dict[tuple[str, str | None], int] = {}
        for index, trial in enumerate(self.trials):
            first.setdefault((trial.input, trial.answer), index)
        files = ((one.input, one.answer) for one in self.trials)
        return [index for index, key in enumerate(files) if {index, first[key]} <= quick]

    @property
    def cpu_limit_s(self) -> int:
        return LEAST_CPU_S + int(CPU_FACTOR * sum(self.times))

    @property
    def call_limit_s(self) -> float:
        """The CPU time of one call of a mutant's method."""
        return min(self.plugin.limit_s, LEAST_CALL_S + CPU_FACTOR * max(self.times, default=0.0))


@dataclass(frozen=True)
class MutantTask:
    """A mutant to be run on some trials, given by their indices. One that survives may search for a
    text that distinguishes it from the original, for so many seconds of CPU time."""

    module: str
    mutation: Mutation
    trials: tuple[int, ...]
    search_s: float = 0.0


@dataclass(frozen=True)
class MutantResult:
    """What became of a mutant, and of a survivor the trial that would notice it, if one was
    found."""

    fate: Fate
    telling: Trial | None = None


def examine(suite: Suite, task: MutantTask) -> MutantResult:
    """Fork, make the mutant there and run the trials; never raises. Files and the judge's own
    modules stay as they are."""
    tie = ties()
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        with suppress(BaseException):
            tie()
            _confine(suite.cpu_limit_s + int(task.search_s) + 1)
            os.write(theirs, pickle.dumps(_examined(suite, task)))
        os._exit(0)
    os.close(theirs)
    try:
        end = time.monotonic() + WALL_FACTOR * (suite.cpu_limit_s + task.search_s)
        return _received(ours, end)
    finally:
        os.close(ours)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _received(pipe: int, end: float) -> MutantResult:
    data = b""
    while select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
        part = os.read(pipe, 1 << 16)
        data += part
        if not part:
            break
    # A process that was killed, or that the mutant ended, has sent nothing or half of it.
    with suppress(Exception):
        result = pickle.loads(data)
        if isinstance(result, MutantResult):
            return result
    return MutantResult(Fate.ENDED)


def mutant_plugin(suite: Suite, task: MutantTask) -> ProblemPlugin:
    """The plug-in with the mutation, in place of the original: for a process that ends soon."""
    module = suite.modules[task.module]
    tree = module.tree()
    mutate(tree, task.mutation)
    source = ast.unparse(tree)
    for name in [name for name in sys.modules if name in suite.modules]:
        parent, _, last = name.rpartition(".")
        vars(sys.modules[parent]).pop(last, None)  # ``from parent import last`` looks here first
        del sys.modules[name]
    sys.dont_write_bytecode = True  # a mutant must not get into a cache
    sys.meta_path.insert(0, _MutantFinder(module.name, source))
    return dataclasses.replace(load_plugin(suite.folder), limit_s=suite.call_limit_s)


def _examined(suite: Suite, task: MutantTask) -> MutantResult:
    original = Observer(suite.plugin, suite.limits)
    try:
        mutant = Observer(mutant_plugin(suite, task), suite.limits)
    except Exception:
        return MutantResult(Fate.NOTICED)  # it cannot even be loaded
    # What a string says is seen in messages; any other change must be seen in verdicts.
    with_messages = task.mutation.kind is Kind.TEXT
    for index in task.trials:
        now, before = mutant.treatment(suite.trials[index]), suite.treatments[index]
        if now.facts != before.facts or (with_messages and now.messages != before.messages):
            return MutantResult(Fate.NOTICED if now.is_sound else Fate.ENDED)

    def differs(trial: Trial) -> bool:
        before = original.treatment(trial)
        return before.is_sound and mutant.treatment(trial).facts != before.facts

    seeds = [suite.trials[index] for index in task.trials]
    rng = Random(ascii((task.module, task.mutation)))
    return MutantResult(Fate.SURVIVED, search.find(seeds, differs, rng, task.search_s))


def _confine(cpu_s: int) -> None:
    """Limits for a mutant: it may loop, or ask for endless memory; nobody reads what it prints."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY_BYTES, used + MEMORY_BYTES))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)


class _MutantFinder(MetaPathFinder):
    """Finds the one module that is mutated; others are found as always."""

    def __init__(self, name: str, source: str) -> None:
        self._name = name
        self._source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        found = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((one for one in found if one), None)
        if spec and isinstance(spec.loader, SourceFileLoader):
            loader = type(spec.loader)
            source = self._source.encode()
            mutant = type("_MutantLoader", (loader,), {"get_data": lambda *_: source})
            spec.loader = mutant(fullname, spec.loader.path)
            spec.cached = None
        return spec
