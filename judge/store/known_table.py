"""The executions in the store whose outcome need not be found out again."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from judge.model import KnownExecution, Limits
from judge.store.blobs import Blobs, rows_of
from judge.store.encoding import packed_execution, unpacked

#: The hexadecimal digits of the checksum behind each row.
CHECKSUM = 8
#: About so many of its characters are limits, keys and a time.
LIMITS_AND_KEYS = 400


class KnownTable:
    """Executions by the digest of what they depend on. Under one key there may be several, under
    different limits on time and memory."""

    def __init__(
        self, connection: sqlite3.Connection, blobs: Blobs, text: Callable[[int], bytes]
    ) -> None:
        self._connection = connection
        self._blobs = blobs
        self._text = text
        self._kept: list[tuple[bytes, KnownExecution]] = []
        #: Keys of executions that were used again.
        self._used: list[bytes] = []

    @property
    def waiting(self) -> bool:
        """Whether there is something to write."""
        return bool(self._kept or self._used)

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, tuple[KnownExecution, ...]]:
        """What is stored under these keys; raises sqlite3.Error, zlib.error, and ValueError,
        KeyError or TypeError where the store is damaged."""
        found: dict[bytes, tuple[KnownExecution, ...]] = {}
        question = "SELECT key, about FROM known WHERE key IN ({})"
        for key, about in rows_of(self._connection, question, keys):
            one = unpacked_known(about, self._text, key)
            found[key] = (*found.get(key, ()), one)
        return found

    def keep(self, key: bytes, known: KnownExecution) -> None:
        """Have an execution written with the next ones; it replaces one under the same limits."""
        self._kept.append((key, known))

    def use(self, key: bytes) -> None:
        """Have it noted that an execution was used again."""
        self._used.append(key)

    def write(self) -> None:
        """Write what is waiting, in a transaction of the caller; raises sqlite3.Error."""
        now = int(time.time())
        self._connection.executemany(
            "INSERT OR REPLACE INTO known (key, limits, used, about) VALUES (?, ?, ?, ?)",
            [
                (key, _limits_text(known.limits), now, self._packed(key, known))
                for key, known in self._kept
            ],
        )
        self._connection.executemany(
            "UPDATE known SET used = ? WHERE key = ?", [(now, key) for key in self._used]
        )

    def _packed(self, key: bytes, known: KnownExecution) -> str:
        text = packed_execution(known, self._blobs.number, LIMITS_AND_KEYS)
        return text + _checksum(text, key)

    def written(self) -> None:
        """What was written is no longer waiting: the transaction has been committed."""
        self._kept.clear()
        self._used.clear()


def unpacked_known(row: str, text: Callable[[int], bytes], key: bytes) -> KnownExecution:
    """An execution from its row; raises ValueError, KeyError or TypeError where it is damaged: one
    changed character could be another verdict."""
    about, checksum = row[:-CHECKSUM], row[-CHECKSUM:]
    if row.endswith("}"):  # of an older judge, which wrote none
        about = row
    elif checksum != _checksum(about, key):
        raise ValueError("the checksum of a row is wrong")
    return unpacked(KnownExecution, about, text)


def _checksum(text: str, key: bytes) -> str:
    return f"{zlib.crc32(text.encode(), zlib.crc32(key)):0{CHECKSUM}x}"


@lru_cache(64)
def _limits_text(limits: Limits) -> str:
    return json.dumps([limits.cpu_s, limits.wall_s, limits.memory_mib])
