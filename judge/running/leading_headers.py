"""The headers that a C++ source includes before there is anything else in it.

The order of the library's headers does not matter (C++ standard, [using.headers]): any of these may
come first, and the source means the same.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

#: What does not change the meaning of a header behind it. No comment is tried with another end:
#: there are sources for which that would not end.
_NOTHING = rb"(?:\s|//[^\n]*+(?:\n|\Z)|/\*(?s:.*?)\*/|#[ \t]*pragma[ \t]+once\b(?=[ \t]*\n))*+"
_INCLUDE = re.compile(
    _NOTHING + rb"#[ \t]*(?:include|import)[ \t]*(?:<([^<>\"\n]+)>|\"([^<>\"\n]+)\")"
)
_END = re.compile(_NOTHING + rb"\Z")
#: With one, a line of a comment goes on where it does not seem to.
_CONTINUED = b"\\\n"


def first_headers(name: str, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Those of the source of that name, in their order. Of a header among ``files``, which have
    paths in one folder, those that it includes itself."""
    return _read(name, files, ())[0]


def _read(
    name: str, files: Mapping[str, bytes], open_files: tuple[str, ...]
) -> tuple[tuple[str, ...], bool]:
    """The same, and whether there is nothing else in the file. ``open_files``: those that include
    it."""
    text, at = files[name], 0
    headers: tuple[str, ...] = ()
    while found := _INCLUDE.match(text, at):
        if _CONTINUED in found[0]:
            return headers, False
        at = found.end()
        if found[1]:
            headers += (found[1].decode("latin-1"),)
            continue
        quoted = found[2].decode("latin-1")
        own = os.path.normpath(PurePosixPath(name).parent / quoted)
        if own not in files:
            return (*headers, quoted), False
        if own in (*open_files, name):
            return headers, False
        inner, whole = _read(own, files, (*open_files, name))
        headers += inner
        if not whole:
            return headers, False
    return headers, _END.match(text, at) is not None
