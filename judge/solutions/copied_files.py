"""Copies files of a package that may be a stranger's: no link leaves the package, and no pipe or
device is opened, and no file is copied that is larger than a package's files may be."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from judge.common import foreign_files
from judge.packages import descriptions
from judge.packages.data_files import unread

#: What no package needs: files of tools, and hidden ones, whose names other judges refuse.
IGNORED = shutil.ignore_patterns("__pycache__", ".*", "*.pyc", descriptions.FILE)


def copy_folder(
    source: Path,
    target: Path,
    package: Path,
    ignore: Callable[[str, list[str]], set[str]] = IGNORED,
    most: int = foreign_files.CASE_BYTES,
) -> None:
    """Copy a folder; links within the package become what they lead to. ``ignore``: which of the
    names in a folder are left out. ``most``: the bytes that one file may have.

    Raises JudgeError for what would have to be read elsewhere or is no file, and OSError and
    shutil.Error where a file cannot be copied.
    """

    def left_out(folder: str, names: list[str]) -> set[str]:
        found = {*ignore(folder, names)}
        for name in names:
            if name not in found:
                _check(Path(folder, name), package, most)
        return found

    _check(source, package, most)
    shutil.copytree(source, target, ignore=left_out)


def copy_file(
    source: Path, target: Path, package: Path, most: int = foreign_files.CASE_BYTES
) -> None:
    """Copy one file, without its permissions; raises as ``copy_folder`` does."""
    _check(source, package, most)
    shutil.copyfile(source, target)


def _check(path: Path, package: Path, most: int) -> None:
    with unread(path):
        if path.is_dir():
            foreign_files.check_folder(path, package)
            return
        foreign_files.check(path, package)
        if path.stat().st_size > most:
            raise foreign_files.too_large(str(path), most)
