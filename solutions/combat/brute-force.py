"""Every blocking, and for each the damage that hurts most: nothing is clever here."""
from itertools import product


def hits(points, blockers):
    """Every way to share out an attacker's damage among its blockers."""
    if len(blockers) == 1:
        yield [points]
        return
    for first in range(points + 1):
        for rest in hits(points - first, blockers[1:]):
            yield [first] + rest


def worth(creatures):
    return sum(power + toughness for power, toughness in creatures)


def score(attackers, defenders, blocked):
    total = worth(d for d, a in zip(defenders, blocked) if a is None)
    for at, (power, toughness) in enumerate(attackers):
        gang = [d for d, a in zip(defenders, blocked) if a == at]
        if not gang:
            total -= power / 2
        if sum(p for p, _ in gang) < toughness:
            total -= power + toughness
        if gang:
            total += min(
                worth(d for d, hit in zip(gang, split) if hit < d[1])
                for split in hits(power, gang)
            )
    return total


def best_block(attackers, defenders):
    choices = product([None, *range(len(attackers))], repeat=len(defenders))
    return max(choices, key=lambda blocked: score(attackers, defenders, blocked))


attackers, defenders = eval(input()), eval(input())
for blocker, attacker in enumerate(best_block(attackers, defenders)):
    if attacker is not None:
        print([blocker, attacker])
