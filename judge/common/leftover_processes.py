"""Processes that foreign code has started in this one and left: they would outlive it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from judge.common.processes import children, kill_with_children
from judge.common.safe_text import one_line

#: The longest name of a process that is shown.
_SHOWN = 60


def end_left_processes() -> None:
    """Kill them, and say so in a line that names one of them; to be called when nothing of the
    judge's own is left but what has a process group of its own.

    Where the system has no list of children, nothing is done.
    """
    left = [pid for pid in children(os.getpid()) if _is_left(pid)]
    if not left:
        return
    name = one_line(_fields(left[0])[0], _SHOWN)
    kill_with_children(left)
    print(
        f"judge: {name}: a process that a plug-in began has not ended, and ends with the judge: "
        "wait for its end before the method returns",
        file=sys.stderr,
    )


def _is_left(pid: int) -> bool:
    """Whether it goes on, in the process group of this one."""
    with suppress(ProcessLookupError, PermissionError):
        return os.getpgid(pid) == os.getpgid(0) and _fields(pid)[1] != "Z"
    return False


def _fields(pid: int) -> tuple[str, str]:
    """Name and state of a process."""
    with suppress(OSError):
        name, _, rest = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")
        return name.partition("(")[2], rest.split()[0]
    return "", "Z"
