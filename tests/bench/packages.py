"""Strangers' packages: what this judge says of every submission, beside what its package expects.

    python tests/bench/packages.py FOLDER [--work DIR] [--only GLOB] [--write FILE] [--no-testlib]

FOLDER holds unpacked trees of public repositories, named OWNER+NAME. No package is changed: each is
copied into DIR, its data is generated where it says how, and ``judge check`` and ``judge run`` are
called there. What was judged is kept in DIR, so that a second call goes on where the first ended.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import packages_testlib
from packages_page import page

JUDGE = (sys.executable, "-m", "judge")
ROOT = Path(__file__).resolve().parents[2]
#: Folders that hold templates of packages, or no packages at all.
LEFT_OUT = frozenset({"skel", "config", "resources"})
#: Seconds that one command may take.
PATIENCE_S = 900


@dataclass
class Verdict:
    """One submission."""

    name: str
    expected: list[str]
    verdict: str
    as_expected: bool
    why: str = ""
    message: str = ""
    score: str = ""
    #: The verdict of the first run, if it was run again by itself.
    first: str = ""


@dataclass
class Judged:
    """One package: how its commands ended, what they said, and the verdicts."""

    tree: str
    name: str
    format: str = ""
    #: Of the package: links that lead nowhere, files that are missing.
    missing: list[str] = field(default_factory=list)
    generated: str = ""
    checked: str = ""
    remarks: list[str] = field(default_factory=list)
    refused: str = ""
    cases: int = 0
    submissions: list[Verdict] = field(default_factory=list)
    seconds: float = 0.0


def found(trees: Path) -> Iterator[Path]:
    """The packages in the trees: folders with a problem.yaml, or an ini file of DOMjudge."""
    for folder, folders, files in os.walk(trees):
        folders[:] = sorted(f for f in folders if f not in LEFT_OUT and not f.startswith("."))
        if {"problem.yaml", "domjudge-problem.ini"} & set(files):
            folders.clear()
            yield Path(folder)


def copied(package: Path, tree: Path, target: Path) -> list[str]:
    """Copy a package. Links to files of the same tree become files; the others are returned."""
    lost = []

    def copy(source: str, made: str) -> None:
        real = Path(source).resolve()
        if Path(source).is_symlink() and not (real.is_relative_to(tree) and real.exists()):
            lost.append(f"{Path(source).relative_to(package)} (a link to what is not there)")
            return
        shutil.copy2(real, made)

    def ignore(folder: str, names: list[str]) -> list[str]:
        return [n for n in names if Path(folder, n).is_symlink() and not Path(folder, n).exists()]

    for path in package.rglob("*"):
        if path.is_symlink() and not path.exists():
            lost.append(f"{path.relative_to(package)} (a link to what is not there)")
    shutil.copytree(package, target, copy_function=copy, ignore=ignore)
    for path in target.rglob("*.ans"):
        if not path.with_suffix(".in").exists() and "invalid_input" not in path.parts:
            lost.append(f"{path.relative_to(target).with_suffix('.in')} (not in the repository)")
    return sorted(set(lost))


def judge(*arguments: str, folder: Path) -> tuple[int, list[str]]:
    """A command of this judge: its exit status, and the lines it printed."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            [*JUDGE, *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
        )
    except subprocess.TimeoutExpired:
        return -1, [f"judge {arguments[0]} did not end within {PATIENCE_S} s"]
    return done.returncode, done.stdout.splitlines()


def judged(package: Path, tree: Path, work: Path, lone: bool = False) -> Judged:
    """Generate, check and run one package."""
    began = time.monotonic()
    result = Judged(tree.name, package.relative_to(tree).as_posix())
    folder = work / tree.name / result.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    result.missing = copied(package, tree, folder)
    for lost in result.missing:  # a case without its input cannot be judged
        if lost.endswith("(not in the repository)"):
            (folder / lost.split(" (")[0]).with_suffix(".ans").unlink()
    here = folder.parent
    if (folder / "generators" / "generators.yaml").exists():
        status, lines = judge("generate", f"./{folder.name}", folder=here)
        result.generated = f"{status}: {lines[-1] if lines else ''}"
    status, lines = judge("check", f"./{folder.name}", folder=here)
    result.checked = f"{status}: {lines[-1] if lines else ''}"
    result.remarks = [line for line in lines if line.startswith(("fault:", "warning:"))]
    if status == 2:
        result.refused = lines[-1]
    else:
        run(result, folder, here)
    result.seconds = time.monotonic() - began
    return result


