"""What shows a case to contestants goes together."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.load import load_problem
from judge.verify.remark import Severity
from judge.verify.shown_files import doubtful_files
from tests.packages.written import MODERN, write


@pytest.mark.parametrize(
    ("suffixes", "said"),
    [
        ((), {}),
        ((".png",), {}),
        ((".png", ".svg"), {".png": "a case has one picture at most, not 1.png, 1.svg"}),
        ((".out",), {}),
        ((".in.statement", ".in.download"), {}),
        ((".ans.statement", ".ans.download"), {}),
        ((".interaction", ".in.download", ".ans.download"), {}),
        ((".in.statement",), {".in.statement": "add 1.in.download"}),
        ((".in.download",), {".in.download": "add 1.in.statement"}),
        ((".ans.statement",), {".ans.statement": "add 1.ans.download"}),
        ((".ans.download",), {".ans.download": "add 1.ans.statement"}),
        ((".interaction", ".ans.download"), {".interaction": "add 1.in.download"}),
        (
            (".interaction", ".in.statement", ".in.download", ".ans.download"),
            {".in.statement": "means the same as 1.interaction: keep one"},
        ),
        ((".7.png", ".7.in.statement"), {".7.png": "belongs to no case: there is no 1.7.in"}),
        ((".out", ".ans.download"), {".out": "means the same as 1.ans.download: keep one"}),
    ],
)
def test_what_is_replaced_is_replaced_once_and_for_download_too(
    suffixes: tuple[str, ...], said: dict[str, str], tmp_path: Path
) -> None:
    files = {f"data/sample/1{suffix}": "" for suffix in suffixes}
    folder = write(tmp_path, {"problem.yaml": MODERN} | files)
    found = {one.path.name.removeprefix("1"): one for one in doubtful_files(load_problem(folder))}
    assert found.keys() == said.keys()
    for suffix, one in found.items():
        assert said[suffix] in one.message
        assert (one.severity is Severity.FAULT) == (
            "at most" in one.message or "keep one" in one.message
        ), one
    (folder / "problem.yaml").write_text("name: Tour\n")
    legacy = [*doubtful_files(load_problem(folder))]
    assert legacy == [one for one in found.values() if "at most" in one.message]


def test_what_shows_a_secret_case_that_is_not_there_belongs_to_none(tmp_path: Path) -> None:
    files = {"data/secret/7.ans.statement": "", "data/secret/2.png": ""}
    [found] = doubtful_files(load_problem(write(tmp_path, {"problem.yaml": MODERN} | files)))
    assert found.path.name == "7.ans.statement" and found.severity is Severity.WARNING
    assert found.message == "belongs to no case: there is no 7.in"
