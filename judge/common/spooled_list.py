"""Lists of so many items that most of them are kept in a temporary file."""

from __future__ import annotations

import errno
import os
import pickle
import resource
import tempfile
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import IO, Any, TypeVar, overload

T = TypeVar("T")

#: Items of one part of the file. They are read and written together.
TOGETHER = 256
#: How many of these parts stay in memory: those that were used last. Few lists may keep more, all
#: of them together ``KEPT_BY_FEW``.
KEPT, KEPT_BY_FEW = 12, 48
#: What is written beyond so many bytes of the file is compressed. For less it is not worth the
#: time.
PLAIN_BYTES = 2**26
#: The first byte of what ``pickle`` writes, and of nothing that ``zlib`` does.
PICKLED = pickle.dumps(None, pickle.HIGHEST_PROTOCOL)[:1]
#: With up to so many items nothing is written.
FEW = TOGETHER * KEPT


class SpooledList(Sequence[T]):
    """A list that takes little memory, however long it is.

    The items that were used last are in memory, the others in a temporary file without a name. They
    are pickled, so an item may come back as an equal object. A change inside an item is lost:
    items must be immutable. Where the file cannot be written, for lack of space or of descriptors,
    the items stay in memory.

    A process that was forked may go on reading, and what it changes only it sees.
    """

    def __init__(self, items: Iterable[T] = (), lists: int | None = None) -> None:
        """``lists``: of how many such lists this is one; None if that is not known."""
        self._kept = max(KEPT, KEPT_BY_FEW // max(1, lists)) if lists is not None else KEPT
        self._length = 0
        #: Parts in memory, the one used last at the end, and the numbers of those that were
        #: changed since they were written.
        self._parts: OrderedDict[int, list[T]] = OrderedDict()
        self._changed: set[int] = set()
        #: Offset and length in the file of each part; a length of 0 for one that is not there.
        self._offsets, self._lengths = array("Q"), array("L")
        self._file: IO[bytes] | None = None
        self._end = 0
        self._owner = os.getpid()
        self._is_full = False
        self.extend(items)

    @classmethod
    def filled(cls, item: T, length: int, lists: int | None = None) -> SpooledList[T]:
        """A list of so many times the same item."""
        made = cls((), lists)
        for start in range(0, length, TOGETHER):
            made._add([item] * min(TOGETHER, length - start))
        return made

    def append(self, item: T) -> None:
        """Add an item at the end."""
        number = self._length // TOGETHER
        if number == len(self._offsets):
            self._add([item])
            return
        self._part(number).append(item)
        self._changed.add(number)
        self._length += 1

    def extend(self, items: Iterable[T]) -> None:
        """Add items at the end."""
        found = iter(items)
        while part := list(islice(found, TOGETHER - self._length % TOGETHER)):
            number, room_taken = divmod(self._length, TOGETHER)
            if not room_taken:
                self._add(part)
                continue
            self._part(number).extend(part)
            self._changed.add(number)
            self._length += len(part)

    def settled(self) -> Sequence[T]:
        """The items, which do not change any more: a tuple, unless there are very many."""
        return self if self._length > FEW else tuple(self)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self._sliced(range(*index.indices(self._length))))
        place = self._place(index)
        return self._part(place // TOGETHER)[place % TOGETHER]

    def _sliced(self, places: range) -> Iterator[T]:
        """The items at some places; each part is looked for once if they are beside each other."""
        if places.step != 1:
            yield from (self[place] for place in places)
            return
        place = places.start
        while place < places.stop:
            number, first = divmod(place, TOGETHER)
            last = min(TOGETHER, first + places.stop - place)
            yield from self._part(number)[first:last]
            place += last - first

    def __setitem__(self, index: int, item: T) -> None:
        place = self._place(index)
        number = place // TOGETHER
        self._part(number)[place % TOGETHER] = item
        self._changed.add(number)

    def __iter__(self) -> Iterator[T]:
        for number in range(len(self._offsets)):
            yield from tuple(self._part(number))

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets all items."""
        return tuple, (tuple(self),)

    def _place(self, index: int) -> int:
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(index)
        return place

    def _add(self, part: list[T]) -> None:
        number = len(self._offsets)
        self._offsets.append(0)
        self._lengths.append(0)
        self._parts[number] = part
        self._changed.add(number)
        self._length += len(part)
        self._drop()

    def _part(self, number: int) -> list[T]:
        if number in self._parts:
            self._parts.move_to_end(number)
            return self._parts[number]
        assert self._file is not None
        data = os.pread(self._file.fileno(), self._lengths[number], self._offsets[number])
        plain = data if data.startswith(PICKLED) else zlib.decompress(data)
        part: list[T] = pickle.loads(plain)
        self._parts[number] = part
        self._drop()
        return part

    def _drop(self) -> None:
        """Leave only the parts in memory that were used last, and those that cannot be written."""
        if len(self._parts) <= self._kept:
            return
        for number in [*self._parts][: -self._kept]:
            if number not in self._changed or self._write(number):
                del self._parts[number]

    def _write(self, number: int) -> bool:
        """Write a part to the end of the file; whether that could be done."""
        if self._is_full or os.getpid() != self._owner:
            return False  # the file of a parent is its own
        data = pickle.dumps(self._parts[number], pickle.HIGHEST_PROTOCOL)
        if self._end >= PLAIN_BYTES:
            data = zlib.compress(data, 1)
        try:
            if self._file is None:
                self._file = _new_file()
            if os.pwrite(self._file.fileno(), data, self._end) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            self._is_full = True
            return False
        self._offsets[number], self._lengths[number] = self._end, len(data)
        self._end += len(data)
        self._changed.discard(number)
        return True


def _new_file() -> IO[bytes]:
    """Raises OSError, also where most descriptors are taken: the others are for what cannot wait in
    memory."""
    file = tempfile.TemporaryFile(prefix="judge-", buffering=0)  # noqa: SIM115
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and file.fileno() >= most // 2:
        file.close()
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    return file


def spooled(items: Iterable[T], lists: int | None = None) -> Sequence[T]:
    """Items that do not change any more: a tuple, unless there are very many."""
    return SpooledList(items, lists).settled()
