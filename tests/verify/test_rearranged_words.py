"""Words made of the letters of the input, with other letters."""

from __future__ import annotations

import pytest

from judge.verify.rearranged_words import (
    FOREIGN,
    LONGER,
    OTHER_CASE,
    SHORTER,
    SORTED,
    SPACED,
    changes,
)

GIVEN = "2\naab\ncdce\n"


def test_words_of_all_letters_are_changed() -> None:
    assert dict(changes("aba\nno\n", "2\naab\nc\n", frozenset({"no"}))) == {
        OTHER_CASE: "ABA\nno\n",
        SPACED: "a ba\nno\n",
        FOREIGN: "abz\nno\n",
        SHORTER: "ab\nno\n",
        LONGER: "abab\nno\n",
        SORTED: "aab\nno\n",
    }


def test_words_of_some_letters_get_a_foreign_one() -> None:
    found = dict(changes("ab\nced\n", GIVEN, frozenset()))
    assert found.keys() == {OTHER_CASE, SPACED, FOREIGN}
    assert found[FOREIGN] == "az\ncez\n"


def test_letters_of_both_cases_are_not_exchanged() -> None:
    assert OTHER_CASE not in dict(changes("aB\n", "aB\n", frozenset()))


@pytest.mark.parametrize("text", ["abb\n", "aba 1\n", "no\n", "12\n", "", "a b\n"])
def test_other_outputs_are_not(text: str) -> None:
    assert not [*changes(text, GIVEN, frozenset({"no"}))]
