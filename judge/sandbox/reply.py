"""What the supervisor says of a command. Layout: protocol.h."""

from __future__ import annotations

import errno
import os
import stat
import struct
from contextlib import suppress
from pathlib import Path

from judge.model import Ended, Exceeded, Execution

REPLY = struct.Struct("=5I4x8Q")
ENDED = (
    Ended.EXITED,
    Ended.SIGNALLED,
    Ended.CPU_LIMIT,
    Ended.WALL_LIMIT,
    Ended.MEMORY_LIMIT,
    Ended.OUTPUT_LIMIT,
    Ended.SANDBOX_FAILED,
    Ended.OVERLOADED,
    Ended.STOPPED,
    Ended.IDLE_LIMIT,
)
#: By the bits of ``enum exceeded``.
EXCEEDED = (
    (),
    (Exceeded.PROCESSES,),
    (Exceeded.DISK,),
    (Exceeded.PROCESSES, Exceeded.DISK),
)
STAGES = (
    "start",
    "enter the scratch folder",
    "fork",
    "set limits",
    "drop privileges",
    "confine",
    "execute",
)
#: What ``ended`` is of a command that was not started.
UNSTARTED = len(ENDED)
KILLED_BY_US = 2**32 - 1
#: No number of a reply is larger: thirty years in nanoseconds, an eighth of 2^63.
MOST_NUMBER = 10**18
MOST_WAIT_STATUS = 0xFFFF
MOST_ERROR_NUMBER = 4095


def makes_sense(reply: tuple[int, ...]) -> bool:
    """Whether every number of a reply is in its valid range."""
    ended, wait_status, stage, error_number, exceeded, *numbers = reply
    return (
        ended <= UNSTARTED
        and (wait_status <= MOST_WAIT_STATUS or wait_status == KILLED_BY_US)
        and stage < len(STAGES)
        and error_number <= MOST_ERROR_NUMBER
        and exceeded < len(EXCEEDED)
        and max(numbers) <= MOST_NUMBER
    )


def _barred(program: str) -> str:
    """Why an ordinary user may not execute a program of root's."""
    path = Path(program)
    for folder in (*reversed(path.parents), *reversed(Path(os.path.realpath(path)).parents)):
        with suppress(OSError):
            if not folder.stat().st_mode & stat.S_IXOTH:
                allow = f"allow it with `chmod o+x {folder}`, or install the program elsewhere"
                return f" (the user of the sandbox may not enter {folder}: {allow})"
    return ""


def to_execution(
    program: str, reply: tuple[int, ...], stdout: bytes, stderr: bytes, result: bytes | None
) -> Execution:
    """The facts of a reply that makes sense, with what came after it."""
    ended_code, wait_status, stage, error_number, exceeded, *measures = reply
    cpu_ns, wall_ns, peak_kib, held_ns, *_ = measures
    ended = ENDED[ended_code]
    note = ""
    if stage:
        note = f"cannot {STAGES[stage]}: {os.strerror(error_number)}"
        if error_number == errno.EACCES:
            note += _barred(program)
        ended = Ended.SANDBOX_FAILED
    known = wait_status != KILLED_BY_US and not stage
    return Execution(
        ended=ended,
        exit_status=os.WEXITSTATUS(wait_status) if known and os.WIFEXITED(wait_status) else None,
        signal=os.WTERMSIG(wait_status) if known and os.WIFSIGNALED(wait_status) else None,
        stdout=stdout,
        stderr=stderr,
        result=result,
        cpu_s=cpu_ns / 1e9,
        wall_s=wall_ns / 1e9,
        peak_mib=peak_kib / 1024,
        note=note,
        exceeded=EXCEEDED[exceeded],
        held_s=held_ns / 1e9,
    )
