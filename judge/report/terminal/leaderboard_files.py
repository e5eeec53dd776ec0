"""Leaderboards of JSON reports, as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.analysis.leaderboard import rank_solutions
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.safe_text import one_line
from judge.model import ProblemResult, SolutionResult
from judge.report.export import json_read
from judge.report.terminal.leaderboard import leaderboard_lines


def leaderboards_of_files(names: Sequence[str], report: Path, before: Path | None) -> str:
    """Of the named problems in a JSON report, or of all; with the records of one ``before``.

    Raises JudgeError for a file that is no report, and for a problem that it does not contain.
    """
    results = json_read.read(report)
    earlier = json_read.read(before) if before else ()
    known = [result.problem.name for result in results]
    for name in names:
        if name not in known:
            raise JudgeError(f"contains no problem {name!r}: {did_you_mean(name, known)}", report)
    chosen = [r for r in results if r.problem.name in names or (not names and r.solutions)]
    if not chosen:
        raise JudgeError("contains no solution to rank", report)
    return "\n\n".join(_text(result, earlier) for result in chosen)


def _text(result: ProblemResult, earlier: Iterable[ProblemResult]) -> str:
    before = [j for r in earlier if r.problem.name == result.problem.name for j in r.solutions]
    rows = leaderboard_lines(rank_solutions(result.solutions, _records(before)))
    return "\n".join([f"{one_line(result.problem.title)}:", *rows])


def _records(results: Iterable[SolutionResult]) -> dict[str, int]:
    """The smallest size of a valid answer in each league, as ``rank_solutions`` takes it."""
    boards = rank_solutions(results).leagues
    return {board.league: board.best for board in boards if board.league and board.best is not None}
