"""Rows of an output in another order, at one place of it."""

from __future__ import annotations

import pytest

from judge.verify.neighbours import EQUAL, EXCHANGED, changes


def made(text: str, what: str, usual: frozenset[str] = frozenset()) -> dict[str, str]:
    return {where: changed for own, where, changed in changes(text, usual) if own == what}


def test_two_equal_letters_come_together_in_each_place_alone() -> None:
    assert made("no\nabcabdae\n", EQUAL) == {
        "first": "no\naabcbdae\n",
        "last": "no\nbcbdaeaa\n",
        "middle": "no\nbcabaade\n",
    }


def test_numbers_of_a_row_are_exchanged() -> None:
    assert made("3 1 4 1 5 9 2\n", EXCHANGED) == {
        "first": "1 3 4 1 5 9 2\n",
        "last": "3 1 4 1 5 2 9\n",
        "middle": "3 1 4 5 1 9 2\n",
    }


@pytest.mark.parametrize("text", ["", "abc\n", "aabcde\n", "abcdef\n", "6 1 2 1 3 2 3\n"])
def test_rows_without_two_that_can_come_together_are_left(text: str) -> None:
    assert not made(text, EQUAL)


def test_the_longest_line_that_means_nothing_else_is_changed() -> None:
    found = made("impossible\nabcabde\nabcabd\n", EXCHANGED, frozenset({"impossible"}))
    assert found["first"] == "impossible\nbacabde\nabcabd\n"
