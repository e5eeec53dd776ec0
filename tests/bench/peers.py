"""Other judges that pip can install, measured on a package made for them in a temporary folder.

What counts is the marginal cost of a case: the time for many cases less the time for few, each the
median of several, in turns.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

FEW, MANY = 5, 205
ROUNDS = 5
NAMES = ("oj", "problemtools", "BAPCtools")
#: Two versions of one package format: the newest that each of the two judges reads.
LEGACY = (
    "problem_format_version: legacy\nname: Empty line\n",
    "problem_statement/problem.en.tex",
    "input_format_validators",
)
NEWER = (
    "problem_format_version: 2025-09\nname: Empty line\nlimits: {time_limit: 5.0}\n"
    "uuid: 8d6f1f5e-6ae4-4cf4-9d4e-2a52ba9ef2b1\n",
    "statement/problem.en.tex",
    "input_validators",
)


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
        taken: dict[int, list[float]] = {FEW: [], MANY: []}
        for turn in range(ROUNDS):
            for cases, seconds in taken.items():
                place = work / f"{name}-{cases}-{turn}"
                seconds.append(_timed(run, folder / command, place, source, cases))
        few, many = (statistics.median(seconds) for seconds in taken.values())
        found[name] = 1000 * (many - few) / (MANY - FEW)
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
    # A complaint about something else, such as a missing language, does not spoil the timing.
    if done.returncode != 0 and "AC" not in done.stdout + done.stderr:
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


def _package(work: Path, source: str, cases: int, form: tuple[str, str, str]) -> Path:
    package = work / "emptyline"
    settings, statement, validators = form
    files = {
        "problem.yaml": settings,
        "submissions/accepted/a.cpp": source,
        statement: "\\problemname{Empty line}\nPrint it.\n",
        f"{validators}/v.cpp": "int main() { return 42; }\n",
    }
    for i in range(cases):
        files[f"data/secret/{i:04}.in"] = f"{i}\n"
        files[f"data/secret/{i:04}.ans"] = "\n"
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return package


def _problemtools(program: Path, work: Path, source: str, cases: int) -> list[str]:
    package = _package(work, source, cases, LEGACY)
    return [str(program), "-p", "submissions", "-t", "5", "-j", "1", "-s", "accepted", str(package)]


def _bapctools(program: Path, work: Path, source: str, cases: int) -> list[str]:
    package = _package(work, source, cases, NEWER)
    return [str(program), "run", "--problem", str(package), "-G", "-B", "-S", "-j", "1", "-a"]
