"""How fast is the branch and bound: beside CP-SAT in the same run, and as combats grow.

    python tests/bench/attack.py

CPU seconds of the solving function alone, one thread each, the better of two runs. Without
OR-tools the ratio is left out. Nothing here decides a test.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

import attack_agreement  # isort: skip  (it prepares the import path)
from attack_agreement import load, load_all
from attack_problem import generate, input
from attack_problem.generate import Recipe

SECRET = attack_agreement.ROOT / "problems" / "attack" / "data" / "secret"


def seconds(solver: ModuleType, data: Any) -> float:
    """The better of two runs, in CPU seconds."""
    took = []
    for _ in range(2):
        start = time.process_time()
        solver.solve(data)
        took.append(time.process_time() - start)
    return min(took)


def beside(solvers: dict[str, ModuleType]) -> None:
    """Median and slowest secret case of each, and the ratio case by case."""
    boards = [
        input.to_object(input.parse(Path(path).read_text(encoding="utf-8")))
        for path in sorted(SECRET.glob("*.in"))
    ]
    spent = {name: [seconds(solver, board) for board in boards] for name, solver in solvers.items()}
    for name, took in spent.items():
        print(
            f"{name}: {len(took)} secret cases, median {1000 * median(took):.2f} ms, "
            f"slowest {1000 * max(took):.0f} ms, all {sum(took):.2f} s"
        )
    if len(spent) == 2:
        own, other = spent["reference-bnb"], spent["reference-cpsat"]
        ratios = [a / b for a, b in zip(own, other, strict=True)]
        print(
            f"branch and bound / CP-SAT: median {median(ratios):.3f}, worst {max(ratios):.2f}, "
            f"total {sum(own) / sum(other):.3f}"
        )


def growth(solver: ModuleType) -> None:
    """All rules at once, a cap of half the creatures, 20 seeds a size; sizes beyond the task's."""
    print("n    median ms   slowest ms")
    for size in (5, 10, 20, 30, 40, 60, 80):
        recipe = Recipe(
            size, min(6, 1 + size // 6), cap=size // 2, defender_caps=60,
            greatest_cap=max(2, size // 6), cannot_attack=8, cannot_attack_defenders=20,
            only_alone=6, not_alone=15, needs_any=20, needs_colours=25, needs_power=20,
            must_attack=55, must_attack_defender=25, if_another_attacks=25,
            drags=max(1, 120 // size), drags_all=3, greatest_times=2,
        )  # fmt: skip
        took = [
            seconds(solver, input.to_object(generate.build(Random(seed), recipe)))
            for seed in range(20)
        ]
        print(f"{size:<4} {1000 * median(took):9.2f} {1000 * max(took):12.1f}", flush=True)


if __name__ == "__main__":
    beside(load_all(["reference-bnb", "reference-cpsat"]))
    growth(load("reference-bnb"))
