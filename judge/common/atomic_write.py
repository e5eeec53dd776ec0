"""Writes a file atomically: a reader sees the old content or the new, never a part.

A regular file is replaced by a rename. Anything else is opened and written: a device, a pipe,
``>(…)`` of a shell, a descriptor such as ``/dev/fd/3``, and standard output, ``-``.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path

from msgspec import Struct

from judge.common import streams

#: The endings of files that programs write; a source or a case has none of them.
REPLACEABLE = frozenset(("", ".html", ".htm", ".json", ".xml", ".csv", ".md", ".svg", ".txt"))
#: Means standard output.
STANDARD_OUTPUT = Path("-")

_DESCRIPTORS = re.compile(r"/proc/(\d+)(?:/task/\d+)?/fd")
#: More than the kernel's limit of links in one path.
_MOST_LINKS = 40


class Way(Enum):
    """How a file is written: replaced by a new one, or opened and written."""

    REPLACED = "replaced"
    INTO = "into"
    DESCRIPTOR = "descriptor"
    STANDARD_OUTPUT = "standard output"


class Target(Struct, frozen=True):
    """What a path names after its links are resolved."""

    way: Way
    path: Path
    descriptor: int = -1

    @property
    def key(self) -> tuple[str, str]:
        """Equal for two paths to one file."""
        if self.way in (Way.STANDARD_OUTPUT, Way.DESCRIPTOR):
            return Way.DESCRIPTOR.value, str(self.descriptor)
        return "path", str(self.path)


def is_replaceable(path: Path) -> bool:
    """False for an existing file that may be a source or a case, named by mistake."""
    if path.suffix.lower() in REPLACEABLE:
        return True
    try:
        return not path.is_file() or path.stat().st_size == 0
    except OSError:  # a name that is too long, for one: told when it is opened
        return True


def target(path: Path) -> Target:
    """How ``path`` will be written; raises OSError if it cannot be."""
    if path == STANDARD_OUTPUT:
        return Target(Way.STANDARD_OUTPUT, path, 1)
    number = _descriptor(path)
    if number == 1:
        return Target(Way.STANDARD_OUTPUT, path, 1)
    if number is not None:
        os.fstat(number)
        return Target(Way.DESCRIPTOR, path, number)
    real = Path(os.path.realpath(path))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return Target(Way.REPLACED, real)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if stat.S_ISSOCK(mode):
        raise OSError(errno.ENXIO, "it is a socket", str(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return Target(Way.REPLACED if stat.S_ISREG(mode) else Way.INTO, real)


def _descriptor(path: Path) -> int | None:
    """The number of this process's own descriptor that a path names: ``/dev/stdout`` names 1."""
    link = path.absolute()
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(link.parent)
        found = _DESCRIPTORS.fullmatch(folder)
        ours = folder == "/dev/fd" or (found is not None and int(found[1]) == os.getpid())
        if ours and link.name.isdecimal():
            return int(link.name)
        if not link.is_symlink():
            return None
        link = Path(folder) / link.readlink()
    return None


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` as ``write_parts`` does; raises OSError."""
    write_parts(path, (data,))


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write some bytes after others to ``path`` and create missing folders; raises OSError.

    A regular file is replaced by a rename, after links are resolved, and keeps its mode. The
    temporary file is in the same folder, because a rename is only atomic within one file system. In
    case of an error the old file remains and the temporary one is removed.
    """
    found = target(path)
    match found.way:
        case Way.STANDARD_OUTPUT:
            for part in parts:
                streams.write_standard_output(part)
        case Way.DESCRIPTOR:
            _write_all(os.dup(found.descriptor), parts)
        case Way.INTO:
            _write_all(os.open(found.path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC), parts)
        case Way.REPLACED:
            _replace(found.path, parts)


def _write_all(number: int, parts: Iterable[bytes]) -> None:
    with open(number, "wb", buffering=0) as file:
        for part in parts:
            left = memoryview(part)
            while left:
                left = left[os.write(file.fileno(), left) :]


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with beside.open("xb") as file:
            with suppress(FileNotFoundError):
                _keep_mode(file.fileno(), path.stat())
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _keep_mode(number: int, old: os.stat_result) -> None:
    """The mode of the file that is replaced and, where that is allowed, its owner."""
    with suppress(PermissionError):
        os.fchown(number, old.st_uid, old.st_gid)
    os.fchmod(number, stat.S_IMODE(old.st_mode) & 0o777)
