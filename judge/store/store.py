"""The store: every run of the judge, in one SQLite file.

Runs are numbered from 1. A run holds everything a report needs: the problems with the files of
their cases, the sources, and every outcome with its execution. Each distinct file and output is
stored once, so a run that resembles the one before it takes little room. Several judges may use
one file at the same time.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.common.errors import JudgeError, shown_path
from judge.common.spooled_list import spooled
from judge.model import (
    Calibration,
    GradedExecution,
    Kind,
    KnownExecution,
    Outcome,
    Problem,
    ProblemResult,
    Results,
    Solution,
    SolutionResult,
    Verdict,
)
from judge.packages.case_reader import ReadCases
from judge.packages.loaded_problem import LoadedProblem
from judge.store import encoding
from judge.store.blobs import Blobs, read_blob
from judge.store.encoding import unpacked
from judge.store.known_table import KnownTable
from judge.store.records import PastResult, Record, StoredRun, past_result, stored_run
from judge.store.schema import REPAIR, connect, explanation, has_table, is_at, is_locked, repair
from judge.store.writer import TOGETHER_S, Block, PluginFacts, Writer


class Store:
    """An open store. Reading raises JudgeError where the file is damaged.

    ``begin``, ``arrived`` and ``finish`` never raise when the file is faulty, because that must not
    end a run. They describe the fault in ``trouble`` and store nothing more of that run.
    """

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda trouble: None) -> None:
        """Open or create the file; raises JudgeError. ``tell`` is called with each ``trouble``."""
        self.path = path
        self._tell = tell
        self._connection = connect(path)
        self._file = path.stat()
        self._blobs = Blobs(self._connection)
        self._known = KnownTable(self._connection, self._blobs, self._text)
        self._writer: Writer | None = None
        self._written = 0.0
        #: Whether it could not be read.
        self._is_blind = False
        #: Why the latest run was not stored completely; empty if it was.
        self.trouble = ""

    @property
    def number(self) -> int | None:
        """The number of the run being stored; None if it could not be stored."""
        return self._writer.number if self._writer else None

    def close(self) -> None:
        self._connection.close()

    # Writing

    def begin(
        self,
        heading: Results,
        solutions: Sequence[Solution],
        loaded: Mapping[str, LoadedProblem],
        files: Mapping[str, Mapping[bytes, bytes]] | None = None,
    ) -> None:
        """Called before the first execution. ``heading`` describes the run; its problems have no
        results yet. ``files``: contents of files of cases that are known, by problem and digest."""
        self._writer = self._new_writer()
        self._try(lambda writer: writer.begin(heading, solutions, loaded, files))

    def keep_cases(self, problem: str, chunk: ReadCases) -> None:
        """Store some cases of a problem that were not read when the run began."""
        self._try(lambda writer: writer.keep_cases(problem, chunk))

    def arrived(self, solution: Solution, graded: GradedExecution) -> None:
        """Store each execution as it ends, so that little is lost if the judge is killed."""
        self._try(lambda writer: writer.arrived(solution, graded))

    def keep_known(self, key: bytes, known: KnownExecution) -> None:
        """Store an execution for later runs, with those that arrive, or with ``flush``."""
        if not self.trouble:
            self._known.keep(key, known)

    def use_known(self, key: bytes) -> None:
        """Note that an execution of an earlier run was used again."""
        if not self.trouble:
            self._known.use(key)

    def flush(self, at_once: bool = True) -> None:
        """Write what waits for the next execution; unless ``at_once``, no more often than
        executions are written. While another judge is writing it goes on waiting."""
        if self._writer is not None:
            self._try(lambda writer: writer.flush(at_once))
        elif self._known.waiting and (at_once or time.monotonic() - self._written >= TOGETHER_S):
            self._attempt(self._write_known)
            self._written = time.monotonic()

    def _write_known(self) -> None:
        with self._blobs.transaction():
            self._known.write()
        self._known.written()

    def finish(self, results: Results) -> None:
        """Store the final verdicts, which replace the executions stored so far."""
        self._try(lambda writer: writer.finish(results))
        if not (self.trouble or is_at(self.path, self._file)):
            self._report("this run is not stored, as the file was removed or replaced meanwhile")

    def _report(self, why: str) -> None:
        """Store nothing more of this run."""
        self._writer = None
        self._known.written()
        self.trouble = f"{shown_path(self.path)}: {why}"
        self._tell(self.trouble)

    def _try(self, write: Callable[[Writer], None]) -> None:
        if self._writer is None:
            return
        writer = self._writer
        self._attempt(lambda: write(writer))

    def _attempt(self, write: Callable[[], object]) -> None:
        try:
            write()
        except sqlite3.Error as error:
            self._connection.execute("PRAGMA busy_timeout = 0")  # reading must not wait either
            self._report(f"this run is not stored ({error}): {repair(error)}")

    def keep(
        self,
        results: Results,
        loaded: Mapping[str, LoadedProblem],
        rescored: int | None = None,
    ) -> int:
        """Store finished results; returns the number of their run. Raises JudgeError.

        ``loaded`` has every problem of ``results`` by name; ``rescored`` is the run whose outputs
        were graded again.
        """
        writer = self._new_writer()
        solutions = [j.solution for p in results.problems for j in p.solutions]
        with self._clear():
            writer.begin(results, solutions, loaded, rescored=rescored)
            writer.finish(results)
        return writer.number

    def keep_calibration(self, calibration: Calibration) -> None:
        """Store how fast a class of machines is, in place of what was measured before. Raises
        JudgeError."""
        with self._clear(), self._blobs.transaction():
            self._connection.execute(
                "INSERT OR REPLACE INTO calibration (machine, about) VALUES (?, ?)",
                (calibration.machine, encoding.packed(calibration, self._blobs.number)),
            )

    def _new_writer(self) -> Writer:
        return Writer(self._connection, self._blobs, self._known)

    # Reading

    def known(self, key: bytes) -> tuple[KnownExecution, ...]:
        """The executions of earlier runs under a key. None where the store is damaged, which is
        reported once, or is not from this version."""
        return self.known_of([key]).get(key, ())

    def known_of(self, keys: Sequence[bytes]) -> Mapping[bytes, tuple[KnownExecution, ...]]:
        """The same of several keys, in less time: those that there are."""
        if self._is_blind:
            return {}
        try:
            return self._known.find(keys)
        except (sqlite3.Error, zlib.error, ValueError, TypeError, KeyError) as error:
            self._is_blind = True
            said = f"earlier executions cannot be read ({error}), all are run: {REPAIR}"
            self._tell(f"{shown_path(self.path)}: {said}")
            return {}

    def durations(self, problem: str) -> Mapping[str, float]:
        """How long all executions of each solution took together when it last ran, in seconds of
        wall time; empty if the store cannot be read."""
        statement = """
            SELECT judged.name, wall_s FROM duration
                JOIN judged ON duration.judged = judged.id
                JOIN problem ON judged.problem = problem.id
            WHERE problem.name = ? ORDER BY judged.id"""
        try:
            return dict(self._connection.execute(statement, (encoding.name(problem),)))
        except sqlite3.Error:
            return {}

    def stored_runs(self) -> tuple[StoredRun, ...]:
        """All runs, newest first. Raises JudgeError."""
        statement = """
            SELECT number, settled, rescored, heading,
                (SELECT json_group_array(name) FROM problem WHERE moment = number),
                (SELECT count(*) FROM judged JOIN problem ON judged.problem = problem.id
                    WHERE moment = number)
            FROM moment ORDER BY number DESC"""
        with self._clear():
            return tuple(stored_run(*row) for row in self._connection.execute(statement))

    def history(
        self, problem: str, solution: str, before: int | None = None
    ) -> tuple[PastResult, ...]:
        """The results of a solution in earlier runs, newest first; with ``before`` only those in
        runs with a smaller number. Raises JudgeError."""
        statement = """
            SELECT number, started, size, digest, verdict, reading, passed,
                ran, cases, cpu_s, gap, rescored IS NOT NULL, heading
            FROM judged JOIN problem ON judged.problem = problem.id
                JOIN moment ON problem.moment = moment.number
            WHERE judged.name = ? AND problem.name = ? AND verdict IS NOT NULL AND number < ?
            ORDER BY number DESC"""
        names = encoding.name(solution), encoding.name(problem)
        with self._clear():
            rows = self._connection.execute(statement, (*names, _bound(before)))
            return tuple(past_result(*row) for row in rows)

    def solutions(self) -> Mapping[str, tuple[str, ...]]:
        """The problems of each solution that has a result, by its name. Raises JudgeError."""
        statement = """
            SELECT judged.name, problem.name
            FROM judged JOIN problem ON judged.problem = problem.id
            WHERE verdict IS NOT NULL GROUP BY judged.name, problem.name"""
        with self._clear():
            found: dict[str, tuple[str, ...]] = {}
            for name, problem in self._connection.execute(statement):
                found[name] = (*found.get(name, ()), problem)
            return found

    def calibrations(self) -> Mapping[str, Calibration]:
        """What `judge calibrate` has measured, by class of machine. Raises JudgeError."""
        with self._clear():
            if not has_table(self._connection, "calibration"):
                return {}  # an older store that cannot be written
            rows = self._connection.execute("SELECT machine, about FROM calibration")
            return {name: unpacked(Calibration, about, self._text) for name, about in rows}

    def unit(self, problem: str) -> Fraction:
        """The unit of a problem's scores in its latest run. Raises JudgeError."""
        statement = "SELECT plugin FROM problem WHERE name = ? ORDER BY id DESC LIMIT 1"
        with self._clear():
            row = self._connection.execute(statement, (encoding.name(problem),)).fetchone()
            return unpacked(PluginFacts, row[0], self._text).unit if row else Fraction(1)

    def records(self, problem: str, before: int | None = None) -> tuple[Record, ...]:
        """The smallest accepted solution of each language, the smallest first; see ``history``.

        Only a solution that passed every case of its problem counts, and no output file does.
        """
        statement = """
            SELECT language, judged.name, size, number, started
            FROM judged JOIN problem ON judged.problem = problem.id
                JOIN moment ON problem.moment = moment.number
            WHERE problem.name = ? AND verdict = ? AND passed = cases AND kind != ? AND number < ?
            ORDER BY size, number"""
        values = (
            encoding.name(problem),
            Verdict.AC.value,
            Kind.OUTPUT.value,
            _bound(before),
        )
        with self._clear():
            records: dict[str, Record] = {}
            for row in self._connection.execute(statement, values):
                records.setdefault(row[0], Record(*row))
            return tuple(records.values())

    def results(self, run_number: int) -> Results:
        """The results of a run. An unfinished run has its heading and problems but no solutions;
        ``judge.store.restore`` adds what is known of those. Raises JudgeError."""
        with self._clear():
            row = self._connection.execute(
                "SELECT heading FROM moment WHERE number = ?", (run_number,)
            ).fetchone()
            if row is None:
                raise self._no_run(run_number)
            problems = tuple(
                ProblemResult(self._problem(number, about), tuple(self._judged(number)))
                for number, about in self._rows(
                    "SELECT id, about FROM problem WHERE moment = ? ORDER BY place", run_number
                )
            )
            heading = unpacked(Results, row[0], self._text)
            return replace(heading, problems=problems)

    def _problem(self, number: int, about: str) -> Problem:
        cases = spooled(
            case
            for (block,) in self._rows(
                "SELECT cases FROM block WHERE problem = ? ORDER BY place", number
            )
            for case in unpacked(Block, self._text(block).decode(), self._text).cases
        )
        return replace(unpacked(Problem, about, self._text), cases=cases)

    def _judged(self, problem: int) -> Iterator[SolutionResult]:
        rows = self._rows(
            "SELECT id, about FROM judged WHERE problem = ? AND verdict IS NOT NULL ORDER BY place",
            problem,
        )
        for number, about in rows:
            outcomes = spooled(
                unpacked(Outcome, data, self._text)
                for (data,) in self._rows(
                    "SELECT about FROM outcome WHERE judged = ? ORDER BY place", number
                )
            )
            yield replace(unpacked(SolutionResult, about, self._text), outcomes=outcomes)

    def unsettled(
        self, run_number: int
    ) -> tuple[tuple[Solution, tuple[GradedExecution, ...]], ...]:
        """The solutions of an unfinished run, with the executions that were stored of each."""
        with self._clear():
            rows = self._rows(
                "SELECT judged.id, judged.about FROM judged JOIN problem "
                "ON judged.problem = problem.id WHERE moment = ? AND verdict IS NULL "
                "ORDER BY problem.place, judged.place",
                run_number,
            )
            return tuple(
                (unpacked(Solution, about, self._text), tuple(self._arrived(number)))
                for number, about in rows
            )

    def _arrived(self, number: int) -> Iterator[GradedExecution]:
        for (about,) in self._rows("SELECT about FROM arrived WHERE judged = ?", number):
            yield unpacked(GradedExecution, about, self._text)

    def case_counts(self, run_number: int) -> Mapping[str, int]:
        """How many cases each problem of a run has. Of one that was killed not all may be
        stored."""
        statement = "SELECT about, cases FROM problem WHERE moment = ?"
        with self._clear():
            return {
                unpacked(Problem, about, self._text).name: count
                for about, count in self._rows(statement, run_number)
            }

    def plugin_facts(self, run_number: int) -> Mapping[str, PluginFacts]:
        """The stored facts of each problem's plug-in, by the problem's name."""
        with self._clear():
            return {
                unpacked(Problem, about, self._text).name: unpacked(PluginFacts, plugin, self._text)
                for about, plugin in self._rows(
                    "SELECT about, plugin FROM problem WHERE moment = ?", run_number
                )
            }

    def _rows(self, statement: str, number: int) -> list[Any]:
        return self._connection.execute(statement, (number,)).fetchall()

    def text(self, digest: str) -> bytes | None:
        """The stored bytes with this SHA-256 in hexadecimal; None if there are none."""
        with self._clear():
            row = self._connection.execute(
                "SELECT id FROM blob WHERE digest = ?", (bytes.fromhex(digest),)
            ).fetchone()
            return self._text(row[0]) if row else None

    def _text(self, blob: int) -> bytes:
        return read_blob(self._connection, blob)

    def _no_run(self, number: int) -> JudgeError:
        known = self._connection.execute("SELECT max(number) FROM moment").fetchone()[0]
        there = f"the latest is {known}" if known else "it is empty, fill it with `judge run`"
        return JudgeError(f"contains no run {number}: {there}", self.path)

    @contextmanager
    def _clear(self) -> Iterator[None]:
        """Turn a fault of the file into a JudgeError."""
        try:
            yield
        except (sqlite3.Error, zlib.error, ValueError, TypeError, KeyError) as error:
            if isinstance(error, sqlite3.Error) and is_locked(error):
                raise JudgeError(explanation(error), self.path) from error
            raise JudgeError(f"the store is damaged ({error}): {REPAIR}", self.path) from error


def _bound(before: int | None) -> int:
    return 2**62 if before is None else before


def open_store(path: Path, tell: Callable[[str], None] = lambda trouble: None) -> Store:
    """Open a store, or create an empty one; raises JudgeError, which names the fix."""
    return Store(path, tell)
