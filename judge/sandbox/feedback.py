"""Files of a command as they go through the socket: of its feedback folder, or of its working
folder. Layout: protocol.h."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from judge.common.removal import remove_tree

#: At the beginning of an argument of a command: the path of its feedback folder, with a slash.
FEEDBACK = "{feedback}"
#: The feedback folder, and the working folder of a command that has one, in its scratch folder.
NAME, WORK = "feedback", "work"
HEAD = struct.Struct("=2Q")
#: Of the size of a file that is a link.
LINK = 1 << 63
SIZE = struct.Struct("=Q")
LONGEST_NAME = 256
MOST_FILES = 1024
#: The unit in which a file system gives space.
BLOCK = 4096


class LinkTo(bytes):
    """In place of the bytes of a file that a command is given: the path to which it is a link."""


def with_folder(argv: Iterable[str], folder: str) -> tuple[str, ...]:
    """The arguments with the path of the feedback folder, which ends with a slash."""
    return tuple(
        folder + word.removeprefix(FEEDBACK) if word.startswith(FEEDBACK) else word for word in argv
    )


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files for a request."""
    packed = packed_files(files.items())
    return SIZE.pack(len(packed)) + packed


def given_files(
    files: Mapping[str, bytes] | None, own: Mapping[str, bytes] | None
) -> Mapping[str, bytes]:
    """What a command is given, by paths in its scratch folder: ``files`` in its working folder, and
    those of its feedback folder, if it has one."""
    if own is None:
        return files or {}
    shown = {f"{WORK}/{name}": data for name, data in (files or {}).items()}
    return {**shown, **{f"{NAME}/{name}": data for name, data in own.items()}}


def packed_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The files as a reply has them."""
    named = ((os.fsencode(name), data) for name, data in files)
    return b"".join(HEAD.pack(len(name), _size(data)) + name + data for name, data in named)


def _size(data: bytes) -> int:
    return len(data) | LINK if isinstance(data, LinkTo) else len(data)


def unpack(data: bytes) -> Mapping[str, bytes]:
    """The files of a reply by name; raises ValueError for anything else."""
    return dict(sorted(_files(data)))


def _files(data: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(data):
        if at + HEAD.size > len(data):
            raise ValueError("a file lacks its head")
        name_size, size = HEAD.unpack_from(data, at)
        begin = at + HEAD.size + name_size
        if not 0 < name_size <= LONGEST_NAME or size > len(data) - begin:
            raise ValueError("a file is longer than the whole")
        yield os.fsdecode(data[at + HEAD.size : begin]), data[begin : begin + size]
        at = begin + size


def put_files(scratch: Path, files: Mapping[str, bytes], own: Mapping[str, bytes] | None) -> Path:
    """The working folder of a command without a supervisor, with what ``given_files`` says."""
    if own is not None:
        for name in (NAME, WORK):
            (scratch / name).mkdir()
    for name, data in given_files(files, own).items():
        path = scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, LinkTo):
            path.symlink_to(os.fsdecode(data))
        else:
            path.write_bytes(data)
    return scratch if own is None else scratch / WORK


def disk_mib(files: Mapping[str, bytes]) -> int:
    """How much of a disk they take, at most."""
    return -(-sum(len(data) + 2 * BLOCK for data in files.values()) // 2**20)


def read_folder(folder: Path, most: int) -> tuple[tuple[str, bytes], ...] | None:
    """The files in a folder that a command has written, each with its name; None if they hold more
    than ``most`` bytes or there are too many. No link is followed: what is no regular file that can
    be read is empty, and its name ends with a slash."""
    files, size = [], 0
    try:
        at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return ()
    try:
        names = sorted(os.listdir(at))  # noqa: PTH208
        for name in names[: MOST_FILES + 1]:
            data = _read(name, at, most - size)
            size += HEAD.size + len(os.fsencode(name)) + len(data or b"")
            if size > most:
                return None
            files.append((f"{name}/", b"") if data is None else (name, data))
    finally:
        os.close(at)
    return None if len(names) > MOST_FILES else tuple(files)


def _read(name: str, at: int, most: int) -> bytes | None:
    """At most one byte more than ``most`` of a file; None if it is no file or cannot be read."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        number = os.open(name, flags, dir_fd=at)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM):
            raise
        return None
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        return None
    with open(number, "rb") as file:  # noqa: PTH123
        return file.read(max(0, most) + 1)


def clear(scratch: Path) -> None:
    """Remove what a command has left in a scratch folder that is not renewed for every command."""
    with suppress(OSError):
        for entry in os.scandir(scratch):
            if entry.is_dir(follow_symlinks=False):
                remove_tree(entry.path)
            else:
                with suppress(OSError):
                    Path(entry.path).unlink()
        os.utime(scratch)
