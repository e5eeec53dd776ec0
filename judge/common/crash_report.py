"""Says in one line which call of foreign code this process died in.

A crash in a library that is not written in Python ends a process at once, so another process has to
say it: a fork, made before the first such call, that waits for the end of this one.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress

from judge.common.call_guard import LOOK_S, CallGuard
from judge.common.call_watch import CallRecord
from judge.common.process_end import END_PROCESS
from judge.common.processes import adopt_orphans

#: What would end the fork before it has spoken.
_IGNORED = (
    *(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE),
    signal.SIGTTOU,
)
_STDERR = 2


def reported_record() -> CallRecord | None:
    """A record of calls; if this process dies in one of them, a line on standard error says so.

    None where there can be no such fork.
    """
    record = CallRecord()
    if guard_process(record, says=True):
        return record
    record.close()
    return None


def guard_process(record: CallRecord, says: bool) -> bool:
    """Start the fork, which also ends this process if nothing in it can end a call. What a call
    detaches stays a child of this process.

    ``says``: whether it prints a line. False where there can be no such fork.
    """
    adopt_orphans()
    sys.stderr.flush()
    guard = CallGuard(record, os.getpid())
    try:
        handle = os.pidfd_open(os.getpid())
        pid = os.fork()
    except OSError:
        return False
    if pid == 0:
        _wait(handle, record, guard, says)
    with suppress(OSError):  # so that nobody takes it for a process that a plug-in has left
        os.setpgid(pid, pid)
    os.close(handle)
    return True


def _wait(handle: int, record: CallRecord, guard: CallGuard, says: bool) -> None:
    """Wait for the end of the other process; never returns."""
    try:
        for number in _IGNORED:
            signal.signal(number, signal.SIG_IGN)
        # Locks and pipes of the other process must end with it.
        os.closerange(_STDERR + 1, handle)
        os.closerange(handle + 1, os.sysconf("SC_OPEN_MAX"))
        os.closerange(0, _STDERR)
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        while not poll.poll(1000 * LOOK_S):
            guard.look()
        if says and (label := record.read()):
            said = "crashed the judge, or somebody killed the judge during the call"
            if record.is_overdue:
                said = "took too long, and could not be interrupted"
            os.write(_STDERR, f"judge: {label} {said}\n".encode("utf-8", "replace"))
    finally:
        END_PROCESS(0)
