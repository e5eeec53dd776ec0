from itertools import product


def solve(combat):
    """Every declaration, the first of the best ones."""
    crew, defenders = combat["attackers"], combat["defenders"]
    spots = [
        [None]
        if one["cannot_attack"]
        else [None, *(d for d in range(len(defenders)) if d not in one["cannot_attack_defenders"])]
        for one in crew
    ]
    best, chosen = None, ()
    for where in product(*spots):
        going = [at for at, target in enumerate(where) if target is not None]
        if not legal(combat, crew, defenders, where, going):
            continue
        cost = sum(disobeyed(at, crew[at], where, len(going)) for at in range(len(crew)))
        if best is None or cost < best:
            best, chosen = cost, where
            if cost == 0:
                break
    return [[at, target] for at, target in enumerate(chosen) if target is not None]


def legal(combat, crew, defenders, where, going):
    most = combat["max_attackers"]
    if most is not None and len(going) > most:
        return False
    for index, defender in enumerate(defenders):
        most = defender["max_attackers"]
        if most is not None and where.count(index) > most:
            return False
    for at in going:
        one = crew[at]
        if (one["only_alone"] and len(going) > 1) or (one["not_alone"] and len(going) == 1):
            return False
        for need in one["needs"]:
            found = sum(fits(need["of"], one, crew[other]) for other in going if other != at)
            if found < need["count"]:
                return False
    return True


def fits(kind, one, other):
    if kind == "any":
        return True
    if kind == "greater_power":
        return other["power"] > one["power"]
    return any(colour in kind for colour in other["colors"])


def disobeyed(at, one, where, count):
    cost = sum(
        times for target, times in one["must_attack_defender"].items() if where[at] != int(target)
    )
    if where[at] is None:
        return cost + one["must_attack"] + (one["if_another_attacks"] if count else 0)
    return cost + sum(times for other, times in one["drags"].items() if where[int(other)] is None)
