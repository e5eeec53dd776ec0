"""Processes: starting a worker, killing one with all its children, names of signals."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from judge.common.interrupts import SIGNALS


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


def kill_children() -> None:
    """Kill what this process has started and left, and all that comes from it.

    Where the system has no list of children, nothing is done.
    """
    kill_with_children(children(os.getpid()))


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
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_bytes().split())
    return found


def signal_name(number: int) -> str:
    """``SIGSEGV`` for 11; the number itself if it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
