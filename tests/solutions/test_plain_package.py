"""A package as plain files for other judges: no link, nothing of this repository needed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from judge.common.errors import JudgeError
from judge.packages.load import load_problem
from judge.packages.loaded_problem import with_plugin
from judge.solutions.find import find_solutions
from judge.solutions.plain_package import write_package, write_validator
from tests.contest import RIGHT, Contest

ROOT = Path(__file__).parents[2]

VALIDATOR = """
import sys
from pathlib import Path
from types import ModuleType
HERE = Path(__file__).resolve().parents[1]
for folder in (HERE, *HERE.parents):
    if (folder / "plugin.py").is_file():
        problem = ModuleType("problem")
        problem.__path__ = [str(folder)]
        sys.modules["problem"] = problem
        break
for folder in (HERE, Path({root!r})):
    if (folder / "judge.py").is_file() or (folder / "judge").is_dir():
        sys.path.insert(0, str(folder))
        break
from problem.plugin import LargestSum
toy = LargestSum()
row = toy.parse(Path(sys.argv[1]).read_text())
best = toy.parse_answer(Path(sys.argv[2]).read_text(), row)
same = toy.score(row, toy.decode(sys.stdin.read(), row, "0-indexed")) == best.score
sys.exit(42 if same else 43)
"""


def export(contest: Contest) -> Path:
    loaded = with_plugin(load_problem(contest.problem))
    found = find_solutions(contest.root / "solutions", loaded, "*")
    write_package(loaded.problem, found, contest.root / "plain")
    return contest.root / "plain"


def add_validator(contest: Contest) -> Path:
    program = contest.problem / "output_validator/__main__.py"
    program.parent.mkdir()
    program.write_text(VALIDATOR.format(root=str(ROOT)))
    return program.parent


def exit_status(program: Path, case: Path, output: str) -> int:
    """Without this repository's environment, and from another folder."""
    words = [str(case.with_suffix(".in")), str(case.with_suffix(".ans")), "/tmp/"]
    command = [sys.executable, "-S", "-I", "-B", str(program), *words]
    environment = {"PATH": os.environ["PATH"]}
    return subprocess.run(command, input=output, text=True, cwd="/", env=environment).returncode


@pytest.mark.long
def test_an_exported_validator_needs_no_judge_and_is_flat(contest: Contest) -> None:
    add_validator(contest)
    (contest.problem / "best.py").write_text("from judge.plugin.pairings import readings\n")
    plugin = contest.problem / "plugin.py"
    plugin.write_text(plugin.read_text().replace("import json", "import json\nfrom . import best"))
    plain = export(contest)
    folder = plain / "output_validator"
    assert all(path.is_file() and not path.is_symlink() for path in folder.iterdir())
    assert {
        "judge_plugin_pairings.py",
        "judge_plugin_number_lists.py",
        "judge_plugin.py",
        "best.py",
    } <= {path.name for path in folder.iterdir()}
    contest.problem.rename(contest.root / "gone")
    for program in (folder, folder / "main.py"):
        assert exit_status(program, plain / "data/secret/01-last", "2") == 42
        assert exit_status(program, plain / "data/secret/01-last", "0") == 43


def test_a_module_with_a_name_of_the_standard_library_cannot_be_exported(contest: Contest) -> None:
    """In a flat folder it would be imported instead."""
    program = add_validator(contest)
    (contest.problem / "json.py").write_text("")
    with pytest.raises(JudgeError, match=r"json\.py: json is a module of Python itself: rename"):
        write_validator(contest.problem, program, contest.root / "out")


def test_descriptions_become_files_as_the_format_has_them(contest: Contest) -> None:
    table = contest.problem / "data/secret/descriptions.toml"
    table.write_text('02-none = "nothing: \\"é\\""\n01-last = "other"\n')
    secret = export(contest) / "data/secret"
    assert yaml.safe_load((secret / "02-none.yaml").read_text()) == {"description": 'nothing: "é"'}
    assert "the largest stands last" in (secret / "01-last.yaml").read_text()
    assert not (secret / "descriptions.toml").exists()


def test_programs_become_submissions_by_what_is_expected_of_them(contest: Contest) -> None:
    for name, expect in (("ok", '"AC"'), ("bad", '"WA"'), ("slow", '["AC", "TLE"]')):
        contest.solution(f"{name}.py", RIGHT["program.py"], f"expect = {expect}\n")
    contest.solution("function.py", RIGHT["lambda.py"])
    table = 'source = "ok.py"\nexpect = "WA"\n[made]\nreplace = [["-numbers", "numbers"]]\n'
    (contest.solutions / "variants.toml").write_text(table)
    folder = export(contest) / "submissions"
    written = {str(path.relative_to(folder)) for path in folder.glob("*/*")}
    assert written == {
        *("accepted/ok.py", "brute_force/slow.py"),
        *("wrong_answer/bad.py", "wrong_answer/made.py"),
    }
    made = (folder / "wrong_answer/made.py").read_text()
    assert made == RIGHT["program.py"].replace("-numbers", "numbers")


def test_a_folder_that_is_there_is_left_alone(contest: Contest) -> None:
    export(contest)
    with pytest.raises(JudgeError, match="plain: already exists"):
        export(contest)


def test_the_repository_has_no_links() -> None:
    """A zip, and a checkout on a system without links, would lose them."""
    listed = subprocess.run(
        ["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode or not listed.stdout:
        pytest.skip("this is no git checkout")
    assert not [line for line in listed.stdout.splitlines() if line.startswith("120000")]


@pytest.mark.long
@pytest.mark.parametrize("problem", ["attack", "mana"])
def test_variants_of_the_bundled_problems_are_all_made(problem: str) -> None:
    folder = ROOT / "solutions" / problem
    loaded = with_plugin(load_problem(ROOT / "problems" / problem))
    found = find_solutions(ROOT / "solutions", loaded, "*")
    table = tomllib.loads((folder / "variants.toml").read_text())
    tables = {name for name, value in table.items() if isinstance(value, dict)}
    assert tables and tables == {one.name for one in found if one.variant_of}
