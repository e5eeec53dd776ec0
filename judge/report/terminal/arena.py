"""The standings of an arena as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from judge.arena.result import ArenaResult, GameRecord
from judge.arena.standings import Standing, Standings
from judge.common.messages import counted
from judge.common.safe_text import one_line, plain
from judge.report.phrases import shown_estimate, shown_mean
from judge.report.terminal.phrases import MESSAGE, NAME, columns, fitted

#: So many forfeits are shown.
FORFEITS = 5


def report(result: ArenaResult, ranked: Standings) -> str:
    """The whole text."""
    parts = ["\n".join([_headline(result), "", *_table(result, ranked)])]
    notes = [*_left_out(result), *_forfeits(result)]
    if notes:
        parts.append("\n".join(notes))
    return plain("\n\n".join(parts))


def _headline(result: ArenaResult) -> str:
    task = result.task
    text = (
        f"{task.problem.title}: {counted(len(result.contestants), 'contestant')}, "
        f"{counted(len(result.boards), 'board')} of size {task.size}, seed {task.seed}, "
        f"{counted(len(result.games), 'game')}"
    )
    ended = ""
    if result.interrupted or result.is_short:
        why = "interrupted" if result.interrupted else "the time was over"
        ended = f" ({why}: {task.count:,} boards were asked for)"
    return one_line(text + ended)


def _table(result: ArenaResult, ranked: Standings) -> list[str]:
    roles = [one_line(role, 12) for role in result.task.game.roles]
    names = [result.contestants[place.contestant].name for place in ranked.places]
    room = min(NAME, max(10, *map(columns, names)))
    head = [" #", "contestant", "pay-off a game", *roles, "won", "drawn", "lost", "rating"]
    rows = [_row(result, place) for place in ranked.places]
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    widths[1] = room
    return [_line(row, widths) for row in [head, *rows]]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    shown = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    shown[1] = fitted(cells[1], widths[1])
    return "  ".join(shown).rstrip()


def _row(result: ArenaResult, place: Standing) -> list[str]:
    unit = result.task.game.plugin.unit
    mu, sigma = place.rating
    return [
        f"{place.rank}.",
        result.contestants[place.contestant].name,
        shown_estimate(place.payoff.mean, place.payoff.margin, unit),
        *(shown_mean(mean, unit) for mean in place.by_role),
        f"{place.won:,}",
        f"{place.drawn:,}",
        f"{place.lost:,}",
        f"{mu:.1f} ± {sigma:.1f}",
    ]


def _left_out(result: ArenaResult) -> list[str]:
    return [
        one_line(f"left out: {one.solution.name}: {one.why}", MESSAGE) for one in result.left_out
    ]


def _forfeits(result: ArenaResult) -> list[str]:
    kinds = result.forfeit_kinds
    rows = [_forfeit(result, game, count) for game, count in kinds[:FORFEITS]]
    if len(kinds) > FORFEITS:
        rest = sum(count for _, count in kinds[FORFEITS:])
        rows.append(f"and {counted(rest, 'more game')} lost by forfeit")
    return rows


def _forfeit(result: ArenaResult, game: GameRecord, count: int) -> str:
    assert game.forfeit is not None
    name = result.contestants[game.forfeit.contestant].name
    role = result.task.game.roles[game.players.index(game.forfeit.contestant)]
    games = f" and in {counted(count - 1, 'more game')}" if count > 1 else ""
    text = f"forfeit: {name} ({role}) on board {game.board + 1}{games}"
    return one_line(f"{text}: {game.forfeit.verdict.value} {game.forfeit.why}", MESSAGE)
