"""How much memory the judge takes for very many cases, each with files of its own.

python tests/bench/memory.py [--cases N] [--write FILE]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, Event, listen
from judge.evaluation.plan import RunOptions, make_plan
from judge.model import Verdict
from tests.contest import RIGHT, TOY

MIB = 2**20
WANTED_MIB = 150


def make_package(root: Path, cases: int) -> None:
    """The toy problem with that many random cases, and one right solution to it."""
    folder = root / "problems" / "toy"
    shutil.copytree(TOY, folder)
    data = folder / "data" / "secret"
    shutil.rmtree(data)
    data.mkdir()
    rng = Random(0)
    for number in range(cases):
        values = [rng.randint(-9, 9) for _ in range(6)]
        order = sorted(range(6), key=lambda i: -values[i])[:3]
        picked = [i for i in order if values[i] > 0]
        (data / f"{number:06}.in").write_text(f"{values}\n3\n")
        best = f"{sum(values[i] for i in picked)}\n{' '.join(map(str, picked))}\n"
        (data / f"{number:06}.ans").write_text(best)
    solutions = root / "solutions" / "toy"
    solutions.mkdir(parents=True)
    (solutions / "plain.c").write_text(RIGHT["plain.c"])


def measure(root: Path) -> list[tuple[int, float, float]]:
    """(cases done, MiB of the judge, MiB of its largest worker), every tenth of the way and at the
    end, where the first number is the judge's peak.
    """
    options = RunOptions(root / "problems", root / "solutions", ("toy",))
    plan = make_plan(options)
    me, found, done = psutil.Process(), [], 0

    def sample(event: Event) -> None:
        nonlocal done
        if not isinstance(event, CaseJudged):
            return
        done += 1
        if done % (plan.runs // 10) == 0:
            workers = max(child.memory_info().rss for child in me.children())
            found.append((done, me.memory_info().rss / MIB, workers / MIB))

    results = listen(evaluate_plan(plan, options), sample)
    assert results.problems[0].solutions[0].verdict is Verdict.AC
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [*found, (done, peak, found[-1][2])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_package(Path(folder), options.cases)
        rows = measure(Path(folder))
    lines = [
        "# Memory",
        "",
        f"One run of `tests/bench/memory.py`: {options.cases:,} cases, {os.cpu_count()} workers;",
        f"wanted are at most {WANTED_MIB} MiB a process. The last row holds the judge's peak.",
        "",
        "| cases done | judge, MiB | largest worker, MiB |",
        "| --- | --- | --- |",
        *(f"| {done:,} | {judge:.0f} | {worker:.0f} |" for done, judge, worker in rows),
    ]
    print("\n".join(lines))
    if options.write:
        options.write.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
