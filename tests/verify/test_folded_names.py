"""Names that are one on file systems without capitals."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify.folded_names import colliding_names
from tests.packages.written import MODERN, read, told


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("data/secret/big.in", "data/secret/BIG.in"),
        ("submissions/accepted/a.py", "submissions/accepted/A.py"),
        ("submissions/accepted/a.py", "submissions/accepted/A.py/b.py"),
        ("statement/e\u0301.png", "statement/\u00e9.png"),
        ("include/default/strasse.h", "include/default/stra\u00dfe.h"),
    ],
)
def test_two_names_that_a_mac_takes_for_one_are_told(tmp_path: Path, one: str, other: str) -> None:
    data = {f"data/secret/{name}.ans": "1\n" for name in ("big", "BIG")} if "data" in one else {}
    problem = read(tmp_path, MODERN, {one: "1\n", other: "1\n", **data})
    [said] = [told(remark, problem.folder) for remark in colliding_names(problem.folder)]
    assert "only in capitals" in said and "rename one of them" in said


def test_all_of_them_are_one_line(tmp_path: Path) -> None:
    files = {f"data/secret/{name}{kind}": "1\n" for name in "aAbB" for kind in (".in", ".ans")}
    problem = read(tmp_path, MODERN, files)
    [said] = [told(remark, problem.folder) for remark in colliding_names(problem.folder)]
    assert said.startswith("data/secret/a.ans: differs from A.ans only in capitals")
    assert said.endswith("(3 other names as well)")


def test_other_names_and_hidden_folders_are_not_told(tmp_path: Path) -> None:
    files = {"data/sample/a.in": "1\n", "data/sample/a.ans": "1\n", "data/secret/A.in": "1\n"}
    hidden = {".git/a": "", ".git/A": ""}
    problem = read(tmp_path, MODERN, {**files, "data/secret/A.ans": "1\n", **hidden})
    assert not [*colliding_names(problem.folder)]
