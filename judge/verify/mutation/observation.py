"""What the original does with every trial, and which mutations could make a difference there."""

from __future__ import annotations

import ast
import gc
import sys
import time
from array import array
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper, partial
from itertools import compress
from pathlib import Path

from msgspec import Struct, field

from judge import plugin as shared
from judge.model import Limits
from judge.packages.problem_plugin import ProblemPlugin
from judge.verify import parallel
from judge.verify.deadline import Deadline
from judge.verify.mutation.operators import Mutation
from judge.verify.mutation.probes import Probes, instrument
from judge.verify.mutation.reloaded import modules_kept, reloaded_plugin
from judge.verify.mutation.trials import Observer, Treatment, Trial

#: A task is at least so many trials, with whole files.
LEAST_TRIALS = 60
#: A change in how files are read shows in what is read of them; so many outputs are graded, too.
MOST_GRADED = 3


class Module(Struct, frozen=True):
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


class Subjects(Struct, frozen=True):
    """The trials of a problem, and the code that they test, with all its mutations."""

    folder: Path
    plugin: ProblemPlugin
    limits: Limits
    modules: Mapping[str, Module]
    made: Sequence[tuple[str, Mutation]]
    trials: Sequence[Trial]


class Part(Struct, frozen=True):
    """What was seen of some trials, in their order. ``places``: the trials, by index, in which each
    place of the instrumented code notes a difference; ``read``: the same for the reading of files,
    by the first trial of these files."""

    trials: Sequence[int]
    treatments: Sequence[Treatment]
    times: Sequence[float]
    places: Mapping[int, array[int]]
    read: Mapping[int, array[int]]


class Observed(Struct):
    """The parts together. A trial that was not observed, for want of time, has no treatment."""

    treatments: dict[int, Treatment] = field(default_factory=dict)
    times: dict[int, float] = field(default_factory=dict)
    places: dict[int, array[int]] = field(default_factory=lambda: defaultdict(_indices))
    read: dict[int, array[int]] = field(default_factory=lambda: defaultdict(_indices))

    def add(self, part: Part) -> None:
        self.treatments.update(zip(part.trials, part.treatments, strict=True))
        self.times.update(zip(part.trials, part.times, strict=True))
        for own, more in ((self.places, part.places), (self.read, part.read)):
            for place, indices in more.items():
                own[place].extend(indices)


def _indices() -> array[int]:
    return array("I")


def observed(
    subjects: Subjects, workers: int, deadline: Deadline, known: Collection[int] = ()
) -> Observed:
    """What is seen of the trials that are not ``known`` until the time is over; of some at
    least."""
    found = Observed()
    tasks = deadline.items(_tasks(subjects.trials, known))
    handler = partial(ObservationHandler, subjects)
    for _, part in parallel.answers(tasks, workers, handler, Part):
        if part is not None:
            found.add(part)
    return found


def _tasks(trials: Sequence[Trial], known: Collection[int]) -> list[tuple[int, ...]]:
    """The trials that are not known, by index, in parts: first what people stored, as the time may
    be too short for the others; those of the same files together, and small inputs first."""
    left = [index for index in range(len(trials)) if index not in known]
    stored = [index for index in left if trials[index].is_stored]
    others = [index for index in left if not trials[index].is_stored]
    return [*_parts(trials, stored), *_parts(trials, others)]


def _parts(trials: Sequence[Trial], indices: Iterable[int]) -> Iterator[tuple[int, ...]]:
    some = list[int]()
    for of_files in sorted(_by_files(trials, indices), key=lambda one: len(trials[one[0]].input)):
        some += of_files
        if len(some) >= LEAST_TRIALS:
            yield tuple(some)
            some = []
    if some:
        yield tuple(some)


def place_of(subjects: Subjects) -> tuple[dict[str, str], Probes, dict[tuple[str, Mutation], int]]:
    """The instrumented sources of the modules by name, their probes, and the place of each
    mutation that has one: the same in every process."""
    probes, sources = Probes(), dict[str, str]()
    places: dict[tuple[str, Mutation], int] = {}
    for name, module in subjects.modules.items():
        own = [mutation for of, mutation in subjects.made if of == name]
        tree = module.tree()
        found = instrument(tree, own, probes)
        places.update({(name, mutation): place for mutation, place in found.items()})
        sources[name] = ast.unparse(tree)
    return sources, probes, places


class ObservationHandler:
    """What a worker does: the original and the instrumented plug-in treat some trials."""

    def __init__(self, subjects: Subjects) -> None:
        self._subjects = subjects
        sources, self._probes, _ = place_of(subjects)
        names = [name for name in subjects.modules if name in sys.modules]
        with modules_kept(names):
            instrumented = reloaded_plugin(subjects.folder, names, sources, self._probes.names())
            self._caches = kept_results(names)
        self._original = Observer(subjects.plugin, subjects.limits)
        self._instrumented = Observer(instrumented, subjects.limits)

    def answers(self, task: Sequence[int]) -> Generator[Part, None, None]:
        """One answer."""
        trials = self._subjects.trials
        treatments, times = [], []
        places: dict[int, array[int]] = defaultdict(_indices)
        read: dict[int, array[int]] = defaultdict(_indices)
        for indices in _by_files(trials, task):
            of_reading, graded = self._noted(trials[indices[0]]), 0
            for place in of_reading:
                read[place].append(indices[0])
            for index in indices:
                trial, began = trials[index], time.process_time()
                treatments.append(self._original.treatment(trial))
                times.append(time.process_time() - began)
                noted = self._noted(trial, treatments[-1])
                graded += trial.output is not None
                if trial.output is None or graded <= MOST_GRADED:
                    noted |= of_reading
                for place in noted:
                    places[place].append(index)
        yield Part(task, treatments, times, places, read)

    def _noted(self, trial: Trial, expected: Treatment | None = None) -> set[int]:
        """The places that note a difference while a trial is treated; without what is ``expected``,
        while its files are read."""
        for cache in self._caches:
            cache.cache_clear()
        self._probes.clear()
        if expected is None:
            self._instrumented.read(trial)
        elif self._instrumented.treatment(trial).facts != expected.facts:
            return set(range(len(self._probes.hits)))  # it depends on more than the trial
        noted = self._probes.taken()
        return set(compress(range(len(noted)), noted))

    def close(self) -> None:
        """Nothing is kept."""


def _by_files(trials: Sequence[Trial], task: Iterable[int]) -> Iterator[list[int]]:
    found: dict[tuple[str, str | None], list[int]] = {}
    for index in task:
        found.setdefault((trials[index].input, trials[index].answer), []).append(index)
    yield from found.values()


def kept_results(modules: Iterable[str]) -> list[_lru_cache_wrapper[object]]:
    """The caches of functions of these modules, as they are loaded now."""
    names = set(modules)
    return [
        one
        for one in gc.get_objects()
        if type(one) is _lru_cache_wrapper and getattr(one, "__module__", None) in names
    ]
