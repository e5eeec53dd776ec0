"""All small boards of combat, each side in one order, for proofs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from judge.plugin import Bound, BoundError
from judge.plugin.orbits import multisets

from .rules import MAX_CREATURES, MAX_NUMBER, Board, Creature, Side

#: The highest number if the bound does not say.
USUAL = 2
BOUNDS = ((1, 1, 2), (2, 2, 2), (2, 3, 2), (3, 3, 2), (3, 3, 3), (2, 3, 4), (3, 3, 4))


def describe(bound: Bound) -> str:
    attackers, defenders, number = _parts(bound)
    return (
        f"boards of at most {attackers} × {defenders} creatures with numbers up to {number}, "
        "each side in one order"
    )


def count(bound: Bound) -> int:
    attackers, defenders, number = _parts(bound)
    kinds = (number + 1) * number
    return multisets(kinds, attackers) * multisets(kinds, defenders)


def boards(bound: Bound) -> Iterator[Board]:
    """By the sum of ``1 + power + toughness`` over all creatures, as ``smaller`` has it."""
    attackers, defenders, number = _parts(bound)
    creatures = tuple((p, t) for p in range(number + 1) for t in range(1, number + 1))
    heaviest = 1 + 2 * number

    @cache
    def sides(most: int, total: int, first: int) -> tuple[Side, ...]:
        """Those of a weight, of at most so many creatures, none of them before ``first``."""
        if total == 0:
            return ((),)
        if total > most * heaviest:
            return ()
        return tuple(
            (creatures[at], *others)
            for at in range(first, len(creatures))
            if (left := total - _weight(creatures[at])) >= 0
            for others in sides(most - 1, left, at)
        )

    for total in range((attackers + defenders) * heaviest + 1):
        for ours in range(total + 1):
            behind = sides(defenders, total - ours, 0)
            for attacking in sides(attackers, ours, 0) if behind else ():
                for blocking in behind:
                    yield attacking, blocking


def _weight(creature: Creature) -> int:
    return 1 + creature[0] + creature[1]


def _parts(bound: Bound) -> tuple[int, int, int]:
    """Attackers, blockers, the highest number; raises BoundError."""
    if 1 <= len(bound) <= 3:
        sides = bound if len(bound) > 1 else bound * 2
        attackers, defenders, number = (*sides, USUAL)[:3]
        if max(attackers, defenders) <= MAX_CREATURES and 1 <= number <= MAX_NUMBER:
            return attackers, defenders, number
    raise BoundError(
        f"a bound is attackers x blockers x highest number, such as 2x3x4; 2x3 has numbers up to "
        f"{USUAL}, 2 is 2x2; at most {MAX_CREATURES} creatures a side, and numbers from 1"
    )
