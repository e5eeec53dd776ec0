"""A digest of the code that reads, grades and draws the answers to a problem."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator
from functools import cache
from pathlib import Path

#: Folders of a package that a plug-in does not read: it may read those of its programs and its
#: attachments, a table for instance.
OTHER = frozenset("data submissions problem_statement statement solution .git".split())
#: The packages of the judge that plug-ins use, and those that grade.
OWN = ("checking", "packages", "plugin")
_JUDGE = Path(__file__).parents[1]


def package_digest(folder: Path) -> str:
    """SHA-256 of a package with a plug-in, without its data, its submissions and its texts, and of
    the judge's own code that grades; in hexadecimal. Raises OSError."""
    whole = hashlib.sha256(own_code_digest())
    for name, digest in _files(folder, OTHER):
        whole.update(b"%d %s %s" % (len(name), os.fsencode(name), digest))
    return whole.hexdigest()


@cache
def own_code_digest() -> bytes:
    """SHA-256 of the judge's own code that grades, and the version of Python."""
    found = [(name, *_files(_JUDGE / name, frozenset())) for name in OWN]
    return hashlib.sha256(repr((platform.python_version(), found)).encode()).digest()


def _files(folder: Path, without: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a folder by their paths in it, in order; symbolic links are followed, as an
    import follows them."""
    seen: set[str] = set()
    for here, folders, names in os.walk(folder, followlinks=True):
        if (real := os.path.realpath(here)) in seen:
            folders.clear()
            continue
        seen.add(real)
        top = Path(here) == folder
        folders[:] = sorted(
            name for name in folders if name != "__pycache__" and not (top and name in without)
        )
        below = os.path.relpath(here, folder)
        for name in sorted(names):
            path = os.path.join(here, name)  # noqa: PTH118 - of hundreds of files in each run
            if os.path.isfile(path):  # noqa: PTH113
                with open(path, "rb") as file:  # noqa: PTH123
                    digest = hashlib.sha256(file.read()).digest()
                yield name if top else f"{below}/{name}", digest
