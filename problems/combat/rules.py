"""The rules of combat: who may block, how damage is dealt, what the defending player has left.

A board is a pair of sides, attackers first; a side is a tuple of creatures ``(power, toughness)``.
An answer is a sorted tuple of blocks ``(blocker, attacker)``, both counted from 0. Scores are
doubled integers, seen from the defending player.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from judge.plugin import IllegalAnswer

Creature = tuple[int, int]
Side = tuple[Creature, ...]
Board = tuple[Side, Side]
Block = tuple[int, int]
Blocks = tuple[Block, ...]
#: Damage taken by each attacker, by each of the defender's creatures, and by the player.
Damage = tuple[tuple[int, ...], tuple[int, ...], int]

MAX_CREATURES = 20
MAX_NUMBER = 1_000_000

RANGE = "index out of range"
ONCE = "a creature blocks once"


def worst_damage(board: Board, blocks: Blocks) -> Damage:
    """The damage all round when the attacking player splits theirs to the defender's worst.

    A creature dies when it takes at least its toughness. Attackers do not compete for anything, so
    each one is a 0/1 knapsack of its own: weights are toughnesses, values power + toughness, and
    its power is the capacity. Points left over go where they kill nothing more.
    """
    attackers, defenders = board
    to_attackers = [0] * len(attackers)
    to_defenders = [0] * len(defenders)
    to_player = 0
    for at, (power, _) in enumerate(attackers):
        blockers = [b for b, a in blocks if a == at]
        if not blockers:
            to_player += power
            continue
        to_attackers[at] = sum(defenders[b][0] for b in blockers)
        killed = _kills(power, tuple([defenders[b] for b in blockers]))
        left = power
        for place in killed:
            to_defenders[blockers[place]] = defenders[blockers[place]][1]
            left -= defenders[blockers[place]][1]
        spared = [b for place, b in enumerate(blockers) if place not in killed]
        to_defenders[spared[0] if spared else blockers[-1]] += left
    return tuple(to_attackers), tuple(to_defenders), to_player


@lru_cache(maxsize=1024)  # small boards have few different combats
def _kills(power: int, blockers: Side) -> tuple[int, ...]:
    """Places of the blockers worth most together that ``power`` points can kill.

    Keeps the undominated (toughness, worth) sums only: never more of them than subsets, than
    ``power + 1``, or than the total worth, so neither many blockers nor huge numbers hurt alone.
    """
    if sum(toughness for _, toughness in blockers) <= power:
        return tuple(range(len(blockers)))
    front = [(0, 0, 0)]  # (toughness spent, -worth killed, bit set of places)
    for place, (strength, toughness) in enumerate(blockers):
        more = [
            (spent + toughness, worth - strength - toughness, chosen | 1 << place)
            for spent, worth, chosen in front
            if spent + toughness <= power
        ]
        front = _undominated(sorted(front + more))
    chosen = front[-1][2]
    return tuple(place for place in range(len(blockers)) if chosen >> place & 1)


def _undominated(states: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    kept = states[:1]
    for state in states:
        if state[1] < kept[-1][1]:
            kept.append(state)
    return kept


def check(board: Board, blocks: Blocks, base: int) -> None:
    """Raises IllegalAnswer; names creatures as the output did, counting from ``base``."""
    attackers, defenders = board
    for b, a in blocks:
        for name, at, side in (("blocker", b, defenders), ("attacker", a, attackers)):
            if not 0 <= at < len(side):
                count = f"there are {len(side)}, numbered from {base}" if side else "there are none"
                pair = f"[{b + base}, {a + base}]"
                raise IllegalAnswer(RANGE, f"no {name} {at + base} for the pair {pair}; {count}")
    for (b, a), (after, other) in pairwise(blocks):
        if b == after:
            told = f"blocker {b + base} blocks attacker {a + base} and attacker {other + base}"
            if a == other:
                told = f"the pair [{b + base}, {a + base}] is a duplicate"
            raise IllegalAnswer(ONCE, told)


def survivors(side: Side, damage: tuple[int, ...]) -> list[Creature]:
    return [c for c, taken in zip(side, damage, strict=True) if taken < c[1]]


def worth(creatures: Iterable[Creature]) -> int:
    return sum(power + toughness for power, toughness in creatures)


def decimal(doubled: int) -> str:
    """Half of an integer as it is shown and stored: ``-1``, ``-1.5``."""
    whole, half = divmod(abs(doubled), 2)
    return f"{'-' if doubled < 0 else ''}{whole}{'.5' if half else ''}"
