"""No process outlives the one that started it, however that one ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

#: ``PR_SET_PDEATHSIG`` of prctl(2).
PARENT_DEATH_SIGNAL = 1


@cache
def _prctl() -> Callable[[int, int], int] | None:
    """The system's call, where it has one."""
    if sys.platform != "linux":
        return None
    import ctypes  # not quick to load: once, before anything forks

    prctl: Any = ctypes.CDLL(None, use_errno=True).prctl
    return lambda option, value: int(prctl(option, value, 0, 0, 0))


def ties() -> Callable[[], None]:
    """For ``preexec_fn``: a child of this process, and of this thread, is killed when that ends."""
    prctl, parent = _prctl(), os.getpid()

    def tie() -> None:
        _tie(prctl, parent)

    return tie


def die_with_parent() -> None:
    """Have this worker process killed when the one that started it ends. Without it a worker in
    the middle of a run would go on to the run's end, and only then notice.
    """
    import multiprocess  # takes long to load; a worker has it already

    started_by = multiprocess.parent_process()
    if started_by is not None:
        _tie(_prctl(), started_by.pid)


def _tie(prctl: Callable[[int, int], int] | None, parent: int) -> None:
    if prctl is None:
        return
    prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the kernel knew
        os.kill(os.getpid(), signal.SIGKILL)
