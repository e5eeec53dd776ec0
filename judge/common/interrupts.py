"""Ctrl-C, SIGTERM and SIGHUP: the first signal ends a command gracefully, a second one at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from judge.common.errors import JudgeError
from judge.common.process_end import END_PROCESS

#: The signals that end a command. The exit status is 128 and the number: 130, 143, 129.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: A signal within this time after the first one is the same request, in seconds: ``timeout`` and a
#: closed terminal send one signal to the process and one to its group.
SAME_S = 0.5


def is_interruption(status: int) -> bool:
    """Whether it is the exit status of a command that one of the three signals ended."""
    return status - 128 in SIGNALS


class WorkerEnd(SystemExit):
    """The main process ends a worker."""


class Interrupted(KeyboardInterrupt):
    """One of the three signals. If KeyboardInterrupt itself leaves ``exec`` of a text, as Python's
    own modules use while they are loaded, Python ends with SIGINT, whatever has handled it."""


class Interrupts:
    """The handler of all three. ``first`` is the first signal received, or None."""

    def __init__(self) -> None:
        self.first: int | None = None
        self._when = 0.0
        self._owner = os.getpid()
        self._tell: Callable[[], None] | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() != self._owner:
            END_PROCESS(128 + number)
        now = time.monotonic()
        if self.first is not None:
            if now - self._when >= SAME_S:
                end_at_once(128 + number)
            return
        self.first, self._when = number, now
        if self._tell is None:
            raise Interrupted
        self._tell()

    @contextmanager
    def telling(self, tell: Callable[[], None]) -> Iterator[None]:
        """Inside this context the first signal calls ``tell`` and raises nothing."""
        before, self._tell = self._tell, tell
        try:
            yield
        finally:
            self._tell = before

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Inside this context the first signal raises Interrupted again; so does one before it."""
        before, self._tell = self._tell, None
        try:
            if self.first is not None:
                raise Interrupted
            yield
        finally:
            self._tell = before


@contextmanager
def handled() -> Iterator[Interrupts]:
    """Handle the three signals, except those that were ignored when the judge started."""
    interrupts = Interrupts()
    usual = (signal.SIG_DFL, signal.default_int_handler)
    before = {}
    with suppress(ValueError):  # only the main thread may set signal handlers
        for number in SIGNALS:
            if signal.getsignal(number) in usual:
                before[number] = signal.signal(number, interrupts)
    try:
        yield interrupts
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def telling(tell: Callable[[], None]) -> Iterator[None]:
    """Call ``tell`` at the first signal instead of raising KeyboardInterrupt."""
    for handler in map(signal.getsignal, SIGNALS):
        if isinstance(handler, Interrupts):
            with handler.telling(tell):
                yield
            return
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main thread
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: tell())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def raising() -> Iterator[None]:
    """Inside this context a signal raises Interrupted, also within ``telling`` and ``stoppable``:
    around what may last for minutes and cannot look whether one has come."""
    if threading.current_thread() is threading.main_thread():
        for handler in map(signal.getsignal, SIGNALS):
            if isinstance(handler, Interrupts):
                with handler.raising():
                    yield
                return
    yield


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Whether a signal has come: inside this context the first one raises nothing. A JudgeError
    after it becomes KeyboardInterrupt, because it also reached a compiler or an interpreter."""
    stopped = threading.Event()
    try:
        with telling(stopped.set):
            yield stopped.is_set
    except JudgeError:
        if stopped.is_set():
            raise Interrupted from None
        raise


def for_workers() -> None:
    """Set the signal handlers of a worker. Its signals were blocked before the fork. Ctrl-C or a
    closed terminal reaches a worker too, but only the main process ends it, with SIGTERM: that
    raises WorkerEnd, so that it leaves through every ``finally`` and no process or folder stays."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_worker)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, set(SIGNALS))


def _end_worker(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, _pass_over)
    raise WorkerEnd(0)


def _pass_over(number: int, frame: FrameType | None) -> None:
    """A second signal must not interrupt what the first one does. Programs that are still started
    would inherit SIG_IGN."""


def end_at_once(status: int) -> None:
    """Kill all descendants of this process, and exit."""
    import psutil

    with suppress(psutil.Error):
        for child in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                child.kill()
    END_PROCESS(status)
