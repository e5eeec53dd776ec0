"""What every sandbox layer offers: sessions that run one command at a time under limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from judge.common.errors import JudgeError
from judge.model import Execution, Limits

#: The environment of a command; nothing of the judge's own passes through.
ENVIRONMENT: Mapping[str, str] = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/box",
    "TMPDIR": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class SandboxUnavailable(Exception):
    """A layer cannot work on this machine; the text says why and what to install."""


class SandboxDied(Exception):
    """A session broke while a command ran: a fault of ours, not of the solution."""


class MachineOverloaded(JudgeError):
    """The machine held a command up, more than once, until nobody waits any longer: that says
    nothing of the command."""


@dataclass(frozen=True)
class Command:
    """One command. ``argv[0]`` is an absolute path; with ``wants_result`` it gets descriptor 3."""

    argv: tuple[str, ...]
    stdin: bytes = b""
    wants_result: bool = False
    #: Whether ``argv`` starts a host that serves many calls, each in a fork of itself.
    warm: bool = False
    #: A compiler's command: it must be able to write where it stands, whatever the layer.
    writes: bool = False
    environment: Mapping[str, str] = field(default_factory=lambda: ENVIRONMENT)


@dataclass(frozen=True)
class View:
    """What a session shows of the host, read-only, beside the system's own programs.

    ``folder`` appears where the layer says; each of ``toolchains`` at its own path.
    """

    folder: Path
    toolchains: tuple[Path, ...] = ()
    #: A folder that ends with the batch, for a layer that needs a place for scratch on the host.
    temporary: Path | None = None


class Session(Protocol):
    """A sandbox kept for one solution; every command in it starts afresh."""

    def run(self, command: Command, limits: Limits) -> Execution:
        """Run one command to its end; raises SandboxDied."""

    def close(self) -> None:
        """End it and all that is in it; never raises."""


class Layer(Protocol):
    """A way of confining a command."""

    @property
    def name(self) -> str: ...

    @property
    def protections(self) -> tuple[str, ...]:
        """What it promises, for ``judge doctor`` and the report's footer."""

    @property
    def keeps_hosts(self) -> bool:
        """Whether a command may be ``warm``."""

    @property
    def hosts_folder(self) -> str:
        """Where a command sees the function hosts."""

    def program_folder(self, view: View) -> str:
        """Where a command sees ``view.folder``."""

    def open(self, view: View) -> Session:
        """Start a session; raises SandboxUnavailable."""
