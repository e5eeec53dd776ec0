"""What a run of one submission on many cases costs, beside the other tools, interleaved.

    python tests/bench/packages_speed.py FOLDER --bin BIN [--cases N] [--rounds N]

The package is problemtools' and BAPCtools' ``different``, with its own output validator; its cases
are copied until there are N. Cold: no submission, no validator and no part of the judge in C is
compiled. Warm: after a run of the same. All tools have the bytecode of their own modules, as
`make setup` and `pip install` make it.
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUBMISSION = "accepted/different.cc"
PACKAGES = {
    "verifyproblem": "Kattis+problemtools/examples/different",
    "bt": "RagnarGrootKoerkamp+BAPCtools/test/problems/different",
}


def enlarged(package: Path, target: Path, cases: int) -> None:
    """A copy of the package with that many secret cases."""
    shutil.copytree(package, target)
    # Without it this judge first measures all accepted submissions; the others do not read it.
    (target / ".timelimit").write_text("2\n")
    secret = target / "data" / "secret"
    first = min(secret.rglob("*.in"))
    for number in range(cases - len(list((target / "data").rglob("*.in")))):
        for suffix in (".in", ".ans"):
            shutil.copy(first.with_suffix(suffix), secret / f"copy-{number:04}{suffix}")


def commands(tool: str, binaries: Path) -> dict[str, list[str]]:
    theirs = {
        "verifyproblem": ["-p", "submissions", "-s", SUBMISSION, "--", "different"],
        "bt": ["run", "-B", "-S", "-G", "--problem", "different", f"submissions/{SUBMISSION}"],
    }[tool]
    if tool == "bt":
        theirs[-1] = f"different/submissions/{SUBMISSION}"
    ours = ["run", "./different", "--no-store", "--report", "r.html", "--solution", SUBMISSION]
    return {tool: [str(binaries / tool), *theirs], "judge": [sys.executable, "-m", "judge", *ours]}


def measured(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds by the clock, and of the processor with all children."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True
    )
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        print(done.stdout.decode()[-500:], done.stderr.decode()[-500:], file=sys.stderr)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, used


def compare(tool: str, options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="packages-speed-") as made:
        folder = Path(made)
        enlarged(options.folder / PACKAGES[tool], folder / "different", options.cases)
        times: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for number in range(options.rounds):
            kept = folder / f"kept-{number}"
            (kept / "tmp").mkdir(parents=True)
            environment = os.environ | {
                "XDG_CACHE_HOME": str(kept),
                "TMPDIR": str(kept / "tmp"),
                "PYTHONPATH": str(ROOT),
                "PATH": f"{options.bin.resolve()}{os.pathsep}{os.environ['PATH']}",
            }
            for state in ("cold", "warm"):
                for name, command in commands(tool, options.bin.resolve()).items():
                    one = measured(command, folder, environment)
                    times.setdefault((state, name), []).append(one)
        for state in ("cold", "warm"):
            theirs = [statistics.median(column) for column in zip(*times[state, tool], strict=True)]
            ours = [
                statistics.median(column) for column in zip(*times[state, "judge"], strict=True)
            ]
            cells = [f"{a:.2f} / {b:.2f}" for a, b in (theirs, ours)]
            ratios = [f"{mine / other:.2f}" for mine, other in zip(ours, theirs, strict=True)]
            print(
                "|", " | ".join([tool, state, str(options.cases), *cells, *ratios]), "|", flush=True
            )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tool", action="append", choices=PACKAGES)
    options = parser.parse_args()
    compileall.compile_dir(ROOT / "judge", quiet=1)
    print("| tool | | cases | its wall / CPU, s | ours, s | wall ratio | CPU ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for tool in options.tool or PACKAGES:
        compare(tool, options)


if __name__ == "__main__":
    main()
