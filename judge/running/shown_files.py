"""The files of cases that the sandbox of a validator shows."""

from __future__ import annotations

import itertools
import os
import shutil
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES

#: How many bytes of cases a validator keeps copies of.
MOST_COPIED = 256 * 2**20
#: Up to so many bytes a file is written anew each time: to make a file takes longer.
MOST_WRITTEN = 64 * 2**10


class ShownFiles:
    """The files that a validator's sandbox shows: ``folder`` is the view's ``data``.

    A large file of a case is copied once and then linked, as the sandbox's user may not be able to
    read it where it is. A small one is written over what was shown before.
    """

    def __init__(self, folder: Path) -> None:
        self._copies = folder / "copies"
        self.folder = folder / "shown"
        for made in (folder, self._copies, self.folder):
            made.mkdir(mode=0o755, exist_ok=True)
        self._numbers = itertools.count()
        self._kept: OrderedDict[tuple[str, int, int, int], tuple[Path, int]] = OrderedDict()
        self._size = 0
        #: The names of files that are no links, so that they may be written over.
        self._own: set[str] = set()

    def show(self, path: Path, name: str) -> None:
        """Show a file of the package under a name of our own; raises OSError."""
        about = path.stat()
        if about.st_size <= MOST_WRITTEN:
            self.write(foreign_files.read(path, most=CASE_BYTES), name)
            return
        key = (str(path), about.st_ino, about.st_size, about.st_mtime_ns)
        if key not in self._kept:
            self._copy(path, key)
        self._kept.move_to_end(key)
        self.hide(name)
        (self.folder / name).hardlink_to(self._kept[key][0])

    def write(self, data: bytes, name: str) -> None:
        """Show these bytes; raises OSError."""
        if name not in self._own:
            self.hide(name)
            (self.folder / name).touch()
            (self.folder / name).chmod(0o644)
            self._own.add(name)
        number = os.open(f"{self.folder}/{name}", os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        with open(number, "wb") as file:  # noqa: PTH123
            file.write(data)
            # Not before: a file that is emptied and written again goes to the disk at once.
            file.truncate()

    def show_folder(self, path: Path, name: str) -> None:
        """Show the files of a folder of the package; raises OSError."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        for file in sorted(path.rglob("*")):
            if file.is_file():
                target = self.folder / name / file.relative_to(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(foreign_files.read(file, path, most=CASE_BYTES))
                target.chmod(0o644)

    def _copy(self, path: Path, key: tuple[str, int, int, int]) -> None:
        data = foreign_files.read(path, most=CASE_BYTES)
        copy = self._copies / str(next(self._numbers))
        copy.write_bytes(data)
        copy.chmod(0o644)
        self._kept[key] = copy, len(data)
        self._size += len(data)
        while self._size > MOST_COPIED and len(self._kept) > 1:
            old, size = self._kept.popitem(last=False)[1]
            old.unlink()
            self._size -= size

    def hide(self, name: str) -> None:
        """Remove a file that was shown; raises OSError."""
        self._own.discard(name)
        with suppress(FileNotFoundError):
            (self.folder / name).unlink()
