"""Child processes that die with their parent, however it ends."""

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
    """prctl(2), on systems that have it."""
    if sys.platform != "linux":
        return None
    import ctypes  # slow to load: once, before anything forks

    prctl: Any = ctypes.CDLL(None, use_errno=True).prctl
    return lambda option, value: int(prctl(option, value, 0, 0, 0))


def ties() -> Callable[[], None]:
    """For ``preexec_fn``: the child is killed when this process, or this thread, ends."""
    prctl, parent = _prctl(), os.getpid()

    def tie() -> None:
        _tie(prctl, parent)

    return tie


def die_with_parent() -> None:
    """Have this worker process killed when its parent ends. Otherwise a busy worker would go on
    to the end of its execution, and only then notice.
    """
    import multiprocess  # slow to load; a worker has loaded it already

    started_by = multiprocess.parent_process()
    if started_by is not None:
        _tie(_prctl(), started_by.pid)


def _tie(prctl: Callable[[int, int], int] | None, parent: int) -> None:
    if prctl is None:
        return
    prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before the request
        os.kill(os.getpid(), signal.SIGKILL)
