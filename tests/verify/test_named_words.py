"""Words of right outputs that a statement names."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify.named_words import ANOTHER, LONGER, SHORTER, changes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "statement").mkdir()
    text = "For each case, print an order, `impossible`, or a no.\n"
    (tmp_path / "statement" / "problem.en.md").write_text(text)
    (tmp_path / "problem.yaml").write_text("problem_format_version: 2025-09\nname: A\n")
    return tmp_path


def test_the_last_words_of_lines_are_changed_together(folder: Path) -> None:
    text = "1: impossible\nabba\nno\nimpossible\n"
    assert dict(changes(folder, text)) == {
        ANOTHER: "1: thisisnoanswer\nabba\nno\nthisisnoanswer\n",
        LONGER: "1: impossiblethisisnoanswer\nabba\nno\nimpossiblethisisnoanswer\n",
        SHORTER: "1: impossibl\nabba\nno\nimpossibl\n",
    }


def test_an_only_word_is_changed_alone(folder: Path) -> None:
    assert [text for _, text in changes(folder, "impossible\n")] == [
        "thisisnoanswer\n",
        "impossiblethisisnoanswer\n",
        "impossible 1000000007\n",
        "impossibl\n",
    ]


@pytest.mark.parametrize("text", ["", "abba\nno\n", "abba\n", "impossible 3\n4\n"])
def test_other_words_are_left(folder: Path, text: str) -> None:
    assert not [*changes(folder, text)]
