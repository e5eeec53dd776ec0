"""A limit on the memory that a call of foreign code may take in the judge's own processes.

It is the kernel's limit on data, which raises MemoryError in the call; it holds while there is one.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

#: How much a call may add to what the process has already, in bytes; less on a small machine.
MOST_BYTES = 8 * 2**30
#: The share of the machine's memory that it may add at most.
SHARE = 0.5


class CallMemory:
    """Sets the limit when a call begins, and puts the usual one back when it ends."""

    def __init__(self) -> None:
        self._set: tuple[int, int] | None = None
        self._usual: tuple[int, int] | None = None
        if sys.platform != "linux":
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = _data_bytes() + int(min(MOST_BYTES, SHARE * _memory_bytes()))
        if soft == resource.RLIM_INFINITY or soft > most:
            self._usual, self._set = (soft, hard), (most, hard)

    def begin(self) -> None:
        self._put(self._set)

    def end(self) -> None:
        self._put(self._usual)

    def _put(self, limits: tuple[int, int] | None) -> None:
        if limits is None:
            return
        try:  # ``suppress`` would take as long again
            resource.setrlimit(resource.RLIMIT_DATA, limits)
        except (ValueError, OSError):  # the call has lowered it for good
            return


def _memory_bytes() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _data_bytes() -> int:
    """What counts for the limit now."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(fields[5]) * os.sysconf("SC_PAGE_SIZE")
