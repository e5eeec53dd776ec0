"""Exported packages in the hands of problemtools and BAPCtools, which must find no error and agree
on every verdict. Those on the PATH are used, others installed; skipped where they cannot be.

Of each package a few cases and submissions are left: the others say nothing else.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.packages.new_package import KINDS
from tests.contest import Contest
from tests.documents import ROOT

BUNDLED = ("mana", "combat", "attack")
SLOW, QUICK = pytest.mark.slow, pytest.mark.long
#: One new package is tried with the long tests, so that every change of an export meets both tools.
NEW = [pytest.param(kind, marks=[QUICK if kind == "optimise" else SLOW]) for kind in KINDS]
TOOLS = ("problemtools", "bapctools")
#: How many cases of each group, and how many submissions of each folder, are left.
CASES, SUBMISSIONS = 2, 2


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of both, in an environment of their own, which has an interpreter under the
    name that problemtools looks for, too."""
    present = shutil.which("verifyproblem")
    if present and shutil.which("bt") and shutil.which("pypy3"):
        return Path(present).parent
    folder = tmp_path_factory.mktemp("tools") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=300)
    programs = folder / "bin"
    install = [programs / "pip", "install", "--quiet", *TOOLS]
    try:
        subprocess.run(install, capture_output=True, check=True, timeout=900)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        last = (error.stderr or b"").decode("utf-8", "replace").strip().splitlines()[-1:]
        pytest.skip(f"{' and '.join(TOOLS)} cannot be installed: {last or error}")
    other = programs / "pypy3"
    other.write_text(f'#!/bin/sh\nexec {programs / "python3"} "$@"\n')
    other.chmod(0o755)
    return programs


def exported(contest: Contest, name: str, form: str) -> Path:
    target = contest.root / form / name
    roots = [f"--{part}={ROOT / part}" for part in ("problems", "solutions")]
    said = contest.judge("export", name, str(target), "--format", form, *roots)
    assert said.status == 0, said
    shorten(target)
    drop_unexpected(contest, target)
    return target


def shorten(package: Path) -> None:
    """Leave the first cases of each group and the first submissions of each folder."""
    groups = {path.parent for path in (package / "data").rglob("*.in")}
    for group in groups:
        for path in sorted(group.glob("*.in"))[CASES:]:
            for owned in group.glob(f"{path.stem}.*"):
                owned.unlink()
    for folder in (package / "submissions").iterdir():
        for path in sorted(folder.iterdir())[SUBMISSIONS:]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def drop_unexpected(contest: Contest, package: Path) -> None:
    """Remove the submissions that do not fail on the cases that are left."""
    facts = contest.root / "facts.json"
    contest.judge("run", str(package), "--no-store", "--json", str(facts))
    [problem] = json.loads(facts.read_text())["problems"]
    for solution in problem["solutions"]:
        if not solution["as_expected"]:
            (package / "submissions" / solution["name"]).unlink()
    assert (package / "submissions" / "wrong_answer").exists()


def called(tools: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shutil.which(words[0], path=f"{tools}:{os.environ['PATH']}"), *words[1:]],
        cwd=folder,
        # BAPCtools notes every package that it has seen in the home folder, and warns of copies.
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder.parent)},
        capture_output=True,
        text=True,
        timeout=3600,
    )


def new_package(contest: Contest, kind: str, form: str) -> Path:
    """What ``judge new problem`` writes, exported whole."""
    for path in (contest.root / "problems", contest.root / "solutions"):
        path.rename(contest.root / f"old-{path.name}")
    target = contest.root / form / f"new{kind}"
    for words in (
        ("new", "problem", target.name, "--from", kind),
        ("export", target.name, str(target), "--format", form),
    ):
        said = contest.judge(*words)
        assert said.status == 0, said
    return target


def verified_by_problemtools(tools: Path, target: Path) -> None:
    """Without the statement, which needs a TeX system."""
    parts = ("config", "data", "graders", "submissions", "validators")
    done = called(tools, target, "verifyproblem", "-p", *parts, "--", str(target))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"{target.name} tested: 0 errors", done.stdout + done.stderr)
    judged = re.findall(r"^   (\w+/\S+) .* OK: ", done.stdout + done.stderr, re.M)
    assert {*judged} == {f"{p.parent.name}/{p.name}" for p in target.glob("submissions/*/*")}


def verified_by_bapctools(tools: Path, target: Path, *options: str) -> None:
    for command in ("validate", "run"):
        done = called(tools, target, "bt", command, "--no-bar", *options)
        assert done.returncode == 0, f"bt {command}\n{done.stdout}{done.stderr}"


@SLOW
@pytest.mark.parametrize("name", BUNDLED)
def test_problemtools_finds_no_error_and_agrees(name: str, tools: Path, contest: Contest) -> None:
    verified_by_problemtools(tools, exported(contest, name, "legacy"))


@SLOW
@pytest.mark.parametrize("name", BUNDLED)
def test_bapctools_finds_no_error_and_agrees(name: str, tools: Path, contest: Contest) -> None:
    """Its remarks on white space in inputs and on empty outputs are left out: in these problems
    both are right."""
    target = exported(contest, name, "2025-09")
    verified_by_bapctools(tools, target, "--no-test-case-sanity-checks")


@pytest.mark.parametrize("kind", NEW)
def test_both_find_no_error_in_a_new_package(kind: str, tools: Path, contest: Contest) -> None:
    verified_by_bapctools(tools, new_package(contest, kind, "2025-09"))
    target = contest.root / "legacy" / f"new{kind}"
    said = contest.judge("export", target.name, str(target), "--format", "legacy")
    assert said.status == 0, said
    verified_by_problemtools(tools, target)
