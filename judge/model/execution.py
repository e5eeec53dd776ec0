"""One command executed under limits."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

#: Cases in a row that hit a limit and end a solution, by default.
GIVE_UP = 2


class Ended(Enum):
    """How an execution ended."""

    EXITED = "exited"
    SIGNALLED = "killed by a signal"
    CPU_LIMIT = "CPU time limit"
    WALL_LIMIT = "wall time limit"
    #: It used no CPU time for long, and waited for nothing of the machine.
    IDLE_LIMIT = "idle time limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    SANDBOX_FAILED = "sandbox failed"
    #: The machine was too busy to run it: that says nothing about the solution.
    OVERLOADED = "machine overloaded"
    #: The interactor had decided: how the solution would have ended says nothing.
    STOPPED = "stopped by the judge"


class Exceeded(Enum):
    """Limits that an execution meets as a failing system call, which it may survive.

    A control group counts every process and thread that was refused. Without one, the living ones
    are counted every few milliseconds and, after a failure, at the end.
    """

    PROCESSES = "too many processes"
    DISK = "too much disk"


class Isolation(Enum):
    """What is new for each case of a solution.

    ``SOLUTION``: the process and every writable file, in one sandbox. ``CASE``: the sandbox itself.
    """

    SOLUTION = "solution"
    CASE = "case"


class Execution(Struct, frozen=True, omit_defaults=True):
    """One command executed under limits: raw facts only.

    ``stdout`` and ``result`` are bounded by ``Limits.output_bytes``; ``stderr`` keeps the last
    ``Limits.stderr_bytes``. ``result`` is what came over the reply channel of a function host, or
    the packed files of a feedback folder, and ``None`` for other programs.
    """

    ended: Ended
    exit_status: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    result: bytes | None
    cpu_s: float
    wall_s: float
    peak_mib: float
    note: str = ""
    #: CPU seconds of every attempt, including this one, if the first came close to the limit.
    tries_s: tuple[float, ...] = ()
    #: Whether ``stdout`` or ``result`` is only the beginning of what was graded.
    cut: bool = False
    exceeded: tuple[Exceeded, ...] = ()
    #: The answer with the manifest's word for "none" replaced by null, if the manifest has one.
    answer: bytes | None = None
    #: Wall seconds in which it was ready to run, but waited for a processor or a disk.
    #: The wall limit does not count them.
    held_s: float = 0.0
