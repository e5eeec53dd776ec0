"""A number that counts the letters of a word in every input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import word_lengths
from tests.verify.stated_inputs import stored_inputs

STATEMENT = "The first line has $n$ ($1 \\le n \\le 50$), the second a word of $n$ letters."


@pytest.mark.parametrize("is_behind", [False, True])
@pytest.mark.parametrize(
    ("is_valid", "told"),
    [
        (lambda count, letters: count == letters <= 50, ""),
        (lambda count, letters: count >= letters and count <= 50, "they accept a number that does"),
        (lambda count, letters: count <= letters <= 50, "they accept a number that does not count"),
        (lambda count, letters: count == letters <= 51, "they accept a word of 51 letters and no"),
        (lambda count, letters: count == letters, ""),
        (lambda count, letters: count == letters <= 40, ""),
    ],
)
def test_the_number_must_be_that_of_the_letters(
    tmp_path: Path, is_valid: Callable[[int, int], bool], told: str, is_behind: bool
) -> None:
    words = ("ab", "c", "abcde")
    pairs = [(word, str(len(word))) if is_behind else (str(len(word)), word) for word in words]
    stored = stored_inputs(tmp_path, STATEMENT, ["\n".join(pair) + "\n" for pair in pairs])

    def accepts(_: Case, text: str) -> bool:
        first, second = text.split()
        word, count = (first, second) if is_behind else (second, first)
        return is_valid(int(count), len(word))

    found = [*word_lengths.miscounted(stored, tmp_path, accepts)]
    assert len(found) == bool(told) and "".join(found).startswith(told), found


def test_a_length_by_chance_is_none(tmp_path: Path) -> None:
    stored = stored_inputs(tmp_path, STATEMENT, ["2\nab\n", "2\ncd\n", "2\nxy\n"])
    assert word_lengths.counted_word(stored) is None


@pytest.mark.parametrize("told", [False, True])
def test_a_number_counts_the_signs_of_each_row_of_a_board(tmp_path: Path, told: bool) -> None:
    boards = ["1 1\n#\n", "2 3\n.#.\n#..\n", "1 5\n.#.#.\n"]
    stored = stored_inputs(tmp_path, "## Input\n$h$ and $w$, then a board.", boards)

    def accepts(_: Case, text: str) -> bool:
        height, width, *rows = text.split()
        fits = all(len(row) == int(width) for row in rows)
        return len(rows) == int(height) and (fits or told)

    assert bool([*word_lengths.miscounted(stored, tmp_path, accepts)]) is told
