"""What a run of one submission on many cases costs, beside the other tools, interleaved.

    python tests/bench/packages_speed.py FOLDER --bin BIN [--cases N] [--rounds N] [--kind KIND]

The packages come with problemtools and BAPCtools: one with an output validator of its own, an
interactive one, and one for the default validator. Their cases are copied until there are N.
First: all caches are empty. Cold: the machine is prepared as `make setup` does it, and another
package was judged before, so that what belongs to no package is there; no submission and no
validator of this one is compiled. Warm: after a run of the same. All tools have the bytecode of
their own modules, as `make setup` and `pip install` make it.
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
TREES = {
    "verifyproblem": "Kattis+problemtools/examples",
    "bt": "RagnarGrootKoerkamp+BAPCtools/test/problems",
}
#: By kind and tool: the package, and the submission that is run.
PACKAGES = {
    ("validator", "verifyproblem"): ("different", "accepted/different.cc"),
    ("validator", "bt"): ("different", "accepted/different.cc"),
    ("interactive", "verifyproblem"): ("guess", "accepted/guess.cc"),
    ("interactive", "bt"): ("guess", "accepted/guess.cc"),
    ("default", "verifyproblem"): ("oddecho", "accepted/echo.cpp"),
    ("default", "bt"): ("fltcmp", "accepted/fltcmp-test-correct.c"),
}
KINDS = sorted({kind for kind, _ in PACKAGES})
#: The states of the caches in which a package is run, in turn.
STATES = ("first", "cold", "warm")
#: What a compiler reads, and takes for another program if a comment is added.
SOURCES = (".c", ".cc", ".cpp")


def enlarged(package: Path, target: Path, cases: int) -> None:
    """A copy of the package with that many secret cases."""
    shutil.copytree(package, target)
    if "time_limit:" not in (target / "problem.yaml").read_text():
        # Without it this judge first measures all accepted submissions; the others do not read it.
        (target / ".timelimit").write_text("2\n")
    data = target / "data"
    first = min([*(data / "secret").rglob("*.in")] or data.rglob("*.in"))
    for number in range(cases - len(list(data.rglob("*.in")))):
        for suffix in (".in", ".ans"):
            copy = first.with_name(f"copy-{number:04}{suffix}")
            shutil.copy(first.with_suffix(suffix), copy)


def make_other(package: Path, other: Path) -> None:
    """A copy of the package whose programs must be compiled again."""
    shutil.copytree(package, other)
    for path in other.rglob("*"):
        if path.suffix in SOURCES:
            path.write_bytes(path.read_bytes() + b"\n/* another one */\n")


def commands(tool: str, name: str, submission: str, binaries: Path) -> dict[str, list[str]]:
    path = f"{name}/submissions/{submission}"
    theirs = {
        "verifyproblem": ["-p", "submissions", "-s", submission, "--", name],
        "bt": ["run", "-B", "-S", "-G", "--problem", name, path],
    }[tool]
    ours = ["run", f"./{name}", "--no-store", "--report", "r.html", "--solution", submission]
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


def compare(kind: str, tool: str, options: argparse.Namespace) -> None:
    name, submission = PACKAGES[kind, tool]
    with tempfile.TemporaryDirectory(prefix="packages-speed-") as made:
        folder = Path(made)
        enlarged(options.folder / TREES[tool] / name, folder / name, options.cases)
        make_other(folder / name, folder / "other")
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
            for state in STATES:
                if state == "cold":
                    prepare = [sys.executable, "-m", "judge", "doctor", "--prepare"]
                    subprocess.run(
                        prepare, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True
                    )
                shown = "other" if state == "first" else name
                of_both = commands(tool, shown, submission, options.bin.resolve())
                for who, command in of_both.items():
                    one = measured(command, folder, environment)
                    times.setdefault((state, who), []).append(one)
        for state in STATES:
            theirs = [statistics.median(column) for column in zip(*times[state, tool], strict=True)]
            ours = [
                statistics.median(column) for column in zip(*times[state, "judge"], strict=True)
            ]
            cells = [f"{a:.2f} / {b:.2f}" for a, b in (theirs, ours)]
            ratios = [f"{mine / other:.2f}" for mine, other in zip(ours, theirs, strict=True)]
            row = [kind, tool, state, str(options.cases), *cells, *ratios]
            print("|", " | ".join(row), "|", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tool", action="append", choices=TREES)
    parser.add_argument("--kind", action="append", choices=KINDS)
    options = parser.parse_args()
    compileall.compile_dir(ROOT / "judge", quiet=1)
    print("| kind | tool | | cases | its wall / CPU, s | ours, s | wall ratio | CPU ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for kind, tool in PACKAGES:
        if kind in (options.kind or KINDS) and tool in (options.tool or TREES):
            compare(kind, tool, options)


if __name__ == "__main__":
    main()
