"""A look from outside at the call that a process is in.

A call may have stopped the process, blocked its signals or turned off its timers: then nothing in
that process can end the call.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from judge.common.call_watch import GRACE_S, IDLE_S, WAIT_FACTOR, CallRecord

#: How often somebody looks, in seconds.
LOOK_S = 1.0
#: How much longer than in the process itself a call may go on: seconds of CPU time, and ticks.
SPARE_S = GRACE_S + 2.0


class CallGuard:
    """Ends a process whose call goes on too long.

    It counts looks, not time: where nobody could look, because everything was stopped, no time has
    passed.
    """

    def __init__(self, record: CallRecord, pid: int) -> None:
        self._record = record
        self._pid = pid
        self._serial = 0
        self._idle = 0
        self._begun_s = self._used_s = 0.0

    def look(self) -> bool:
        """To be called every ``LOOK_S``. Whether the process was killed, which its record says."""
        serial, limit_s = self._record.call()
        used_s = _cpu_seconds(self._pid)
        if not serial or used_s is None:
            self._serial = 0
            return False
        if serial != self._serial:
            self._serial, self._idle, self._begun_s = serial, 0, used_s
        else:
            self._idle += used_s - self._used_s < IDLE_S
        self._used_s = used_s
        waited_s = self._idle * LOOK_S
        slow = used_s - self._begun_s > limit_s + SPARE_S
        if not slow and waited_s <= WAIT_FACTOR * limit_s + SPARE_S:
            return False
        self._record.mark_overdue()
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self._pid, signal.SIGKILL)
        return True


def _cpu_seconds(pid: int) -> float | None:
    """Of all threads of a process; None where nobody tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None
