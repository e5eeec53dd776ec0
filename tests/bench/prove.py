"""How many instances a proof tries in a CPU second; writes tests/bench/PROVE.md.

python tests/bench/prove.py
"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge import sandbox  # noqa: E402
from judge.hunting.target import HuntOptions  # noqa: E402
from judge.proving import prover, search  # noqa: E402
from judge.proving.target import plan_proof  # noqa: E402

#: Problem, solution, bound, instances.
ROWS = (
    ("combat", "golfed-python", (3, 3, 2), 5000),
    ("mana", "greedy-scarcest", (2, 2, 7), 6000),
    ("attack", "documented-chains", (2, 2, 2), 1000),
)
WARM = 64
HEAD = """# Proofs: instances a CPU second

Written by `tests/bench/prove.py`. Microseconds of CPU time an instance: of the judge (enumeration,
arguments, decoding, rescoring), of the solution and of the reference, each in its own sandbox.
Wanted: 5,000 instances a CPU second.

| problem | solution | reference | judge | solution | reference | instances a CPU second |
| --- | --- | --- | --- | --- | --- | --- |
"""


def row(problem: str, solution: str, bound: tuple[int, ...], count: int) -> str:
    roots = (ROOT / "problems", ROOT / "solutions")
    task = plan_proof(HuntOptions(*roots, problem, solution, seconds=900), bound)
    with tempfile.TemporaryDirectory() as folder:
        context = search._prepare(task, sandbox.choose("auto"), Path(folder))
        terms = search._settled(context, lambda: False)
        worker = prover.Prover(dataclasses.replace(context, terms=terms))
        worker.prove(prover.ProofStretch(3, 0, WARM), lambda: False)
        used = [one.used_s for one in worker._bulk_runners]
        begin = time.process_time()
        tried, end = 0, WARM
        while end < count:
            stretch = prover.ProofStretch(3, end, min(count, end + prover.STRETCH))
            done = worker.prove(stretch, lambda: False).proved
            tried, end = tried + done, stretch.end
            if done < stretch.end - stretch.begin:
                break
        judge_s = time.process_time() - begin
        others = [one.used_s - was for one, was in zip(worker._bulk_runners, used, strict=True)]
        worker.close()
    each = [f"{s / tried * 1e6:.0f}" for s in (judge_s, *others)]
    speed = f"{tried / (judge_s + sum(others)):,.0f}"
    cells = [problem, solution, context.reference.solution.name, *each, speed]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    text = HEAD + "".join(row(*one) + "\n" for one in ROWS)
    (ROOT / "tests/bench/PROVE.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
