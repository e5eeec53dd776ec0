"""Copies files of a package that may be a stranger's: no link leaves the package, and no pipe or
device is opened."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from judge.common import foreign_files
from judge.packages import descriptions
from judge.packages.data import unread

#: What no package needs: files of tools, and hidden ones, whose names other judges refuse.
IGNORED = shutil.ignore_patterns("__pycache__", ".*", "*.pyc", descriptions.FILE)


def copy_folder(
    source: Path,
    target: Path,
    package: Path,
    ignore: Callable[[str, list[str]], set[str]] = IGNORED,
) -> None:
    """Copy a folder; links within the package become what they lead to. ``ignore``: which of the
    names in a folder are left out.

    Raises JudgeError for what would have to be read elsewhere or is no file, and OSError and
    shutil.Error where a file cannot be copied.
    """

    def left_out(folder: str, names: list[str]) -> set[str]:
        found = {*ignore(folder, names)}
        for name in names:
            if name not in found:
                _check(Path(folder, name), package)
        return found

    _check(source, package)
    shutil.copytree(source, target, ignore=left_out)


def copy_file(source: Path, target: Path, package: Path) -> None:
    """Copy one file, without its permissions; raises as ``copy_folder`` does."""
    _check(source, package)
    shutil.copyfile(source, target)


def _check(path: Path, package: Path) -> None:
    with unread(path):
        if path.is_dir():
            foreign_files.check_folder(path, package)
        else:
            foreign_files.check(path, package)
