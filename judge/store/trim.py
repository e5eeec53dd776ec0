"""Removing old runs from the store, and all that only they refer to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.model import (
    GradedExecution,
    Outcome,
    Problem,
    Results,
    Solution,
    SolutionResult,
)
from judge.store.blobs import read_blob, transaction
from judge.store.encoding import unpacked
from judge.store.known_table import unpacked_known
from judge.store.schema import REPAIR, connect, explanation
from judge.store.writer import Block, PluginFacts

#: A run that is not settled may still go on for this long.
LONGEST_RUN = timedelta(days=1)


class TrimLimits(Struct, frozen=True):
    """What stays in a store: the latest ``runs``, those younger than ``days``, and so many that
    the store has at most ``size`` bytes. None for no such limit."""

    runs: int | None = None
    days: float | None = None
    size: int | None = None


class TrimResult(Struct, frozen=True):
    """What was removed: runs, known executions, and bytes of the file, before and after."""

    runs: int
    kept: int
    known: int
    before: int
    after: int


def trim_store(path: Path, limits: TrimLimits) -> TrimResult:
    """Remove the oldest runs of a store, up to the limits, with what only they used; raises
    JudgeError. The latest run stays, and so does one that may still go on."""
    connection = connect(path)
    before = path.stat().st_size
    try:
        with transaction(connection):
            runs = _runs(connection)
            gone = _beyond(connection, runs, limits)
            kept = [run for run in runs if run.number not in gone]
            for number in gone:
                _remove_run(connection, number)
            _keep_known_of_rescored(connection, kept, [run for run in runs if run.number in gone])
            known = _remove_known(connection, kept[-1].started if gone else None)
            _remove_blobs(connection, _Marks(connection))
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise JudgeError(explanation(error), path) from error
    except (ValueError, KeyError, TypeError) as error:
        raise JudgeError(f"the store is damaged ({error}): {REPAIR}", path) from error
    finally:
        connection.close()
    return TrimResult(len(gone), len(kept), known, before, path.stat().st_size)


class _Run(Struct, frozen=True):
    number: int
    started: datetime
    settled: bool
    #: The run whose outputs it has graded again.
    rescored: int | None


def _runs(connection: sqlite3.Connection) -> list[_Run]:
    """All runs, the latest first."""
    columns = "number, started, settled, rescored"
    rows = connection.execute(f"SELECT {columns} FROM moment ORDER BY number DESC")
    return [
        _Run(number, datetime.fromisoformat(started), bool(settled), rescored)
        for number, started, settled, rescored in rows
    ]


def _beyond(connection: sqlite3.Connection, runs: list[_Run], limits: TrimLimits) -> set[int]:
    """The numbers of the runs to remove."""
    now = datetime.now(UTC)
    gone: set[int] = set()
    may_go = [run for run in runs[1:] if run.settled or now - run.started > LONGEST_RUN]
    if limits.runs is not None:
        last = runs[: limits.runs]
        gone |= {run.number for run in may_go if run not in last}
    if limits.days is not None:
        oldest = now - timedelta(days=limits.days)
        gone |= {run.number for run in may_go if run.started < oldest}
    if limits.size is not None:
        gone |= _too_large(
            connection, [r for r in runs if r.number not in gone], may_go, limits.size
        )
    return gone


def _too_large(
    connection: sqlite3.Connection, runs: list[_Run], may_go: list[_Run], size: int
) -> set[int]:
    """The oldest runs that must go, so that the rest has at most so many bytes."""
    lengths = dict(connection.execute("SELECT id, length(data) FROM blob"))
    marks = _Marks(connection)
    seen, total, gone = set[int](), 0, set[int]()
    for run in runs:
        mine = marks.of_run(run.number) - seen
        total += marks.text_of(run.number) + sum(lengths.get(number, 0) for number in mine)
        seen |= mine
        if total > size and run in may_go:
            gone.add(run.number)
    return gone


def _remove_run(connection: sqlite3.Connection, number: int) -> None:
    problems = "SELECT id FROM problem WHERE moment = ?"
    judged = f"SELECT id FROM judged WHERE problem IN ({problems})"
    for statement in (
        f"DELETE FROM outcome WHERE judged IN ({judged})",
        f"DELETE FROM arrived WHERE judged IN ({judged})",
        f"DELETE FROM duration WHERE judged IN ({judged})",
        f"DELETE FROM judged WHERE problem IN ({problems})",
        f"DELETE FROM block WHERE problem IN ({problems})",
        "DELETE FROM problem WHERE moment = ?",
        "DELETE FROM moment WHERE number = ?",
    ):
        connection.execute(statement, (number,))


def _keep_known_of_rescored(
    connection: sqlite3.Connection, kept: list[_Run], gone: list[_Run]
) -> None:
    """Have the executions of a run that goes be those of the kept one that graded them again, which
    has used none itself."""
    started = {run.number: int(run.started.timestamp()) for run in gone}
    for run in kept:
        if run.rescored in started:
            now, before = int(run.started.timestamp()), started[run.rescored]
            statement = "UPDATE known SET used = ? WHERE used >= ? AND used < ?"
            connection.execute(statement, (now, before, now))


def _remove_known(connection: sqlite3.Connection, since: datetime | None) -> int:
    """Remove the executions that no run since then has used; how many."""
    if since is None:
        return 0
    statement = "DELETE FROM known WHERE used < ?"
    return connection.execute(statement, (int(since.timestamp()),)).rowcount


def _remove_blobs(connection: sqlite3.Connection, marks: _Marks) -> None:
    """Remove the files and outputs that nothing refers to."""
    runs = [number for (number,) in connection.execute("SELECT number FROM moment")]
    used = set[int]().union(marks.of_known(), *map(marks.of_run, runs))
    every = {number for (number,) in connection.execute("SELECT id FROM blob")}
    connection.executemany("DELETE FROM blob WHERE id = ?", [(n,) for n in every - used])


class _Marks:
    """Which blobs are referred to. Rows are decoded by their types, so that every reference is
    found, whatever fields the model has."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._by_digest: dict[bytes, int] = dict(
            connection.execute("SELECT digest, id FROM blob").fetchall()
        )

    def of_run(self, run: int) -> set[int]:
        """The ids of the blobs that a run refers to."""
        found: set[int] = set()
        for kind, text in self._texts(run):
            unpacked(kind, text, self._noting(found))
        for (block,) in self._of(run, "SELECT cases FROM block WHERE problem IN ({problems})"):
            found.add(block)
            about = read_blob(self._connection, block).decode()
            cases = unpacked(Block, about, self._noting(found)).cases
            digests = (d for case in cases for d in (case.digests[:32], case.digests[32:]))
            found |= {self._by_digest[digest] for digest in digests if digest in self._by_digest}
        return found

    def of_known(self) -> set[int]:
        """The ids of the blobs that known executions refer to."""
        found: set[int] = set()
        for key, row in self._connection.execute("SELECT key, about FROM known"):
            unpacked_known(row, self._noting(found), key)
        return found

    def text_of(self, run: int) -> int:
        """The characters of a run's rows."""
        return sum(len(text) for _, text in self._texts(run))

    def _texts(self, run: int) -> Iterator[tuple[type[Any], str]]:
        yield from self._rows(run, Results, "SELECT heading FROM moment WHERE number = ?")
        problem, judged = (
            "FROM problem WHERE moment = ?",
            "FROM judged WHERE problem IN ({problems})",
        )
        yield from self._rows(run, Problem, f"SELECT about {problem}")
        yield from self._rows(run, PluginFacts, f"SELECT plugin {problem}")
        yield from self._rows(run, Solution, f"SELECT about {judged} AND verdict IS NULL")
        yield from self._rows(run, SolutionResult, f"SELECT about {judged} AND verdict NOTNULL")
        yield from self._rows(run, Outcome, "SELECT about FROM outcome WHERE judged IN ({judged})")
        arrived = "SELECT about FROM arrived WHERE judged IN ({judged})"
        yield from self._rows(run, GradedExecution, arrived)

    def _rows(self, run: int, kind: type[Any], query: str) -> Iterator[tuple[type[Any], str]]:
        for (text,) in self._of(run, query):
            yield kind, text

    def _of(self, run: int, query: str) -> Iterator[tuple[Any, ...]]:
        problems = "SELECT id FROM problem WHERE moment = ?"
        judged = f"SELECT id FROM judged WHERE problem IN ({problems})"
        return iter(
            self._connection.execute(query.format(problems=problems, judged=judged), (run,))
        )

    def _noting(self, found: set[int]) -> Callable[[int], bytes]:
        def note(number: int) -> bytes:
            found.add(number)
            return b""

        return note
