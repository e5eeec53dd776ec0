"""Other judges that pip can install, measured on a package made for them in a temporary folder.

What counts is the marginal cost of a case: the time for many cases less the time for few.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

FEW, MANY = 5, 105
NAMES = ("oj", "problemtools", "BAPCtools")
YAML = """problem_format_version: legacy
name: Empty line
validation: default
limits: {{time_limit: 5, time_safety_margin: 2, time_multiplier: 5}}
"""


def measure(folder: Path | None, work: Path, source: str) -> dict[str, float]:
    """Milliseconds a case for each peer whose executable is in ``folder``."""
    if folder is None:
        return {}
    found: dict[str, float] = {}
    for name, command, run in (
        ("oj", "oj", _oj),
        ("problemtools", "verifyproblem", _problemtools),
        ("BAPCtools", "bt", _bapctools),
    ):
        if not (folder / command).exists():
            continue
        seconds = [
            _timed(run, folder / command, work / f"{name}-{n}", source, n) for n in (FEW, MANY)
        ]
        found[name] = 1000 * (seconds[1] - seconds[0]) / (MANY - FEW)
    return found


def _timed(
    run: Callable[[Path, Path, str, int], list[str]],
    program: Path,
    work: Path,
    source: str,
    cases: int,
) -> float:
    work.mkdir()
    command = run(program, work, source, cases)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    begin = time.perf_counter()
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, env=environment)
    seconds = time.perf_counter() - begin
    if done.returncode != 0:
        raise SystemExit(f"{program.name} failed: {(done.stdout + done.stderr)[-2000:]}")
    return seconds


def _oj(program: Path, work: Path, source: str, cases: int) -> list[str]:
    (work / "a.cpp").write_text(source)
    subprocess.run(["c++", "-O2", "-o", "a.out", "a.cpp"], cwd=work, check=True)
    (work / "test").mkdir()
    for i in range(cases):
        (work / "test" / f"{i:04}.in").write_text("[]\n[]\n")
        (work / "test" / f"{i:04}.out").write_text("\n")
    return [str(program), "test", "-S", "-c", "./a.out", "-j", "1"]


def _package(work: Path, source: str, cases: int) -> Path:
    package = work / "emptyline"
    for folder in (
        "data/sample",
        "data/secret",
        "submissions/accepted",
        "problem_statement",
        "input_format_validators",
    ):
        (package / folder).mkdir(parents=True)
    (package / "problem.yaml").write_text(YAML.format())
    (package / "submissions/accepted/a.cpp").write_text(source)
    (package / "problem_statement/problem.en.tex").write_text(
        "\\problemname{Empty line}\nPrint it.\n"
    )
    (package / "input_format_validators/v.py").write_text(
        "import sys\nsys.stdin.read()\nsys.exit(42)\n"
    )
    for i in range(cases):
        (package / f"data/secret/{i:04}.in").write_text(f"{i}\n")
        (package / f"data/secret/{i:04}.ans").write_text("\n")
    return package


def _problemtools(program: Path, work: Path, source: str, cases: int) -> list[str]:
    package = _package(work, source, cases)
    return [str(program), "-p", "submissions", str(package)]


def _bapctools(program: Path, work: Path, source: str, cases: int) -> list[str]:
    package = _package(work, source, cases)
    return [str(program), "run", "-p", str(package), "--no-generate", "-j", "1"]
