"""The file of the store: its tables, its version, and the checks when it is opened."""

from __future__ import annotations

import os
import resource
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from judge.common.errors import JudgeError

#: Written into the file's header: the program it belongs to, and the version of its tables.
APPLICATION = 0x6A756467  # "judg"
SCHEMA = 2
#: How long to wait for another judge that is writing, in seconds. After that the user gets a
#: message and the run goes on without the store.
BUSY_TIMEOUT_S = 2.0
#: How long the log of changes may get before they are moved to the store itself, in pages of 4 KiB:
#: most pages change again soon.
LOG_PAGES = 8192

#: How much of the store stays in memory, in KiB: digests come in no order, so that each new one
#: changes another page.
PAGES_KIB = 8192

REPAIR = "name another store, or move this file away"

#: ``about``, ``plugin`` and ``heading`` are JSON, as ``judge.store.encoding`` writes it: a Problem
#: without its cases, a SolutionResult without its outcomes, an Outcome, a GradedExecution, a
#: Results without its problems. Values that queries need have columns of their own. Files and
#: outputs are blobs, each stored once; so are blocks of many cases, because two runs mostly have
#: the same ones. A ``moment`` is a run (a StoredRun), a ``judged`` row a SolutionResult.
TABLES = """
CREATE TABLE blob (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,     -- SHA-256 of the whole
    size INTEGER NOT NULL,           -- bytes of the whole
    data BLOB NOT NULL               -- compressed by zlib where that makes it shorter
);
CREATE TABLE moment (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    settled INTEGER NOT NULL,        -- 0 while the run goes on, and if the judge was killed
    rescored INTEGER,                -- the run whose outputs were graded again
    started TEXT NOT NULL,           -- ISO 8601 with offset
    heading TEXT NOT NULL
);
CREATE TABLE problem (
    id INTEGER PRIMARY KEY,
    moment INTEGER NOT NULL REFERENCES moment,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    cases INTEGER NOT NULL,
    plugin TEXT NOT NULL,            -- ``PluginFacts``
    about TEXT NOT NULL
);
CREATE TABLE block (                 -- some cases of a problem
    problem INTEGER NOT NULL REFERENCES problem,
    place INTEGER NOT NULL,
    cases INTEGER NOT NULL REFERENCES blob,
    PRIMARY KEY (problem, place)
) WITHOUT ROWID;
CREATE TABLE judged (
    id INTEGER PRIMARY KEY,
    problem INTEGER NOT NULL REFERENCES problem,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    digest TEXT NOT NULL,
    verdict TEXT,                    -- NULL until it is final
    reading TEXT,
    passed INTEGER NOT NULL DEFAULT 0,
    ran INTEGER NOT NULL DEFAULT 0,
    cpu_s REAL NOT NULL DEFAULT 0,
    gap TEXT,
    about TEXT NOT NULL
);
CREATE TABLE arrived (               -- executions of a run that goes on
    judged INTEGER NOT NULL REFERENCES judged,
    about TEXT NOT NULL
);
CREATE INDEX arrived_judged ON arrived (judged);
CREATE INDEX judged_problem ON judged (problem);
CREATE INDEX judged_name ON judged (name);
CREATE TABLE outcome (
    judged INTEGER NOT NULL REFERENCES judged,
    place INTEGER NOT NULL,          -- among the outcomes of the solution
    key BLOB NOT NULL,               -- not used
    about TEXT NOT NULL,
    PRIMARY KEY (judged, place)
) WITHOUT ROWID;
"""

#: Tables that a store written by an older judge lacks. They are added when it is opened.
ADDED_TABLES = """
CREATE TABLE IF NOT EXISTS known (   -- executions that need not be repeated
    key BLOB NOT NULL,               -- ``ExecutionKey.execution``
    limits TEXT NOT NULL,            -- CPU s, wall s, MiB, as JSON
    used INTEGER NOT NULL,           -- when it was last written or used, seconds since 1970
    about TEXT NOT NULL,             -- ``KnownExecution``, and a checksum of it and the key
    PRIMARY KEY (key, limits)        -- with row ids: new rows are next to each other
);
CREATE TABLE IF NOT EXISTS duration (  -- how long all executions of a solution took together
    judged INTEGER PRIMARY KEY REFERENCES judged,
    wall_s REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS calibration (  -- how fast machines are
    machine TEXT PRIMARY KEY,        -- the class of a machine
    about TEXT NOT NULL              -- ``Calibration``
) WITHOUT ROWID;
"""


