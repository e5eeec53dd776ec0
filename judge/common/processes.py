"""Processes: starting a worker, killing one with all its children, names of signals."""

from __future__ import annotations

import signal
from contextlib import suppress
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


def signal_name(number: int) -> str:
    """``SIGSEGV`` for 11; the number itself if it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
