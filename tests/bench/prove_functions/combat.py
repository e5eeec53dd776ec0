def solve(attackers, blockers):
    """Attackers in turn; for every set of blockers in use the best score so far."""
    sets = range(1 << len(blockers))
    best = {0: (0, [])}
    for at, (power, toughness) in enumerate(attackers):
        value = {chosen: fight(power, toughness, blockers, chosen) for chosen in sets}
        after = {}
        for used, (score, blocks) in best.items():
            for chosen in sets:
                if not used & chosen:
                    total = score + value[chosen]
                    if total > after.get(used | chosen, (-1,))[0]:
                        more = [[b, at] for b in range(len(blockers)) if chosen >> b & 1]
                        after[used | chosen] = total, blocks + more
        best = after
    return max(best.values())[1]


def fight(power, toughness, blockers, chosen):
    """Doubled gain of the defending player over blocking nothing."""
    if not chosen:
        return 0
    group = [one for b, one in enumerate(blockers) if chosen >> b & 1]
    dies = sum(p for p, _ in group) >= toughness
    lost = {0: 0}
    for p, t in group:
        for spent, worth in list(lost.items()):
            if spent + t <= power:
                lost[spent + t] = max(lost.get(spent + t, 0), worth + p + t)
    return power + 2 * dies * (power + toughness) - 2 * max(lost.values())
