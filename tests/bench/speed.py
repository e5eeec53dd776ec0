"""What a case costs: our sandbox with rescoring, beside a bare subprocess and other judges.

    python tests/bench/speed.py [--rounds N] [--peers FOLDER] [--write FILE]

Everything is measured in one run, in turns, so that only ratios count. ``--peers`` names a virtual
environment's ``bin`` with other judges in it; those that are not there are left out, and said so.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import peers
import psutil

from judge import sandbox
from judge.checking.grade import grade_output
from judge.evaluation import scheduler
from judge.evaluation.plan import pick_cases
from judge.evaluation.request import Request, Settings
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import Case, Isolation, Limits, Problem
from judge.packages.case_files import LoadedCase, load_case
from judge.packages.load import load_problem
from judge.packages.plugin_loader import load_plugin
from judge.plugin import Plugin
from judge.running.compile import prepare
from judge.running.runner import Runner
from judge.sandbox.layer import Layer
from judge.solutions.load import load_solution

ROOT = Path(__file__).resolve().parents[2]
CPP = '#include <iostream>\nint main() { std::cout << "\\n"; }\n'
#: The bare C++ program is as ``c++ -O2`` makes it; ours, linked statically, stands in a second row.
STATIC = "the same, the bare one static too"
SOURCES = {
    "C++ program": ("none.cpp", CPP),
    STATIC: ("none.cpp", CPP),
    "Python program": ("none_program.py", "input()\nprint()\n"),
    "Python function": ("none_function.py", "lambda attackers, blockers: []\n"),
    "JavaScript program": (
        "none_program.js",
        "require('fs').readFileSync(0); console.log('[]');\n",
    ),
    "JavaScript function": ("none.js", "(attackers, blockers) => []\n"),
}
#: What each row is asked to be, as a multiple of the bare subprocess.
WANTED = {
    "C++ program": 1.0,
    STATIC: 1.0,
    "Python program": 1.15,
    "Python function": 0.15,
    "JavaScript program": 1.15,
    "JavaScript function": 0.15,
}


@dataclass(frozen=True)
class Row:
    """Medians in milliseconds a case."""

    name: str
    bare_ms: float
    ours_ms: float

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.bare_ms


@dataclass(frozen=True)
class Bench:
    """The problem and case that everything is measured on."""

    problem: Problem
    plugin: Plugin[object, object]
    case: Case
    context: LoadedCase
    layer: Layer
    folder: Path


def measure(bench: Bench, name: str, rounds: int) -> Row:
    """A bare subprocess and a graded run in turns; the median of each."""
    file, source = SOURCES[name]
    path = bench.folder / file
    path.write_text(source)
    solution = load_solution(path, "combat", bench.plugin.readings)
    made = bench.folder / f"{name.replace(' ', '-').replace(',', '')}-prepared"
    built = prepare(solution, bench.layer, made)
    bare = [str(built.view.folder / "artifact")] if name == STATIC else _bare_command(bench, path)
    text = bench.plugin.render(bench.context.instance).encode()
    runner = Runner(built, bench.layer, Limits(), Isolation.SOLUTION)

    def one_bare() -> None:
        subprocess.run(bare, input=text, capture_output=True, check=True)

    def one_of_ours() -> None:
        run = runner.run(bench.plugin, bench.context.instance)
        grades = grade_output(bench.plugin, bench.context, run)
        assert grades[bench.plugin.readings[0]].score is not None, grades

    one_bare(), one_of_ours()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for list_, call in zip(times, (one_bare, one_of_ours), strict=True):
            list_.append(_seconds(call))
    runner.close()
    return Row(name, *(1000 * statistics.median(list_) for list_ in times))


def _bare_command(bench: Bench, path: Path) -> list[str]:
    """The same program by itself; for a function, a program that does as little."""
    if path.suffix == ".cpp":
        made = bench.folder / "bare"
        subprocess.run(["c++", "-O2", "-o", str(made), str(path)], check=True)
        return [str(made)]
    if path.suffix == ".js":
        (bench.folder / "bare.js").write_text("require('fs').readFileSync(0); console.log('[]');\n")
        return ["node", str(bench.folder / "bare.js")]
    (bench.folder / "bare.py").write_text("input()\nprint()\n")
    python = find_toolchain(all_languages()["python"]).paths["python3"]
    return [str(python), str(bench.folder / "bare.py")]


def _seconds(call: Callable[[], None]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def workers(bench: Bench, runs: int) -> tuple[float, float, float]:
    """Runs a second with one and with two workers, and the judge's largest process in MiB."""
    path = bench.folder / SOURCES["Python program"][0]
    solution = load_solution(path, "combat", bench.plugin.readings)
    cases = (bench.case,) * runs
    request = Request(
        bench.problem, solution, bench.plugin.readings, cases, [bench.context] * runs, Limits()
    )
    rates, peak = [], 0.0

    for count in (1, 2):
        settings = Settings(workers=count)
        rates.append(runs / _seconds(lambda s=settings: scheduler.run([request], bench.layer, s)))
        peak = max(peak, psutil.Process().memory_info().rss / 2**20)
    return rates[0], rates[1], peak


