"""The plug-in for combat blocks, made of the files beside it.

``rules`` says what boards and answers are and scores them, ``input`` reads the input
file, ``generate`` draws and shrinks boards, ``draw`` and ``sketch`` show them,
``mutants`` spoils right answers and tells boards otherwise, ``game`` is combat as a game of two
sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from judge.plugin import Best, Bound, Goal, IllegalAnswer, InputError, Mutant
from judge.plugin.pairings import matching, readings

from . import draw, enumeration, game, generate, input, mutants, mutate, orbit, sketch
from .rules import Blocks, Board, check, decimal, survivors, worst_damage, worth

_READINGS = readings("attacker first", "attacker of each blocker", "blockers of each attacker")


class Combat:
    """Choose blocks that leave the defending player best off against the worst damage."""

    goal = Goal.MAXIMISE
    unit = Fraction(1, 2)
    readings = tuple(_READINGS)
    css = draw.CSS
    roles = game.ROLES

    def parse(self, text: str) -> Board:
        """Two lines, each a JSON list of ``[power, toughness]``; raises InputError."""
        return input.parse(text)

    def render(self, instance: Board) -> str:
        return input.render(instance)

    def arguments(self, instance: Board) -> list[Any]:
        return [[list(creature) for creature in side] for side in instance]

    def size(self, instance: Board) -> tuple[int, ...]:
        return len(instance[0]), len(instance[1])

    def decode(self, text: str, instance: Board, reading: str) -> Blocks:
        """The blocks in ``text``; raises Undecodable, or IllegalAnswer naming the rule broken."""
        base, shape = _READINGS[reading]
        attackers, defenders = instance
        blocks = matching(text, base, shape, len(defenders), len(attackers))
        check(instance, blocks, base)
        return blocks

    def score(self, instance: Board, answer: Blocks) -> int:
        """The doubled score under the attacker's best damage; raises IllegalAnswer."""
        check(instance, answer, 0)
        attackers, defenders, player = worst_damage(instance, answer)
        kept = worth(survivors(instance[1], defenders))
        return 2 * kept - 2 * worth(survivors(instance[0], attackers)) - player

    def parse_answer(self, text: str, instance: Board) -> Best[Blocks]:
        """Best score in decimal, then one ``[blocker, attacker]`` per line; raises InputError."""
        lines = text.removesuffix("\n").split("\n")
        if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.5)?", lines[0]):
            raise InputError("expected the best score, such as -1 or -1.5")
        stored = int(Fraction(lines[0]) * 2)
        blocks = []
        for number, line in enumerate(lines[1:], 2):
            match = re.fullmatch(r"\[(0|[1-9][0-9]*), (0|[1-9][0-9]*)\]", line)
            if match is None:
                raise InputError("expected one block, such as [0, 1]", number)
            blocks.append((int(match[1]), int(match[2])))
        answer = tuple(sorted(blocks))
        try:
            reached = self.score(instance, answer)
        except IllegalAnswer as error:
            raise InputError(f"the stored blocks are illegal: {error}", 2) from error
        if reached != stored:
            told = f"the stored blocks score {decimal(reached)}, not the stored {lines[0]}"
            raise InputError(told)
        return Best(stored, answer)

    def render_answer(self, instance: Board, best: Best[Blocks]) -> str:
        assert isinstance(best.score, int)
        lines = [decimal(best.score), *(f"[{b}, {a}]" for b, a in best.answer)]
        return "".join(line + "\n" for line in lines)

    def generate(self, rng: Random, size: int) -> Board:
        """A random board, each side at most ``size`` (and 20) creatures, of a random category."""
        return generate.generate(rng, size)

    def smaller(self, instance: Board) -> Iterator[Board]:
        """Boards with a lesser sum of ``1 + power + toughness`` over all creatures."""
        return generate.smaller(instance)

    def mutate(
        self, rng: Random, instance: Board, numbers: Sequence[int], words: Sequence[str]
    ) -> Board:
        """One detail changed; a board has no words. See ``judge.plugin.Mutates``."""
        return mutate.mutate(rng, instance, numbers)

    def bounds(self) -> tuple[Bound, ...]:
        """Attackers, blockers, highest number; see ``judge.plugin.Enumerable``."""
        return enumeration.BOUNDS

    def describe_bound(self, bound: Bound) -> str:
        return enumeration.describe(bound)

    def count(self, bound: Bound) -> int:
        return enumeration.count(bound)

    def enumerate(self, bound: Bound) -> Iterator[Board]:
        """Boards whose sides are sorted, by the sum of ``1 + power + toughness``."""
        return enumeration.boards(bound)

    def orbit(self, instance: Board, bound: Bound) -> Board | None:
        """Both sides sorted; see ``judge.plugin.Canonical``."""
        return orbit.orbit(instance, bound)

    def draw(self, instance: Board, answer: Blocks | None) -> str:
        return draw.draw(instance, answer)

    def sketch(self, instance: Board, answer: Blocks | None) -> str:
        return sketch.sketch(instance, answer)

    def mutants(self, instance: Board, answer: Blocks) -> Iterator[Mutant]:
        """Mutants of right blocks; see ``judge.plugin.Mutable``."""
        return mutants.mutants(instance, answer)

    def variants(self, instance: Board, rng: Random) -> Iterator[tuple[str, Board]]:
        """The same board in other orders; see ``judge.plugin.Metamorphic``."""
        return mutants.variants(instance, rng)

    def random_board(self, rng: Random, size: int) -> Board:
        """A board with small numbers; see ``judge.plugin.Arena``."""
        return game.random_board(rng, size)

    def role_to_move(self, board: Board, moves: tuple[game.Move, ...]) -> int | None:
        """The attack, then the blocks."""
        return len(moves) if len(moves) < len(game.ROLES) else None

    def move_arguments(self, board: Board, moves: tuple[game.Move, ...]) -> list[Any]:
        """Role, attackers, blockers; the role that blocks gets those that attack."""
        return game.arguments(board, moves)

    def move_input(self, board: Board, moves: tuple[game.Move, ...]) -> str:
        return game.text(board, moves)

    def decode_move(
        self, text: str, board: Board, moves: tuple[game.Move, ...], reading: str
    ) -> game.Move:
        """Attackers, or blocks as ``decode`` reads them."""
        if moves:
            return self.decode(text, game.declared(board, moves[0]), reading)
        return game.decode_attack(text, board, _READINGS[reading][0])

    def payoff(self, board: Board, moves: tuple[game.Move, ...]) -> int:
        """Doubled, for the attacking player."""
        attackers, blocks = moves
        fought = self.score(game.declared(board, attackers), blocks)
        return 2 * game.at_home(board, attackers) - fought

    def forfeit(self, board: Board, moves: tuple[game.Move, ...]) -> int:
        return game.forfeit(board, len(moves))

    def draw_game(self, board: Board, moves: tuple[game.Move, ...]) -> str:
        return game.picture(board, moves)
