"""One end of a crossing for a command without a supervisor. The rules are those of crossed.h."""

from __future__ import annotations

import os
import platform
import select
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from judge.model import Execution
from judge.sandbox.crossed_page import Page
from judge.sandbox.layer import CrossedEnd

#: Numbers of system calls: those at a descriptor, and those that wait for events with the index of
#: the argument that is the number of descriptors, where there is one.
AT_INPUT = {"x86_64": (0, 19), "aarch64": (63, 65)}
AT_OUTPUT = {"x86_64": (1, 20), "aarch64": (64, 66)}
EVENTS = {
    "x86_64": {23: 0, 270: 0, 7: 1, 271: 1, 232: None, 281: None, 441: None},
    "aarch64": {72: 0, 73: 1, 22: None, 441: None},
}
#: In the flags of a process: it is about to end, and closes its files.
EXITING = 4
FLUSH_STEP_MS = 50
#: For how long the output of a command is held back once nobody reads it.
MOST_HOLD_S = 0.25


class Conversation:
    """What one command says to the other one, and the time that it takes.

    ``abandoned`` is set when nobody waits for the command any more.
    """

    def __init__(self, end: CrossedEnd, abandoned: Event) -> None:
        self.interactor = end.interactor
        self._page = Page(end.page)
        sides = (self._page.solution, self._page.interactor)
        self._own, self._other = sides[:: -1 if end.interactor else 1]
        self.input: int | None = os.dup(end.input)
        self._output: int | None = os.dup(end.output)
        os.set_blocking(self._output, False)
        self._to_us, self._from_us = os.fstat(end.input).st_ino, 0
        self._sent = self._guard = 0
        self._at_end = self._waited = False
        self._lost_at: float | None = None
        self._looked_at, self._cpu_s = time.monotonic(), 0.0
        self._busy_before_ns = self._other.busy_ns
        self._abandoned = abandoned

    def began(self, said: int, guard: int) -> None:
        """The command has started; ``said`` is the pipe of its standard output, ``guard`` the
        process around it, 0 for none."""
        self._guard = guard
        self._from_us = os.fstat(said).st_ino
        if self.input is not None:  # or nobody could tell that the command has closed it
            os.close(self.input)
            self.input = None

    @property
    def drops(self) -> bool:
        """Whether what the command says is dropped, as nobody listens to the interactor."""
        return self.interactor and self._output is None

    def is_full(self, said: bytes | bytearray) -> bool:
        """Whether some of it could not be passed on yet, or no more may come."""
        lost = self._lost_at is not None
        return self._output is not None and (lost or self._sent < len(said))

    def note(self, said: int) -> None:
        """The command has said so much in all."""
        self._own.note_turn(self._other.passed, said)

    def note_close(self) -> None:
        """The command has closed its output, or ends."""
        self._at_end = True

    def pass_on(self, said: bytes | bytearray) -> None:
        """Pass on what the other command's pipe takes."""
        if self._lost_at is not None:
            self._lose_reader()
            return
        while self._output is not None and self._sent < len(said):
            try:
                self._sent += os.write(self._output, memoryview(said)[self._sent :])
            except BlockingIOError:
                return
            except BrokenPipeError:
                self._lose_reader()
                return
            except OSError:
                self._close_output()

    def _lose_reader(self) -> None:
        """Nobody reads our pipe any more. If the other command has ended, that is about to be
        noted: until then nothing more is read, or ours could reach its output limit first."""
        now = time.monotonic()
        if self._lost_at is None:
            self._lost_at = now
        if self._other.ended_ns or now - self._lost_at >= MOST_HOLD_S:
            self._close_output()

    def look(self, processes: Sequence[int], cpu_s: float, now: float) -> bool:
        """Account for the time since the last look. Returns whether the command is to be stopped.

        ``processes``: those of the command, and its guard.
        """
        processes = [pid for pid in processes if pid != self._guard]
        step_s = now - self._looked_at
        if self.interactor:
            waits = any(self._waits(pid) for pid in processes)
            busy_s = cpu_s - self._cpu_s
            if self._other.ended_ns or not (waits or self._waited):
                busy_s = step_s
            self._own.add_busy(round(1e9 * max(0.0, min(busy_s, step_s))))
            self._waited = waits
            if self._at_end and not all(map(_ends, processes)):
                self._close_output()
        self._looked_at, self._cpu_s = now, cpu_s
        return self._abandoned.is_set() or (not self.interactor and self._page.stop)

    def charged_s(self, lasted_s: float) -> float:
        """The part of the time since its start that the command is charged for."""
        if self.interactor:
            return self._own.busy_ns / 1e9
        return lasted_s - (self._other.busy_ns - self._busy_before_ns) / 1e9

    def note_end(self) -> None:
        self._own.note_end(time.monotonic_ns())

    def finish(self, said: bytes | bytearray) -> None:
        """Pass on the rest of what an ended command has said."""
        self.pass_on(said)
        while self.is_full(said) and not self._page.stop and not self._abandoned.is_set():
            if self._output is None or self._lost_at is not None:
                return
            poll = select.poll()
            poll.register(self._output, select.POLLOUT)
            poll.poll(FLUSH_STEP_MS)
            self.pass_on(said)

    def close(self) -> None:
        """The other command gets the end of file."""
        self.note_end()
        self._close_output()
        if self.input is not None:
            os.close(self.input)
            self.input = None
        self._page.close()

    def _close_output(self) -> None:
        if self._output is not None:
            os.close(self._output)
            self._output = None

    def _waits(self, pid: int) -> bool:
        """Whether a thread is in a call that the other command may end. One whose call cannot be
        read may be."""
        try:
            return any(self._call_waits(pid, text) for text in _calls(pid))
        except PermissionError:
            return True

    def _call_waits(self, pid: int, text: str) -> bool:
        call, *arguments = text.split()
        if len(arguments) < 2 or not call.isdigit():
            return False  # it runs
        machine, number = platform.machine(), int(call)
        if number in AT_INPUT.get(machine, ()):
            return _pipe_of(pid, int(arguments[0], 16)) == self._to_us
        if number in AT_OUTPUT.get(machine, ()):
            return _pipe_of(pid, int(arguments[0], 16)) == self._from_us
        events = EVENTS.get(machine, {})
        counted = events.get(number)
        return number in events and (counted is None or int(arguments[counted], 16) > 0)


