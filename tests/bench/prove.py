"""How many instances a proof tries in a CPU second; writes tests/bench/PROVE.md.

python tests/bench/prove.py [PROBLEM ...]
"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from msgspec.structs import replace

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge import sandbox  # noqa: E402
from judge.hunting.target import HuntOptions  # noqa: E402
from judge.model import Kind  # noqa: E402
from judge.proving.answer_blocks import BLOCK  # noqa: E402
from judge.proving.enumeration import InstanceCursor, packed_instances  # noqa: E402
from judge.proving.prover import ProofStretch, Prover  # noqa: E402
from judge.proving.search import prepare_proof, settle_terms  # noqa: E402
from judge.proving.target import ProofTask, plan_proof  # noqa: E402

FUNCTIONS = "tests/bench/prove_functions"
SOURCES = "tests/bench/hunt_sources"
#: Problem, solution, bound.
ROWS = (
    ("combat", f"{FUNCTIONS}/combat.py", (3, 3, 2)),
    ("combat", "golfed-python", (3, 3, 2)),
    ("mana", f"{FUNCTIONS}/mana.py", (2, 2, 2)),
    ("mana", "greedy-scarcest", (2, 2, 2)),
    ("attack", f"{FUNCTIONS}/attack.py", (3, 2, 2)),
    ("attack", "documented-chains", (2, 2, 2)),
    ("combat", "golfed-fast-javascript", (3, 3, 2)),
    ("mana", f"{SOURCES}/mana.js", (2, 2, 2)),
    ("combat", f"{SOURCES}/combat.java", (3, 3, 2)),
    ("mana", "reference-prices", (2, 2, 2)),
    ("attack", "reference-min-cut", (2, 2, 2)),
)
#: The first block warms up; so many blocks after it count.
BLOCKS = 5
#: The fastest of so many runs counts: CPU time, too, depends on what else the machine does.
RUNS = 5
HEAD = """# Proofs: instances a CPU second

Written by `tests/bench/prove.py`. Microseconds of CPU time an instance: of the judge (enumeration,
arguments, decoding, rescoring), of the solution and of the reference, each in its own sandbox.
*First*: instances a CPU second, the reference's answers included. *Again*: the store has them, as
it does after the first proof within a bound, whatever the solution. Wanted: 5,000 for a posted
Python function, which the rows with an f are. Each figure is from the fastest of five runs.

| problem | solution | reference | judge | solution | reference | first | judge | solution | again |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


@dataclasses.dataclass(frozen=True)
class Speed:
    """CPU seconds an instance."""

    judge_s: float
    solution_s: float
    reference_s: float

    def total_s(self) -> float:
        return self.judge_s + self.solution_s + self.reference_s

    @property
    def each_second(self) -> str:
        return f"{1 / self.total_s():,.0f}"


def measured(prover: Prover, task: ProofTask, known: dict[int, bytes]) -> Speed:
    """The speed over some blocks, with what ``known`` has of them; adds to it."""
    cursor = InstanceCursor(task.plugin, task.bound)
    before: tuple[float, ...] = ()
    tried = 0
    for index in range(BLOCKS + 1):
        if index == 1 or not before:
            before = (time.process_time(), *prover.used_s)
            tried = 0
        begin, end = index * BLOCK, min(task.total, (index + 1) * BLOCK)
        if begin >= end:
            break
        packed = packed_instances(cursor.take(begin, end, lambda: True), task.plugin)
        stretch = ProofStretch(3, begin, end, packed, known.get(index))
        done = prover.prove(stretch, lambda: False)
        assert done.proved == end - begin, done
        tried += done.proved
        known.setdefault(index, done.answers or b"")
    after = (time.process_time(), *prover.used_s)
    return Speed(*((late - early) / tried for late, early in zip(after, before, strict=True)))


def row(problem: str, solution: str, bound: tuple[int, ...]) -> str:
    path = ROOT / solution
    name = str(path) if path.is_file() else solution
    roots = (ROOT / "problems", ROOT / "solutions")
    task = plan_proof(HuntOptions(*roots, problem, name, seconds=900), bound)
    with tempfile.TemporaryDirectory() as folder:
        context = prepare_proof(task, sandbox.choose("auto"), Path(folder))
        terms = settle_terms(context, lambda: False)
        prover = Prover(replace(context, terms=terms))
        firsts, agains = [], []
        for _ in range(RUNS):
            known: dict[int, bytes] = {}
            firsts.append(measured(prover, task, known))
            agains.append(measured(prover, task, known))
        prover.close()
    first, again = (min(some, key=Speed.total_s) for some in (firsts, agains))
    us = [f"{s * 1e6:.0f}" for s in (first.judge_s, first.solution_s, first.reference_s)]
    more = [f"{s * 1e6:.0f}" for s in (again.judge_s, again.solution_s)]
    kind = " (f)" if task.target.solution.kind is Kind.FUNCTION else ""
    shown = f"{path.name}{kind}" if path.is_file() else solution
    reference = context.reference.solution.name
    cells = (problem, shown, reference, *us, first.each_second, *more, again.each_second)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    rows = [one for one in ROWS if len(sys.argv) < 2 or one[0] in sys.argv[1:]]
    text = HEAD
    for number, one in zip(count(1), rows, strict=False):
        text += row(*one) + "\n"
        print(f"{number} of {len(rows)}", file=sys.stderr)
    if len(rows) == len(ROWS):
        (ROOT / "tests/bench/PROVE.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
