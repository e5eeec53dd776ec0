"""For each attacker the gang that suits it best, out of all my creatures."""
import json


def killed(power, gang):
    best = {0: 0}
    for p, t in gang:
        for spent, worth in list(best.items()):
            if spent + t <= power:
                best[spent + t] = max(best.get(spent + t, 0), worth + p + t)
    return max(best.values())


def gain(attacker, gang):
    power, toughness = attacker
    if not gang:
        return 0
    dies = sum(p for p, t in gang) >= toughness
    return power / 2 + dies * (power + toughness) - killed(power, gang)


attackers, mine = json.loads(input()), json.loads(input())
for at, attacker in enumerate(attackers, 1):
    gang = []
    while True:
        spare = [b for b in range(len(mine)) if b not in gang]
        better = max(
            ([*gang, b] for b in spare),
            key=lambda g: gain(attacker, [mine[b] for b in g]),
            default=gang,
        )
        if gain(attacker, [mine[b] for b in better]) <= gain(attacker, [mine[b] for b in gang]):
            break
        gang = better
    for b in gang:
        print(b + 1, at)
