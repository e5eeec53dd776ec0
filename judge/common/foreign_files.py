"""Files from others: sources, manifests, cases, plug-ins.

A folder of solutions or a package may come from a stranger. A link in it must not make the judge
read, and show, other files of this machine; a pipe or a device must not block it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

#: The largest source, manifest, settings file or statement, and the largest file of a case: bytes.
SOURCE_BYTES = 16 * 2**20
CASE_BYTES = 256 * 2**20

_READING = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_KINDS = (
    (stat.S_ISDIR, "it is a folder: a file must have this name"),
    (stat.S_ISFIFO, "it is a pipe: put a file there"),
    (stat.S_ISSOCK, "it is a socket: put a file there"),
    (stat.S_ISCHR, "it is a device: put a file there"),
    (stat.S_ISBLK, "it is a device: put a file there"),
)
#: What is wrong with a link that cannot be followed, and the fix.
_LINKS = {
    errno.ENOENT: "it is a link to nothing: remove it, or put the file there",
    errno.ENOTDIR: "it is a link to nothing: remove it, or put the file there",
    errno.ELOOP: "it is a link that leads back to itself: remove it, or put the file there",
}


def read(path: Path, within: Path | None = None, most: int = SOURCE_BYTES) -> bytes:
    """The file's bytes; ``within`` is the folder that no link may leave.

    Raises OSError for anything but a regular file of at most ``most`` bytes; its ``strerror`` is a
    message for the user.
    """
    if within is not None:
        check(path, within)
    return read_named(str(path), most)


def read_named(name: str, most: int = SOURCE_BYTES) -> bytes:
    """As ``read``, for hundreds of thousands of files: to make a path takes as long as to read."""
    _refuse_special(_status(name), name)  # before opening, which can move a device
    return read_regular(name, most)


def read_regular(name: str, most: int = SOURCE_BYTES) -> bytes:
    """As ``read``, of what was a regular file when its folder was read."""
    number = os.open(name, _READING)
    try:
        about = os.fstat(number)
        _refuse_special(about, name)
        data = _read_all(number, about.st_size, most)
    finally:
        os.close(number)
    if data is None:
        raise too_large(name, most)
    return data


def too_large(name: str, most: int) -> OSError:
    """What is wrong with a file of more than ``most`` bytes, a number of MiB."""
    return OSError(errno.EFBIG, f"it is larger than {most >> 20} MiB: make it smaller", name)


def read_start(path: Path, within: Path, most: int) -> bytes:
    """As ``read``, of a file of any size: its first bytes, ``most`` at most."""
    check(path, within)
    number = os.open(path, _READING)
    try:
        _refuse_special(os.fstat(number), path)
        parts: list[bytes] = []
        while most and (part := os.read(number, most)):
            parts.append(part)
            most -= len(part)
    finally:
        os.close(number)
    return b"".join(parts)


class InsideFolders:
    """Reads many files of few folders: whether links leave ``within`` is found out once for each
    folder. Only for as long as nobody moves folders."""

    def __init__(self, within: Path) -> None:
        self._within = within
        #: The names of folders that lie in it.
        self._checked: set[str] = set()

    def read(self, name: str, most: int = SOURCE_BYTES) -> bytes:
        """As ``read``, of a file by its name: no path is made of it."""
        folder = name.rpartition("/")[0]
        if folder in self._checked and stat.S_ISREG(os.lstat(name).st_mode):
            return read_regular(name, most)
        data = read(Path(name), self._within, most)
        self._checked.add(folder)
        return data


def read_text(path: Path, within: Path | None = None) -> str:
    """The file as UTF-8 text; raises OSError as ``read`` does, or UnicodeDecodeError."""
    return read(path, within).decode("utf-8")


def check(path: Path, within: Path) -> None:
    """Raise OSError for anything but a regular file, and for one outside ``within`` after links are
    resolved."""
    about = path.lstat()
    _refuse_special(_status(str(path)) if stat.S_ISLNK(about.st_mode) else about, path)
    if not _lies_in(path, within):
        outside = f"a file outside {within.name or within}"
        message = f"it is a link to {outside}, which is not followed: put a copy there"
        raise OSError(errno.EPERM, message, str(path))


def check_folder(folder: Path, within: Path) -> None:
    """Raise OSError for a folder outside ``within`` after links are resolved, and for a link to a
    folder that it lies in."""
    if not _lies_in(folder, within):
        outside = f"a folder outside {within.name or within}"
        message = f"it is a link to {outside}, which is not followed: put a copy there"
        raise OSError(errno.EPERM, message, str(folder))
    if folder.is_symlink() and _lies_in(folder.parent, folder):
        message = "it is a link to a folder that it lies in: remove it"
        raise OSError(errno.ELOOP, message, str(folder))


def _status(name: str) -> os.stat_result:
    """That of a file, or of what a link leads to; raises OSError, which tells a broken link."""
    try:
        return os.stat(name)  # noqa: PTH116
    except OSError as error:
        fix = _LINKS.get(error.errno or 0)
        if fix is None or not os.path.islink(name):  # noqa: PTH114
            raise
        raise OSError(error.errno, fix, name) from error


def _lies_in(path: Path, within: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(within))


def _refuse_special(about: os.stat_result, path: Path | str) -> None:
    if stat.S_ISREG(about.st_mode):
        return
    for holds, message in _KINDS:
        if holds(about.st_mode):
            raise OSError(errno.EINVAL, message, str(path))


def _read_all(number: int, size: int, most: int) -> bytes | None:
    """The content of an open file; None if it has more than ``most`` bytes."""
    if size > most:
        return None
    data = os.read(number, size + 1)
    if len(data) == size:
        return data  # one byte more was asked for, and is not there
    parts, count = [data], len(data)
    if count > most:
        return None
    while part := os.read(number, max(1, size + 1 - count) if count <= size else 2**20):
        parts.append(part)
        count += len(part)
        if count > most:
            return None
        if count == size:
            break  # one byte more was asked for, and is not there
    return b"".join(parts)
