"""What every sandbox layer offers: sessions that run one command at a time under limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from judge.common.errors import JudgeError
from judge.model import Execution, Limits

#: The environment of a command; nothing of the judge's own environment is passed on.
ENVIRONMENT: Mapping[str, str] = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/box",
    "TMPDIR": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class SandboxUnavailable(Exception):
    """A layer does not work on this machine; the message says why and what to install."""


class SandboxDied(Exception):
    """A session failed while a command ran: a fault of the judge, not of the solution."""


class MachineOverloaded(JudgeError):
    """The machine held up a command, more than once, beyond all patience. That says nothing about
    the command."""


class Command(Struct, frozen=True):
    """One command. ``argv[0]`` is an absolute path; with ``wants_result`` it gets descriptor 3."""

    argv: tuple[str, ...]
    stdin: bytes = b""
    wants_result: bool = False
    #: Whether ``argv`` starts a host that serves many calls, each in a fork of itself.
    warm: bool = False
    #: A compiler: it must be able to write to its working folder in every layer.
    writes: bool = False
    #: A submission that must not write to its working folder. Without a sandbox it may.
    read_only: bool = False
    environment: Mapping[str, str] = field(default_factory=lambda: ENVIRONMENT)
    #: The command has a feedback folder, with these files in it; ``{feedback}`` in ``argv`` is its
    #: path, which does not lie in its working folder. Its files are packed in ``Execution.result``.
    #: Not together with ``wants_result``.
    feedback: Mapping[str, bytes] | None = None
    #: Files that the command finds in its working folder, by their paths in it; none for the next
    #: command.
    files: Mapping[str, bytes] | None = None


class View(Struct, frozen=True):
    """What a session shows of the host, read-only, in addition to the system's programs.

    ``folder`` and ``data`` appear at the paths that the layer chooses, each of ``toolchains`` at
    its own path. Files that are put into ``data`` later appear at once.
    """

    folder: Path
    toolchains: tuple[Path, ...] = ()
    #: A folder that is removed with the batch, for layers with a scratch folder on the host.
    temporary: Path | None = None
    #: Files besides the program, such as the cases that a validator reads.
    data: Path | None = None


class CrossedEnd(Struct, frozen=True):
    """One end of a crossing, as descriptors: the pipe that becomes the command's standard input,
    the pipe to the other command, and the page that both sides share. The session makes copies of
    what it needs."""

    input: int
    output: int
    page: int
    #: Whether the command is the interactor, which is not charged for waiting.
    interactor: bool
    #: How long both commands together may take, at most.
    patience_s: float


class Session(Protocol):
    """A sandbox kept for one solution; every command in it starts from the same state."""

    def run(self, command: Command, limits: Limits) -> Execution:
        """Run one command to its end; raises SandboxDied."""

    def run_together(self, commands: Iterable[Command], limits: Limits) -> list[Execution | None]:
        """Run short commands one after the other; None for one that must be run by itself. Nothing
        is run, and no more of ``commands`` taken, once it shows that they cannot be asked for
        together: then the list is empty. Raises SandboxDied."""

    def start(self, command: Command, limits: Limits, end: CrossedEnd) -> None:
        """Start one command that converses with that of another session; raises SandboxDied."""

    def finish(self) -> Execution:
        """Wait for the end of a command that was started; raises SandboxDied."""

    def close(self) -> None:
        """End it with all its processes; never raises."""


class Layer(Protocol):
    """A way of confining a command."""

    @property
    def name(self) -> str: ...

    @property
    def protections(self) -> tuple[str, ...]:
        """What it promises, for ``judge doctor`` and the report."""

    @property
    def keeps_hosts(self) -> bool:
        """Whether a command may be ``warm``."""

    @property
    def hosts_folder(self) -> str:
        """Path of the function hosts inside the sandbox."""

    def program_folder(self, view: View) -> str:
        """Path of ``view.folder`` inside the sandbox."""

    def data_folder(self, view: View) -> str:
        """Path of ``view.data`` inside the sandbox."""

    def open(self, view: View) -> Session:
        """Start a session; raises SandboxUnavailable."""
