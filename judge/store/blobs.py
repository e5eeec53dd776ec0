"""Files and outputs in the store, each stored once; and the store's transactions."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from judge.store.schema import BUSY_TIMEOUT_S

#: How many ids of blobs are cached.
KNOWN = 20_000
#: How many keys one question names: SQLite allows 999 values, in versions of long ago.
AT_ONCE = 512
#: Shorter blobs are not compressed: bytes.
SHORT = 128


class Blobs:
    """Writes byte strings. Every method raises sqlite3.Error."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        #: The ids of blobs that are known to be stored, by digest.
        self._known: dict[bytes, int] = {}

    def number(self, data: bytes) -> int:
        """The id of these bytes, which are stored once."""
        digest = hashlib.sha256(data).digest()
        return self.find(digest) or self._new(digest, self._insert(digest, data))

    def find(self, digest: bytes) -> int | None:
        """The id of the bytes with this SHA-256; None if they are not stored."""
        if digest in self._known:
            return self._known[digest]
        row = self._connection.execute("SELECT id FROM blob WHERE digest = ?", (digest,)).fetchone()
        return self._new(digest, row[0]) if row else None

    def missing(self, digests: Collection[bytes]) -> set[bytes]:
        """Those SHA-256 whose bytes are not stored, by one question for many."""
        asked = [digest for digest in digests if digest not in self._known]
        missing = set(asked)
        question = "SELECT digest, id FROM blob WHERE digest IN ({})"
        for digest, number in rows_of(self._connection, question, asked):
            self._new(digest, number)
            missing.discard(digest)
        return missing

    def add(self, files: Mapping[bytes, bytes]) -> None:
        """Store bytes that are missing, by their SHA-256."""
        self._connection.executemany(
            "INSERT INTO blob (digest, size, data) VALUES (?, ?, ?)",
            [(digest, len(data), _packed(data)) for digest, data in files.items()],
        )

    def _new(self, digest: bytes, number: int) -> int:
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[digest] = number
        return number

    def _insert(self, digest: bytes, data: bytes) -> int:
        number = self._connection.execute(
            "INSERT INTO blob (digest, size, data) VALUES (?, ?, ?)",
            (digest, len(data), _packed(data)),
        ).lastrowid
        assert number is not None
        return number

    @contextmanager
    def transaction(self, wait_s: float = BUSY_TIMEOUT_S) -> Iterator[None]:
        """A transaction; after a failure the cached ids are forgotten, as theirs may be undone."""
        try:
            with transaction(self._connection, wait_s):
                yield
        except BaseException:
            self._known.clear()
            raise


def rows_of(
    connection: sqlite3.Connection, question: str, keys: Sequence[bytes]
) -> Iterator[tuple[Any, ...]]:
    """The rows of many keys, which stand in the brackets of ``question``, by few questions; raises
    sqlite3.Error."""
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        yield from connection.execute(question.format(",".join("?" * len(some))), some)


def _packed(data: bytes) -> bytes:
    """Compressed where that makes it shorter."""
    packed = zlib.compress(data, 3) if len(data) > SHORT else data
    return packed if len(packed) < len(data) else data


@contextmanager
def transaction(connection: sqlite3.Connection, wait_s: float = BUSY_TIMEOUT_S) -> Iterator[None]:
    """All or nothing, also after Ctrl-C. Waits for another writer."""
    try:
        connection.execute(f"PRAGMA busy_timeout = {round(wait_s * 1000)}")
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def read_blob(connection: sqlite3.Connection, number: int) -> bytes:
    """The bytes of a blob; raises zlib.error or ValueError where the store is damaged, TypeError
    where it has no such blob."""
    digest, size, data = connection.execute(
        "SELECT digest, size, data FROM blob WHERE id = ?", (number,)
    ).fetchone()
    found: bytes = data if len(data) == size else zlib.decompress(data)
    if hashlib.sha256(found).digest() != digest:
        raise ValueError("stored bytes differ from their digest")
    return found
