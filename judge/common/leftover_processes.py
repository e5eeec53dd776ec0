"""Processes that foreign code has started in this one and left: they would outlive it."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from contextlib import suppress

from judge.common.interrupts import is_interruption
from judge.common.processes import children, is_running, kill_children, name_and_state
from judge.common.safe_text import one_line

#: The longest name of a process that is shown.
_SHOWN = 60


def end_left_processes(spared: Collection[int] = (), status: int = 0) -> None:
    """Kill them, and say so in a line that names one of them; to be called when nothing of the
    judge's own is left but what has a process group of its own, which ends, too.

    Nothing is said of what has left the group of this process: an orphan may be the judge's own.
    ``spared``: children that are not the judge's. ``status``: the exit status; where a signal ended
    the command, nothing is said either: it may have come while the judge started a program. Where
    the system has no list of children, nothing is done.
    """
    left = [pid for pid in children(os.getpid()) if pid not in spared and _is_left(pid)]
    name = one_line(name_and_state(left[0])[0], _SHOWN) if left else ""
    kill_children(spared)
    if not left or is_interruption(status):
        return
    print(
        f"judge: {name}: a process that a plug-in began has not ended, and ends with the judge: "
        "wait for its end before the method returns",
        file=sys.stderr,
    )


def _is_left(pid: int) -> bool:
    """Whether it goes on, in the process group of this one."""
    with suppress(ProcessLookupError, PermissionError):
        return os.getpgid(pid) == os.getpgid(0) and is_running(pid)
    return False
