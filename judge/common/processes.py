"""Processes: starting a worker, killing one with all its children, names of signals."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from judge.common.interrupts import SIGNALS

#: ``PR_SET_CHILD_SUBREAPER`` of prctl(2).
ADOPT_ORPHANS = 36
#: How often what is left is looked for, in case it goes on starting processes, and the pause
#: between two looks, in seconds.
_LOOKS, _PAUSE_S = 100, 0.01


@cache
def prctl() -> Callable[[int, int], int] | None:
    """prctl(2), on systems that have it."""
    if sys.platform != "linux":
        return None
    import ctypes  # slow to load: once, before anything forks

    call: Any = ctypes.CDLL(None, use_errno=True).prctl
    return lambda option, value: int(call(option, value, 0, 0, 0))


def adopt_orphans(adopts: bool = True) -> None:
    """Have what comes from this process become its child when the parent in between ends, so that
    ``kill_children`` finds it; in this process only, not in its forks."""
    if call := prctl():
        call(ADOPT_ORPHANS, int(adopts))


def start_process(process: Any) -> None:
    """Start a worker. Signals stay pending until it has set its handlers."""
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, set(SIGNALS))
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)


def kill_tree(process: Any) -> None:
    """Kill a worker that does not end, and its children, which may be in other process groups."""
    if not process.is_alive():
        return
    import psutil

    with suppress(psutil.Error):
        for child in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.Error):
                child.kill()
    process.kill()


def kill_children(spared: Collection[int] = ()) -> None:
    """Kill what this process has started and left, and all that comes from it.

    Where the system has no list of children, nothing is done.
    """
    for _ in range(_LOOKS):
        left = [pid for pid in children(os.getpid()) if pid not in spared and is_running(pid)]
        if not left:
            break
        kill_with_children(left)
        time.sleep(_PAUSE_S)


def kill_with_children(processes: Iterable[int]) -> None:
    """Kill processes, and all that comes from them."""
    waiting = [*processes]
    while waiting:
        pid = waiting.pop()
        waiting += children(pid)
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """What a process has started and not waited for; none where the system has no list of them."""
    found: list[int] = []
    with suppress(OSError):  # it has ended, or this process has no descriptor left
        for path in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, path.read_bytes().split())
    return found


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    return name_and_state(pid)[1] != "Z"


def name_and_state(pid: int) -> tuple[str, str]:
    """As the system has them; a process that is not there has the state ``Z``, too."""
    with suppress(OSError):
        name, _, rest = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")
        return name.partition("(")[2], rest.split()[0]
    return "", "Z"


def signal_name(number: int) -> str:
    """``SIGSEGV`` for 11; the number itself if it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
