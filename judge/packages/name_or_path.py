"""The words of a command line that mean a problem: its name, or the path of its folder."""

from __future__ import annotations

from pathlib import Path


def problem_name(word: str) -> str:
    """The name of the problem that is meant."""
    return named_path(Path(word)).name if is_path(word) else word


def is_path(word: str) -> bool:
    """Whether it means a folder."""
    return "/" in word or word in (".", "..")


def named_path(path: Path) -> Path:
    """The path with a name at its end, as ``.`` has none."""
    return path if path.name not in ("", "..") else path.resolve()
