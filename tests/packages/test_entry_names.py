"""Names at the top of a package that are almost those that decide on verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages.written import MODERN, fault, read


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Output_Validator/v.py", "output_validator"),
        ("output_validater/v.py", "output_validator"),
        ("output-validators/v.py", "output_validators"),
        ("output_validator.py", "output_validator"),
        ("static_validators/v.py", "static_validator"),
        ("Include/default/a.txt", "include"),
        ("Submissions/accepted/a.py", "submissions"),
        ("Plugin.py", "plugin.py"),
        ("JUDGE.toml", "judge.toml"),
    ],
)
def test_what_would_decide_on_verdicts_is_refused(name: str, near: str, tmp_path: Path) -> None:
    said = fault(tmp_path, MODERN, {name: "x = 1\n"})
    assert said == f"{name.split('/')[0]}: is not read: rename it to {near}, or remove it"


@pytest.mark.parametrize(
    "name",
    [
        *("output_visualizer/v.py", "output_visualizers/v.py", "grader/a.py", "includes/a.h"),
        *("generatrs/a.py", "README.md", "Statement/a.md"),
    ],
)
def test_what_other_tools_read_is_left_alone(name: str, tmp_path: Path) -> None:
    assert read(tmp_path, MODERN, {name: "x = 1\n"}).cases


def test_a_copy_beside_what_is_read_is_left_alone(tmp_path: Path) -> None:
    files = {"output_validator/v.py": "", "output_validator2/v.py": "", "Submissions/x": ""}
    files["submissions/accepted/a.py"] = ""
    assert read(tmp_path, MODERN, files).output_validator.path
