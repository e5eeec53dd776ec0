"""How long the machine held a command up: the time in which it could have run and got no processor,
or waited for a disk that is too slow. The same rule as in held.h, for commands without a sandbox.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Flag
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.sandbox.layer import MachineOverloaded
from judge.sandbox.lifetime import ties

if TYPE_CHECKING:
    import psutil

#: How long some process of the machine has waited for a disk, or for memory, in all.
PRESSURES = (Path("/proc/pressure/io"), Path("/proc/pressure/memory"))
TOTAL = re.compile(r"some .*total=(\d+)")


#: What the machine holds up may take so many times its wall limit.
MOST_WALL_LIMITS = 3
LOOK_S = 0.25


class State(Flag):
    """What the processes of a command are at; neither for those that sleep or are stopped."""

    NONE = 0
    CAN_RUN = 1
    WAITS_FOR_DISK = 2


_STATES = {
    "R": State.CAN_RUN,
    "D": State.WAITS_FOR_DISK,
    # As psutil calls them.
    "running": State.CAN_RUN,
    "disk-sleep": State.WAITS_FOR_DISK,
}


def state_of(process: psutil.Process) -> State:
    """What a process is at, or any thread of it; raises psutil.Error."""
    state = _STATES.get(process.status(), State.NONE)
    with suppress(OSError):  # the process, or a thread of it, may have ended by now
        for path in [*Path(f"/proc/{process.pid}/task").iterdir()]:
            with suppress(OSError, IndexError):
                text = (path / "stat").read_text(errors="replace")
                state |= _STATES.get(text.rpartition(")")[2].split()[0], State.NONE)
    return state


@dataclass
class Held:
    """Judged from one look to the next, as what was able to run at both and did not."""

    looked_at: float
    cpu_s: float = 0.0
    state: State = State.CAN_RUN | State.WAITS_FOR_DISK
    stalled_s: float = field(default_factory=lambda: stalled_s())
    #: CPU times are counted in hundredths of a second: what was too little is made up for.
    _waited_s: float = 0.0
    _disk_s: float = 0.0

    @property
    def seconds(self) -> float:
        return max(0.0, self._waited_s) + self._disk_s

    def look(self, now: float, cpu_s: float, state: State) -> None:
        """Take account of the time since the last look."""
        idle = now - self.looked_at - max(0.0, cpu_s - self.cpu_s)
        stalled = stalled_s()
        both = state & self.state
        if State.CAN_RUN in both:
            self._waited_s += idle
        elif State.WAITS_FOR_DISK in both:
            self._disk_s += max(0.0, min(idle, stalled - self.stalled_s))
        self.looked_at, self.cpu_s, self.state, self.stalled_s = now, cpu_s, state, stalled


def stalled_s() -> float:
    """The larger of both pressures, in seconds; 0 where the kernel does not tell."""
    found = []
    for path in PRESSURES:
        with suppress(OSError):
            found += TOTAL.findall(path.read_text())
    return max((int(micros) / 1e6 for micros in found), default=0.0)


def run_trusted(
    words: Sequence[str], seconds: float, given: bytes = b"", **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """A command of the jury's or of a toolchain, with a wall limit that does not count what the
    machine takes of it; ``more`` is for ``subprocess.Popen``.

    Raises OSError, subprocess.TimeoutExpired, and MachineOverloaded.
    """
    with tempfile.TemporaryFile() as standard_input:
        standard_input.write(given)
        standard_input.seek(0)
        more |= {"stdin": standard_input, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(words, preexec_fn=ties(), **more) as process:
            try:
                out, error = _awaited(process, words[0], seconds)
            finally:
                process.kill()
    return subprocess.CompletedProcess(words, process.returncode, out, error)


def _awaited(process: subprocess.Popen[bytes], name: str, seconds: float) -> tuple[bytes, bytes]:
    """What a process writes until it ends; raises as ``run_trusted`` does."""
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
                f"machine overloaded: of {lasted_s:.0f} s it kept {name} waiting for "
                f"{held.seconds:.0f} s"
            )


def _look(held: Held, pid: int) -> None:
    """At a process and those below it."""
    import psutil  # takes long to load, and few commands last until they are looked at

    cpu_s, state = 0.0, State.NONE
    with suppress(psutil.Error):
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            times = process.cpu_times()
            cpu_s += times.user + times.system
            cpu_s += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
            state |= state_of(process)
    held.look(time.monotonic(), cpu_s, state)
