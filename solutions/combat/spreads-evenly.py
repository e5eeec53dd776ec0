from itertools import combinations


def gain(attacker, gang):
    """What it changes in the score to let this gang block this attacker."""
    power, toughness = attacker
    share, extra = divmod(power, len(gang))
    total = power / 2
    if sum(p for p, t in gang) >= toughness:
        total += power + toughness
    for place, (p, t) in enumerate(gang):
        if share + (place < extra) >= t:
            total -= p + t
    return total


def gangs(attacker, blockers):
    """The gangs in which everybody is needed, as bit sets."""
    found = {0: 0}
    for size in range(1, len(blockers) + 1):
        for chosen in combinations(range(len(blockers)), size):
            mask = sum(1 << b for b in chosen)
            value = gain(attacker, [blockers[b] for b in chosen])
            best = max(found[mask ^ 1 << b] for b in chosen)
            found[mask] = max(value, best)
            if value > best:
                yield mask, value


def solve(attackers, blockers):
    best = {0: (0, [])}
    for at, attacker in enumerate(attackers):
        options = list(gangs(attacker, blockers))
        after = dict(best)
        for used, (score, blocks) in best.items():
            for mask, value in options:
                if not used & mask and after.get(used | mask, (-1,))[0] < score + value:
                    more = [(b, at) for b in range(len(blockers)) if mask >> b & 1]
                    after[used | mask] = score + value, blocks + more
        best = after
    return max(best.values())[1]
