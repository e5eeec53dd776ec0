"""What a folder of cases holds: names in order. There may be millions."""

from __future__ import annotations

import heapq
import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from judge.common.spooled_list import TOGETHER, SpooledList

#: So many names are sorted at once.
SORTED = 50_000


class FolderEntries(Mapping[str, Path]):
    """What a folder holds, by name in order. No path is made unless it is asked for, and most of
    very many names are in a temporary file."""

    def __init__(
        self, folder: Path, is_counted: Callable[[str], object], describing: tuple[str, ...]
    ) -> None:
        """Only names that ``is_counted`` accepts; those that end like ``describing`` belong to a
        case with settings or a description of its own. Raises OSError."""
        self._folder = folder
        #: Whether the folder is known to be inside the package: checked once, not for each file.
        self.inside = False
        #: Whether a case in it may have settings or a description of its own.
        self.described = False
        #: What is no regular file: a folder, a link.
        self._irregular: set[str] = set()
        self._describing = describing
        with os.scandir(folder) as found:
            self._names = _Names(one for one in self._looked_at(found) if is_counted(one))

    def _looked_at(self, found: Iterable[os.DirEntry[str]]) -> Iterator[str]:
        for one in found:
            if not one.is_file(follow_symlinks=False):
                self._irregular.add(one.name)
            self.described |= one.name.endswith(self._describing)
            yield one.name

    def leave(self, is_counted: Callable[[str], object]) -> None:
        """Leave only the names that ``is_counted`` accepts."""
        self._names = _Names(name for name in self._names if is_counted(name))

    def __getitem__(self, name: str) -> Path:
        if name not in self._names:
            raise KeyError(name)
        return self._folder / name

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def is_regular(self, name: str) -> bool:
        """Whether it is a regular file, and no link to one."""
        return name not in self._irregular


class _Names:
    """A set of strings in order. Those beside each other are looked for in little time."""

    def __init__(self, names: Iterable[str]) -> None:
        self._sorted = _sorted(names)
        #: The first of each ``TOGETHER`` names, and those that were looked at last.
        self._firsts = [self._sorted[at] for at in range(0, len(self._sorted), TOGETHER)]
        self._number, self._near = -1, frozenset[str]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __contains__(self, name: object) -> bool:
        if name in self._near:
            return True
        if not isinstance(name, str):
            return False
        number = bisect_right(self._firsts, name) - 1
        if number < 0 or number == self._number:
            return False
        start = number * TOGETHER
        self._number, self._near = number, frozenset(self._sorted[start : start + TOGETHER])
        return name in self._near


def _sorted(names: Iterable[str]) -> Sequence[str]:
    """The names in order. Of very many never more than ``SORTED`` are in memory."""
    parts: list[SpooledList[str]] = []
    part: list[str] = []
    for name in names:
        part.append(name)
        if len(part) == SORTED:
            parts.append(SpooledList(sorted(part)))
            part = []
    if not parts:
        return sorted(part)
    return SpooledList(heapq.merge(*parts, sorted(part)))
