"""What a check of a package has to say of one of its files or folders."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError, place
from judge.common.safe_text import one_line, short_words

SHOWN = 300


class Severity(Enum):
    """How bad a remark is; a fault must be fixed."""

    FAULT = "fault"
    WARNING = "warning"
    NOTE = "note"


class Remark(Struct, frozen=True):
    """Something that is to be said of a file or folder, and of one of its lines if one is named."""

    severity: Severity
    path: Path
    message: str
    line: int | None = None

    def __str__(self) -> str:
        where = place(self.path, self.line)
        return f"{self.severity.value}: {where}: {one_line(short_words(self.message), SHOWN)}"


def fault(path: Path, message: str, line: int | None = None) -> Remark:
    """What must be mended."""
    return Remark(Severity.FAULT, path, message, line)


def warning(path: Path, message: str, line: int | None = None) -> Remark:
    """What is doubtful."""
    return Remark(Severity.WARNING, path, message, line)


def note(path: Path, message: str, line: int | None = None) -> Remark:
    """What is good to know."""
    return Remark(Severity.NOTE, path, message, line)


def of_error(error: JudgeError, path: Path, severity: Severity = Severity.FAULT) -> Remark:
    """The remark for an error that names its file itself, or else for ``path``."""
    return Remark(severity, error.path or path, error.message, error.line)
