"""What compilers have made of the programs of packages, kept for the next run of the judge; other
results that take long to compute are kept in the same way, each kind in a folder of its own.

A checker with a large header takes seconds to compile. The key is all that the result depends on:
the files, the command and the version of the compiler.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from judge.sandbox.build import cache_folder

NAME = "programs"
#: How much is kept of each kind in all, and of one program.
MOST_BYTES, LARGEST = 512 * 2**20, 64 * 2**20
#: How long no other process looks for what is to be removed, in seconds.
TRIM_S = 3600


def key_of(words: Iterable[str], files: Mapping[str, bytes]) -> str:
    """The key of a program: ``words`` are its command and its compiler's version."""
    digest = hashlib.sha256(platform.machine().encode())
    for part in (*(os.fsencode(word) for word in words), b"files"):
        digest.update(len(part).to_bytes(8, "big") + part)
    for name, data in sorted(files.items()):
        for part in (os.fsencode(name), data):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def find(key: str, kind: str = NAME) -> bytes | None:
    """What was kept under a key; None if there is nothing, or it is not whole."""
    path = cache_folder() / kind / key
    with suppress(OSError):
        data = path.read_bytes()
        if data[:32] == hashlib.sha256(data[32:]).digest():
            with suppress(OSError):
                os.utime(path)
            return data[32:]
    return None


def keep(key: str, artifact: bytes, kind: str = NAME, trims: bool = True) -> None:
    """Keep a result, if there is room; never raises. Whoever keeps many at once does not trim after
    each, because that looks at all that are kept, but calls ``trim``."""
    if len(artifact) > LARGEST:
        return
    with suppress(OSError):
        folder = cache_folder() / kind
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=folder)
        try:
            with open(number, "wb") as file:  # noqa: PTH123
                file.write(hashlib.sha256(artifact).digest() + artifact)
            Path(name).replace(folder / key)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        if trims:
            _remove_oldest(folder)


def trim(kind: str) -> None:
    """Remove what was not used for longest, if there is too much of a kind; never raises. There may
    be tens of thousands of files: all are looked at once in ``TRIM_S`` seconds."""
    with suppress(OSError):
        mark = cache_folder() / f"{kind}.trimmed"
        with suppress(FileNotFoundError):
            if 0 <= time.time() - mark.stat().st_mtime < TRIM_S:
                return
        mark.touch(mode=0o600)
        _remove_oldest(cache_folder() / kind)


def _remove_oldest(folder: Path) -> None:
    """Remove what was not used for longest, until the rest is small enough; raises OSError."""
    kept = [
        (entry.stat().st_mtime_ns, entry.stat().st_size, entry.path) for entry in os.scandir(folder)
    ]
    size = sum(one for _, one, _ in kept)
    for _, its, path in sorted(kept):
        if size <= MOST_BYTES:
            return
        Path(path).unlink(missing_ok=True)
        size -= its
