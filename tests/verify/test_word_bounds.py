"""Lengths of words, and of rows of a board, that go beyond the statement by one; empty lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import word_bounds
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

WORDS = ("2\nabc\nb\n", "1\na\n", "3\nabcde\nb\ncc\n")
BOARDS = ("1 3\n.#.\n", "2 2\n.#\n##\n", "2 5\n.....\n#####\n")
STATEMENT = "Rijen van $1$ tot $20$ tekens."


def told(
    folder: Path, texts: tuple[str, ...], accepts: Callable[[list[str]], bool], statement: str
) -> list[str]:
    stored = stored_inputs(folder, statement, texts)

    def ask(_: Case, text: str) -> bool:
        return accepts(text.splitlines()[1:])

    found = word_bounds.broken(stored, folder, ask, Deadline(60))
    return [one.partition(",")[0] for one in found]


def words(least: int, most: int) -> Callable[[list[str]], bool]:
    return lambda rows: all(least <= len(row) <= most for row in rows)


@pytest.mark.parametrize(
    ("texts", "accepts", "said"),
    [
        (WORDS, words(1, 20), []),
        (WORDS, words(1, 10**9), []),  # perhaps bounded by a sum
        (WORDS, words(1, 21), ["they accept a word of 21 letters and no longer one"]),
        (WORDS, words(0, 20), ["they accept nothing in place of the word of line 2"]),
        (BOARDS, words(1, 20), []),
        (BOARDS, words(1, 21), ["they accept rows of 21 signs and no more"]),
    ],
)
def test_words_beyond_the_bounds_are_told(
    tmp_path: Path, texts: tuple[str, ...], accepts: Callable[[list[str]], bool], said: list[str]
) -> None:
    assert told(tmp_path, texts, accepts, STATEMENT) == said


@pytest.mark.parametrize(
    "statement", ["Eine leere Zeile oder $1$ Wort.", "Rows of 0 to 1 letters."]
)
def test_words_may_be_empty_where_the_statement_says_so(tmp_path: Path, statement: str) -> None:
    assert not told(tmp_path, WORDS, words(0, 20), statement)
