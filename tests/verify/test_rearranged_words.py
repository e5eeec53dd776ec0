"""Words made of the letters of the input, with other letters."""

from __future__ import annotations

import pytest

from judge.verify.rearranged_words import FOREIGN, LONGER, SHORTER, SORTED, changes

GIVEN = "2\naab\ncdce\n"


def test_words_of_all_letters_are_changed() -> None:
    assert dict(changes("aba\nno\n", "2\naab\nc\n", frozenset({"no"}))) == {
        FOREIGN: "abz\nno\n",
        SHORTER: "ab\nno\n",
        LONGER: "abab\nno\n",
        SORTED: "aab\nno\n",
    }


def test_words_of_some_letters_get_a_foreign_one() -> None:
    assert dict(changes("ab\nced\n", GIVEN, frozenset())) == {FOREIGN: "az\ncez\n"}


@pytest.mark.parametrize("text", ["abb\n", "aba 1\n", "no\n", "12\n", "", "a b\n"])
def test_other_outputs_are_not(text: str) -> None:
    assert not [*changes(text, GIVEN, frozenset({"no"}))]
