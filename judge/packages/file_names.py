"""The names that formats ``legacy`` and 2025-09 allow: what has another one counts as not there.

Both say so under "General requirements" of their specification.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.messages import listed
from judge.model import FormatVersion

NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")
#: Names of cases in capitals, which decide on verdicts and would not be read.
CAPITALS = (".IN", ".In", ".ANS", ".Ans")
_OTHERS = re.compile(r"[^a-zA-Z0-9_.-]")
_RULE = "the format allows letters, digits, _, . and - in names, no others, and no - first"


def drops_names(version: FormatVersion) -> bool:
    """Whether a version of the format has what is badly named count as not there."""
    return version is not FormatVersion.DRAFT_2023_07


def well_named(path: Path) -> bool:
    """Whether the format allows the name of a program. The suffixes in its own table of languages
    may contain a plus, which its rule for names does not."""
    return bool(NAME.fullmatch(path.stem + path.suffix.replace("+", "")))


def well_named_path(path: Path) -> bool:
    """Whether the format allows the names of a file and of the folders above it."""
    return all(well_named(Path(part)) for part in path.parts)


def misnamed(folder: Path) -> Iterator[Path]:
    """The files and folders below a folder whose names the format does not allow, without hidden
    ones and what lies below one that is found; no link to a folder is followed. Raises OSError."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if not well_named(path):
            yield path
        elif path.is_dir() and not path.is_symlink():
            yield from misnamed(path)


def allowed(name: str) -> str:
    """A name like it that the format allows: letters without their marks, other signs as ``_``."""
    parts = unicodedata.normalize("NFKD", name)
    plain = "".join(one for one in parts if not unicodedata.combining(one))
    return re.sub(r"^[.-]", "_", _OTHERS.sub("_", plain))


def left_out(paths: Sequence[Path]) -> str:
    """What is said of the first of some files and folders with names that are not allowed: what
    would be right, and which others there are."""
    first, *others = paths
    more = f"; nor are {listed(path.name for path in others)}" if others else ""
    return f"is not read: {_RULE}: rename it, such as to {allowed(first.name)}{more}"


def refuse_name(folder: Path, name: str) -> None:
    """Raise JudgeError for a file of a case that would not be read, or not as one, by its name."""
    if name.endswith(CAPITALS):
        suffix = Path(name).suffix
        said = f"is not read: call it {name.removesuffix(suffix)}{suffix.lower()}"
        raise JudgeError(said, folder / name)
    if name.startswith("-"):
        said = "begins with a hyphen, and programs take it for an option: rename it"
        raise JudgeError(said, folder / name)
