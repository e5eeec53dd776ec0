"""Combat as a game of two sides: one chooses who attacks, the other sees that and blocks.

The first move is the sorted tuple of the attackers, by their places on the board; the second is
blocks of the board that they make, on which the attackers are counted anew. Pay-offs are doubled
integers, seen from the attacking player: the worth of their creatures left, those at home
included, minus the worth of the other side's, plus half of the damage to the player.
"""

from __future__ import annotations

from random import Random
from typing import Any

from judge.plugin import IllegalAnswer, Undecodable
from judge.plugin.number_lists import tree

from . import draw, generate, input
from .rules import RANGE, Blocks, Board, worth

ROLES = ("attack", "block")
ATTACK, BLOCK = range(2)
#: Larger numbers would make a few boards decide everything.
LARGEST = 15
TWICE = "a creature attacks once"
#: A set of attackers, or blocks.
Move = tuple[Any, ...]


def random_board(rng: Random, size: int) -> Board:
    """A board of the hunts' categories, with creatures on both sides and small numbers."""
    while True:
        board = generate.generate(rng, max(1, size))
        numbers = [n for side in board for creature in side for n in creature]
        if all(board) and max(numbers) <= LARGEST:
            return board


def declared(board: Board, attackers: Move) -> Board:
    """The combat that an attack makes."""
    return tuple(board[0][a] for a in attackers), board[1]


def seen(board: Board, moves: tuple[Move, ...]) -> Board:
    """The creatures that the player to move looks at: all, or those that attack."""
    return declared(board, moves[0]) if moves else board


def arguments(board: Board, moves: tuple[Move, ...]) -> list[Any]:
    sides = [[list(creature) for creature in side] for side in seen(board, moves)]
    return [ROLES[len(moves)], *sides]


def text(board: Board, moves: tuple[Move, ...]) -> str:
    """The role, then the two lines of an input file."""
    return f"{ROLES[len(moves)]}\n{input.render(seen(board, moves))}"


def decode_attack(output: str, board: Board, base: int) -> Move:
    """Places of attackers in any list notation; raises Undecodable, IllegalAnswer."""
    items = tree(output)
    if len(items) == 1 and isinstance(items[0], tuple):
        items = items[0]
    count, found = len(board[0]), []
    for item in items:
        if not isinstance(item, int):
            raise Undecodable("an attack is a list of creatures, such as [0, 2]")
        if not base <= item < count + base:
            told = f"no creature {item}; there are {count}, numbered from {base}"
            raise IllegalAnswer(RANGE, told)
        found.append(item - base)
    if len(set(found)) < len(found):
        raise IllegalAnswer(TWICE, "a creature is listed twice")
    return tuple(sorted(found))


def at_home(board: Board, attackers: Move) -> int:
    """The worth of the creatures that do not attack."""
    return worth(c for a, c in enumerate(board[0]) if a not in attackers)


def forfeit(board: Board, role: int) -> int:
    """All creatures of the side are lost, none of the other side; and for the blocking player all
    damage comes through."""
    if role == ATTACK:
        return -2 * worth(board[1])
    return 2 * worth(board[0]) + sum(power for power, _ in board[0])


def picture(board: Board, moves: tuple[Move, ...]) -> str:
    """The combat that was fought; a game without blocks shows the board."""
    if not moves:
        return draw.draw(board, None)
    blocks: Blocks | None = moves[1] if len(moves) > 1 else None
    return draw.draw(declared(board, moves[0]), blocks) + _home(board, moves[0])


def _home(board: Board, attackers: Move) -> str:
    """What the picture of the combat leaves out."""
    home = [f"{p}/{t}" for a, (p, t) in enumerate(board[0]) if a not in attackers]
    if not home:
        return ""
    kept = at_home(board, attackers)
    return (
        f'<p class="home">At home, worth {kept}: {", ".join(home)}. '
        f"The attacking player has {kept} minus the score above.</p>"
    )