class StartedCommand(Thread):
    """A command that converses with another one. It ends with this thread."""

    def __init__(self, work: Callable[[], Execution], abandoned: Event) -> None:
        super().__init__(daemon=True)
        self._work = work
        #: Set when nobody waits for its end any more.
        self.abandoned = abandoned
        self.run_or_error: Execution | Exception | None = None

    def run(self) -> None:
        try:
            self.run_or_error = self._work()
        except Exception as error:  # whoever waits for it raises it
            self.run_or_error = error


def _calls(pid: int) -> Iterator[str]:
    """The system calls that the threads of a process are in; raises PermissionError."""
    with suppress(FileNotFoundError, ProcessLookupError):
        for thread in [*Path(f"/proc/{pid}/task").iterdir()]:
            with suppress(FileNotFoundError, ProcessLookupError):
                yield (thread / "syscall").read_text()


def _pipe_of(pid: int, number: int) -> int:
    """The inode of the pipe behind a descriptor; 0 if it is none."""
    with suppress(OSError):
        name = os.readlink(f"/proc/{pid}/fd/{number}")  # noqa: PTH115
        return int(name[6:-1]) if name.startswith("pipe:[") else 0
    return 0


def _ends(pid: int) -> bool:
    """Whether a process has ended or is about to."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return True
    return fields[0] == "Z" or bool(int(fields[6]) & EXITING)
