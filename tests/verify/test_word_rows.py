"""Rows of words in outputs."""

from __future__ import annotations

from random import Random

import pytest

from judge.verify import output_changes
from judge.verify.word_rows import Layout, rows, vocabulary


@pytest.mark.parametrize(
    ("text", "layout", "words", "with_two"),
    [
        ("3\nU U L\n", Layout.WORDS, ["U", "U", "L"], "2\nR D\n"),
        ("3 U U L\n", Layout.WORDS, ["U", "U", "L"], "2 R D\n"),
        ("U 5 L\n", Layout.WORDS, ["U", "5", "L"], "R D\n"),
        ("3\nUUL\n", Layout.LETTERS, "UUL", "2\nRD\n"),
        ("UUL\n", Layout.LETTERS, "UUL", "RD\n"),
        ("3\ngo up\ngo on\nend\n", Layout.LINES, ["go up", "go on", "end"], "2\nR\nD\n"),
    ],
)
def test_a_row_is_written_again_with_its_count(
    text: str, layout: Layout, words: object, with_two: str
) -> None:
    [row] = [row for row in rows(text) if row.layout is layout]
    assert row.words == words
    assert row.written(row.words) == text
    assert row.written(["R", "D"]) == with_two


def test_rows_of_numbers_are_no_rows_of_words() -> None:
    assert not [row for text in ("", "2\n1 3\n", "\n") for row in rows(text)]


def test_a_search_reaches_all_logs_nearby_of_words_that_other_outputs_have() -> None:
    known = vocabulary(["2\nU L\n", "1\nD\n"])
    assert set(known[Layout.WORDS]) == {"U", "L", "D"}
    found = {
        output_changes.changed("3\nU L U\n", rng, (), known) for rng in map(Random, range(900))
    }
    nearby = {"1\nU\n", "2\nL U\n", "3\nU L D\n", "3\nL U U\n", "4\nD U L U\n", "4\nU L U D\n"}
    assert nearby <= found
