"""Cases of a problem that are read while others run: there may be too many to read before."""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cached_property
from typing import Any, overload

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.spooled_list import SpooledList, spooled
from judge.model import Case, Problem
from judge.packages.case_files import CaseFiles, LoadedCase, digested, load_case
from judge.packages.loaded_problem import AT_ONCE, LoadedProblem, with_plugin
from judge.packages.plugin_faults import keeping_python
from judge.plugin import Score

#: Of a problem with more cases, some are read while others run.
MANY = 8 * AT_ONCE
#: So many of very many cases are read, and their stored answers checked, before anything is
#: executed: few, because the first result waits for them.
READ_FIRST = AT_ONCE
#: How many chunks of ``AT_ONCE`` instances stay in memory.
KEPT_CHUNKS = 32
#: How many instances stay in the memory of a worker besides the first ones: as many as it is given
#: at once, and more.
KEPT_BY_WORKER = 256

#: Files of a chunk that was read are handed on if they have no more bytes together. They are kept
#: for workers until so many other chunks have been read.
HANDED_ON_BYTES, HANDED_ON_CHUNKS = 2**20, 4

_Facts = tuple[Score | None, tuple[int, ...]]


def are_many(cases: Sequence[Case]) -> bool:
    """Whether some of the cases of a problem are read while others run."""
    return len(cases) > MANY


def first_of(contexts: Sequence[LoadedCase]) -> Sequence[LoadedCase]:
    """Those that have been read before anything is executed."""
    return contexts[:READ_FIRST] if isinstance(contexts, _Contexts) else contexts


class ReadCases(Struct, frozen=True):
    """Cases that were read together, with their digests. ``place`` is that of the first; ``files``
    are the contents of their files by SHA-256, none if they are long."""

    place: int
    cases: tuple[Case, ...]
    files: Mapping[bytes, bytes]


