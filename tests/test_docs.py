"""Every command that README and docs show works, in the order shown; links lead somewhere; tables
of options, packages and keys are those of the code.

A page that shows files starts in an empty folder, any other one beside copies of the bundled
problems and solutions. A comment in the page announces an exit status other than 0. A command that
writes nothing and is shown on several pages runs on the first of them only.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge import cli
from judge.languages.table import Language, all_languages
from tests import documents
from tests.contest import judge_environment, without_progress
from tests.documents import ARCHITECTURE, CONTRIBUTING, PAGES, README, ROOT, Command, File
from tests.forked_judge import forked_judge
from tests.test_layers import FILES, FLOORS

LONGEST_README = 150
COMMON = documents.options("Options of several commands")
HELP = {"-h", "--help"}
#: Commands that only an interrupt ends.
ENDLESS = frozenset({"watch", "serve"})
#: Commands on which no later one of a page depends.
READ_ONLY = frozenset({"list", "doctor", "show", "grade", "size", "verify", "hunt", "prove"})


def judge(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    status, out, err = forked_judge(arguments, folder, judge_environment())
    return subprocess.CompletedProcess(arguments, status, out.decode(), without_progress(err))


def interrupted(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The same for a command without an end: it is interrupted after its first line."""
    with subprocess.Popen(
        [sys.executable, "-m", "judge", *arguments],
        cwd=folder,
        env=judge_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    return subprocess.CompletedProcess(arguments, process.returncode, first + out, err)


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


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_true_from_top_to_bottom(page: Path, folder: Path) -> None:
    for step in documents.steps(page):
        if step in shown_before(page):
            continue
        if isinstance(step, File):
            path = folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif step.arguments[0] == "make":
            check_target(step)
        else:
            check_command(step, folder)


def shown_before(page: Path) -> set[Command]:
    """The commands of earlier pages that write nothing on which others depend. A page that makes
    its own problem shares none with them."""
    if any(isinstance(step, File) for step in documents.steps(page)):
        return set()
    steps = (s for earlier in PAGES[: PAGES.index(page)] for s in documents.steps(earlier))
    return {s for s in steps if isinstance(s, Command) and s.arguments[1] in READ_ONLY}


def check_command(command: Command, folder: Path) -> None:
    program, *arguments = command.arguments
    assert program == "judge"
    run = interrupted if arguments[0] in ENDLESS else judge
    done = run(folder, *arguments)
    message = f"{command}\n{done.stdout}{done.stderr}"
    assert done.returncode == command.status, message
    assert done.stdout.strip() and "Traceback" not in done.stderr, message


def check_target(command: Command) -> None:
    """A target of make is there and ends in what its name says: `make test` runs this very test."""
    done = subprocess.run(["make", "-n", *command.arguments[1:]], cwd=ROOT, capture_output=True)
    [target] = command.arguments[1:]
    wanted = {"run": b"judge run", "test": b"pytest"}[target]
    assert done.returncode == 0 and wanted in done.stdout


def test_the_tutorial_leads_to_a_verified_problem_of_its_own() -> None:
    steps = documents.steps(ROOT / "docs" / "problems.md")
    commands = [step for step in steps if isinstance(step, Command)]
    assert any(one.arguments[1] == "verify" and one.status == 0 for one in commands)


def test_every_command_of_judge_is_shown() -> None:
    steps = (step for page in PAGES for step in documents.steps(page))
    shown = {s.arguments[1] for s in steps if isinstance(s, Command) and s.arguments[0] == "judge"}
    assert shown == set(cli.COMMANDS)


@pytest.fixture
def offered(capfd: pytest.CaptureFixture[str]) -> dict[str, frozenset[str]]:
    """The options of each command, as its ``--help`` lists them."""
    found = {}
    for name in cli.COMMANDS:
        assert cli.main([name, "--help"]) == 0
        found[name] = listed(capfd.readouterr().out)
    return found


def listed(text: str) -> frozenset[str]:
    lines = re.findall(r"^  (-.*?)(?:  .*)?$", text, re.M)
    return frozenset(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", " ".join(lines))) - HELP


@pytest.mark.long
@pytest.mark.parametrize("command", cli.COMMANDS)
def test_options_are_documented_as_help_lists_them(
    command: str, offered: dict[str, frozenset[str]]
) -> None:
    own = documents.options(f"Options of `judge {command}`")
    assert own | (COMMON & offered[command]) == offered[command]


@pytest.mark.long
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


@pytest.mark.parametrize("page", (*PAGES, CONTRIBUTING), ids=lambda page: page.stem)
def test_a_path_in_the_judge_exists(page: Path) -> None:
    for path in documents.quoted(documents.prose(page)):
        if path.startswith(("judge/", "tests/")) and not re.search(r"[<*{]", path):
            assert (ROOT / path).exists(), f"{page.name}: no {path}"


def test_a_path_on_the_page_of_the_architecture_starts_in_the_judge() -> None:
    paths = {p for p in documents.quoted(documents.prose(ARCHITECTURE)) if "/" in p}
    assert [p for p in paths if not ((ROOT / "judge" / p).exists() or (ROOT / p).exists())] == []


def test_the_floors_are_those_that_the_imports_obey() -> None:
    cells = documents.keys(documents.section(ARCHITECTURE, "The floors"))
    names = documents.quoted(" ".join(cells))
    assert [n.removesuffix("/").removesuffix(".py").replace("/", ".") for n in names] == [*FLOORS]


@pytest.mark.long
def test_the_glossary_names_classes_of_the_judge() -> None:
    text = documents.section(ARCHITECTURE, "Glossary")
    named = {word for word in documents.quoted(text) if re.fullmatch(r"([A-Z][a-z]+)+", word)}
    trees = (ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in FILES.values())
    classes = {node.name for tree in trees for node in tree if isinstance(node, ast.ClassDef)}
    assert named and named <= classes


def test_every_key_of_a_language_is_documented() -> None:
    cells = documents.keys(documents.section(ROOT / "docs" / "languages.md", "Keys of an entry"))
    keys = set(Language.__struct_fields__) - {"name"} | {"start_of"}
    assert set(documents.quoted(" ".join(cells))) == keys


def test_the_numbers_of_the_readme_are_those_of_today() -> None:
    text = README.read_text(encoding="utf-8")
    cases = len([*(ROOT / "problems" / "combat" / "data").glob("s*/*.in")])
    size = (ROOT / "solutions" / "combat" / "reference-cpp.cpp").stat().st_size
    assert f"**AC** {size:,} bytes, C++, {cases}/{cases} cases" in text
    assert f"\n  of {len(all_languages())} languages is judged" in text


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
