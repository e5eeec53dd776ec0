"""Declare attackers: the rules word for word as a CP-SAT model (needs OR-tools)."""

import json
import sys

from ortools.sat.python import cp_model


def solve(data, workers=1):
    crew, defenders = data["attackers"], data["defenders"]
    model = cp_model.CpModel()
    n = len(crew)
    hits = {(i, k): model.new_bool_var(f"hits_{i}_{k}")
            for i in range(n) for k in range(len(defenders))}
    attacks = [model.new_bool_var(f"attacks_{i}") for i in range(n)]
    company = [model.new_bool_var(f"company_{i}") for i in range(n)]
    for i in range(n):
        model.add(sum(hits[i, k] for k in range(len(defenders))) == attacks[i])
        others = sum(attacks) - attacks[i]
        model.add(others >= 1).only_enforce_if(company[i])
        model.add(others == 0).only_enforce_if(company[i].negated())
    restrict(model, data, hits, attacks)
    model.minimize(disobeyed(model, data, hits, attacks, company))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    pairs = [pair for pair, var in hits.items() if solver.value(var)]
    return round(solver.objective_value), pairs


def restrict(model, data, hits, attacks):
    crew, defenders = data["attackers"], data["defenders"]
    if data.get("max_attackers") is not None:
        model.add(sum(attacks) <= data["max_attackers"])
    for k, defender in enumerate(defenders):
        if defender.get("max_attackers") is not None:
            model.add(sum(hits[i, k] for i in range(len(crew))) <= defender["max_attackers"])
    for i, creature in enumerate(crew):
        others = [j for j in range(len(crew)) if j != i]
        if creature.get("cannot_attack"):
            model.add(attacks[i] == 0)
        for k in creature.get("cannot_attack_defenders", ()):
            model.add(hits[i, k] == 0)
        if creature.get("only_alone"):
            model.add(sum(attacks[j] for j in others) == 0).only_enforce_if(attacks[i])
        if creature.get("not_alone"):
            model.add(sum(attacks[j] for j in others) >= 1).only_enforce_if(attacks[i])
        for need in creature.get("needs", ()):
            able = [attacks[j] for j in others if satisfies(need["of"], creature, crew[j])]
            model.add(sum(able) >= need["count"]).only_enforce_if(attacks[i])


def satisfies(of, needy, other):
    if of == "any":
        return True
    if of == "greater_power":
        return other["power"] > needy["power"]
    return any(colour in other["colors"] for colour in of)


def disobeyed(model, data, hits, attacks, company):
    terms = []
    for i, creature in enumerate(data["attackers"]):
        terms.append(creature.get("must_attack", 0) * (1 - attacks[i]))
        for k, times in creature.get("must_attack_defender", {}).items():
            terms.append(times * (1 - hits[i, int(k)]))
        if creature.get("if_another_attacks"):
            broken = model.new_bool_var(f"alone_{i}")
            model.add_bool_or(attacks[i], company[i].negated(), broken)
            terms.append(creature["if_another_attacks"] * broken)
        for j, times in creature.get("drags", {}).items():
            broken = model.new_bool_var(f"drag_{i}_{j}")
            model.add_bool_or(attacks[i].negated(), attacks[int(j)], broken)
            terms.append(times * broken)
    return sum(terms)


def main():
    _, pairs = solve(json.load(sys.stdin))
    for attacker, defender in pairs:
        print(attacker, defender)


if __name__ == "__main__":
    main()
