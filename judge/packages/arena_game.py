"""The game of a problem's plug-in as the judge plays it: with checked results."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.packages import plugin_results as results
from judge.packages.problem_plugin import REFUSED, ProblemPlugin
from judge.plugin import Score

#: What an arena asks of a plug-in.
METHODS = (
    "random_board",
    "role_to_move",
    "move_arguments",
    "move_input",
    "decode_move",
    "payoff",
    "forfeit",
)


class Position(Struct, frozen=True):
    """A board and the moves so far."""

    board: Any
    moves: tuple[Any, ...] = ()

    def after(self, move: Any) -> Position:
        return Position(self.board, (*self.moves, move))


class ArenaGame(Struct, frozen=True, eq=False, dict=True):
    """The methods of ``judge.plugin.Arena``. Whatever one raises or returns against its contract
    is a PluginFault."""

    plugin: ProblemPlugin

    @cached_property
    def roles(self) -> tuple[str, str]:
        """The names of the roles; raises JudgeError for anything but two distinct names."""
        value: Any = getattr(self.plugin.own, "roles", None)
        named = isinstance(value, tuple | list) and all(isinstance(v, str) and v for v in value)
        if not named or len(value) != 2 or value[0] == value[1]:
            wanted = "two distinct names, such as ('hide', 'seek')"
            raise JudgeError(f"an arena needs roles, {wanted}", self.plugin.path)
        return value[0], value[1]

    @cached_property
    def inputs(self) -> ProblemPlugin:
        """Feeds solutions: its instances are positions."""
        return replace(self.plugin, own=_PositionInputs(self))

    def board(self, seed: int, number: int, size: int) -> Any:
        """The board with this number, from 1: the same for the same seed and size."""
        rng = Random(f"arena {seed} {size} {number}")
        found = self._call("random_board", rng, size)
        return results.instance(self.plugin.own.random_board, found)

    def role_to_move(self, position: Position) -> int | None:
        found = self._call("role_to_move", position.board, position.moves)
        return results.role(self.plugin.own.role_to_move, found)

    def arguments(self, position: Position) -> list[Any]:
        found = self._call("move_arguments", position.board, position.moves)
        return results.arguments(self.plugin.own.move_arguments, found)

    def input(self, position: Position) -> str:
        found = self._call("move_input", position.board, position.moves)
        return results.text(self.plugin.own.move_input, found)

    def decode(self, text: str, position: Position, reading: str) -> Any:
        """The next move; raises Undecodable and IllegalAnswer."""
        words = (text, position.board, position.moves, reading)
        with self.plugin.calling("decode_move", REFUSED):
            found = self.plugin.own.decode_move(*words)
        return results.instance(self.plugin.own.decode_move, found)

    def payoff(self, position: Position) -> Score:
        found = self._call("payoff", position.board, position.moves)
        return results.score(self.plugin.own.payoff, found)

    def forfeit(self, position: Position) -> Score:
        found = self._call("forfeit", position.board, position.moves)
        return results.score(self.plugin.own.forfeit, found)

    def draw(self, position: Position) -> str:
        """HTML; empty if the plug-in does not draw games."""
        if not self.plugin.offers("draw_game"):
            return ""
        found = self._call("draw_game", position.board, position.moves)
        return results.text(self.plugin.own.draw_game, found)

    def _call(self, name: str, *words: Any) -> Any:
        with self.plugin.calling(name):
            return getattr(self.plugin.own, name)(*words)


class _PositionInputs(Struct, frozen=True):
    """The methods of a plug-in that feed solutions, for positions instead of instances."""

    game: ArenaGame

    def arguments(self, position: Position) -> list[Any]:
        return self.game.arguments(position)

    def render(self, position: Position) -> str:
        return self.game.input(position)


def game_of(plugin: ProblemPlugin) -> ArenaGame:
    """The game that a plug-in declares; raises JudgeError if it declares none."""
    plugin.need("an arena", *METHODS)
    game = ArenaGame(plugin)
    assert game.roles
    return game
