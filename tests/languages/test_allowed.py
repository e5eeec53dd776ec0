"""The key ``languages`` of problem.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.languages.allowed import check_codes, not_allowed
from judge.model import Problem
from judge.packages.load import load_problem
from tests.packages.malformed_table import SETTINGS, sound


def problem_with(folder: Path, languages: str) -> Problem:
    package = sound(folder)
    (package / "problem.yaml").write_text(f"{SETTINGS}languages: {languages}\n")
    return load_problem(package)


def test_a_code_that_the_format_does_not_list_is_refused_with_its_line(tmp_path: Path) -> None:
    problem = problem_with(tmp_path, "[cpp, pyton3]")
    with pytest.raises(JudgeError) as refused:
        check_codes(problem)
    assert (refused.value.path, refused.value.line) == (problem.folder / "problem.yaml", 4)
    assert "'pyton3' is not a language of the format: did you mean 'python3'?" in str(refused.value)


@pytest.mark.parametrize("languages", ["all", "[ada, zig, python3numpy]", "cpp"])
def test_codes_of_the_format_are_known_whether_or_not_the_judge_runs_them(
    tmp_path: Path, languages: str
) -> None:
    check_codes(problem_with(tmp_path, languages))


def test_a_language_that_is_not_listed_is_not_allowed(tmp_path: Path) -> None:
    problem = problem_with(tmp_path, "[cpp]")
    assert not not_allowed(problem, "cpp")
    assert not_allowed(problem, "python").endswith("the languages of problem.yaml: cpp")
