"""Removes a folder in which a stranger's program may have written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

#: Neither waits for anything nor follows a link.
_OPENED = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def remove_tree(folder: str | os.PathLike[str], at: int | None = None) -> None:
    """Remove a folder and all below it, however deep, also what its owner may not read or write as
    it is. ``at``: the descriptor of the folder that ``folder`` is in.

    Follows no link, and never raises: what nobody can remove stays.
    """
    with suppress(RecursionError):  # a call and a descriptor for each level
        shutil.rmtree(folder, ignore_errors=True, dir_fd=at)
    with suppress(OSError), _opened(os.fspath(folder), at) as top:
        _empty(top)
    with suppress(OSError):
        os.rmdir(folder, dir_fd=at)


def _empty(top: int) -> None:
    """Remove all that is in an open folder. Folders further down move up to it, one by one, so that
    nothing is held for a level."""
    moved = 0
    left: set[str] = set()
    while folders := [name for name in _remaining(top) if name not in left]:
        for name in folders:
            with suppress(OSError), _opened(name, top) as folder:
                for inner in _remaining(folder):
                    # Opened, because its owner may write to it then.
                    with suppress(OSError), _opened(inner, folder):
                        moved = _free_number(top, moved)
                        os.rename(inner, str(moved), src_dir_fd=folder, dst_dir_fd=top)
            try:
                os.rmdir(name, dir_fd=top)
            except OSError:
                left.add(name)


def _remaining(folder: int) -> list[str]:
    """The folders in an open folder that are not empty; all else in it is removed."""
    found = []
    for name in os.listdir(folder):
        try:
            os.unlink(name, dir_fd=folder)
        except OSError:
            try:
                os.rmdir(name, dir_fd=folder)
            except OSError:
                found.append(name)
    return found


def _free_number(top: int, number: int) -> int:
    """The next number that is no name in the folder."""
    number += 1
    with suppress(FileNotFoundError):
        while True:
            os.stat(str(number), dir_fd=top, follow_symlinks=False)
            number += 1
    return number


@contextmanager
def _opened(name: str, at: int | None) -> Iterator[int]:
    """The descriptor of a folder that its owner may read and write from now on; raises OSError."""
    found = os.open(name, os.O_PATH | _OPENED, dir_fd=at)
    try:
        with suppress(OSError):  # of another owner
            Path(f"/proc/self/fd/{found}").chmod(0o700)
        folder = os.open(".", _OPENED, dir_fd=found)
    finally:
        os.close(found)
    try:
        yield folder
    finally:
        os.close(folder)
