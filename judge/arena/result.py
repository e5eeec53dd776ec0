"""What an arena is about, and what it ends with."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from judge.common.score_format import ScoreFormat
from judge.model import Problem, Solution, Verdict
from judge.packages.arena_game import ArenaGame
from judge.plugin import Score


class ArenaTask(Struct, frozen=True):
    """The contestants meet on ``count`` boards of ``size``, drawn with ``seed``, or on fewer if
    those take longer than ``seconds``."""

    problem: Problem
    game: ArenaGame
    contestants: tuple[Solution, ...]
    count: int
    size: int
    seed: int
    workers: int = 1
    sandbox: str = "auto"
    seconds: float | None = None


class Forfeit(Struct, frozen=True):
    """A contestant made no legal move: its index, the verdict on that, and why, in words."""

    contestant: int
    verdict: Verdict
    why: str


class GameRecord(Struct, frozen=True):
    """A game on the board with this index: ``players`` are the contestants that had the first and
    the second role, ``payoff`` is the first one's."""

    board: int
    players: tuple[int, int]
    moves: tuple[Any, ...]
    payoff: Score
    forfeit: Forfeit | None = None


class LeftOut(Struct, frozen=True):
    """A contestant that could not play at all; ``own_fault`` if its source is the cause."""

    solution: Solution
    why: str
    own_fault: bool


class ArenaResult(Struct, frozen=True):
    """All games on ``boards``, by board and players. There are fewer boards than asked for if the
    arena was ``interrupted``, or if the time was over."""

    task: ArenaTask
    contestants: tuple[Solution, ...]
    boards: tuple[Any, ...]
    games: tuple[GameRecord, ...]
    left_out: tuple[LeftOut, ...]
    executions: int
    interrupted: bool = False

    @property
    def is_short(self) -> bool:
        """Whether the time was over before the last board."""
        return len(self.boards) < self.task.count and not self.interrupted

    @property
    def scores(self) -> ScoreFormat:
        """Shows pay-offs in the plug-in's unit."""
        return ScoreFormat(self.task.game.plugin.unit)

    @property
    def forfeits(self) -> tuple[GameRecord, ...]:
        return tuple(game for game in self.games if game.forfeit)

    @property
    def forfeit_kinds(self) -> tuple[tuple[GameRecord, int], ...]:
        """The first forfeit of each contestant in each role with each verdict, and their number."""
        kinds: dict[object, list[GameRecord]] = {}
        for game in self.forfeits:
            assert game.forfeit is not None
            role = game.players.index(game.forfeit.contestant)
            kind = game.forfeit.contestant, role, game.forfeit.verdict
            kinds.setdefault(kind, []).append(game)
        return tuple((games[0], len(games)) for games in kinds.values())
