"""Leaderboards as text."""

from __future__ import annotations

from msgspec import Struct

from judge.analysis.leaderboard import Board, Place, Ranking
from judge.checking import soft_limit
from judge.common.safe_text import one_line
from judge.model import SolutionResult, Verdict
from judge.report.phrases import league_title
from judge.report.terminal.phrases import (
    MESSAGE,
    NAME,
    fitted,
    fitted_name,
    name_columns,
    refuting_case,
)

PARETO = "◆"
#: The columns of a date.
DATE = 10


class _Columns(Struct, frozen=True):
    """How wide names and languages are, and whether there is a column for proofs behind them."""

    name: int
    language: int
    has_proofs: bool

    def head(self) -> str:
        front = f"{'#':>3}  {'size':>9} points {'CPU time':>10}   {fitted('solution', self.name)}"
        if not self.has_proofs:
            return f"{front} language"
        return f"{front} {'language':<{self.language}} {'date':<{DATE}} proof"


# Leaderboards


def smallest(ranking: Ranking) -> list[str]:
    """The smallest correct solution of each language, in one line; nothing where there is none."""
    boards = [board for board in ranking.leagues if board.places]
    boards.sort(key=lambda board: board.places[0].result.solution.size)
    sizes = " · ".join(
        f"{board.best:,} B {fitted_name(board.places[0].result.solution.name, NAME).rstrip()} "
        f"({_league(board.league)}){_gain(board)}"
        for board in boards
    )
    return [f"smallest: {sizes}"] if sizes else []


def leaderboard_lines(ranking: Ranking) -> list[str]:
    """The board of all languages, then one for each language with several correct solutions."""
    front = {result.solution.name for result in ranking.pareto}
    overall = ranking.overall
    right = [place.result for place in overall.places]
    listed = [*right, *overall.unverified, *overall.invalid]
    columns = _Columns(
        max(len("solution"), name_columns(listed)),
        max(len("language"), *(len(_league(one.solution.league)) for one in right), 0),
        any(one.proved for one in right),
    )
    rows = [columns.head()] if right else []
    rows += _board(overall, front, columns)
    for board in ranking.leagues:
        if len(board.places) > 1 or board.improvement:
            head = f"{_league(board.league)}{_gain(board)}:"
            rows += ["", head, *(_place(p, front, columns) for p in board.places)]
    if front:
        rows += ["", f"{PARETO} no other is better in both bytes and CPU time"]
    return rows


def _board(board: Board, front: set[str], columns: _Columns) -> list[str]:
    rows = [_place(place, front, columns) for place in board.places]
    rows, room = rows or ["no correct solution yet"], columns.name
    if board.unverified:
        rows += [
            "",
            "correct as far as judged:",
            *(_below(j, room) for j in board.unverified),
        ]
    if board.invalid:
        rows += ["", "not correct:", *(_below(j, room) for j in board.invalid)]
    return rows


def _place(place: Place, front: set[str], columns: _Columns) -> str:
    result = place.result
    solution = result.solution
    cells = [
        f"{place.rank:>3}.",
        f"{solution.size:>7,} B",
        f"{place.points:>6}",
        f"{result.cpu_s * 1000:>7,.0f} ms",
        PARETO if solution.name in front else " ",
        fitted_name(solution.name, columns.name),
        _league(solution.league),
        solution.date.isoformat() if solution.date else "",
    ]
    if columns.has_proofs:
        cells[-2:] = [f"{cells[-2]:<{columns.language}}", f"{cells[-1]:<{DATE}}"]
        cells.append(result.proof)
    return " ".join(cells).rstrip()


def _below(result: SolutionResult, room: int) -> str:
    solution = result.solution
    return " ".join(
        [
            f"{solution.size:>12,} B {result.verdict.value:<10}",
            f"{result.passed:>4}/{len(result.outcomes):<4}",
            fitted_name(solution.name, room),
            _why_below(result),
        ]
    ).rstrip()


def _why_below(result: SolutionResult) -> str:
    if result.slow:
        return one_line(soft_limit.described(result.slow), MESSAGE)
    if result.verdict is not Verdict.AC and result.refuted:
        return refuting_case(result.refuted)
    return one_line((result.stopped or result.message).partition("\n")[0], MESSAGE)


def _league(league: str | None) -> str:
    """``JavaScript (node) + -p``."""
    return one_line(league_title(league))


def _gain(board: Board) -> str:
    if board.improvement is None:
        return ""
    return f", {board.improvement:,} below the record of {board.record:,}"
