"""Blocks by changing one blocker at a time as long as that helps; attacks in the same way, against
an opponent who blocks so."""


def killed(power, gang):
    best = {0: 0}
    for p, t in gang:
        for spent, worth in list(best.items()):
            if spent + t <= power:
                best[spent + t] = max(best.get(spent + t, 0), worth + p + t)
    return max(best.values())


def value(attackers, blockers, blocks):
    """The blocking player's score, doubled, as a difference to no block and no attack."""
    total = 0
    for a, (power, toughness) in enumerate(attackers):
        gang = [blockers[b] for b, at in enumerate(blocks) if at == a]
        if not gang:
            total -= power
            continue
        total -= 2 * killed(power, gang)
        if sum(p for p, _ in gang) >= toughness:
            total += 2 * (power + toughness)
    return total


def climb(attackers, blockers):
    blocks = [-1] * len(blockers)
    best = value(attackers, blockers, blocks)
    improved = True
    while improved:
        improved = False
        for b in range(len(blockers)):
            for a in range(-1, len(attackers)):
                tried = blocks[:b] + [a] + blocks[b + 1 :]
                if (found := value(attackers, blockers, tried)) > best:
                    best, blocks, improved = found, tried, True
    return best, blocks


def play(role, attackers, blockers):
    if role == "block":
        blocks = climb(attackers, blockers)[1]
        return [[b, a] for b, a in enumerate(blocks) if a >= 0]
    chosen, best, improved = set(), 0, True
    while improved:
        improved = False
        for a in range(len(attackers)):
            tried = chosen ^ {a}
            lost = climb([attackers[i] for i in sorted(tried)], blockers)[0]
            if lost < best:
                best, chosen, improved = lost, tried, True
    return sorted(chosen)
