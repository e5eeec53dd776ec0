"""Brute force, branch and bound and CP-SAT on random combats: do they agree?

    python tests/bench/attack_agreement.py SMALL [LARGE] [SEED]

SMALL instances of up to 6 creatures go to all three, LARGE ones of 12 to 40 to the two exact
references. Each answer is rescored by the plug-in, and the score claimed by the solver must be
the plug-in's. Without OR-tools the comparison is of the other two, and says so.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("attack_problem", ROOT / "problems/attack")

from attack_problem import generate, input, rules  # noqa: E402
from attack_problem.rules import Instance  # noqa: E402


def load(stem: str) -> ModuleType:
    """A solution as a module; raises ImportError when what it needs is not installed."""
    path = ROOT / "solutions" / "attack" / f"{stem}.py"
    spec = importlib.util.spec_from_file_location(stem.replace("-", "_"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_all(stems: list[str]) -> dict[str, ModuleType]:
    """Those solutions whose packages are installed."""
    found: dict[str, ModuleType] = {}
    for stem in stems:
        try:
            found[stem] = load(stem)
        except ImportError as error:
            print(f"{stem} is left out: {error}")
    return found


def claim(instance: Instance, solver: ModuleType) -> int:
    """The solver's score, checked: legal, and what the plug-in counts."""
    data: Any = input.to_object(instance)
    cost, pairs = solver.solve(data)
    declaration = tuple(sorted((int(i), int(k)) for i, k in pairs))
    rules.check(instance, declaration)
    counted = rules.disobeyed(instance, declaration)
    if counted != cost:
        raise AssertionError(f"claims {cost}, disobeys {counted}")
    return counted


def small(rng: Random) -> Instance:
    """Few enough creatures and defenders for a brute force."""
    while True:
        instance = generate.generate(rng, rng.randint(1, 6))
        if (1 + len(instance.defenders)) ** len(instance.attackers) <= 1100:
            return instance


def large(rng: Random) -> Instance:
    """12 to 40 creatures."""
    return generate.generate(rng, rng.randint(16, 40))


def compare(solvers: dict[str, ModuleType], count: int, seed: int, kind: str) -> None:
    """Print how often the solvers agreed and what each took; raises on the first quarrel."""
    spent = dict.fromkeys(solvers, 0.0)
    slowest = dict.fromkeys(solvers, 0.0)
    for index in range(count):
        rng = Random(f"{kind} {seed} {index}")
        instance = small(rng) if kind == "small" else large(rng)
        scores: dict[str, int] = {}
        for name, solver in solvers.items():
            start = time.process_time()
            scores[name] = claim(instance, solver)
            took = time.process_time() - start
            spent[name] += took
            slowest[name] = max(slowest[name], took)
        if len(set(scores.values())) > 1:
            board = input.render(instance)
            raise AssertionError(f"{kind} {seed} {index}: {scores}\n{board}")
    print(f"{count} {kind} instances, seed {seed}: {', '.join(solvers)} agree on every one")
    for name in solvers:
        print(f"  {name}: {spent[name]:.1f} s CPU in all, {1000 * slowest[name]:.0f} ms at most")


def main(arguments: list[str]) -> None:
    """See the module."""
    counts = [int(word) for word in arguments] + [0, 0, 1][len(arguments) :]
    if counts[0]:
        names = ["brute-force", "reference-bnb", "reference-cpsat"]
        compare(load_all(names), counts[0], counts[2], "small")
    if counts[1]:
        compare(load_all(["reference-bnb", "reference-cpsat"]), counts[1], counts[2], "large")


if __name__ == "__main__":
    main(sys.argv[1:])
