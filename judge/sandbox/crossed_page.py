"""The page of memory that both sides of a crossing share. Layout: ``struct page`` of crossed.h."""

from __future__ import annotations

import fcntl
import mmap
import os
import struct
import tempfile
from collections.abc import Sequence

from msgspec import Struct

MOST_TURNS = 1 << 17
STOP = struct.Struct("=Q")
#: When it ended, how long it was busy, how many bytes it has passed on, how many turns follow.
SIDE = struct.Struct("=4Q")
#: How many bytes the other one had passed on before, and where this part of the own ones ends.
TURN = struct.Struct("=2I")
SIDE_SIZE = SIDE.size + MOST_TURNS * TURN.size
PAGE_SIZE = STOP.size + 2 * SIDE_SIZE
MOST_OFFSET = 2**32 - 1


class Turn(Struct, frozen=True):
    """A part of what a command said: from the end of its last turn to ``end``, when the other
    command had passed on ``heard`` bytes."""

    heard: int
    end: int


class Side:
    """What a supervisor tells about its command. Times are those of the monotonic clock."""

    def __init__(self, memory: mmap.mmap, at: int) -> None:
        self._memory = memory
        self._at = at

    def _get(self, index: int) -> int:
        return int(STOP.unpack_from(self._memory, self._at + 8 * index)[0])

    def _set(self, index: int, value: int) -> None:
        STOP.pack_into(self._memory, self._at + 8 * index, value)

    @property
    def ended_ns(self) -> int:
        """When its end was noted; 0 while it runs."""
        return self._get(0)

    def note_end(self, now_ns: int) -> None:
        if not self.ended_ns:
            self._set(0, now_ns)

    @property
    def busy_ns(self) -> int:
        """For how long it did not wait for the other one."""
        return self._get(1)

    def add_busy(self, more_ns: int) -> None:
        self._set(1, self.busy_ns + more_ns)

    @property
    def passed(self) -> int:
        """The number of bytes that it has passed on."""
        return self._get(2)

    def note_turn(self, heard: int, said: int) -> None:
        """Note that it has said so much in all."""
        heard, end, count = min(heard, MOST_OFFSET), min(said, MOST_OFFSET), self._get(3)
        last = self._turn(count - 1) if count else None
        if last is not None and (last.heard == heard or count == MOST_TURNS):
            heard, count = last.heard, count - 1
        TURN.pack_into(self._memory, self._at + SIDE.size + TURN.size * count, heard, end)
        self._set(3, count + 1)
        self._set(2, said)

    @property
    def turns(self) -> Sequence[Turn]:
        return [self._turn(index) for index in range(min(self._get(3), MOST_TURNS))]

    def _turn(self, index: int) -> Turn:
        return Turn(*TURN.unpack_from(self._memory, self._at + SIDE.size + TURN.size * index))


class Page:
    """A page mapped from ``descriptor``, which stays open."""

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, PAGE_SIZE)
        self.solution = Side(self._memory, STOP.size)
        self.interactor = Side(self._memory, STOP.size + SIDE_SIZE)

    @property
    def stop(self) -> bool:
        """Whether the solution is to end, because its verdict is known."""
        return bool(STOP.unpack_from(self._memory)[0])

    def set_stop(self) -> None:
        STOP.pack_into(self._memory, 0, 1)

    def close(self) -> None:
        self._memory.close()


def page_descriptor() -> int:
    """A new page, of zeros, that nobody can shorten: whoever has mapped it relies on its length."""
    if not hasattr(os, "memfd_create"):
        with tempfile.TemporaryFile() as file:
            file.truncate(PAGE_SIZE)
            return os.dup(file.fileno())
    descriptor = os.memfd_create("crossing", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, PAGE_SIZE)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
    return descriptor
