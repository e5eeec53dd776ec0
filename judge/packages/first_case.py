"""One case of a package with very many: it can be judged before all of them are listed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from judge.packages.data_files import GROUP_FILES, JUDGED, OWNED
from judge.packages.folder_entries import USUAL_STEM

#: A package with more files of cases than this has very many.
VERY_MANY = 1_500
#: So large is a folder of so many names, in most file systems: bytes.
LARGE = 20 * VERY_MANY
#: Longer files are not copied: bytes.
LONGEST = 2**20
_INPUT = re.compile(rf"{USUAL_STEM}\.in")


def has_very_many(package: Path, limit: int = VERY_MANY) -> bool:
    """Whether a package has so many cases that listing them takes a while: more files than
    ``limit``, or a folder that is large itself. Raises OSError."""
    left = limit
    folders = [package / "data" / name for name in JUDGED]
    while folders:
        folder = folders.pop()
        if folder.is_dir() and folder.stat().st_size > LARGE:
            return True
        for entry in _entries(folder):
            left -= 1
            if left < 0:
                return True
            if entry.is_dir(follow_symlinks=False):
                folders.append(Path(entry.path))
    return False


def copy_first_case(package: Path, into: Path) -> bool:
    """Copy some case of a package, with the settings of its groups, into a new folder ``data`` in
    ``into``; whether there is one of short, regular files. Raises OSError."""
    found = next(filter(None, (_first_input(package / "data" / name) for name in JUDGED)), None)
    if found is None:
        return False
    stem = found.with_suffix("")
    files = [found, *(stem.with_name(stem.name + suffix) for suffix in OWNED)]
    above = [folder for folder in found.parents if package in folder.parents]
    files += [folder / name for folder in above for name in GROUP_FILES]
    files = [path for path in files if os.path.lexists(path)]
    if not all(_is_short(path) for path in files):
        return False
    for path in files:
        copy = into / path.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy, follow_symlinks=False)
    return True


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """What is in a folder, unless it is a link; nothing where there is none. Raises OSError."""
    if folder.is_dir() and not folder.is_symlink():
        with os.scandir(folder) as found:
            yield from found


def _first_input(folder: Path) -> Path | None:
    """An input in a folder, or else in the first folder below it that has one."""
    folders = []
    for entry in _entries(folder):
        if _INPUT.fullmatch(entry.name):
            return folder / entry.name
        if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
            folders.append(folder / entry.name)
    return next(filter(None, map(_first_input, sorted(folders))), None)


def _is_short(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= LONGEST
