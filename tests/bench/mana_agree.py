"""Do the exact solvers of Mana troubles agree? Random cases, seeded; prints a summary.

    python tests/bench/mana_agree.py [cases] [most lands of a case]

The programs in ``solutions/mana`` run as their authors would run them, on files of 1000 cases:
``reference-flow.py``, ``reference-prices.cpp`` and, up to 8 lands a case, ``brute-force.py``. The
plug-in's own flow answers too, and each of its plays is checked against the rules.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge.packages.plugin_loader import name_package  # noqa: E402

name_package("mana_problem", ROOT / "problems/mana")

from mana_problem.flow import Cheapest, cheapest  # noqa: E402
from mana_problem.game import check_play  # noqa: E402
from mana_problem.generate import small_case  # noqa: E402
from mana_problem.input import Situation  # noqa: E402
from mana_problem.plugin import Mana  # noqa: E402

BATCH = 1000
BRUTE_LANDS = 8


def main(cases: int = 120_000, lands: int = 7) -> int:
    """Exit status 1 at the first disagreement, with the case printed."""
    rng, mana, began = Random(20160618), Mana(), time.monotonic()
    yes = 0
    with tempfile.TemporaryDirectory() as folder:
        solvers = {
            "reference-flow": [sys.executable, _solution("reference-flow.py")],
            "reference-prices": [_compiled(Path(folder))],
        }
        if lands <= BRUTE_LANDS:
            solvers["brute-force"] = [sys.executable, _solution("brute-force.py")]
        for done in range(0, cases, BATCH):
            batch = tuple(
                small_case(rng, lands, mana.table) for _ in range(min(BATCH, cases - done))
            )
            verdicts = [_plugin(case, mana) for case in batch]
            yes += sum(verdicts)
            for name, command in solvers.items():
                message = subprocess.run(
                    command, input=mana.render(batch), text=True, check=True, capture_output=True
                ).stdout.split()
                for case, right, line in zip(batch, verdicts, message, strict=True):
                    if (line == "YES") != right:
                        print(f"{name} says {line}, the plug-in {right}:\n{mana.render((case,))}")
                        return 1
    print(
        f"{cases} cases of up to {lands} lands, {yes} YES: plug-in, {', '.join(solvers)} agree "
        f"({time.monotonic() - began:.0f} s)"
    )
    return 0


def _plugin(case: Situation, mana: Mana) -> bool:
    found = cheapest(case, mana.table)
    if isinstance(found, Cheapest) and found.life < case.life:
        check_play(case, found.play, mana.table)
        return True
    return False


def _solution(name: str) -> str:
    return str(ROOT / "solutions/mana" / name)


def _compiled(folder: Path) -> str:
    target = str(folder / "reference-prices")
    subprocess.run(
        ["g++", "-O2", "-std=c++17", "-o", target, _solution("reference-prices.cpp")], check=True
    )
    return target


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
