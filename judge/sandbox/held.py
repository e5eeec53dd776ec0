"""How long the machine held up a command: the time in which it was runnable but got no processor,
or waited for an overloaded disk. The rule is that of held.h, for commands without a supervisor.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import Flag
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from judge.sandbox.layer import MachineOverloaded
from judge.sandbox.lifetime import ties

if TYPE_CHECKING:
    import psutil

#: The total time for which some process of the machine has waited for a disk or for memory.
PRESSURES = (Path("/proc/pressure/io"), Path("/proc/pressure/memory"))
TOTAL = re.compile(r"some .*total=(\d+)")


#: A command that the machine holds up may take this many times its wall limit.
MOST_WALL_LIMITS = 3
#: What a command that does nothing may still use, such as a run-time with a timer: this share of
#: its idle time. CPU times have a resolution of 10 ms.
IDLE_SHARE, IDLE_TICK_S = 0.01, 0.02
#: What one sample adds to the idle time at most: if nobody looked, nobody knows.
MOST_IDLE_SAMPLE_S = 0.25
LOOK_S = 0.25


class State(Flag):
    """What the processes of a command are doing; NONE for those that sleep or are stopped."""

    NONE = 0
    CAN_RUN = 1
    WAITS_FOR_DISK = 2


_STATES = {
    "R": State.CAN_RUN,
    "D": State.WAITS_FOR_DISK,
    # The names that psutil uses.
    "running": State.CAN_RUN,
    "disk-sleep": State.WAITS_FOR_DISK,
}


def state_of(process: psutil.Process) -> State:
    """What a process, or any of its threads, is doing; raises psutil.Error."""
    state = _STATES.get(process.status(), State.NONE)
    with suppress(OSError):  # the process or a thread may have ended by now
        for path in [*Path(f"/proc/{process.pid}/task").iterdir()]:
            with suppress(OSError, IndexError):
                text = (path / "stat").read_text(errors="replace")
                state |= _STATES.get(text.rpartition(")")[2].split()[0], State.NONE)
    return state


class Held(Struct):
    """Measured between two samples: what could run at both of them, but did not."""

    looked_at: float
    cpu_s: float = 0.0
    state: State = State.CAN_RUN | State.WAITS_FOR_DISK
    stalled_s: float = field(default_factory=lambda: stalled_s())
    #: CPU times have a resolution of 10 ms; later samples make up for what one of them missed.
    _waited_s: float = 0.0
    #: The idle time up to now without a break, and the CPU time when it began.
    idle_s: float = 0.0
    _idle_cpu_s: float = 0.0
    _disk_s: float = 0.0

    @property
    def seconds(self) -> float:
        return max(0.0, self._waited_s) + self._disk_s

    def look(self, now: float, cpu_s: float, state: State) -> None:
        """Account for the time since the last sample."""
        idle = now - self.looked_at - max(0.0, cpu_s - self.cpu_s)
        stalled = stalled_s()
        both = state & self.state
        if State.CAN_RUN in both:
            self._waited_s += idle
        elif State.WAITS_FOR_DISK in both:
            self._disk_s += max(0.0, min(idle, stalled - self.stalled_s))
        self._look_at_idleness(now - self.looked_at, cpu_s, state | self.state)
        self.looked_at, self.cpu_s, self.state, self.stalled_s = now, cpu_s, state, stalled

    def _look_at_idleness(self, passed_s: float, cpu_s: float, either: State) -> None:
        """A command is idle while it uses no CPU time, and no process of it could run or waits
        for a disk."""
        self._idle_cpu_s = min(self._idle_cpu_s, cpu_s)
        self.idle_s += min(passed_s, MOST_IDLE_SAMPLE_S)
        if either or cpu_s - self._idle_cpu_s > self.idle_s * IDLE_SHARE + IDLE_TICK_S:
            self.idle_s, self._idle_cpu_s = 0.0, cpu_s


def stalled_s() -> float:
    """The larger of both pressures, in seconds; 0 where the kernel does not report them."""
    found = []
    for path in PRESSURES:
        with suppress(OSError):
            found += TOTAL.findall(path.read_text())
    return max((int(micros) / 1e6 for micros in found), default=0.0)


def run_trusted(
    words: Sequence[str], seconds: float, given: bytes = b"", **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run a command of the jury or of a toolchain. The wall limit does not count time for which the
    machine held it up; ``more`` is passed to ``subprocess.Popen``.

    The command has a process group of its own: if it is given up, what it has started ends too, as
    a script does not take along the program that it waits for.

    Raises OSError, subprocess.TimeoutExpired, and MachineOverloaded.
    """
    with tempfile.TemporaryFile() as standard_input:
        standard_input.write(given)
        standard_input.seek(0)
        more |= {"stdin": standard_input, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(words, preexec_fn=ties(), process_group=0, **more) as process:
            try:
                out, error = _awaited(process, words[0], seconds)
            finally:
                if process.returncode is None:
                    with suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(words, process.returncode, out, error)


def _awaited(process: subprocess.Popen[bytes], name: str, seconds: float) -> tuple[bytes, bytes]:
    """The output of a process until it ends; raises the same errors as ``run_trusted``."""
    held = Held(time.monotonic())
    begin = held.looked_at
    while True:
        try:
            return process.communicate(timeout=LOOK_S)
        except subprocess.TimeoutExpired:
            _look(held, process.pid)
        lasted_s = held.looked_at - begin
        if lasted_s >= seconds + held.seconds:
            raise subprocess.TimeoutExpired(name, seconds)
        if lasted_s >= MOST_WALL_LIMITS * seconds:
            raise MachineOverloaded(
                f"machine overloaded: it held up {name} for {held.seconds:.0f} of {lasted_s:.0f} s"
            )


def _look(held: Held, pid: int) -> None:
    """Sample a process and its descendants."""
    import psutil  # slow to load, and few commands last until the first sample

    cpu_s, state = 0.0, State.NONE
    with suppress(psutil.Error):
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            times = process.cpu_times()
            cpu_s += times.user + times.system
            cpu_s += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
            state |= state_of(process)
    held.look(time.monotonic(), cpu_s, state)
