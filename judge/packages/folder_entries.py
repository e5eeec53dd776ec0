"""What a folder of cases holds: names in order. There may be millions."""

from __future__ import annotations

import heapq
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from judge.common.spooled_list import TOGETHER, SpooledList

#: So many names are sorted at once.
SORTED = 250_000
#: So many entries are looked at together.
LOOKED_AT = 2 * TOGETHER
#: The name of a case, without suffix, that every version of the format allows.
USUAL_STEM = r"[a-zA-Z0-9_][a-zA-Z0-9_-]*"
#: Names of inputs and answers of such cases, each in a line.
_USUAL = re.compile(rf"(?:{USUAL_STEM}\.(?:ans|in)\n)*")


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
        #: Whether all names are those of inputs and answers, as every version allows them.
        self.are_usual = True
        #: What is no regular file: a folder, a link.
        self._irregular: set[str] = set()
        self._describing = describing
        with os.scandir(folder) as found:
            self._names = _Names(self._looked_at(found, is_counted))

    def _looked_at(
        self, found: Iterator[os.DirEntry[str]], is_counted: Callable[[str], object]
    ) -> Iterator[str]:
        while part := [*islice(found, LOOKED_AT)]:
            names = [one.name for one in part]
            self._irregular.update(
                one.name for one in part if not one.is_file(follow_symlinks=False)
            )
            if _are_usual(names):
                yield from names
                continue
            self.are_usual = False
            self.described |= any(name.endswith(self._describing) for name in names)
            yield from filter(is_counted, names)

    @property
    def are_regular(self) -> bool:
        """Whether all are regular files, and no links to one."""
        return not self._irregular

    def parts(self) -> Iterator[list[str]]:
        """The names in order, an even number of them together, but for the last ones."""
        names = iter(self)
        while part := [*islice(names, LOOKED_AT)]:
            yield part

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
    found = iter(names)
    while len(part := sorted(islice(found, SORTED))) == SORTED:
        parts.append(SpooledList(part))
    return SpooledList(heapq.merge(*parts, part)) if parts else part


def _are_usual(names: Sequence[str]) -> bool:
    lines = "\n".join([*names, ""])
    # A name may have a line break, and look like two.
    return lines.count("\n") == len(names) and bool(_USUAL.fullmatch(lines))


def stems_of_pairs(names: Sequence[str]) -> list[str]:
    """The names of cases without their suffixes, if the names in order are an answer and an input
    of each; else none."""
    stems = [name[: -len(".ans")] for name in names[::2]]
    pairs = [name for stem in stems for name in (f"{stem}.ans", f"{stem}.in")]
    return stems if pairs == names else []
