"""Samples in the text of a statement are those of the package."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify.stated_samples import unknown_samples

TEX = "\\section*{Sample Input 1}\n\\begin{verbatim}\nNUMBERS\n\\end{verbatim}\n"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("problem.en.md", "# Sum\n\n## Sample Input 1\n\n    NUMBERS\n\n## Notes\n"),
        ("problem.en.md", "### Example Input\n\n```\nNUMBERS\n```\n"),
        ("problem.en.tex", TEX),
    ],
)
@pytest.mark.parametrize(("numbers", "count"), [("3\n    1 2 3", 0), ("3\n    1 2 4", 1)])
def test_a_block_that_is_in_no_sample_is_a_fault(
    tmp_path: Path, file: str, text: str, numbers: str, count: int
) -> None:
    (tmp_path / "data/sample").mkdir(parents=True)
    (tmp_path / "data/sample/1.in").write_text("3\n1 2 3\n")
    (tmp_path / file).write_text(text.replace("NUMBERS", numbers))
    problem: Any = SimpleNamespace(folder=tmp_path)
    found = [*unknown_samples(problem)]
    assert len(found) == count
    assert all("sample input that no file of data/sample holds: '3" in one for one in found)


def test_outputs_are_compared_with_answers(tmp_path: Path) -> None:
    (tmp_path / "data/sample").mkdir(parents=True)
    (tmp_path / "data/sample/1.ans").write_text("6\n")
    problem: Any = SimpleNamespace(folder=tmp_path)
    for shown, count in (("6", 0), ("7", 1)):
        statement = f"## Sample Output 1\n\n    {shown}\n\nThe end.\n"
        (tmp_path / "problem.en.md").write_text(statement)
        assert len([*unknown_samples(problem)]) == count
