"""One mutant of a plug-in, in a process of its own, until a trial notices it."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import select
import signal
import sys
import time
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cached_property
from pathlib import Path
from random import Random

from msgspec import Struct

from judge.common.process_end import END_PROCESS
from judge.sandbox.lifetime import ties
from judge.verify.mutation import search
from judge.verify.mutation.mutant_code import (
    ChangedCode,
    Functions,
    MutableModule,
)
from judge.verify.mutation.observation import Subjects, kept_results
from judge.verify.mutation.operators import Kind, Mutation
from judge.verify.mutation.reloaded import reloaded_plugin
from judge.verify.mutation.trials import Observer, Reading, Treatment, Trial

#: A mutant may take this many times the CPU time of the original for its trials, and this more.
CPU_FACTOR = 10
LEAST_CPU_S = 2
#: The same for one call of a method, in times of the trial: a loop is noticed early.
LEAST_CALL_S = 0.5
#: What the wall limit is, in CPU limits: for one that waits instead of computing.
WALL_FACTOR = 10
#: Memory beyond what the judge itself uses.
MEMORY_BYTES = 2**30


class Fate(Enum):
    """What became of a mutant. ``NOTICED`` and ``ENDED`` were noticed."""

    NOTICED = "treats a trial differently"
    ENDED = "crashes or does not end"
    SURVIVED = "survived"
    SAME = "is compiled to the same code"


class Suite(Struct, frozen=True, dict=True):
    """The code and the trials of a problem, how the original treats each, and the CPU seconds that
    it takes. ``differing``: in which trials a mutation makes a difference at its own place; one
    that is not there may make one in any. ``reading``: the same for the reading of files, by the
    first trial of these files."""

    subjects: Subjects
    treatments: Mapping[int, Treatment]
    times: Mapping[int, float]
    differing: Mapping[tuple[str, Mutation], array[int]]
    reading: Mapping[tuple[str, Mutation], array[int]]

    @property
    def trials(self) -> Sequence[Trial]:
        return self.subjects.trials

    def of(self, module: str, mutation: Mutation) -> Sequence[int]:
        """The trials that may notice a mutation, those that tell most for their time first."""
        found = self.differing.get((module, mutation))
        return self.ordered if found is None else sorted(found, key=self.ranks.__getitem__)

    @cached_property
    def idle(self) -> frozenset[tuple[str, Mutation]]:
        """The mutations of ``judge.plugin`` that make no difference at their own place: notations
        that no output of this problem uses. The judge's own tests look after them."""
        helpers = {name for name, module in self.subjects.modules.items() if module.is_helper}
        return frozenset(
            one
            for one in self.subjects.made
            if one[0] in helpers and not self.differing.get(one, (0,))
        )

    @cached_property
    def ordered(self) -> Sequence[int]:
        """All trials that were observed: first what people stored, then what was made of answers,
        then the outputs of solutions, and the quick ones of each first."""
        return sorted(self.times, key=lambda at: (self._kind(at), self.times[at], at))

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        return {index: rank for rank, index in enumerate(self.ordered)}

    def _kind(self, index: int) -> int:
        return 0 if self.trials[index].is_stored else 1

    def seconds(self, trials: Sequence[int]) -> float:
        """The CPU time of the original in these trials."""
        return sum(self.times[index] for index in trials)


class MutantTask(Struct, frozen=True):
    """A mutant to be run on some trials, given by their indices; or, with ``search_s``, one that
    survived all of them and may search for a text that distinguishes it from the original, for so
    many seconds of CPU time."""

    module: str
    mutation: Mutation
    trials: tuple[int, ...]
    search_s: float = 0.0


class MutantResult(Struct, frozen=True):
    """What became of a mutant, the trial that noticed it, and of a survivor the trial that would,
    if one was found."""

    fate: Fate
    trial: int | None = None
    telling: Trial | None = None


