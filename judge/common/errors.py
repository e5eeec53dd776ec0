"""The error that is the user's to fix, in one line, and paths as messages show them."""

from __future__ import annotations

from pathlib import Path

from judge.common.safe_text import one_line


class JudgeError(Exception):
    """Something the user can mend: one line that names the file, the place and the mend."""

    def __init__(self, message: str, path: Path | None = None, line: int | None = None) -> None:
        place = "" if path is None else f"{shown_path(path)}{f':{line}' if line else ''}: "
        lines = message.splitlines()
        super().__init__(one_line(place + " ".join(part.strip() for part in lines)))


def shown_path(path: Path) -> str:
    """``near_path`` as it can be shown in a line: with marks for what cannot be seen."""
    return one_line(near_path(path))


def near_path(path: Path) -> str:
    """A path as the user would type it: relative to where they stand, when it lies below."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
