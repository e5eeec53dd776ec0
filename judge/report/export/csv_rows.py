"""The outcomes as CSV, one row each, for a spreadsheet.

A spreadsheet takes a string that begins with one of a few characters for a formula. Names and
messages come from solutions, so such a string gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from judge.common.atomic_write import write_parts
from judge.common.safe_text import one_line
from judge.model import Case, Execution, Outcome, Problem, Results, SolutionResult
from judge.report.export.json_write import score

#: The columns in order. Scores are as in the JSON file, times in seconds, memory in MiB. A solution
#: that was run on no case has one row without a case.
COLUMNS = (
    "problem",
    "solution",
    "language",
    "kind",
    "bytes",
    "expected",
    "solution_verdict",
    "reading",
    "case",
    "group",
    "verdict",
    "reason",
    "message",
    "score",
    "best",
    "gap",
    "cpu_s",
    "wall_s",
    "peak_mib",
    "ended",
)
#: Characters that begin a formula; the last four are the full-width forms.
FORMULA = frozenset("=+-@|＝＋－＠")
#: Longer strings are cut: characters.
LONGEST = 2000
#: So many lines are written at once.
TOGETHER = 128

Cell = str | int | float | None


def write(results: Results, path: Path) -> None:
    """Write the outcomes to ``path`` in one step; raises OSError."""
    write_parts(path, _parts(results))


def render(results: Results) -> str:
    """A header line, then one line per outcome; lines end with CRLF, as in RFC 4180."""
    return b"".join(_parts(results)).decode()


def _parts(results: Results) -> Iterator[bytes]:
    """The bytes of the file, some lines at a time."""
    rows = _rows(results)
    while row := next(rows, None):
        text = io.StringIO(newline="")
        csv.writer(text).writerows(chain([row], islice(rows, TOGETHER)))
        yield text.getvalue().encode()


def _rows(results: Results) -> Iterator[Sequence[Cell]]:
    yield COLUMNS
    for problem_result in results.problems:
        problem = problem_result.problem
        for result in problem_result.solutions:
            head = _solution(problem, result)
            for tail in _outcomes(result, _Groups(problem.cases)):
                yield [_safe(cell) for cell in chain(head, tail)]


class _Groups:
    """The groups of cases, which are asked for in their order: a table of very many would take much
    memory."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = cases
        self._left = iter(cases)

    def of(self, name: str) -> str:
        """The group of the case with this name."""
        for some in (self._left, iter(self._cases)):
            for case in some:
                if case.name == name:
                    self._left = some
                    return case.group
        raise KeyError(name)


def _solution(problem: Problem, result: SolutionResult) -> tuple[Cell, ...]:
    solution = result.solution
    return (
        problem.name,
        solution.name,
        solution.language,
        solution.kind.value,
        solution.size,
        " ".join(sorted(verdict.value for verdict in solution.expect)),
        result.verdict.value,
        result.reading,
    )


def _outcomes(result: SolutionResult, groups: _Groups) -> Iterator[tuple[Cell, ...]]:
    for outcome in result.outcomes:
        yield (
            outcome.case,
            groups.of(outcome.case),
            *_verdict(outcome),
            *_run(outcome.run),
        )
    if not result.outcomes:
        blank = (None,) * (len(COLUMNS) - 13)
        yield None, None, result.verdict.value, None, result.message, *blank


def _verdict(outcome: Outcome) -> tuple[Cell, ...]:
    return (
        outcome.verdict.value,
        outcome.reason.value if outcome.reason else None,
        outcome.message,
        score(outcome.score),
        score(outcome.best),
        score(outcome.gap),
    )


def _run(run: Execution | None) -> tuple[Cell, ...]:
    if run is None:
        return None, None, None, None
    return run.cpu_s, run.wall_s, run.peak_mib, run.ended.value


def _safe(cell: Cell) -> Cell:
    """The cell, with an apostrophe before what a spreadsheet would read as a formula."""
    if not isinstance(cell, str):
        return cell
    shown = one_line(cell, LONGEST)
    return f"'{shown}" if cell.lstrip()[:1] in FORMULA and cell.strip() else shown
