"""Declare attackers: depth first search that gives up after NODES steps and prints its best."""

import json
import sys

NODES = 2000


def satisfies(of, needy, other):
    if of == "any":
        return True
    if of == "greater_power":
        return other["power"] > needy["power"]
    return any(colour in other["colors"] for colour in of)


def may_attack(data, i, k):
    """Whether creature i may attack defender k, the others aside."""
    creature = data["attackers"][i]
    if creature.get("cannot_attack"):
        return False
    return k not in creature.get("cannot_attack_defenders", ())


def caps_kept(data, targets):
    cap = data.get("max_attackers")
    if cap is not None and len(targets) > cap:
        return False
    for k, defender in enumerate(data["defenders"]):
        cap = defender.get("max_attackers")
        if cap is not None and list(targets.values()).count(k) > cap:
            return False
    return True


def useful(data, i, need):
    """The creatures that count for a need of creature i, as bits."""
    crew = data["attackers"]
    others = [j for j in range(len(crew)) if j != i]
    return sum(1 << j for j in others if satisfies(need["of"], crew[i], crew[j]))


def company_kept(data, needs, targets, undecided):
    """Restrictions that look at the others; those still undecided may yet come."""
    crew = data["attackers"]
    choosy = needs.keys() & targets.keys()
    around = sum(1 << j for j in [*targets, *undecided]) if choosy else 0
    for i in choosy:
        if crew[i].get("only_alone") and len(targets) > 1:
            return False
        if crew[i].get("not_alone") and len(targets) + len(undecided) < 2:
            return False
        for count, helpers in needs[i]:
            if (helpers & around).bit_count() < count:
                return False
    return True


def direct(data, i, k, attackers):
    """Requirements on creature i that are disobeyed when it attacks k (None: stays at home)."""
    creature = data["attackers"][i]
    count = 0
    if k is None:
        count += creature.get("must_attack", 0)
        if attackers > 0:
            count += creature.get("if_another_attacks", 0)
    for target, times in creature.get("must_attack_defender", {}).items():
        if k is None or int(target) != k:
            count += times
    return count


def dragged(data, drags, targets):
    """Requirements that attackers put on others and that those disobey."""
    count = 0
    for i in targets:
        for j, times in drags[i]:
            if j not in targets:
                count += times
    return count


def solve(data):
    n, d = len(data["attackers"]), len(data["defenders"])
    options = [[k for k in range(d) if may_attack(data, i, k)] + [None] for i in range(n)]
    for i in range(n):
        options[i].sort(key=lambda k: direct(data, i, k, 1))
    floor = [min(direct(data, i, k, 0) for k in options[i]) for i in range(n)]
    order = sorted(range(n), key=lambda i: floor[i] - direct(data, i, None, 1))
    rest = [sum(floor[i] for i in order[at:]) for at in range(n + 1)]
    prices = [[{k: direct(data, i, k, m) for k in options[i]} for i in range(n)] for m in (0, 1)]
    later = [order[at:] for at in range(n + 1)]
    drags = [[(int(j), times) for j, times in creature.get("drags", {}).items()]
             for creature in data["attackers"]]
    needs = {
        i: [(need["count"], useful(data, i, need)) for need in creature.get("needs", ())]
        for i, creature in enumerate(data["attackers"])
        if any(creature.get(key) for key in ("needs", "only_alone", "not_alone"))
    }

    def cost(targets):
        its = prices[len(targets) > 0]
        return sum(its[i][targets.get(i)] for i in range(n)) + dragged(data, drags, targets)

    best = [cost({}), {}]
    nodes = [0]

    def visit(at, targets, paid):
        nodes[0] += 1
        if nodes[0] > NODES or paid + rest[at] >= best[0]:
            return
        if not caps_kept(data, targets) or not company_kept(data, needs, targets, later[at]):
            return
        if at == n:
            total = cost(targets)
            if total < best[0]:
                best[:] = total, dict(targets)
            return
        i = order[at]
        for k in options[i]:
            if k is not None:
                targets[i] = k
            visit(at + 1, targets, paid + prices[0][i][k])
            targets.pop(i, None)

    visit(0, {}, 0)
    return best[0], sorted(best[1].items())


def main():
    _, pairs = solve(json.load(sys.stdin))
    for attacker, defender in pairs:
        print(attacker, defender)


if __name__ == "__main__":
    main()
