"""Drawings of a case that were made for an earlier page, kept by all that they depend on."""

from __future__ import annotations

import hashlib
import json
import zlib
from contextlib import suppress

from judge.running import artifact_cache

FOLDER = "drawings"


class DrawingCache:
    """The drawings of one case by the texts they are made from. ``code`` is the digest of the
    plug-in; without it nothing is kept."""

    def __init__(self, code: str, input: bytes) -> None:
        self._key = hashlib.sha256(code.encode() + input).hexdigest() if code else ""
        self._known: dict[str, str] = {}
        self._changed = False
        if stored := artifact_cache.find(self._key, FOLDER) if code else None:
            with suppress(ValueError, zlib.error):
                self._known = json.loads(zlib.decompress(stored))

    def find(self, *text: str) -> str | None:
        """The drawing that was made from these texts; None if it is not kept."""
        return self._known.get(_digest(text))

    def keep(self, html: str, *text: str) -> None:
        """Keep a drawing with the others, to be written by ``save``."""
        self._known[_digest(text)] = html
        self._changed = True

    def save(self) -> None:
        """Write what is new; never raises."""
        if self._key and self._changed:
            data = json.dumps(self._known).encode()
            artifact_cache.keep(self._key, zlib.compress(data, 1), FOLDER)


def _digest(text: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join(text).encode("utf-8", "surrogatepass")).hexdigest()
