"""How long the machine held a command up: the time in which it could have run and got no processor,
or waited for a disk that is too slow. The same rule as in held.h, for commands without a sandbox.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Flag
from pathlib import Path

import psutil

#: How long some process of the machine has waited for a disk, or for memory, in all.
PRESSURES = (Path("/proc/pressure/io"), Path("/proc/pressure/memory"))
TOTAL = re.compile(r"some .*total=(\d+)")


class State(Flag):
    """What the processes of a command are at; neither for those that sleep or are stopped."""

    NONE = 0
    CAN_RUN = 1
    WAITS_FOR_DISK = 2


_STATES = {
    "R": State.CAN_RUN,
    "D": State.WAITS_FOR_DISK,
    psutil.STATUS_RUNNING: State.CAN_RUN,
    psutil.STATUS_DISK_SLEEP: State.WAITS_FOR_DISK,
}


def state_of(process: psutil.Process) -> State:
    """What a process is at, or any thread of it; raises psutil.Error."""
    state = _STATES.get(process.status(), State.NONE)
    for path in Path(f"/proc/{process.pid}/task").glob("*/stat"):
        with suppress(OSError, IndexError):
            state |= _STATES.get(path.read_text().rpartition(")")[2].split()[0], State.NONE)
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