class Mutator:
    """Makes mutants and runs them, each in a fork of this process, whose files and modules stay as
    they are. The plug-in is loaded anew: it has seen no trial, but has read all files."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        subjects = suite.subjects
        self._names = [name for name in subjects.modules if name in sys.modules]
        self._modules = {name: MutableModule(one) for name, one in subjects.modules.items()}
        self._plugin = reloaded_plugin(subjects.folder, self._names, {})
        self._caches = kept_results(self._names)
        self._loaded = [sys.modules[name] for name in self._names if name in sys.modules]
        self._functions = Functions(self._loaded)
        self._known = self._readings()
        gc.collect()
        gc.freeze()  # a fork copies what the collector touches

    def _readings(self) -> Mapping[tuple[str, str | None], Reading]:
        """What the original reads of all files; nothing if the plug-in keeps what it has read."""
        before = self._sizes()
        observer, known = Observer(self._plugin, self._suite.subjects.limits), {}
        for index in self._suite.ordered:
            trial = self._suite.trials[index]
            files = (trial.input, trial.answer)
            if files not in known:
                known[files] = observer.read(trial)
        return known if before == self._sizes() else {}

    def _sizes(self) -> list[int]:
        """The sizes of what the modules keep in variables."""
        tables: list[Mapping[str, object]] = [vars(one) for one in self._loaded]
        tables += [vars(one) for own in tables for one in own.values() if isinstance(one, type)]
        return [
            len(value)
            for own in tables
            for value in own.values()
            if isinstance(value, dict | list | set)
        ]

    def examine(self, task: MutantTask) -> MutantResult:
        """Fork, make the mutant there and run the trials; never raises."""
        module = self._modules[task.module]
        change = module.changed_code(task.mutation)
        if change is not None and change.is_same:
            return MutantResult(Fate.SAME)
        limit = LEAST_CPU_S + int(CPU_FACTOR * self._suite.seconds(task.trials) + task.search_s + 1)
        tie = ties()
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            with suppress(BaseException):
                tie()
                os.close(ours)
                _confine(limit)
                os.write(theirs, pickle.dumps(self._examined(task, change)))
            END_PROCESS(0)
        os.close(theirs)
        try:
            return _received(ours, time.monotonic() + WALL_FACTOR * limit)
        finally:
            os.close(ours)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def _examined(self, task: MutantTask, change: ChangedCode | None) -> MutantResult:
        suite = self._suite
        try:
            mutant = self._mutant(task, None if task.search_s else change)
        except Exception:
            return MutantResult(Fate.NOTICED)  # it cannot even be loaded
        if task.search_s:
            return self._searched(task, mutant)
        # What a string says is seen in messages; any other change must be seen in verdicts.
        with_messages = task.mutation.kind is Kind.TEXT
        for index in task.trials:
            mutant.limit(self._call_limit_s(index))
            now, before = mutant.treatment(suite.trials[index]), suite.treatments[index]
            if now.facts != before.facts or (with_messages and now.messages != before.messages):
                return MutantResult(Fate.NOTICED if now.is_sound else Fate.ENDED, index)
        return MutantResult(Fate.SURVIVED)

    def _call_limit_s(self, index: int) -> float:
        """The CPU time of one call of a mutant's method."""
        own = LEAST_CALL_S + CPU_FACTOR * self._suite.times[index]
        return min(self._suite.subjects.plugin.limit_s, own)

    def _mutant(self, task: MutantTask, change: ChangedCode | None) -> Observer:
        """The mutant in place of the original, with what the original reads of those files where it
        reads the same."""
        subjects = self._suite.subjects
        if change is None or not self._functions.exchange(change):
            source = self._modules[task.module].source(task.mutation)
            plugin = reloaded_plugin(subjects.folder, self._names, {task.module: source})
            return Observer(plugin, subjects.limits)
        for cache in self._caches:
            cache.cache_clear()
        trials = self._suite.trials
        read = self._suite.reading.get((task.module, task.mutation), ())
        others = {(trials[index].input, trials[index].answer) for index in read}
        known = {files: one for files, one in self._known.items() if files not in others}
        return Observer(self._plugin, subjects.limits, known)

    def _searched(self, task: MutantTask, mutant: Observer) -> MutantResult:
        original = Observer(self._plugin, self._suite.subjects.limits)
        mutant.limit(self._call_limit_s(max(self._suite.times, key=self._suite.times.__getitem__)))

        def differs(trial: Trial) -> bool:
            before = original.treatment(trial)
            return before.is_sound and mutant.treatment(trial).facts != before.facts

        seeds = [self._suite.trials[index] for index in task.trials or self._suite.ordered]
        rng = Random(ascii((task.module, task.mutation)))
        found = search.find(seeds, differs, rng, task.search_s)
        return MutantResult(Fate.SURVIVED, telling=found)


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
