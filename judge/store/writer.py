"""Writing a run into the store: its heading first, executions as they arrive, verdicts at the
end."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common import foreign_files
from judge.model import Case, GradedExecution, Problem, Results, Solution, SolutionResult
from judge.packages.case_reader import ReadCases
from judge.packages.loaded_problem import AT_ONCE, LoadedProblem
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Goal
from judge.store import encoding
from judge.store.blobs import Blobs
from judge.store.encoding import packed, packed_execution, packed_inline
from judge.store.known_table import KnownTable
from judge.store.schema import is_locked

#: Executions that end within this time are written together: seconds.
TOGETHER_S = 0.1
#: How many cases make a block: as many as are read together.
BLOCK = AT_ONCE
NO_FILES: Mapping[bytes, bytes] = MappingProxyType({})


class PluginFacts(Struct, frozen=True):
    """What is needed to interpret results when the plug-in is gone."""

    #: None where answers have no scores.
    goal: Goal | None
    unit: Fraction
    readings: tuple[str, ...]

    @classmethod
    def of(cls, plugin: ProblemPlugin) -> PluginFacts:
        return cls(plugin.goal, plugin.unit, plugin.readings)


class Block(Struct, frozen=True):
    """Some cases of a problem, in order."""

    cases: tuple[Case, ...]


class Writer:
    """Writes one run into the store, and with its executions what is kept of them in ``known``.

    Every method raises sqlite3.Error.
    """

    def __init__(self, connection: sqlite3.Connection, blobs: Blobs, known: KnownTable) -> None:
        self._connection = connection
        self._blobs = blobs
        self._blob = blobs.number
        self._known = known
        self._judged: dict[tuple[str, str], int] = {}
        self._sources: dict[tuple[str, str], bytes | None] = {}
        self._waiting: list[tuple[int, GradedExecution]] = []
        #: Of each problem its id, and how many cases with digests each stored block has, by the
        #: place of its first case.
        self._problems: dict[str, tuple[int, dict[int, int]]] = {}
        #: Cases that are not stored yet, with their problem.
        self._read: list[tuple[str, ReadCases]] = []
        self._written = 0.0
        self.number = 0

    def begin(
        self,
        heading: Results,
        solutions: Sequence[Solution],
        loaded: Mapping[str, LoadedProblem],
        files: Mapping[str, Mapping[bytes, bytes]] | None = None,
        rescored: int | None = None,
    ) -> None:
        """Store what is known before the first execution, and set ``number``."""
        with self._blobs.transaction():
            going = replace(heading, interrupted=True)  # until ``finish``
            self.number = self._insert(
                "INSERT INTO moment (settled, rescored, started, heading) VALUES (0, ?, ?, ?)",
                rescored,
                heading.started,
                self._heading(going),
            )
            for index, result in enumerate(heading.problems):
                problem = result.problem
                own = [s for s in solutions if s.problem == problem.name]
                its_files = (files or {}).get(problem.name, NO_FILES)
                self._begin_problem(problem, index, loaded[problem.name].plugin, own, its_files)

    def _begin_problem(
        self,
        problem: Problem,
        index: int,
        plugin: ProblemPlugin,
        solutions: Sequence[Solution],
        files: Mapping[bytes, bytes],
    ) -> None:
        number = self._insert(
            "INSERT INTO problem (moment, place, name, cases, plugin, about) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            self.number,
            index,
            encoding.name(problem.name),
            len(problem.cases),
            packed(PluginFacts.of(plugin), self._blob),
            packed(replace(problem, cases=()), self._blob),
        )
        self._problems[problem.name] = number, {}
        self._write_cases(problem.name, 0, problem.cases, only_read=True, files=files)
        for i, solution in enumerate(solutions):
            self._judged[problem.name, solution.name] = self._insert(
                "INSERT INTO judged (problem, place, name, language, kind, size, digest, about) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                i,
                encoding.name(solution.name),
                encoding.name(solution.league),
                solution.kind.value,
                solution.size,
                solution.digest,
                packed(self._kept(solution), self._blob),
            )

    def keep_cases(self, problem: str, chunk: ReadCases) -> None:
        """Store some cases with the next executions; the place of the first is a multiple of
        ``BLOCK``."""
        self._read.append((problem, chunk))

    def _write_cases(
        self,
        problem: str,
        place: int,
        cases: Sequence[Case],
        only_read: bool = False,
        files: Mapping[bytes, bytes] = NO_FILES,
    ) -> None:
        """Store blocks of cases, unless they are stored with as many digests. ``only_read``: those
        of which some case was read; of others the files may still change. ``files``: contents that
        are known, by digest."""
        number, stored = self._problems[problem]
        for start in range(0, len(cases), BLOCK):
            block = Block(tuple(cases[start : start + BLOCK]))
            digested = sum(bool(case.digests) for case in block.cases)
            if digested <= stored.get(place + start, 0 if only_read else -1):
                continue
            self._keep_files(block, files)
            self._insert(
                "INSERT OR REPLACE INTO block (problem, place, cases) VALUES (?, ?, ?)",
                number,
                place + start,
                self._blob(packed_inline(block, self._blob).encode()),
            )
            stored[place + start] = digested

    def _keep_files(self, block: Block, files: Mapping[bytes, bytes]) -> None:
        """Store the files of some cases, as far as they are what was judged."""
        by_digest = {
            digest: (case, suffix)
            for case in block.cases
            for suffix, digest in ((".in", case.digests[:32]), (".ans", case.digests[32:]))
            if digest
        }
        missing = self._blobs.missing(by_digest)
        self._blobs.add({digest: files[digest] for digest in missing & files.keys()})
        for digest in missing - files.keys():
            case, suffix = by_digest[digest]
            data = _bytes(case.file_name(suffix))
            if data is not None and hashlib.sha256(data).digest() == digest:
                self._blobs.add({digest: data})

    def arrived(self, solution: Solution, graded: GradedExecution) -> None:
        """Store one execution; executions that end within ``TOGETHER_S`` of the last write are
        written together."""
        self._waiting.append((self._judged[solution.problem, solution.name], graded))
        self.flush(at_once=False)

    def flush(self, at_once: bool) -> None:
        """Write what is waiting, unless another judge is writing: then it goes on waiting. If not
        ``at_once``, only if the last time was long enough ago."""
        if not (self._waiting or self._read or self._known.waiting):
            return
        if not at_once and time.monotonic() - self._written < TOGETHER_S:
            return
        try:
            with self._blobs.transaction(0):
                self._write_read()
                self._connection.executemany(
                    "INSERT INTO arrived (judged, about) VALUES (?, ?)",
                    [(number, packed_execution(one, self._blob)) for number, one in self._waiting],
                )
                self._known.write()
            self._waiting.clear()
            self._read.clear()
            self._known.written()
        except sqlite3.OperationalError as error:
            if not is_locked(error):
                raise
            for problem, chunk in self._read:  # undone
                self._problems[problem][1].pop(chunk.place, None)
        self._written = time.monotonic()

    def _write_read(self) -> None:
        """Store the cases that were read meanwhile, as far as they are not stored."""
        for problem, chunk in self._read:
            self._write_cases(problem, chunk.place, chunk.cases, files=chunk.files)

    def finish(self, results: Results) -> None:
        """Store the final results, which replace the executions stored so far."""
        ids = ",".join(str(number) for number in self._judged.values())
        with self._blobs.transaction():
            self._known.write()
            self._connection.execute(f"DELETE FROM arrived WHERE judged IN ({ids})")
            left = dict(self._judged)
            for result in results.problems:
                self._write_cases(result.problem.name, 0, result.problem.cases)
                for solution_result in result.solutions:
                    number = left.pop((result.problem.name, solution_result.solution.name))
                    self._finish(solution_result, number)
            never = ",".join(str(number) for number in left.values())
            self._connection.execute(f"DELETE FROM judged WHERE id IN ({never})")
            self._connection.execute(
                "UPDATE moment SET settled = 1, heading = ? WHERE number = ?",
                (self._heading(results), self.number),
            )
        self._waiting.clear()
        self._read.clear()
        self._known.written()

    def _finish(self, result: SolutionResult, number: int) -> None:
        kept = self._kept(result.solution)
        bare = replace(result, solution=kept, outcomes=())
        self._connection.execute(
            "UPDATE judged SET verdict = ?, reading = ?, passed = ?, ran = ?, cpu_s = ?, gap = ?, "
            "about = ? WHERE id = ?",
            (
                result.verdict.value,
                result.reading,
                result.passed,
                len(result.outcomes),
                result.cpu_s,
                encoding.score_text(result.worst_gap),
                packed(bare, self._blob),
                number,
            ),
        )
        self._connection.execute(
            "INSERT OR REPLACE INTO duration (judged, wall_s) VALUES (?, ?)",
            (number, result.totals.all_wall_s),
        )
        self._connection.executemany(
            "INSERT INTO outcome (judged, place, key, about) VALUES (?, ?, ?, ?)",
            (
                (
                    number,
                    index,
                    b"",  # older judges wrote a digest that nothing reads
                    packed_execution(outcome, self._blob),
                )
                for index, outcome in enumerate(result.outcomes)
            ),
        )

    def _heading(self, results: Results) -> str:
        return packed(replace(results, problems=()), self._blob)

    def _kept(self, solution: Solution) -> Solution:
        """The solution with its source; None for the source if its file has changed."""
        key = solution.problem, solution.name
        if key not in self._sources:
            source = solution.source
            self._sources[key] = _read(solution.path, solution.digest) if source is None else source
        return replace(solution, source=self._sources[key])

    def _insert(self, statement: str, *values: Any) -> int:
        number = self._connection.execute(statement, values).lastrowid
        assert number is not None
        return number


def _read(path: Path, digest: str) -> bytes | None:
    """The bytes of a file; None if they are no longer those that were judged."""
    data = _bytes(str(path))
    return data if data is not None and hashlib.sha256(data).hexdigest() == digest else None


def _bytes(name: str) -> bytes | None:
    """The bytes of a file; None if it cannot be read."""
    try:
        return foreign_files.read_named(name, foreign_files.CASE_BYTES)
    except OSError:
        return None
