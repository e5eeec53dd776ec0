"""Drawings that were made for an earlier page, kept by all that they depend on."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from contextlib import suppress

from judge.running import artifact_cache

FOLDER = "drawings"


class DrawingCache:
    """The drawings of some cases, by the texts they are made from; the first text names the input.

    ``code`` is the digest of the plug-in; without it nothing is kept. ``names`` are those of the
    cases, which are always kept together.
    """

    def __init__(self, code: str = "", names: Sequence[str] = ()) -> None:
        self._key = _digest((code, *names)) if code else ""
        self._known: dict[str, str] = {}
        #: What this page needs: nothing else is kept for the next one.
        self._used: dict[str, str] = {}
        if stored := artifact_cache.find(self._key, FOLDER) if code else None:
            with suppress(ValueError, zlib.error):
                self._known = json.loads(zlib.decompress(stored))

    def find(self, *text: str) -> str | None:
        """The drawing that was made from these texts; None if it is not kept."""
        key = _digest(text)
        if key in self._known:
            self._used[key] = self._known[key]
        return self._used.get(key)

    def keep(self, html: str, *text: str) -> None:
        """Keep a drawing with the others, to be written by ``save``."""
        self._used[_digest(text)] = html

    def save(self) -> None:
        """Write them if some are new; never raises. A page calls ``trim`` after its last one."""
        if self._key and not self._used.keys() <= self._known.keys():
            data = zlib.compress(json.dumps(self._used).encode(), 1)
            artifact_cache.keep(self._key, data, FOLDER, trims=False)


def trim() -> None:
    """Remove the drawings that were not used for longest, if there are too many; never raises."""
    artifact_cache.trim(FOLDER)


def _digest(text: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(text).encode("utf-8", "surrogatepass")).hexdigest()
