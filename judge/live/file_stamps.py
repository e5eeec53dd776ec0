"""Whether files have been saved: their times, sizes and numbers, read again and again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

#: So many files of a folder are looked at; changes of others are not noticed.
MOST_FILES = 20_000

#: By path: time of the last change in nanoseconds, size in bytes, number of the file.
Stamps = dict[str, tuple[int, int, int]]


def stamps_of(paths: Iterable[Path]) -> Stamps:
    """The stamps of files, and of all files in folders. What does not exist has none."""
    found: Stamps = {}
    for path in paths:
        with suppress(OSError):
            about = path.stat()
            if path.is_dir():
                found.update(_in_folder(path))
            else:
                found[str(path)] = (about.st_mtime_ns, about.st_size, about.st_ino)
    return found


def _in_folder(folder: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Files that editors and Python write beside others are left out, links are not followed."""
    left = [str(folder)]
    number = 0
    while left:
        with suppress(OSError), os.scandir(left.pop()) as entries:
            for entry in entries:
                if entry.name.startswith(".") or entry.name.endswith(("~", "__pycache__")):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    left.append(entry.path)
                    continue
                about = entry.stat(follow_symlinks=False)
                yield entry.path, (about.st_mtime_ns, about.st_size, about.st_ino)
                number += 1
                if number == MOST_FILES:
                    return
