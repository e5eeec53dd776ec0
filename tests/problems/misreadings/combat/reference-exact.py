"""Optimal blocks on small boards, by a dynamic programme over sets of creatures.

Written to be misread: each rule is at one place of its own, where ``variants.toml`` replaces it.
"""

import json
import sys


def may_block(attackers, blockers, gang, a):
    """Whether these blockers, by index, may block attacker ``a`` together."""
    return True


def loss(power, gang):
    """The greatest worth that damage of ``power`` can kill in a gang."""
    table = {0: 0}
    for p, t in gang:
        for spent, worth in list(table.items()):
            if spent + t <= power:
                table[spent + t] = max(table.get(spent + t, 0), worth + p + t)
    return max(table.values())


def through(power, toughness):
    """Twice what an unblocked attacker costs the player."""
    return power


def blocked(power, toughness, gang):
    """Twice the score of an attacker and the gang that blocks it."""
    force = sum(p for p, t in gang)
    kept = sum(p + t for p, t in gang) - loss(power, gang)
    left = power + toughness if force < toughness else 0
    return 2 * kept - 2 * left


def fight(attacker, gang):
    """Twice the score of an attacker and its gang, which may be empty."""
    power, toughness = attacker
    if not gang:
        return -2 * (power + toughness) - through(power, toughness)
    return blocked(power, toughness, gang)


def home(creature):
    """Twice the worth of a creature that does not block."""
    return 2 * sum(creature)


def total(score):
    """The score of a whole board, for comparison."""
    return score


def solve(attackers, blockers):
    everybody = range(len(blockers))
    full = (1 << len(blockers)) - 1
    best = {0: (0, [])}
    for a, attacker in enumerate(attackers):
        worth = {}
        for mask in range(full + 1):
            gang = [b for b in everybody if mask >> b & 1]
            if may_block(attackers, blockers, gang, a):
                blocks = [(b, a) for b in gang]
                worth[mask] = fight(attacker, [blockers[b] for b in gang]), blocks
        grown = {}
        for used, (score, chosen) in best.items():
            for mask, (more, blocks) in worth.items():
                both = used | mask
                if not used & mask and (both not in grown or score + more > grown[both][0]):
                    grown[both] = score + more, chosen + blocks
        best = grown
    scores = []
    for used, (score, chosen) in best.items():
        idle = sum(home(blockers[b]) for b in everybody if not used >> b & 1)
        scores.append((total(score + idle), chosen))
    return max(scores, key=lambda entry: entry[0])[1]


def main():
    attackers, blockers = [json.loads(line) for line in sys.stdin.read().split("\n")[:2]]
    for block in solve(attackers, blockers):
        print(list(block))


if __name__ == "__main__":
    main()
