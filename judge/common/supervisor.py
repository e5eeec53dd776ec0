"""Runs the judge in a child process, and says in one line why it died if a plug-in ended it.

A plug-in is imported, and reads cases, in the judge's main process. It may end that process with
``os._exit`` or a crash: an exit status of its own choice would be taken for the judge's.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from judge.common.call_watch import CallRecord, CallWatch, death_in_call
from judge.common.errors import JudgeError
from judge.common.interrupts import SIGNALS


def supervised(run: Callable[[], int], tie: Callable[[int], None], failed: int) -> int:
    """The exit status of ``run``, which is called in a child process; ``failed`` if a plug-in ended
    the child. ``tie`` has the child die with the process whose id it gets.

    Signals that end the judge are handed on to the child.
    """
    record, parent = CallRecord(), os.getpid()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    pid = os.fork()
    if pid == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        tie(parent)
        CallWatch(record).install()
        _leave(run())
    _hand_on(pid)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    fault = death_in_call(record, code)
    if fault:
        print(f"judge: {JudgeError(fault)}", file=sys.stderr)
        return failed
    if code < 0:
        _die_of(-code)
    return code


def _leave(status: int) -> None:
    """End this process. A thread that a plug-in has started must not hold it up."""
    main = threading.main_thread()
    if any(not thread.daemon and thread is not main for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)
    sys.exit(status)


def _hand_on(pid: int) -> None:
    def send(number: int, frame: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, number)

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, send)


def _die_of(number: int) -> None:
    """Die of the signal that the judge died of, so that whoever waits sees it."""
    with suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
