"""Rules of the legacy format that decide no verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.load import load_problem
from judge.verify.legacy_rules import broken_rules, missing_texts
from tests.packages.written import told as said_of
from tests.packages.written import write

TEX = "problem_statement/problem.en.tex"


def told(root: Path, settings: str, files: dict[str, str]) -> list[str]:
    problem = load_problem(write(root, {"problem.yaml": settings} | files))
    found = [*broken_rules(problem), *missing_texts(problem)]
    return [said_of(one, problem.folder) for one in found]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"graders/a.py": ""}, "graders: a grader is for problems of type scoring"),
        ({"submissions/partially_accepted/a.py": ""}, "partially_accepted: is for problems of typ"),
        ({"data/testdata.yaml": "\naccept_score: 5\n"}, ":2: accept_score is for problems of"),
        ({"data/secret/testdata.yaml": "range: 0 5\n"}, "secret/testdata.yaml:1: range is"),
    ],
)
def test_scores_are_for_scoring_problems(files: dict[str, str], said: str, tmp_path: Path) -> None:
    [found] = told(tmp_path, "name: Tour\n", files)
    assert said in found
    assert not told(tmp_path, "name: Tour\ntype: scoring\n", files)


def test_only_the_root_ignores_samples(tmp_path: Path) -> None:
    flags = "grader_flags: min ignore_sample\n"
    settings = "name: Tour\ntype: scoring\n"
    assert not told(tmp_path, settings, {"data/testdata.yaml": flags})
    [found] = told(tmp_path, settings, {"data/secret/testdata.yaml": flags})
    assert found.startswith("data/secret/testdata.yaml:1: ignore_sample belongs into data/te")


@pytest.mark.parametrize(
    ("text", "named"),
    [("\\problemname{A}\n", True), ("%% plainproblemname: A\n", True), ("% \\section{A}\n", False)],
)
def test_a_statement_in_tex_names_the_problem(text: str, named: bool, tmp_path: Path) -> None:
    found = told(tmp_path, "name: Tour\n", {TEX: text})
    assert found == (
        [] if named else [f"{TEX}: does not name the problem: add \\problemname{{NAME}}"]
    )


def test_samples_of_an_interactive_problem_show_a_dialogue(tmp_path: Path) -> None:
    settings = "name: Tour\nvalidation: custom interactive\n"
    validator = {"output_validators/a.py": "exit(42)\n"}
    more = {"data/sample/3.in": "", "data/sample/3.ans": ""}
    [found] = told(tmp_path, settings, validator | more)
    assert found.startswith("data/sample/1.interaction: is missing") and "1 other sample" in found
    shown = {f"data/sample/{number}.interaction": "<1\n" for number in (1, 3)}
    assert not told(tmp_path, settings, validator | more | shown)
