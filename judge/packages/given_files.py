"""The folder ``NAME.files`` of a case: files that a submission finds in its working folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.foreign_files import CASE_BYTES
from judge.model import Case
from judge.packages.file_names import NAME

MOST_FILES = 1000
LONGEST_PATH = 255


def files_of_case(case: Case) -> Mapping[str, bytes]:
    """The files of a case by their paths in its folder; raises JudgeError."""
    folder = case.settings.files
    if folder is None:
        return {}
    found, left = {}, CASE_BYTES
    for name in _names(folder, case.data):
        try:
            found[name] = foreign_files.read(folder / name, case.data, most=CASE_BYTES)
        except OSError as error:
            raise unreadable(error, folder / name) from error
        left -= len(found[name])
        if left < 0:
            raise JudgeError(f"has more than {CASE_BYTES >> 20} MiB of files", folder)
    return found


def check_files(folder: Path, data: Path) -> None:
    """Raise JudgeError for a folder of a case that a submission cannot be given.

    ``data``: the folder that no link may leave.
    """
    size = 0
    for name in _names(folder, data):
        try:
            foreign_files.check(folder / name, data)
            size += (folder / name).stat().st_size
        except OSError as error:
            raise unreadable(error, folder / name) from error
    if size > CASE_BYTES:
        raise JudgeError(f"has more than {CASE_BYTES >> 20} MiB of files", folder)


def unread_files(folder: Path) -> tuple[Path, ...]:
    """The files that a submission is not given because of their names, without hidden ones."""
    try:
        paths = sorted(path for path in folder.rglob("*") if not path.is_dir())
    except OSError as error:
        raise unreadable(error, folder) from error
    parts = {path: path.relative_to(folder).parts for path in paths}
    wrong = [path for path in paths if not all(NAME.fullmatch(part) for part in parts[path])]
    return tuple(path for path in wrong if not any(p.startswith(".") for p in parts[path]))


def _names(folder: Path, data: Path) -> Iterator[str]:
    """The paths of the files; hidden ones are ignored, as everywhere in a package."""
    try:
        foreign_files.check_folder(folder, data)
        is_folder = folder.is_dir()
        paths = sorted(path for path in folder.rglob("*") if not path.is_dir())
    except OSError as error:
        raise unreadable(error, folder) from error
    if not is_folder:
        said = "is no folder: make one of this name, and put the files for submissions into it"
        raise JudgeError(said, folder)
    names = [path.relative_to(folder) for path in paths]
    kept = [name for name in names if all(NAME.fullmatch(part) for part in name.parts)]
    if len(kept) > MOST_FILES:
        raise JudgeError(f"has more than {MOST_FILES} files", folder)
    for name in kept:
        if len(name.as_posix()) > LONGEST_PATH:
            raise JudgeError(f"has a path of more than {LONGEST_PATH} characters", folder / name)
        yield name.as_posix()
