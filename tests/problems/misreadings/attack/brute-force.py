"""Declare attackers: every declaration there is, for small combats."""

import json
import sys
from itertools import product


def satisfies(of, needy, other):
    if of == "any":
        return True
    if of == "greater_power":
        return other["power"] > needy["power"]
    return any(colour in other["colors"] for colour in of)


def legal(data, target):
    crew = data["attackers"]
    present = [i for i, k in enumerate(target) if k is not None]
    cap = data.get("max_attackers")
    if cap is not None and len(present) > cap:
        return False
    for k, defender in enumerate(data["defenders"]):
        cap = defender.get("max_attackers")
        if cap is not None and target.count(k) > cap:
            return False
    for i in present:
        creature = crew[i]
        if creature.get("only_alone") and len(present) > 1:
            return False
        if creature.get("not_alone") and len(present) == 1:
            return False
        for need in creature.get("needs", ()):
            found = [j for j in present if j != i and satisfies(need["of"], creature, crew[j])]
            if len(found) < need["count"]:
                return False
    return True


def disobeyed(data, target):
    present = sum(k is not None for k in target)
    count = 0
    for i, creature in enumerate(data["attackers"]):
        home = target[i] is None
        if home:
            count += creature.get("must_attack", 0)
            if present:
                count += creature.get("if_another_attacks", 0)
        for k, times in creature.get("must_attack_defender", {}).items():
            if target[i] != int(k):
                count += times
        if not home:
            for j, times in creature.get("drags", {}).items():
                if target[int(j)] is None:
                    count += times
    return count


def solve(data):
    choices = []
    for creature in data["attackers"]:
        open_to = [] if creature.get("cannot_attack") else [
            k for k in range(len(data["defenders"]))
            if k not in creature.get("cannot_attack_defenders", ())]
        choices.append([None, *open_to])
    best = None
    for target in product(*choices):
        if best is not None and best[0] == 0:
            break
        if legal(data, target):
            cost = disobeyed(data, target)
            if best is None or cost < best[0]:
                best = cost, target
    cost, target = best
    return cost, [(i, k) for i, k in enumerate(target) if k is not None]


def main():
    _, pairs = solve(json.load(sys.stdin))
    for attacker, defender in pairs:
        print(attacker, defender)


if __name__ == "__main__":
    main()
