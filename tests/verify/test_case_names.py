"""Names of files below ``data``."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify.case_names import doubtful_names
from tests.packages.written import DRAFT, MODERN, read, told


def found(root: Path, settings: str, files: dict[str, str]) -> list[str]:
    problem = read(root, settings, files)
    return [told(one, problem.folder) for one in doubtful_names(problem)]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("3.INP", "3.in"),
        ("3.input", "3.in"),
        ("3.in.txt", "3.in"),
        ("3.ans.gz", "3.ans"),
        ("3.answer", "3.ans"),
    ],
)
def test_a_file_that_looks_like_a_case_is_told(tmp_path: Path, name: str, meant: str) -> None:
    said = f"data/secret/{name}: is not read: if it is of a case, call it {meant}"
    assert found(tmp_path, MODERN, {f"data/secret/{name}": "1\n"}) == [said]


@pytest.mark.parametrize("name", ["3.in~", "3.txt", "gen.py", "2.out", ".3.IN", "2.in.statement"])
def test_another_file_is_none(tmp_path: Path, name: str) -> None:
    assert found(tmp_path, MODERN, {f"data/secret/{name}": "1\n"}) == []


def test_names_that_the_draft_reads_and_does_not_allow_are_told(tmp_path: Path) -> None:
    files = {"data/secret/a b.in": "1\n", "data/secret/a b.ans": "1\n"}
    [said] = found(tmp_path, DRAFT, files)
    assert said.startswith("data/secret/a b.ans: the format allows letters, digits")
    assert said.endswith("rename it (1 other file as well)")
    assert found(tmp_path / "newer", MODERN, files) == []
