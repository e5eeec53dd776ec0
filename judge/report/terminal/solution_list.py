"""The solutions of a problem in a table: what ``judge list`` prints."""

from __future__ import annotations

from collections.abc import Sequence

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.model import Problem, Solution
from judge.report.terminal.phrases import NAME, columns, fitted, fitted_name

_HEAD = ("solution", "size", "language, kind", "expected")


def list_solutions(problem: Problem, solutions: Sequence[Solution]) -> str:
    """A line on the problem, then its solutions with size, language and expected verdicts."""
    lines = [one_line(f"{problem.name}: {problem.title} ({counted(len(problem.cases), 'case')})")]
    rows = [_HEAD, *map(_row, solutions)]
    name, size, kind, _ = (max(columns(row[i]) for row in rows) for i in range(len(_HEAD)))
    for row in rows if solutions else ():
        cells = (
            fitted_name(row[0], min(name, NAME)),
            row[1].rjust(size),
            fitted(row[2], kind),
            row[3],
        )
        lines.append(f"  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)


def _row(solution: Solution) -> tuple[str, ...]:
    expected = "/".join(sorted(verdict.value for verdict in solution.expect))
    kind = f"{solution.language} {solution.kind.value}"
    return one_line(solution.name), f"{solution.size:,} B", kind, expected