def run(result: Judged, folder: Path, here: Path) -> None:
    """``judge run`` on the package's own submissions; what is not as expected is run again by
    itself, as a loaded machine may be the reason."""
    problem = facts_of(folder, here)
    if isinstance(problem, str):
        result.refused = "" if "no solution to judge" in problem else problem
        return
    result.cases = len(problem["cases"])
    result.submissions = [submission(solution) for solution in problem["solutions"]]
    repeat(result, folder, here)


def repeat(result: Judged, folder: Path, here: Path) -> None:
    """Run again, by itself, each submission whose verdict is not as expected."""
    for index, first in enumerate(result.submissions):
        if first.as_expected or first.verdict == "SKIP":
            continue
        again = facts_of(folder, here, "-j", "1", "--give-up", "0", "--solution", first.name)
        if not isinstance(again, str):
            result.submissions[index] = submission(again["solutions"][0])
            result.submissions[index].first = first.verdict


def facts_of(folder: Path, here: Path, *arguments: str) -> Any:
    """What ``judge run --json`` says of the package, or why there is nothing."""
    facts = folder.with_name(f"{folder.name}.facts.json")
    report = facts.with_suffix(".html")
    kept = ("--no-store", "--json", str(facts), "--report", str(report))
    status, lines = judge("run", f"./{folder.name}", *kept, *arguments, folder=here)
    if status not in (0, 1) or not facts.exists():
        return lines[-1] if lines else f"exit status {status}"
    problem = json.loads(facts.read_text())["problems"][0]
    facts.unlink()
    report.unlink(missing_ok=True)
    return problem


def submission(facts: dict[str, Any]) -> Verdict:
    settled = [str(line) for line in facts["settled"]]
    expected = [one[10:] for one in settled if one.startswith("expected: ")]
    score = facts["score"]
    return Verdict(
        str(facts["name"]),
        expected,
        str(facts["verdict"]),
        bool(facts["as_expected"]),
        str(facts["unexpected"]),
        str(facts["message"]),
        "" if score is None else str(score),
    )


def known(path: Path) -> Judged:
    data = json.loads(path.read_text())
    return Judged(**data | {"submissions": [Verdict(**one) for one in data["submissions"]]})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--only", default="*", help="glob of TREE/PACKAGE: judge only these")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--repeat", action="store_true", help="again what is not as expected")
    parser.add_argument("--no-testlib", action="store_true")
    options = parser.parse_args()
    work = (options.work or Path(tempfile.mkdtemp(prefix="packages-"))).resolve()
    kept = work / "results"
    kept.mkdir(parents=True, exist_ok=True)
    trees = options.folder.resolve()
    packages = [(path, trees / path.relative_to(trees).parts[0]) for path in found(trees)]
    for header in trees.glob("*/testlib.h"):
        if not options.no_testlib:
            made = packages_testlib.made(header.parent, work / "testlib")
            packages += [(path, path.parents[0]) for path in made]
    results, left = [], []
    for package, tree in packages:
        name = f"{tree.name}/{package.relative_to(tree).as_posix()}"
        path = kept / (name.replace("/", "+") + ".json")
        chosen = fnmatch.fnmatch(name, options.only)
        if chosen and not path.exists():
            result = judged(package, tree, work / "copies")
            path.write_text(json.dumps(asdict(result), indent=1))
            good = sum(one.as_expected for one in result.submissions)
            said = result.refused or f"{good} of {len(result.submissions)}"
            print(f"{name}: {said} ({result.seconds:.0f} s)", flush=True)
        elif chosen and options.repeat:
            result = known(path)
            folder = work / "copies" / tree.name / result.name
            repeat(result, folder, folder.parent)
            path.write_text(json.dumps(asdict(result), indent=1))
        if path.exists():
            results.append(known(path))
        else:
            left.append(name)
    text = page(results, work, left)
    if options.write:
        options.write.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
