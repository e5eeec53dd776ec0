"""Rows of things to try in turn."""

from __future__ import annotations

from itertools import count, islice

from judge.verify.round_robin import in_turn


def test_one_of_each_row_comes_after_the_other() -> None:
    assert [*in_turn([[1, 2, 3], [], [4], [None, 5]])] == [1, 4, None, 2, 5, 3]


def test_rows_may_be_without_end() -> None:
    assert [*islice(in_turn([count(0), count(10)]), 5)] == [0, 10, 1, 11, 2]
