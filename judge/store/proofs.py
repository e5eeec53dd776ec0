"""Proofs in the store: how far each one came, in a table of its own."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from judge.common.errors import JudgeError
from judge.model import Solution
from judge.store import encoding
from judge.store.blobs import transaction
from judge.store.schema import connect, explanation, has_table

#: ``plugin`` is the digest of the plug-in's files, ``source`` that of a source and how it is run.
TABLE = """
CREATE TABLE IF NOT EXISTS proof (
    key TEXT PRIMARY KEY,            -- of all that the proof depends on
    problem TEXT NOT NULL,
    source TEXT NOT NULL,            -- ``source_key``
    plugin TEXT NOT NULL,            -- ``plugin_digest``
    bound TEXT NOT NULL,             -- JSON: a list of numbers
    proved INTEGER NOT NULL,         -- instances, the first of the enumeration
    is_done INTEGER NOT NULL,        -- whether these are all
    stored TEXT NOT NULL             -- ISO 8601 with offset
) WITHOUT ROWID
"""
#: Of a reference: its outputs and scores within a bound, by the index of a block of instances.
ANSWERS = """
CREATE TABLE IF NOT EXISTS proof_answers (
    key TEXT NOT NULL,               -- of all that the answers depend on
    block INTEGER NOT NULL,
    answers BLOB NOT NULL,
    PRIMARY KEY (key, block)
)
"""
#: So many blocks are kept, some kilobytes each.
MOST_BLOCKS = 8192


def source_key(solution: Solution) -> str:
    """SHA-256 in hexadecimal of a source and how it is run."""
    parts = [
        solution.digest,
        solution.language,
        solution.kind.value,
        solution.encoding,
        list(solution.flags),
        list(solution.readings),
        repr(solution.convention),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def plugin_digest(folder: Path) -> str:
    """SHA-256 in hexadecimal of the files that the plug-in in a folder consists of."""
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("*.py"), *folder.glob("attachments/*")]):
        if path.is_file():
            digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


class ProofStore:
    """The proofs of a store. Every method raises JudgeError where the file is faulty."""

    def __init__(self, path: Path) -> None:
        """Open or create the store."""
        self._path = path
        self._connection = connect(path)
        for name, table in (("proof", TABLE), ("proof_answers", ANSWERS)):
            with self._explained():
                is_there = has_table(self._connection, name)
            if not is_there:
                self._write(table)

    def proved(self, key: str, total: int) -> int:
        """How many of all instances of a proof are known to be right."""
        rows = self._read("SELECT proved FROM proof WHERE key = ?", key)
        proved = rows[0][0] if rows else 0
        if not isinstance(proved, int) or not 0 <= proved <= total:
            raise self._fault(f"has a proof of {proved!r} of {total:,} instances")
        return proved

    def keep(
        self, key: str, problem: Path, solution: Solution, bound: tuple[int, ...], proved: int,
        is_done: bool = False,
    ) -> None:  # fmt: skip
        """Store how far a proof came; one that came further before is kept."""
        self._write(
            "INSERT INTO proof VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET "
            "proved = excluded.proved, is_done = excluded.is_done, stored = excluded.stored "
            "WHERE excluded.proved >= proved",
            key,
            encoding.name(problem.name),
            source_key(solution),
            plugin_digest(problem),
            json.dumps(bound),
            proved,
            int(is_done),
            datetime.now().astimezone().isoformat(timespec="seconds"),
        )

    def forget(self, key: str) -> None:
        """Drop a proof that has turned out wrong."""
        self._write("DELETE FROM proof WHERE key = ?", key)

    def answers(self, key: str, block: int) -> bytes | None:
        """The answers of a reference to a block, as they were kept."""
        rows = self._read(
            "SELECT answers FROM proof_answers WHERE key = ? AND block = ?", key, block
        )
        return rows[0][0] if rows and isinstance(rows[0][0], bytes) else None

    def answered_blocks(self, key: str) -> int:
        """How many blocks are known under a key."""
        return int(self._read("SELECT count(*) FROM proof_answers WHERE key = ?", key)[0][0])

    def keep_answers(self, key: str, block: int, answers: bytes) -> None:
        """Store the answers to a block, if it is one of the first. Those under other keys give way
        if there are too many."""
        if block >= MOST_BLOCKS:
            return
        self._write("INSERT OR REPLACE INTO proof_answers VALUES (?, ?, ?)", key, block, answers)
        if int(self._read("SELECT count(*) FROM proof_answers")[0][0]) > MOST_BLOCKS:
            self._write("DELETE FROM proof_answers WHERE key <> ?", key)

    def bounds(self, problem: Path) -> Mapping[str, tuple[int, ...]]:
        """The largest bound that is proved for each source, by ``source_key``, with the plug-in as
        it is now: the one with the most instances."""
        rows = self._read(
            "SELECT source, bound FROM proof WHERE problem = ? AND plugin = ? AND is_done "
            "ORDER BY proved",
            encoding.name(problem.name),
            plugin_digest(problem),
        )
        try:
            return {source: tuple(map(int, json.loads(bound))) for source, bound in rows}
        except (TypeError, ValueError, RecursionError) as error:
            raise self._fault("has a proof whose bound is no list of numbers") from error

    def close(self) -> None:
        self._connection.close()

    def _fault(self, what: str) -> JudgeError:
        return JudgeError(
            f"the store {what}: name another store, or move this file away", self._path
        )

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query; it does not wait for another writer."""
        with self._explained():
            return self._connection.execute(statement, values).fetchall()

    def _write(self, statement: str, *values: object) -> None:
        with self._explained(), transaction(self._connection):
            self._connection.execute(statement, values)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise JudgeError(explanation(error), self._path) from error
