"""Every command that README and docs show works, in the order shown; links lead somewhere; the
tables of options are those of ``--help``.

A page that shows files starts in an empty folder, any other one beside copies of the bundled
problems and solutions. A comment in the page announces an exit status other than 0.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge import cli
from tests import documents
from tests.contest import judge_environment
from tests.documents import PAGES, README, ROOT, Command, File

LONGEST_README = 150
COMMON = documents.options("Options of several commands")
HELP = {"-h", "--help"}


def judge(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "judge", *arguments],
        cwd=folder,
        env=judge_environment(),
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy of the bundled problems and solutions for all pages."""
    tree = tmp_path_factory.mktemp("bundled")
    for name in ("problems", "solutions"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tree


@pytest.fixture
def folder(tmp_path: Path, bundled: Path, page: Path) -> Path:
    """The page's own folder, in a folder where the bundled validators find the judge's modules."""
    (tmp_path / "judge").symlink_to(ROOT / "judge")
    folder = tmp_path / "page"
    folder.mkdir()
    if not any(isinstance(step, File) for step in documents.steps(page)):
        for name in ("problems", "solutions"):
            shutil.copytree(bundled / name, folder / name, copy_function=os.link)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_true_from_top_to_bottom(page: Path, folder: Path) -> None:
    for step in documents.steps(page):
        if isinstance(step, File):
            path = folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif step.arguments[0] == "make":
            check_target(step)
        else:
            check_command(step, folder)


def check_command(command: Command, folder: Path) -> None:
    program, *arguments = command.arguments
    assert program == "judge"
    done = judge(folder, *arguments)
    said = f"{command}\n{done.stdout}{done.stderr}"
    assert done.returncode == command.status, said
    assert done.stdout.strip() and "Traceback" not in done.stderr, said


def check_target(command: Command) -> None:
    """A target of make is there and ends in what its name says: `make test` runs this very test."""
    done = subprocess.run(["make", "-n", *command.arguments[1:]], cwd=ROOT, capture_output=True)
    [target] = command.arguments[1:]
    wanted = {"run": b"judge run", "test": b"pytest"}[target]
    assert done.returncode == 0 and wanted in done.stdout


def test_the_tutorial_ends_with_a_verified_problem_of_its_own() -> None:
    *_, last = documents.steps(ROOT / "docs" / "problems.md")
    assert isinstance(last, Command) and last.arguments[1] == "verify" and last.status == 0


def test_every_command_of_judge_is_shown() -> None:
    steps = (step for page in PAGES for step in documents.steps(page))
    shown = {s.arguments[1] for s in steps if isinstance(s, Command) and s.arguments[0] == "judge"}
    assert shown == set(cli.COMMANDS)


@pytest.fixture(scope="session")
def offered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, frozenset[str]]:
    """The options of each command, as its ``--help`` lists them."""
    folder = tmp_path_factory.mktemp("help")
    return {name: listed(judge(folder, name, "--help").stdout) for name in cli.COMMANDS}


def listed(text: str) -> frozenset[str]:
    lines = re.findall(r"^  (-.*?)(?:  .*)?$", text, re.M)
    return frozenset(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", " ".join(lines))) - HELP


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_options_are_documented_as_help_lists_them(
    command: str, offered: dict[str, frozenset[str]]
) -> None:
    own = documents.options(f"Options of `judge {command}`")
    assert own | (COMMON & offered[command]) == offered[command]


def test_the_common_options_are_options_of_several_commands(
    offered: dict[str, frozenset[str]],
) -> None:
    assert COMMON
    for option in COMMON:
        assert sum(option in options for options in offered.values()) > 1


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= LONGEST_README


@pytest.mark.parametrize(
    ("page", "link"),
    [(page, link) for page in (*PAGES, *documents.OTHERS) for link in documents.links(page)],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_a_link_leads_somewhere(page: Path, link: str) -> None:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    assert target.exists(), f"{page.name}: no {path}"
    assert not anchor or anchor in documents.anchors(target), f"{page.name}: no heading #{anchor}"


def test_every_page_is_listed_in_the_readme() -> None:
    listed = {ROOT / link for link in documents.links(README)}
    assert set(PAGES) - {README} <= listed


def test_changes_are_listed_by_version_and_kind() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.+)$", text, re.M)
    assert versions[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+( \(.*\))?", version) for version in versions[1:])
    kinds = {"Added", "Changed", "Fixed", "Removed", "Security"}
    assert set(re.findall(r"^### (.+)$", text, re.M)) <= kinds
