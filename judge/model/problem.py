"""A problem with its cases, limits and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


class FlagsRule(Enum):
    """How the flags of an invocation count: a language of their own, or by their bytes."""

    FREE = "free"
    DIFFERENCE = "difference"


class TimeRule(Enum):
    """What exceeding the time limit means for a solution that is otherwise right."""

    HARD = "hard"
    SOFT = "soft"


@dataclass(frozen=True)
class Rules:
    """What a problem's ``judge.toml`` settles; a package without one has these."""

    flags: FlagsRule = FlagsRule.FREE
    time: TimeRule = TimeRule.HARD


@dataclass(frozen=True)
class Limits:
    """What one execution may use. CPU time is that of the whole process tree."""

    cpu_s: float = 2.0
    memory_mib: int = 256
    output_bytes: int = 8 * 2**20
    stderr_bytes: int = 64 * 2**10
    processes: int = 64
    disk_mib: int = 64
    #: Wall limit in seconds; by default the larger of 2 s and three times the CPU limit.
    wall_override_s: float | None = None

    @property
    def wall_s(self) -> float:
        return self.wall_override_s or max(2.0, 3 * self.cpu_s)


@dataclass(frozen=True, slots=True)
class Case:
    """One input and its answer; the files are read when they are needed.

    ``data`` is the folder that holds ``<name>.in`` and ``<name>.ans``.
    """

    name: str
    group: str
    data: Path
    description: str = ""
    #: SHA-256 of the input and of the answer file as they were judged, 64 bytes together; empty
    #: if they were not computed.
    digests: bytes = b""

    @property
    def input_path(self) -> Path:
        return self.data / f"{self.name}.in"

    @property
    def answer_path(self) -> Path:
        return self.data / f"{self.name}.ans"

    @property
    def input_digest(self) -> str:
        """In hexadecimal; empty if it was not computed."""
        return self.digests[:32].hex()

    @property
    def answer_digest(self) -> str:
        """In hexadecimal; empty if it was not computed."""
        return self.digests[32:].hex()


@dataclass(frozen=True)
class Problem:
    """A problem folder, read and checked. ``titles`` maps a language code to a name."""

    name: str
    folder: Path
    titles: Mapping[str, str]
    limits: Limits
    cases: tuple[Case, ...]
    rules: Rules = field(default_factory=Rules)

    @property
    def title(self) -> str:
        return self.titles.get("en") or next(iter(self.titles.values()))
