"""The best blocking of a board, by dynamic programming over subsets of the defender's creatures.

Independent of ``plugin.py``: its sums here are what the plug-in's scores are checked against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Creature = tuple[int, int]
Blocks = tuple[tuple[int, int], ...]


def gains(attacker: Creature, defenders: Sequence[Creature], charge: int) -> list[int]:
    """What the doubled score gains when a set of creatures blocks this attacker, for every set.

    Sets are bit masks. ``charge`` is the doubled price of leaving the attacker unblocked: its power
    by the rules.
    """
    power, toughness = attacker
    size = 1 << len(defenders)
    strength, weight, lost = [0] * size, [0] * size, [0] * size
    for mask in range(1, size):
        low = mask & -mask
        p, t = defenders[low.bit_length() - 1]
        strength[mask] = strength[mask ^ low] + p
        weight[mask] = weight[mask ^ low] + t
        lost[mask] = lost[mask ^ low] + p + t
    # From "all of these die" to "the dearest subset of these that the power reaches dies".
    lost = [worth if cost <= power else 0 for worth, cost in zip(lost, weight, strict=True)]
    for place in range(len(defenders)):
        bit = 1 << place
        for mask in range(size):
            if mask & bit and lost[mask ^ bit] > lost[mask]:
                lost[mask] = lost[mask ^ bit]
    won = [power + toughness if force >= toughness else 0 for force in strength]
    return [0] + [charge + 2 * won[mask] - 2 * lost[mask] for mask in range(1, size)]


def useful(gain: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The sets worth blocking with: leaving any one creature at home would cost something.

    Creatures at home are worth the same wherever they might have blocked, so no other is needed.
    """
    best = list(gain)  # of the set and of all its subsets
    for mask in range(1, len(gain)):
        rest, below = mask, 0
        while rest:
            low = rest & -rest
            below = max(below, best[mask ^ low])
            rest ^= low
        if gain[mask] > below:
            yield mask, gain[mask]
        else:
            best[mask] = below


def base_score(attackers: Sequence[Creature], defenders: Sequence[Creature]) -> int:
    """The doubled score when nothing blocks."""
    kept = sum(p + t for p, t in defenders) - sum(p + t for p, t in attackers)
    return 2 * kept - sum(p for p, _ in attackers)


def solve(attackers: Sequence[Creature], defenders: Sequence[Creature]) -> tuple[int, Blocks]:
    """The best doubled score, and blocks ``(blocker, attacker)`` that reach it."""
    size = 1 << len(defenders)
    best = [0] * size  # the most that the attackers so far can be made to yield, by creatures used
    choices: list[list[int]] = []
    for attacker in attackers:
        options = list(useful(gains(attacker, defenders, attacker[0])))
        grown, choice = best[:], [0] * size
        for mask in range(1, size):
            for chosen, gain in options:
                if chosen & mask == chosen and best[mask ^ chosen] + gain > grown[mask]:
                    grown[mask], choice[mask] = best[mask ^ chosen] + gain, chosen
        best = grown
        choices.append(choice)
    blocks, mask = [], size - 1
    for at in reversed(range(len(attackers))):
        chosen = choices[at][mask]
        blocks += [(b, at) for b in range(len(defenders)) if chosen >> b & 1]
        mask ^= chosen
    return base_score(attackers, defenders) + best[size - 1], tuple(sorted(blocks))
