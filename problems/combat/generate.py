"""Random boards of combat, and the simpler neighbours of a board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .rules import MAX_CREATURES, Board, Creature, Side

_FLAVOURS = ("plain", "plain", "tiny", "ties", "wide", "giant", "weak", "grown")
#: How often a board is one of few attackers and many weak blockers, or has numbers in the hundreds.
_GANGS, _HUNDREDS = 0.35, 0.05


def generate(rng: Random, size: int) -> Board:
    """A random board, each side at most ``size`` (and 20) creatures, of a random category."""
    kind = rng.random()
    if kind < _GANGS and size > 1:
        return _gang(rng, min(size, MAX_CREATURES))
    flavour = "hundreds" if kind > 1 - _HUNDREDS else rng.choice(_FLAVOURS)
    counts = [rng.randint(max(0, size - 2), max(0, size)) for _ in range(2)]
    attackers, defenders = (
        tuple(_creature(rng, flavour) for _ in range(min(count, MAX_CREATURES))) for count in counts
    )
    if flavour == "giant" and attackers:
        attackers = ((rng.randint(5, 5 + 2 * size), rng.randint(1, 9)), *attackers[1:])
    return attackers, defenders


def smaller(board: Board) -> Iterator[Board]:
    """Boards with a lesser sum of ``1 + power + toughness`` over all creatures."""
    for shrink in (_dropped, _floored, _halved, _decremented):
        for side in range(2):
            for at in range(len(board[side])):
                for changed in shrink(board[side], at):
                    yield (changed, board[1]) if side == 0 else (board[0], changed)


def _gang(rng: Random, size: int) -> Board:
    """Weak blockers, most of them together just able to kill one attacker, which may kill many."""
    count = rng.randint(max(1, size - 1), size)
    strongest, toughest = rng.choice(((1, 1), (2, 1), (2, 2), (2, 3), (3, 4), (5, 4)))
    weakest = rng.randint(0, 1)
    blockers = tuple(
        (rng.randint(weakest, strongest), rng.randint(1, toughest)) for _ in range(count)
    )
    force = sum(power for power, _ in blockers[: rng.randint((count + 1) // 2, count)])
    first = rng.randint(1, count + 2), max(1, force - rng.choice((0, 0, 0, 1, 2)))
    others = [(rng.randint(0, 6), rng.randint(1, 6)) for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    attackers = [first, *others][:size]
    rng.shuffle(attackers)
    return tuple(attackers), blockers


def _creature(rng: Random, flavour: str) -> Creature:
    if flavour == "tiny":
        return rng.randint(0, 2), rng.randint(1, 2)
    if flavour == "ties":
        return rng.choice(((1, 1), (2, 2), (1, 2)))
    if flavour == "wide":
        return rng.choice(((rng.randint(0, 1), rng.randint(4, 9)), (rng.randint(4, 9), 1)))
    if flavour == "weak":
        return rng.choice((0, 0, 1, 3)), rng.randint(1, 4)
    if flavour == "hundreds":
        return rng.randint(0, 1000), rng.randint(1, 1000)
    if flavour == "grown":
        return rng.randint(0, 15), rng.randint(1, 15)
    return rng.randint(0, 7), rng.randint(1, 7)


def _dropped(side: Side, at: int) -> Iterator[Side]:
    yield side[:at] + side[at + 1 :]


def _floored(side: Side, at: int) -> Iterator[Side]:
    power, toughness = side[at]
    if power > 1:
        yield _replaced(side, at, (0, toughness))
    if toughness > 2:
        yield _replaced(side, at, (power, 1))


def _halved(side: Side, at: int) -> Iterator[Side]:
    power, toughness = side[at]
    if power > 3:
        yield _replaced(side, at, (power // 2, toughness))
    if toughness > 3:
        yield _replaced(side, at, (power, toughness // 2))


def _decremented(side: Side, at: int) -> Iterator[Side]:
    power, toughness = side[at]
    if power > 0:
        yield _replaced(side, at, (power - 1, toughness))
    if toughness > 1:
        yield _replaced(side, at, (power, toughness - 1))


def _replaced(side: Side, at: int, creature: Creature) -> Side:
    return (*side[:at], creature, *side[at + 1 :])
