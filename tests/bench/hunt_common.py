"""Common mistakes: the CPU seconds until a hunt has confirmed one, of two checkouts in turn.

    python tests/bench/hunt_common.py OTHER [combat] [mana] [attack]

OTHER is the folder of another checkout, such as one of an earlier commit. Every bundled wrong
solution that both refute by a wrong answer is hunted in both, one after the other, so that the two
figures are of the same minute. Prints a row for each and the sums.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from hunt import bundled  # noqa: E402

from judge.model import Verdict  # noqa: E402

#: At most so many CPU seconds for one hunt.
SECONDS = "20"
#: What runs in each checkout: a problem and a solution, and the result as JSON.
PROGRAM = """
import json, sys
from pathlib import Path
root, problem, solution, folder = sys.argv[1:]
sys.path[:0] = [root, root + "/tests/bench"]
import hunt_rare
from judge import sandbox
from judge.hunting.reference import prepare_all
from judge.hunting.target import HuntOptions, plan_hunt
places = Path(root, "problems"), Path(root, "solutions")
chosen = HuntOptions(*places, problem, solution, seconds=10**6)
context = prepare_all(plan_hunt(chosen), chosen, sandbox.choose("auto"), Path(folder))
try:
    print(json.dumps(hunt_rare.found_after(context)))
except AssertionError:
    print("null")
"""


def found(root: Path, problem: str, solution: str) -> tuple[float, int] | None:
    """CPU seconds and instances; None if it is not refuted by a wrong answer."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, str(root), problem, solution, folder]
        done = subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, "SECONDS": SECONDS}
        )
    if done.returncode:
        return None
    result = json.loads(done.stdout.splitlines()[-1])
    return (result[0], result[1]) if result and result[0] is not None else None


def main(other: Path, problems: list[str]) -> None:
    totals = [0.0, 0.0]
    for problem, name in bundled(lambda expect: expect == {Verdict.WA}):
        if problems and problem not in problems:
            continue
        pair = [found(root, problem, name) for root in (other, ROOT)]
        seen = [one for one in pair if one is not None]
        if len(seen) == len(pair):
            totals = [total + one[0] for total, one in zip(totals, seen, strict=True)]
            cells = [f"{one[0]:.1f} | {one[1]:,}" for one in seen]
            print(f"| {problem} | {name} | {' | '.join(cells)} |", flush=True)
    print(f"| all | | {totals[0]:.1f} | | {totals[1]:.1f} | |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
