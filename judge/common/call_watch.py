"""Calls of code that is not the judge's own: a limit on their time, and a record of the one that is
under way, which outlives the process.

A plug-in runs in the judge's own processes. A loop in it is ended by an exception that a signal
handler raises. A loop in a library that is not written in Python never gets to that handler: a
second timer then ends the process, and whoever started the process reads in the record why.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # getsignal without the slow enum
import atexit
import mmap
import os
import signal
import struct
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from msgspec import Struct

from judge.common.call_memory import CallMemory
from judge.common.process_end import END_PROCESS

#: How often a handler looks at the call, in seconds of CPU time and of wall-clock time.
CPU_TICK_S, WALL_TICK_S = 0.25, 1.0
#: A call that waits must end, too, after so many times its limit. It waits while it takes less CPU
#: time than ``IDLE_S`` in a tick: a process that a busy machine holds up gets more.
WAIT_FACTOR, IDLE_S = 3, 0.02
#: A process is ended if a call goes on for so long after its limit, in seconds of CPU time.
GRACE_S = 3.0
#: The modules whose code runs while a call is begun or ended.
AROUND_CALLS = frozenset(
    (
        "contextlib",
        "judge.common.call_memory",
        "judge.common.call_watch",
        "judge.packages.plugin_faults",
        "judge.packages.problem_plugin",
    )
)
#: The signal of the timer that ends the process.
DEADLY = signal.SIGVTALRM
RECORD_BYTES = 1024
_PROF, _ALRM = int(signal.SIGPROF), int(signal.SIGALRM)
#: What follows the label in a record: the serial number of the call, and its limit in seconds.
_NUMBERS = struct.Struct("=Qd")
#: Then whether the call is under way, and whether its process is killed because of it.
_ACTIVE = RECORD_BYTES + _NUMBERS.size
_OVERDUE = _ACTIVE + 1
#: Then the serial number of the task that a worker has, and how many of its answers are made.
_PROGRESS = struct.Struct("=QQ")
_MADE = _OVERDUE + 1


class CallTimeout(BaseException):
    """A call took too long. Not an Exception, which the code that is called may catch."""


class CallExit(BaseException):
    """A call wanted to end a process of the judge, as with ``os._exit`` or a signal."""


def refuse_exit(status: int = 0) -> NoReturn:
    """In place of ``os._exit`` during a call: the process is the judge's, and its exit status too.

    Raises CallExit.
    """
    raise CallExit(f"ended the judge's process, with exit status {status}")


class Call(Struct, eq=False):
    """A call that is watched. ``label`` says in a message whose call it is."""

    label: bytes
    limit_s: float
    #: Whether its code is running, and not the judge's own between two calls of a series.
    running: bool = True
    cpu_ticks: int = 0
    idle_ticks: int = 0
    #: The CPU time of the process at the last tick of the clock.
    used_s: float = 0.0

    @property
    def too_long(self) -> str:
        """What is said of a call that takes too long; empty of another one."""
        if (self.cpu_ticks - 1) * CPU_TICK_S >= self.limit_s:  # it began between two ticks
            return f"took more than {self.limit_s:g} s of CPU time"
        if self.idle_ticks * WALL_TICK_S > WAIT_FACTOR * self.limit_s:
            return f"waited for more than {WAIT_FACTOR * self.limit_s:g} s"
        return ""

    def wait(self) -> None:
        """A tick of the clock has passed."""
        used_s = time.process_time()
        self.idle_ticks += used_s - self.used_s < IDLE_S
        self.used_s = used_s


class CallRecord:
    """The call that a process is in, and how far it is with a task, kept in memory that its parent
    process shares."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, _MADE + _PROGRESS.size)
        self._serial = 0

    def write(self, label: bytes, limit_s: float) -> None:
        """A call has begun, or goes on as another one."""
        page = self._page
        page[0 : len(label) + 1] = label + b"\0"
        page[_ACTIVE] = 1
        self._serial += 1
        _NUMBERS.pack_into(page, RECORD_BYTES, self._serial, limit_s)

    def clear(self) -> None:
        self._page[_ACTIVE] = 0

    def call(self) -> tuple[int, float]:
        """The serial number of the call under way and its limit; 0 if there is none."""
        if not self._page[_ACTIVE]:
            return 0, 0.0
        serial, limit_s = _NUMBERS.unpack_from(self._page, RECORD_BYTES)
        return serial, limit_s

    def write_progress(self, task: int, answers: int) -> None:
        """So many answers to a task are made, sent or not."""
        _PROGRESS.pack_into(self._page, _MADE, task, answers)

    def progress(self, task: int) -> int:
        """How many answers to a task are made; 0 if it was not begun."""
        serial, answers = _PROGRESS.unpack_from(self._page, _MADE)
        return int(answers) if serial == task else 0

    def mark_overdue(self) -> None:
        """The process is killed because of the call."""
        self._page[_OVERDUE] = 1

    @property
    def is_overdue(self) -> bool:
        return bool(self._page[_OVERDUE])

    def read(self) -> str:
        """The label of the call under way; empty if there is none."""
        return self.latest() if self._page[_ACTIVE] else ""

    def latest(self) -> str:
        """The label of the latest call, over or not; empty if there was none."""
        return self._page[:RECORD_BYTES].partition(b"\0")[0].decode("utf-8", "replace")

    def close(self) -> None:
        self._page.close()


