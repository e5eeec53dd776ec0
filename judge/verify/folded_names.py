"""Names that are one and the same on file systems that ignore capitals, as those of macOS and
Windows do: of two such files only one arrives there."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from judge.common.messages import others_too
from judge.verify.remark import Remark, warning


def colliding_names(top: Path) -> Iterator[Remark]:
    """The first two entries of a folder that a Mac takes for one; never raises."""
    found = []
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [(Path(folder, name), other) for name, other in _alike([*folders, *sorted(files)])]
    if found:
        path, other = found[0]
        said = f"differs from {other} only in capitals, and on macOS and Windows they are one file"
        yield warning(path, f"{said}: rename one of them" + others_too(len(found), "other name"))


def _alike(names: list[str]) -> Iterator[tuple[str, str]]:
    """Each name that an earlier one equals, with that one."""
    seen: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if (other := seen.setdefault(key, name)) != name:
            yield name, other
