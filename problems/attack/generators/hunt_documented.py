"""Hunt combats on which a documented algorithm is illegal or not optimal, and shrink them.

    python problems/attack/generators/hunt_documented.py STEM COUNT SEED [RULE ...]

With rules named, combats are drawn that use no others; without, any may appear. For each rule the
lightest irreducible counterexample in which it takes part is written to ``counterexamples/``;
irreducible means that no other one found uses fewer rules.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("attack_problem", HERE.parent)

from attack_problem import generate, input, rules, smaller  # noqa: E402
from attack_problem.rules import Instance  # noqa: E402

from judge.plugin import IllegalAnswer  # noqa: E402

_FLAGS = (
    "cannot_attack", "cannot_attack_defenders", "only_alone", "not_alone", "must_attack",
    "must_attack_defender", "if_another_attacks", "drags",
)  # fmt: skip


def load(stem: str) -> ModuleType:
    """A solution as a module."""
    spec = importlib.util.spec_from_file_location(stem, ROOT / f"solutions/attack/{stem}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rules_used(instance: Instance) -> frozenset[str]:
    """The rules that an instance uses."""
    found = {flag for flag in _FLAGS if any(getattr(x, flag) for x in instance.attackers)}
    found |= {f"needs_{need.who.value}" for x in instance.attackers for need in x.needs}
    if instance.max_attackers is not None:
        found.add("max_attackers")
    if any(defender.max_attackers is not None for defender in instance.defenders):
        found.add("defender_max")
    return frozenset(found)


def fails(instance: Instance, suspect: ModuleType, exact: ModuleType) -> str | None:
    """What is wrong with the tested algorithm's answer; None when it is optimal."""
    data = input.to_object(instance)
    answer = tuple(sorted(suspect.solve(data)[1]))
    try:
        rules.check(instance, answer)
    except IllegalAnswer as error:
        return f"illegal, {error}"
    got, best = rules.disobeyed(instance, answer), exact.solve(data)[0]
    return f"{got} disobeyed where {best} is possible" if got > best else None


def shrink(instance: Instance, suspect: ModuleType, exact: ModuleType) -> Instance:
    """Step to simpler neighbours for as long as one still fails."""
    while True:
        for simpler in smaller.smaller(instance):
            if fails(simpler, suspect, exact):
                instance = simpler
                break
        else:
            return instance


def small(rng: Random, only: frozenset[str]) -> Instance:
    """At most six creatures, so that shrinking is quick; each rule of ``only`` is common."""
    if not only:
        return generate.generate(rng, rng.randint(2, 6))

    def often(rule: str) -> int:
        return 50 * (rule in only)

    recipe = generate.Recipe(
        rng.randint(2, 6),
        rng.randint(1, 3),
        cap=rng.randint(1, 4) if "max_attackers" in only else None,
        defender_caps=often("defender_max"),
        cannot_attack=often("cannot_attack"),
        cannot_attack_defenders=often("cannot_attack_defenders"),
        only_alone=often("only_alone"),
        not_alone=often("not_alone"),
        needs_any=often("needs_any"),
        needs_colours=often("needs_colors"),
        needs_power=often("needs_greater_power"),
        must_attack=often("must_attack"),
        must_attack_defender=often("must_attack_defender"),
        if_another_attacks=often("if_another_attacks"),
        drags=often("drags"),
    )
    return generate.build(rng, recipe)


def hunt(stem: str, count: int, seed: str, only: frozenset[str]) -> dict[frozenset[str], Instance]:
    """The lightest counterexample for each irreducible set of rules; prints how many failed."""
    suspect, exact = load(stem), load("reference-bnb")
    found: dict[frozenset[str], Instance] = {}
    failed = 0
    for index in range(count):
        instance = small(Random(f"{stem} {seed} {index}"), only)
        if fails(instance, suspect, exact):
            failed += 1
            instance = shrink(instance, suspect, exact)
            used = rules_used(instance)
            best = found.setdefault(used, instance)
            if smaller.weight(instance) < smaller.weight(best):
                found[used] = instance
    print(f"{stem}: {failed} of {count} small combats fail, {len(found)} sets of rules")
    return {
        used: instance
        for used, instance in found.items()
        if not any(other < used for other in found)
    }


def main(stem: str, count: str, seed: str, *only: str) -> None:
    """Hunt, keep the lightest a rule, and write them."""
    found = hunt(stem, int(count), seed, frozenset(only))
    kept: dict[frozenset[str], Instance] = {}
    for rule in sorted(frozenset[str]().union(*found)):
        used = min(
            (used for used in found if rule in used),
            key=lambda used: (smaller.weight(found[used]), len(used), sorted(used)),
        )
        kept[used] = found[used]
        print(f"  {rule}: {'+'.join(sorted(used))}")
    for used, instance in kept.items():
        name = f"{stem}--{'-'.join(sorted(used)).replace('_', '')}.in"
        (HERE / "counterexamples" / name).write_text(input.render(instance))


if __name__ == "__main__":
    main(*sys.argv[1:])
