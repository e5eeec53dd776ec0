"""One command executed under limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Ended(Enum):
    """How a run came to its end: a fact, not an opinion."""

    EXITED = "exited"
    SIGNALLED = "killed by a signal"
    CPU_LIMIT = "CPU time limit"
    WALL_LIMIT = "wall time limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    SANDBOX_FAILED = "sandbox failed"
    #: The machine held it up for longer than anybody waits: that says nothing of the solution.
    OVERLOADED = "machine overloaded"


class Exceeded(Enum):
    """Limits that show themselves to a run as a call that fails: it may cope, or not.

    A control group knows of every process and thread that was refused. Where there is none, those
    that live are counted every few milliseconds, and, after a failure, at the end.
    """

    PROCESSES = "too many processes"
    DISK = "too much disk"


class Isolation(Enum):
    """What is renewed between two cases of a solution.

    ``SOLUTION``: the process and all that it could write, in one sandbox. ``CASE``: the sandbox
    itself.
    """

    SOLUTION = "solution"
    CASE = "case"


@dataclass(frozen=True, slots=True)
class Execution:
    """One command executed under limits: raw facts only.

    ``stdout`` and ``result`` are bounded by ``Limits.output_bytes``; ``stderr`` keeps the last
    ``Limits.stderr_bytes``. ``result`` is what came over the reply channel of a function host,
    and ``None`` for programs.
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
    #: CPU seconds of every try, this one among them, where the first came close to the limit.
    tries_s: tuple[float, ...] = ()
    #: Whether ``stdout`` or ``result`` is only the beginning of what was graded.
    cut: bool = False
    exceeded: tuple[Exceeded, ...] = ()
    #: The answer in other words than the run's own, where its author says what they mean.
    answer: bytes | None = None
    #: Wall seconds in which it could have run, and the machine had no processor or no disk for it.
    #: The wall limit does not count them.
    held_s: float = field(default=0.0, compare=False)
