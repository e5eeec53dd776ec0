"""Words of stored inputs that are longer than the statement says."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Case
from judge.verify.stated_word_lengths import exceeded, lengths_in


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Each line has a word of 1 to 500 lowercase letters.", {500}),
        ("a string of at most $500$ characters", {500}),
        ("a word that consists of no more than 500 letters", {500}),
        ("The string has between 1 and 500 symbols.", {500}),
        ("a name whose length is at most 10^3", {1000}),
        ("The word has up to 500 small English letters", {500}),
        ("a line with at most 500 words", set()),
        ("a word. It has at most 500 letters", set()),
        ("a number of at most 500", set()),
    ],
)
def test_lengths_in_words_are_read(text: str, wanted: set[int]) -> None:
    assert lengths_in(text) == wanted


@pytest.mark.parametrize(
    ("more", "letters", "is_told"),
    [("", 501, True), ("", 500, False), ("There are up to 600 letters in all.", 501, False)],
)
def test_a_word_that_is_longer_is_told(
    tmp_path: Path, more: str, letters: int, is_told: bool
) -> None:
    (tmp_path / "statement").mkdir()
    said = f"# Input\n\nA word of 1 to 500 letters. {more}\n"
    (tmp_path / "statement" / "problem.en.md").write_text(said)
    (tmp_path / "problem.yaml").write_text("problem_format_version: 2025-09\nname: A\n")
    data = tmp_path / "data"
    data.mkdir()
    (data / "1.in").write_text("a" * letters + "\n")
    assert bool([*exceeded(tmp_path, [Case("1", "", data)])]) is is_told


@pytest.mark.long
def test_of_a_large_input_the_beginning_is_read(tmp_path: Path) -> None:
    (tmp_path / "statement").mkdir()
    said = "# Input\n\nWords of 1 to 500 letters.\n"
    (tmp_path / "statement" / "problem.en.md").write_text(said)
    (tmp_path / "problem.yaml").write_text("problem_format_version: 2025-09\nname: A\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "1.in").write_text("a" * 501 + "\n" + "b\n" * 3_000_000)
    assert [*exceeded(tmp_path, [Case("1", "", tmp_path / "data")])] != []
