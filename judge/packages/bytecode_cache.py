"""Compiled modules of plug-ins, kept in the user's cache folder: to compile a large one takes
longer than to run it.

An entry is found by everything that its code depends on, so it is never out of date. It is used
only if it, and its folder, belong to this user and nobody else may write to them: whoever could
write to an entry could have this user run anything.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from judge.sandbox.build import cache_folder

FOLDER = "plugins"
#: The newest entries are kept.
MOST_ENTRIES = 512
DIGEST_SIZE = hashlib.sha256().digest_size


def code_for(key: bytes, compiled: Callable[[], CodeType]) -> CodeType:
    """The entry for a key, or what ``compiled`` returns, which becomes that entry if it can."""
    python = f"{sys.implementation.cache_tag} {sys.flags.optimize} ".encode() + MAGIC_NUMBER
    digest = hashlib.sha256(python + b"\0" + key).digest()
    try:
        path = cache_folder() / FOLDER / digest.hex()
    except RuntimeError:  # this user has no home
        return compiled()
    code = _read(path, digest)
    if code is None:
        code = compiled()
        with suppress(OSError):
            _write(path, digest, code)
    return code


def _read(path: Path, digest: bytes) -> CodeType | None:
    try:
        if not _is_private(path.parent.lstat()):
            return None
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:  # noqa: PTH123  (not by its name)
            if not _is_private(os.fstat(descriptor)):
                return None
            content = file.read()
    except OSError:
        return None
    seal, data = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
    if seal != _seal(digest, data):  # damaged, or another entry under this name
        return None
    code = marshal.loads(data)
    return code if isinstance(code, CodeType) else None


def _write(path: Path, digest: bytes, code: CodeType) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_private(path.parent.lstat()):
        return
    data = marshal.dumps(code)
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123
            file.write(_seal(digest, data) + data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink()
        raise
    _remove_oldest(path.parent)


def _remove_oldest(folder: Path) -> None:
    entries = [(entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(folder)]
    for _, path in sorted(entries)[:-MOST_ENTRIES]:
        with suppress(FileNotFoundError):  # another judge has removed it
            Path(path).unlink()


def _is_private(status: os.stat_result) -> bool:
    """Whether only this user may write to a folder or regular file."""
    kind = stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)
    return kind and status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _seal(digest: bytes, data: bytes) -> bytes:
    return hashlib.sha256(digest + data).digest()