#: What SQLite says where a file, or the memory that it shares with others, cannot grow.
NO_ROOM = frozenset({sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE})


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the store; raises JudgeError and then changes nothing.

    The caller begins and ends transactions.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise JudgeError("is not a regular file, so it cannot be a store", path)
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise JudgeError(f"the store cannot be opened ({error}): {REPAIR}", path) from error
    try:
        if not _exists(connection, path):
            _create(connection, path)
        elif not _has_added_tables(connection):
            _add_tables(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        connection.execute(f"PRAGMA cache_size = -{PAGES_KIB}")  # negative: KiB, not pages
    except sqlite3.Error as error:
        connection.close()
        if not os.access(path.parent, os.W_OK):  # SQLite creates files beside it, even to read
            raise JudgeError("is in a read-only folder: copy it elsewhere", path) from error
        raise JudgeError(explanation(error), path) from error
    except JudgeError:
        connection.close()
        raise
    return connection


def is_at(path: Path, file: os.stat_result) -> bool:
    """Whether the file that was opened is still the one at its path."""
    with suppress(OSError):
        return os.path.samestat(path.stat(), file)
    return False


def explanation(error: sqlite3.Error) -> str:
    """What is wrong with a store, and the fix."""
    if is_locked(error):
        return f"the store is locked by another program: wait for it, or {REPAIR}"
    return (
        f"the store cannot be {'written' if is_full(error) else 'read'} ({error}): {repair(error)}"
    )


def repair(error: sqlite3.Error) -> str:
    """What helps when a store cannot be written."""
    if not is_full(error):
        return REPAIR
    raised = "raise the limit `ulimit -f`, " if _is_limited() else ""
    return f"free some space there, {raised}or name another store"


def is_full(error: sqlite3.Error) -> bool:
    """Whether there is no room to write: a full disk, or a limit on the size of files. Readers
    need a little, too."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    limited = code == sqlite3.SQLITE_IOERR_SHMOPEN and _is_limited()
    return limited or code & 0xFF == sqlite3.SQLITE_FULL or code in NO_ROOM


def _is_limited() -> bool:
    """Whether this process may only write files of a limited size."""
    return resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY


def is_locked(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _exists(connection: sqlite3.Connection, path: Path) -> bool:
    """``_is_ours``, of one moment: another judge may be creating the store."""
    connection.execute("BEGIN")
    try:
        return _is_ours(connection, path)
    finally:
        if connection.in_transaction:  # a failure to read may have ended it
            connection.execute("COMMIT")


def _is_ours(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the tables exist; raises JudgeError for another program's file. To be called in a
    transaction."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and schema == 0 and tables == 0:
        return False
    if application != APPLICATION:
        raise JudgeError(f"is not a store of judge: {REPAIR}", path)
    if schema != SCHEMA:
        age, first = ("a newer", "update judge, or ") if schema > SCHEMA else ("an older", "")
        raise JudgeError(
            f"was written by {age} version of judge (store version {schema}, this judge reads "
            f"{SCHEMA}): {first}{REPAIR}",
            path,
        )
    return True


def _create(connection: sqlite3.Connection, path: Path) -> None:
    """Create the tables, unless another judge has just done so."""
    _write_ahead(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ours(connection, path):
            for statement in (TABLES + ADDED_TABLES).split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it
            connection.execute("ROLLBACK")
        raise


def has_table(connection: sqlite3.Connection, name: str) -> bool:
    statement = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return bool(connection.execute(statement, (name,)).fetchone()[0])


def _has_added_tables(connection: sqlite3.Connection) -> bool:
    statement = (
        "SELECT count(*) FROM sqlite_master WHERE name IN ('known', 'duration', 'calibration')"
    )
    (tables,) = connection.execute(statement).fetchone()
    return bool(tables == 3)


def _add_tables(connection: sqlite3.Connection) -> None:
    """Add the tables that an older judge did not have. A store that cannot be written now can still
    be read."""
    with suppress(sqlite3.OperationalError):
        for statement in ADDED_TABLES.split(";\n"):
            connection.execute(statement)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Allow readers beside a writer. SQLite does not wait for a lock here, so this does."""
    end = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
