"""What shows a case to contestants goes together."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.packages.load import load_problem
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
        ((".out", ".ans.download"), {".out": "means the same as 1.ans.download: keep one"}),
    ],
)
def test_what_is_replaced_is_replaced_once_and_for_download_too(
    suffixes: tuple[str, ...], said: dict[str, str], tmp_path: Path
) -> None:
    files = {f"data/sample/1{suffix}": "" for suffix in suffixes}
    folder = write(tmp_path, {"problem.yaml": MODERN} | files)
    found = dict(doubtful_files(load_problem(folder)))
    assert {path.name.removeprefix("1") for path in found} == said.keys()
    for path, text in found.items():
        assert said[path.name.removeprefix("1")] in text
    (folder / "problem.yaml").write_text("name: Tour\n")
    assert not [*doubtful_files(load_problem(folder))]