class CaseReader:
    """Reads cases in chunks of ``AT_ONCE``, each when one of its cases is needed, and rescores
    their stored answers. Of a case that was read its digests, its size and the score of its stored
    answer are kept."""

    def __init__(self, loaded: LoadedProblem, cases: Sequence[Case]) -> None:
        self.loaded = loaded
        #: Those that were read have their digests.
        self._cases = SpooledList(cases)
        self._is_read = bytearray(len(cases))
        #: The score of the stored answer, and the size.
        self._facts: SpooledList[_Facts] = SpooledList.filled((None, ()), len(cases))
        self._chunks: OrderedDict[int, list[LoadedCase]] = OrderedDict()
        #: The files of the chunk that was read last, by their digests.
        self._files: Mapping[bytes, bytes] = {}
        #: Those of the last chunks, by the number of the chunk.
        self._given: OrderedDict[int, Sequence[CaseFiles]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._cases)

    def read_first(self, tell: Callable[[int], object]) -> None:
        """Read as many cases as are read before anything is executed; raises JudgeError. ``tell``
        is called with numbers of cases as they are read."""
        with keeping_python(self.loaded.plugin.path):
            for first in range(0, min(READ_FIRST, len(self._cases)), AT_ONCE):
                tell(len(self._chunk(first // AT_ONCE)))

    def is_read(self, index: int) -> bool:
        """Whether a case has been read."""
        return bool(self._is_read[index])

    def read(self, index: int) -> ReadCases:
        """Read the chunk that a case is in, which was not read; raises JudgeError, also for a
        stored answer that is wrong."""
        first = index - index % AT_ONCE
        self._chunk(first // AT_ONCE)
        files, self._files = self._files, {}
        return ReadCases(first, self._cases[first : first + AT_ONCE], files)

    def case(self, index: int) -> Case:
        """A case with its digests; raises JudgeError."""
        if not self._is_read[index]:
            self._chunk(index // AT_ONCE)
        return self._cases[index]

    def context(self, index: int) -> LoadedCase:
        """A case as the plug-in reads it; raises JudgeError."""
        return self._chunk(index // AT_ONCE)[index % AT_ONCE]

    def facts(self, index: int) -> tuple[Score | None, tuple[int, ...]]:
        """The score of the stored answer of a case that was read, and its size."""
        return self._facts[index]

    @property
    def latest_files(self) -> Mapping[bytes, bytes]:
        """The files of the cases that were read last, by their digests, unless they are long or
        were handed on."""
        return self._files

    def files(self, index: int) -> CaseFiles | None:
        """The files of a case that was read lately, if they are short."""
        given = self._given.get(index // AT_ONCE)
        return given[index % AT_ONCE] if given else None

    def cases(self) -> Sequence[Case]:
        """All cases; those that were read have their digests, also those that are read later."""
        return self._cases

    def with_digests(self, problem: Problem) -> Problem:
        """The problem that these are cases of, with the digests of those that were read."""
        cases = self.cases()
        if not self.has_all_of(problem):
            known = {case.name: case for case in cases}
            cases = spooled(known.get(case.name, case) for case in problem.cases)
        return replace(problem, cases=cases)

    def has_all_of(self, problem: Problem) -> bool:
        """Whether it reads all cases of a problem, not only some of them."""
        return len(self._cases) == len(problem.cases)

    def _chunk(self, number: int) -> list[LoadedCase]:
        if number in self._chunks:
            self._chunks.move_to_end(number)
            return self._chunks[number]
        made = self._chunks[number] = self._read(number * AT_ONCE)
        if len(self._chunks) > KEPT_CHUNKS:
            self._chunks.popitem(last=False)
        return made

    def _read(self, first: int) -> list[LoadedCase]:
        cases = self._cases[first : first + AT_ONCE]
        is_new = not self._is_read[first]
        files, read = self.loaded.read_together(cases, check=is_new)
        found = [one for one in read if one is not None]  # of all: none is left out
        if is_new:
            for index, (case, its, one) in enumerate(zip(cases, files, found, strict=True), first):
                self._cases[index], self._is_read[index] = digested(case, its), True
                self._facts[index] = one.best_score, one.size
            self._hand_on(first, files)
        return found

    def _hand_on(self, first: int, files: Sequence[CaseFiles]) -> None:
        """Keep the files of a chunk for who needs them next, unless they are long."""
        self._files = {}
        if sum(len(its.input) + len(its.answer) for its in files) > HANDED_ON_BYTES:
            return
        self._files = _by_digest(self._cases[first : first + AT_ONCE], files)
        self._given[first // AT_ONCE] = files
        if len(self._given) > HANDED_ON_CHUNKS:
            self._given.popitem(last=False)


def _by_digest(cases: Sequence[Case], files: Sequence[CaseFiles]) -> Mapping[bytes, bytes]:
    """The files of cases by SHA-256."""
    pairs = list(zip(cases, files, strict=True))
    found = {case.digests[:32]: its.input for case, its in pairs}
    return found | {case.digests[32:]: its.answer for case, its in pairs}


class _Contexts(Sequence[LoadedCase]):
    """Cases, each read by ``_context`` when it is needed."""

    @overload
    def __getitem__(self, place: int) -> LoadedCase: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[LoadedCase]: ...
    def __getitem__(self, place: int | slice) -> LoadedCase | Sequence[LoadedCase]:
        if isinstance(place, slice):
            return [self._context(index) for index in range(*place.indices(len(self)))]
        return self._context(place)

    @abstractmethod
    def _context(self, place: int) -> LoadedCase: ...


class CaseView(_Contexts):
    """Some cases of a reader, as the contexts of a request."""

    def __init__(self, reader: CaseReader, indices: Sequence[int] | None = None) -> None:
        """``indices``: those of the reader; None for all."""
        self.reader = reader
        self._indices = range(len(reader)) if indices is None else indices

    def _context(self, place: int) -> LoadedCase:
        return self.reader.context(self._indices[place])

    def __len__(self) -> int:
        return len(self._indices)

    @cached_property
    def first(self) -> Sequence[LoadedCase]:
        """Those that have been read before anything is executed."""
        return first_of(self)

    def unread(self, place: int) -> int | None:
        """The reader's index of a case; None if it has been read."""
        index = self._indices[place]
        return None if self.reader.is_read(index) else index

    def case(self, place: int) -> Case:
        """A case with its digests; raises JudgeError."""
        return self.reader.case(self._indices[place])

    def facts(self, place: int) -> tuple[Score | None, tuple[int, ...]]:
        """The score of the stored answer of a case that was read, and its size."""
        return self.reader.facts(self._indices[place])

    def files(self, place: int) -> CaseFiles | None:
        """The files of a case that was read lately, if they are short."""
        return self.reader.files(self._indices[place])


class LazyContexts(_Contexts):
    """Cases that a worker reads one by one; their stored answers are not checked. The first
    ``READ_FIRST``, on which calling conventions are tried, stay in memory once they were read.
    ``known`` are the first ones where they were read before: all jobs of a problem share them."""

    def __init__(
        self, loaded: LoadedProblem, cases: Sequence[Case], known: Sequence[LoadedCase] = ()
    ) -> None:
        self._loaded = loaded
        self._cases = cases
        self._known = known
        self._first: dict[int, LoadedCase] = {}
        self._latest: dict[int, LoadedCase] = {}

    def _context(self, place: int) -> LoadedCase:
        if 0 <= place < len(self._known):
            return self._known[place]
        kept = self._kept(place)
        return kept[place] if place in kept else self._read(place)

    def read_ahead(self, places: Sequence[int], files: Sequence[CaseFiles] = ()) -> None:
        """Read some cases together: what is done around calls of a plug-in is done once.
        ``files`` are theirs, if somebody has read them."""
        given = dict(zip(places, files, strict=True)) if files else {}
        unknown = [place for place in places if place >= len(self._known)]
        missing = [place for place in unknown if place not in self._kept(place)]
        with self._loaded.plugin.series() if missing else nullcontext():
            for place in missing:
                with suppress(JudgeError):  # raised where the case is needed
                    self._read(place, given.get(place))

    def _kept(self, place: int) -> dict[int, LoadedCase]:
        return self._first if 0 <= place < READ_FIRST else self._latest

    def _read(self, place: int, files: CaseFiles | None = None) -> LoadedCase:
        """Read a case, and keep it in place of the one that was read longest ago; raises
        JudgeError."""
        found = load_case(self._loaded.plugin, self._cases[place], files)
        self._kept(place)[place] = found
        if len(self._latest) > KEPT_BY_WORKER:
            del self._latest[next(iter(self._latest))]
        return found

    def __len__(self) -> int:
        return len(self._cases)

    def __reduce__(self) -> tuple[Any, ...]:
        """Each process reads for itself."""
        return _lazy_contexts, (self._loaded.problem, self._cases)


def read_ahead(
    contexts: Sequence[LoadedCase], places: Sequence[int], files: Sequence[CaseFiles] = ()
) -> None:
    """Read the contexts of cases that come next, if they are not read. ``files`` are theirs, if
    somebody has read them."""
    if isinstance(contexts, LazyContexts):
        contexts.read_ahead(places, files)


def _lazy_contexts(problem: Any, cases: Sequence[Case]) -> LazyContexts:
    return LazyContexts(with_plugin(problem), cases)


def contexts_of_worker(
    contexts: Sequence[LoadedCase], cases: Sequence[Case]
) -> Sequence[LoadedCase]:
    """What a worker has for the contexts of a request: it reads those itself that the judge reads
    on the way."""
    if isinstance(contexts, CaseView):
        return LazyContexts(contexts.reader.loaded, cases, contexts.first)
    return contexts