def start_up(rounds: int = 7) -> float:
    """Seconds from starting ``judge`` to its first graded case; the median."""
    script = (
        "import sys, time; from pathlib import Path\n"
        "from judge.evaluation.evaluate import evaluate_plan\n"
        "from judge.evaluation.events import CaseJudged\n"
        "from judge.evaluation.plan import RunOptions, make_plan\n"
        "o = RunOptions(Path('problems'), Path('solutions'), ('combat',), 'never-blocks', "
        "'s*/1-*')\n"
        "for event in evaluate_plan(make_plan(o), o):\n"
        "    if isinstance(event, CaseJudged): print(time.time() - float(sys.argv[1]))\n"
    )
    times = []
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", script, str(time.time())],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        times.append(float(done.stdout.split()[0]))
    return statistics.median(times)


def report(
    rows: list[Row], rates: tuple[float, float, float], start_s: float, others: dict[str, float]
) -> str:
    """The findings as Markdown."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    lines = [
        "# What a case costs",
        "",
        f"{machine}, Python {platform.python_version()}. Medians of",
        "one run of `tests/bench/speed.py`, all in turns and on one core; rescoring included.",
        "",
        "| | bare `subprocess.run`, ms | in the sandbox, ms | ratio | wanted |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        wanted = f"≤ {WANTED[row.name]}" if row.name in WANTED else ""
        lines.append(
            f"| {row.name} | {row.bare_ms:.2f} | {row.ours_ms:.2f} | {row.ratio:.2f} | {wanted} |"
        )
    one, two, peak = rates
    lines += [
        "",
        "| | | wanted |",
        "| --- | --- | --- |",
        f"| two workers against one | {two / one:.2f} × | ≥ 1.8 × |",
        f"| start to first graded case | {start_s:.2f} s | ≤ 0.25 s |",
        f"| largest process of the judge | {peak:.0f} MiB | ≤ 150 MiB |",
    ]
    ours = next(row.ours_ms for row in rows if row.name == "C++ program")
    lines += [
        "",
        "Other judges, the same C++ program, ms a case more (none has a sandbox):",
        "",
        "| judge | ms a case | ours against it |",
        "| --- | --- | --- |",
    ]
    lines += [f"| {name} | {ms:.1f} | {ours / ms:.2f} |" for name, ms in others.items()]
    absent = sorted(set(peers.NAMES) - set(others))
    if absent:
        lines.append(f"\nNot measured, because not installed: {', '.join(absent)}.")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--peers", type=Path, help="folder with the executables of other judges")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    problem = load_problem(ROOT / "problems" / "combat")
    plugin = load_plugin(problem.folder)
    case = pick_cases(problem, "sample/1-*")[0]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        context = load_case(plugin, case)
        bench = Bench(problem, plugin, case, context, sandbox.choose("auto"), Path(folder))
        everywhere = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(everywhere)})  # as a worker does
        rows = [measure(bench, name, options.rounds) for name in SOURCES]
        os.sched_setaffinity(0, everywhere)
        rates = workers(bench, 20 * options.rounds)
        others = peers.measure(options.peers, Path(folder), SOURCES["C++ program"][1])
    text = report(rows, rates, start_up(), others)
    print(text)
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
