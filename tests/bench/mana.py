"""Mana troubles: the reference against OR-tools CP-SAT on the same file, in one run.

    python tests/bench/mana.py [input file] [rounds]

Both decide the whole file; the model is built and solved afresh for every case, on one thread.
CP-SAT's column is the time within one process, imports left out; the reference is measured in the
same way, and once more as a whole program with its start-up. Needs ``ortools`` (extra ``bench``).
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("mana_problem", ROOT / "problems/mana")

from mana_problem.flow import possible  # noqa: E402
from mana_problem.game import requirements, ways  # noqa: E402
from mana_problem.input import Instance, Situation  # noqa: E402
from mana_problem.lands import MANA, Table  # noqa: E402
from mana_problem.plugin import Mana  # noqa: E402

REFERENCE = ROOT / "solutions/mana/reference-flow.py"


def cp_sat(case: Situation, table: Table, cp_model: Any) -> bool:
    """Whole numbers of steps of each sort; satisfiable if and only if the answer is YES."""
    model = cp_model.CpModel()
    board, library = Counter(case.battlefield), Counter(case.library)
    tron = table.has_tron(case.battlefield)
    taps: dict[str, list[Any]] = {name: [] for name in board}
    finds: dict[str, list[Any]] = {name: [] for name in library}
    made: dict[str, list[Any]] = {kind: [] for kind in MANA}
    life = []
    for name, copies in board.items():
        for card in (None, *library) if table[name].fetches else (None,):
            for way in ways(table[name], table[card] if card else None, tron):
                step = model.new_int_var(0, copies, "")
                taps[name].append(step)
                if card is not None:
                    finds[card].append(step)
                life.append(way.life * step)
                for symbol in way.mana:
                    made[symbol].append(step)
    for name, steps in taps.items():
        model.add(sum(steps) <= board[name])
    for card, steps in finds.items():
        model.add(sum(steps) <= library[card])
    wanted = requirements(case.cost)
    for kind in MANA:
        model.add(sum(made[kind]) >= wanted[kind])
    model.add(sum(sum(steps) for steps in made.values()) >= sum(wanted.values()))
    model.add(sum(life) <= case.life - 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return bool(solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def main(path: Path, rounds: int = 5) -> None:
    """Print medians, the slowest single case and the ratio."""
    mana = Mana()
    instance = mana.parse(path.read_text(encoding="utf-8"))
    print(f"{path.parent.name}/{path.name}: {len(instance)} cases, medians of {rounds} rounds")
    own = _measure("reference, in process", instance, rounds, lambda c: possible(c, mana.table))
    whole = []
    for _ in range(rounds):
        began = time.perf_counter()
        with path.open() as text:
            subprocess.run(
                [sys.executable, str(REFERENCE)], stdin=text, check=True, stdout=subprocess.DEVNULL
            )
        whole.append(time.perf_counter() - began)
    print(f"  {'reference, whole program':26} {statistics.median(whole) * 1000:8.1f} ms")
    try:
        from ortools.sat.python import cp_model  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        print("  ortools is not installed: no comparison")
        return
    other = _measure(
        "CP-SAT, in process",
        instance,
        max(1, rounds // 2),
        lambda c: cp_sat(c, mana.table, cp_model),
    )
    print(f"  CP-SAT takes {other / own:.1f} times as long")


def _measure(
    name: str, instance: Instance, rounds: int, decide: Callable[[Situation], bool]
) -> float:
    totals, slowest, right = [], 0.0, Mana().reference(instance)
    for _ in range(rounds):
        total = 0.0
        for case, expected in zip(instance, right, strict=True):
            began = time.perf_counter()
            verdict = decide(case)
            spent = time.perf_counter() - began
            if verdict != expected:
                raise SystemExit(f"{name} disagrees on {case}")
            total += spent
            slowest = max(slowest, spent)
        totals.append(total)
    median = statistics.median(totals)
    print(f"  {name:26} {median * 1000:8.1f} ms, slowest case {slowest * 1000:.2f} ms")
    return median


if __name__ == "__main__":
    _file = sys.argv[1] if len(sys.argv) > 1 else ROOT / "problems/mana/data/secret/m2/1.in"
    main(Path(_file), *map(int, sys.argv[2:]))
