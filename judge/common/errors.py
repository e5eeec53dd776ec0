"""Errors that the user can fix, in one line, and paths as messages show them."""

from __future__ import annotations

from pathlib import Path

from judge.common.safe_text import one_line


class JudgeError(Exception):
    """An error that the user can fix: one line that names the file, the line and the fix."""

    def __init__(self, message: str, path: Path | None = None, line: int | None = None) -> None:
        location = "" if path is None else f"{shown_path(path)}{f':{line}' if line else ''}: "
        lines = message.splitlines()
        said = " ".join(part.strip() for part in lines)
        super().__init__(one_line(location + said))
        self.message, self.path, self.line = one_line(said), path, line


def shown_path(path: Path) -> str:
    """``near_path`` in one line, with invisible characters marked."""
    return one_line(near_path(path))


def near_path(path: Path) -> str:
    """A path as the user would type it: relative to the current folder, if it is below it."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def reason(error: OSError) -> str:
    """Why a file or a folder could not be written or copied; of several reasons the first."""
    if error.strerror is None and error.args and isinstance(error.args[0], list):  # shutil.Error
        source, _, why = error.args[0][0]
        return f"{source}: {why}"
    return error.strerror or str(error)
