"""Exact play: blocks of the best score, and the attack whose best blocks are worst.

An attacker that is blocked by a set of creatures changes the score by an amount that depends on
nothing else. So the best blocks are a partition of the blockers: a programme over subsets, attacker
by attacker. The table of one attack serves all attacks that begin with the same creatures.
"""

from functools import lru_cache


@lru_cache(maxsize=None)
def gains(power, toughness, blockers):
    """For each set of blockers, as bits, what it changes against no block and no attack, doubled."""
    found = [-power]
    force = [0]
    dead = [{0: 0}]  # toughness spent on a set -> the greatest worth killed with it
    for b, (p, t) in enumerate(blockers):
        for rest in range(1 << b):
            force.append(force[rest] + p)
            table = dict(dead[rest])
            for spent, worth in dead[rest].items():
                if spent + t <= power and table.get(spent + t, -1) < worth + p + t:
                    table[spent + t] = worth + p + t
            dead.append(table)
            kills = force[-1] >= toughness
            found.append(2 * (power + toughness) * kills - 2 * max(table.values()))
    return found


def extended(table, creature, blockers):
    """From the best values of some attackers, for each set of creatures that may block, to those
    with one attacker more; and the set that blocks it."""
    own = gains(*creature, blockers)
    values, chosen = [], []
    for free in range(len(table)):
        best, best_set, part = table[free] + own[0], 0, free
        while part:
            value = table[free ^ part] + own[part]
            if value > best:
                best, best_set = value, part
            part = part - 1 & free
        values.append(best)
        chosen.append(best_set)
    return values, chosen


def block(attackers, blockers):
    table, choices = [0] * (1 << len(blockers)), []
    for creature in attackers:
        table, chosen = extended(table, creature, blockers)
        choices.append(chosen)
    free, pairs = len(table) - 1, []
    for a in reversed(range(len(attackers))):
        part = choices[a][free]
        pairs += [[b, a] for b in range(len(blockers)) if part >> b & 1]
        free ^= part
    return pairs


def attack(attackers, blockers):
    best = (0, ())

    def visit(a, chosen, table):
        nonlocal best
        if a == len(attackers):
            best = min(best, (table[-1], chosen))
            return
        visit(a + 1, chosen, table)
        visit(a + 1, (*chosen, a), extended(table, attackers[a], blockers)[0])

    visit(0, (), [0] * (1 << len(blockers)))
    return list(best[1])


def play(role, attackers, blockers):
    attackers, blockers = (tuple(map(tuple, side)) for side in (attackers, blockers))
    return (attack if role == "attack" else block)(attackers, blockers)
