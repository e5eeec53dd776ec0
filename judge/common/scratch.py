"""Temporary folders. Those of a judge that was killed are removed by the next one.

A folder belongs to the judge that holds a lock on the file ``.owner`` in it. The kernel releases
the lock when the last process of that judge ends. The next judge of the same user removes the
folders that are not locked.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.removal import remove_tree

PREFIX = "judge-"
OWNER = ".owner"
#: The least free space for temporary files, in bytes.
ROOM = 2**20
#: The least number of files that it must be possible to make, where the file system counts them.
FILES = 256


@contextmanager
def temporary_folder(mode: int = 0o755) -> Iterator[str]:
    """A new folder, removed at the end of the context; raises JudgeError if it cannot be created.

    By default every user may enter it: a sandbox with its own user id must read the files in it,
    whatever the umask takes away. It is put back at the end of the context.
    """
    with _shown_to(mode):
        yield from _folder(mode)


@contextmanager
def _shown_to(mode: int) -> Iterator[None]:
    """Give new files the rights of others that a folder of this mode has, if those who read it are
    other users: those of the sandboxes of root."""
    umask = os.umask(0o077)
    os.umask(umask & ~mode if os.geteuid() == 0 else umask)
    try:
        yield
    finally:
        os.umask(umask)


def _folder(mode: int) -> Iterator[str]:
    parent = usable()
    sweep(parent)
    try:
        folder, owner = _made(parent)
    except OSError as error:
        raise _refused(parent, error) from error
    try:
        folder.chmod(mode)
        yield str(folder)
    finally:
        remove_tree(folder)
        os.close(owner)


def usable() -> Path:
    """The folder that TMPDIR names, or the system's default; raises JudgeError if it is missing,
    full or not writable."""
    named = os.environ.get("TMPDIR")
    try:
        parent = Path(named or tempfile.gettempdir()).absolute()
    except FileNotFoundError as error:
        raise JudgeError(
            f"no folder for temporary files ({error.strerror}): name one in TMPDIR"
        ) from error
    try:
        with tempfile.TemporaryFile(dir=parent) as file:
            file.write(bytes(ROOM))
            file.flush()
        counts = os.statvfs(parent)
        if counts.f_files and counts.f_favail < FILES:
            raise OSError(errno.ENOSPC, f"only {counts.f_favail} inodes are free")
    except OSError as error:
        raise _refused(parent, error) from error
    return parent


def _refused(parent: Path, error: OSError) -> JudgeError:
    message = f"cannot hold temporary files: {error.strerror}: name another folder in TMPDIR"
    return JudgeError(message, parent)


def _made(parent: Path) -> tuple[Path, int]:
    """A folder and the descriptor with its lock."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        owner = os.open(folder / OWNER, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        fcntl.flock(owner, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(owner), (folder / OWNER).stat()):
                return folder, owner
        os.close(owner)  # another judge removed it before it was locked


def sweep(parent: Path) -> None:
    """Remove the folders below ``parent`` whose judge has ended; never raises.

    Only folders that a judge of this user created are removed, and no link is followed.
    """
    with suppress(OSError):
        at = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for name in os.listdir(at):  # noqa: PTH208
                if name.startswith(PREFIX):
                    with suppress(OSError):
                        _sweep(at, name)
        finally:
            os.close(at)


def _sweep(at: int, name: str) -> None:
    """Remove one folder if its lock is free; raises OSError."""
    flags = os.O_CLOEXEC | os.O_NOFOLLOW
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | flags, dir_fd=at)
    try:
        if os.fstat(folder).st_uid != os.geteuid():
            return
        owner = os.open(OWNER, os.O_RDWR | os.O_NONBLOCK | flags, dir_fd=folder)
        try:
            about = os.fstat(owner)
            if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid():
                return
            fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
            there = os.stat(name, dir_fd=at, follow_symlinks=False)
            if os.path.samestat(there, os.fstat(folder)):
                remove_tree(name, at)
        finally:
            os.close(owner)
    finally:
        os.close(folder)