class CallWatch:
    """The handler of SIGPROF and SIGALRM, whose timers run while there are calls."""

    def __init__(
        self,
        record: CallRecord | None = None,
        make_record: Callable[[], CallRecord | None] | None = None,
    ) -> None:
        """``make_record`` makes the record when the first call begins."""
        self._record = record
        self._make_record = make_record
        self._call: Call | None = None
        self._owner = os.getpid()
        self._is_copied = False
        self._thread = threading.get_ident()
        #: The limit that the timers are set for; 0 while they are off.
        self._armed_s = 0.0
        self._memory: CallMemory | None = None

    def install(self) -> None:
        """Take over the signals of timers in this process."""
        signal.signal(DEADLY, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, self)
        signal.signal(signal.SIGPROF, self)
        os.register_at_fork(after_in_child=self._note_fork)
        atexit.register(self._disarm)  # Python resets handlers at its end: a timer would kill it

    @staticmethod
    def current(
        make_record: Callable[[], CallRecord | None] | None = None,
    ) -> CallWatch | None:
        """That of this process, which is installed now if need be, with ``make_record``; None where
        signals are somebody else's, or in a thread that gets none."""
        found = _signal.getsignal(_PROF)
        if isinstance(found, CallWatch):
            whole = _signal.getsignal(_ALRM) is found
            return found if whole and found._is_here() else None
        main = threading.current_thread() is threading.main_thread()
        free = all(
            signal.getsignal(one) is signal.SIG_DFL for one in (signal.SIGPROF, signal.SIGALRM)
        )
        if not free or not main:
            return None
        watch = CallWatch(make_record=make_record)
        watch.install()
        return watch

    @property
    def latest_label(self) -> str:
        """Of the latest call, over or not; empty if there was none, or nothing records it."""
        return self._record.latest() if self._record else ""

    @property
    def is_owner(self) -> bool:
        """Whether this process is the one whose calls it watches, and not a fork that a call has
        made."""
        return os.getpid() == self._owner

    def begin(self, call: Call) -> Call | None:
        """The call that it is part of, to be handed to ``end``."""
        outer, self._call = self._call, call
        if outer is None:
            self._memory = self._memory or CallMemory()
            self._memory.begin()
        if self._make_record is not None:
            make, self._make_record = self._make_record, None
            self._record = make()
        if self._record:
            self._record.write(call.label, call.limit_s)
        if self._armed_s != call.limit_s:
            self._arm(call.limit_s)
        return outer

    def note(self, call: Call) -> None:
        """The call under way goes on as another one."""
        if self._record:
            self._record.write(call.label, call.limit_s)

    def end(self, outer: Call | None) -> None:
        self._call = outer
        if os.getpid() != self._owner:
            END_PROCESS(1)  # a copy of the process, made by the call
        # First the record: what follows may fail where the call has taken Python's names away.
        if self._record and outer:
            self._record.write(outer.label, outer.limit_s)
        elif self._record:
            self._record.clear()
        if outer is None and self._memory is not None:
            self._memory.end()

    def __call__(self, number: int, frame: FrameType | None) -> None:
        call = self._call
        if os.getpid() != self._owner:
            return
        if call is None:
            self._disarm()
            return
        if number == signal.SIGPROF:
            self._put_off(call.limit_s)
        if not call.running or _is_around_call(frame):
            return
        if number == signal.SIGPROF:
            call.cpu_ticks += 1
        else:
            call.wait()
        if call.too_long:
            if call.cpu_ticks * CPU_TICK_S > call.limit_s + GRACE_S:
                os.kill(self._owner, DEADLY)  # it catches the exception again and again
            raise CallTimeout(call.too_long)

    def _note_fork(self) -> None:
        self._is_copied = True

    def _is_here(self) -> bool:
        if self._is_copied:  # timers are not inherited
            self._is_copied = False
            self._owner, self._thread = os.getpid(), threading.get_ident()
            self._record, self._make_record = None, None
            self._call, self._armed_s, self._memory = None, 0.0, None
        return threading.get_ident() == self._thread

    def _arm(self, limit_s: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, CPU_TICK_S, CPU_TICK_S)
        signal.setitimer(signal.ITIMER_REAL, WALL_TICK_S, WALL_TICK_S)
        self._put_off(limit_s)
        self._armed_s = limit_s

    def _put_off(self, limit_s: float) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, limit_s + GRACE_S)

    def _disarm(self) -> None:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL, signal.ITIMER_VIRTUAL):
            signal.setitimer(timer, 0)
        self._armed_s = 0.0


def _is_around_call(frame: FrameType | None) -> bool:
    """Whether a signal came while a call was begun or ended: raised there, an exception would leave
    the call under way for ever. The next tick comes elsewhere."""
    return frame is not None and frame.f_globals.get("__name__") in AROUND_CALLS


def death_in_call(record: CallRecord, exit_code: int | None) -> str:
    """What is said of a process that died in a call; empty if it was in none. ``exit_code`` as
    multiprocessing has it: below 0 for a signal."""
    label = record.read()
    if label and record.is_overdue:
        return f"{label} took too long, and could not be interrupted"
    if not label or exit_code in (-signal.SIGKILL, -signal.SIGTERM):
        return ""  # somebody else has killed it
    if exit_code == -DEADLY:
        return f"{label} took too long, and could not be interrupted"
    if exit_code is not None and exit_code < 0:
        try:
            name = signal.Signals(-exit_code).name
        except ValueError:
            name = f"signal {-exit_code}"
        return f"{label} was ended by {name}"
    return f"{label} ended the judge's process, with exit status {exit_code}"
