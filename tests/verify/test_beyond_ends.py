"""Numbers that input validators accept beyond the interval of their name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify import beyond_ends
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

PAIRS = """
## Input
The first line has $n$ and $k$ ($1 \\le n \\le 9$, $1 \\le k \\le 50$).
Each of the $n$ lines has $x$ and $y$ ($-7 \\le x \\le 7$, $0 \\le y \\le 30$).
"""
PAIR_INPUTS = (
    "2 1\n-7 1\n3 30\n",
    "1 5\n7 0\n",
    "3 50\n0 9\n2 3\n-1 9\n",
    "4 4\n1 2\n3 4\n0 0\n5 7\n",
)
TESTS = """
## Input
The first line has the number $t$ of test cases ($1 \\le t \\le 6$). Each of them is a line
with $n$ and $k$ ($2 \\le n \\le 40$, $0 \\le k \\le 90$).
"""
TEST_INPUTS = ("1\n2 0\n", "3\n5 90\n40 4\n3 3\n", "6\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n")
LIST = """
## Input
The first line has $n$ ($1 \\le n \\le 9$).
The second line has $a_1, \\dots, a_n$ ($1 \\le a_i \\le 70$).
"""
LIST_INPUTS = ("1\n1\n", "3\n70 5 6\n", "4\n9 9 9 8\n")
Rows = list[tuple[int, ...]]


def said(
    folder: Path, statement: str, inputs: tuple[str, ...], sound: Callable[[Rows], bool]
) -> str:
    stored = stored_inputs(folder, statement, inputs)
    problem: Any = SimpleNamespace(folder=folder, cases=[*stored.texts])

    def takes(_: Any, text: str) -> bool:
        return sound([tuple(map(int, line.split())) for line in text.splitlines()])

    assert all(takes(None, text) for text in inputs)
    found = beyond_ends.accepted(problem, stored, takes, Deadline(60))
    return "".join(one.partition(":")[0] for one in found)


def pairs(most_n: int = 9, most_k: int = 50, least_x: int = -7, most_y: int = 30) -> Any:
    def sound(rows: Rows) -> bool:
        (n, k), *below = rows
        return (
            len(below) == n <= most_n
            and 1 <= k <= most_k
            and all(least_x <= x <= 7 and 0 <= y <= most_y for x, y in below)
        )

    return sound


def cases(most_t: int = 6, least_n: int = 2, most_k: int = 90) -> Any:
    def sound(rows: Rows) -> bool:
        (t,), *below = rows
        fits = all(least_n <= n <= 40 and 0 <= k <= most_k for n, k in below)
        return len(below) == t <= most_t and fits

    return sound


def numbers(least: int = 1, most: int = 70, last: int = 70) -> Any:
    def sound(rows: Rows) -> bool:
        (n,), (*others, end) = rows
        fits = all(least <= a <= most for a in others) and least <= end <= last
        return len(others) + 1 == n <= 9 and fits

    return sound


@pytest.mark.parametrize(
    ("statement", "inputs", "sound", "told"),
    [
        (PAIRS, PAIR_INPUTS, pairs(), ""),
        (PAIRS, PAIR_INPUTS, pairs(most_k=99), "51 for k, and the statement says 1 to 50"),
        (PAIRS, PAIR_INPUTS, pairs(least_x=-99), "-8 for x, and the statement says -7 to 7"),
        (PAIRS, PAIR_INPUTS, pairs(most_y=31), "31 for y, and the statement says 0 to 30"),
        (TESTS, TEST_INPUTS, cases(), ""),
        (TESTS, TEST_INPUTS, cases(most_t=7), "7 for t, and the statement says 1 to 6"),
        (TESTS, TEST_INPUTS, cases(least_n=0), "1 for n, and the statement says 2 to 40"),
        (TESTS, TEST_INPUTS, cases(most_k=900), "91 for k, and the statement says 0 to 90"),
        (LIST, LIST_INPUTS, numbers(), ""),
        (LIST, LIST_INPUTS, numbers(least=0), "0 for a_i, and the statement says 1 to 70"),
        (LIST, LIST_INPUTS, numbers(last=99), "71 for a_i, and the statement says 1 to 70"),
    ],
)
def test_a_number_by_one_beyond_its_interval(
    tmp_path: Path, statement: str, inputs: tuple[str, ...], sound: Any, told: str
) -> None:
    assert said(tmp_path, statement, inputs, sound) == (told and f"they accept {told}")


@pytest.mark.parametrize(
    "statement",
    [
        PAIRS.replace("30", "60"),  # no stored y is 60: it may be another number's name
        PAIRS.replace("30", "20"),  # a stored one is greater
    ],
)
def test_nothing_is_told_where_stored_numbers_do_not_show_the_interval(
    tmp_path: Path, statement: str
) -> None:
    inputs = tuple(text.replace(" 0\n", " 1\n") for text in PAIR_INPUTS)
    assert said(tmp_path, statement, inputs, pairs(most_y=99)) == ""


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("\\le n \\le 30$", "data/1.in has 40 for n, and the statement says 2 to 30"),
        ("\\le n \\le 30$, $1 \\le t \\le 5$", ""),  # two names: none is known to be right
    ],
)
def test_stored_numbers_of_rows_beyond_the_interval_of_their_name(
    tmp_path: Path, stated: str, told: str
) -> None:
    statement = TESTS.replace("\\le n \\le 40$", stated)
    if not told:
        statement = statement.replace("$1 \\le t \\le 6$", "$t$")
    assert said(tmp_path, statement, TEST_INPUTS, cases()) == told


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("$-5 \\le x, y \\le 5$", "data/1.in has 7 for x, and the statement says -5 to 5"),
        ("$-5 \\le x \\le 5$, $0 \\le y \\le 8$", ""),  # they may be exchanged, or others
    ],
)
def test_two_names_with_one_interval_that_stored_numbers_exceed(
    tmp_path: Path, statement: str, told: str
) -> None:
    statement = PAIRS.replace("$-7 \\le x \\le 7$, $0 \\le y \\le 30$", statement)
    inputs = tuple(text.replace(" 30\n", " 4\n") for text in PAIR_INPUTS)
    assert said(tmp_path, statement, inputs, pairs()) == told


def test_rows_of_two_kinds_are_not_compared_with_the_names_of_one(tmp_path: Path) -> None:
    statement = PAIRS.replace("$-7 \\le x \\le 7$, $0 \\le y \\le 30$", "$1 \\le x, y \\le 9$")
    statement += "The last $k$ lines have an edge each, with nodes from 0.\n"
    inputs = ("1 1\n2 3\n0 0\n", "2 1\n1 9\n2 3\n0 1\n", "1 50\n1 2\n" + "0 1\n" * 50)
    sound = lambda rows: rows[0][0] <= 9 and 1 <= rows[0][1] <= 50  # noqa: E731
    assert "data/" not in said(tmp_path, statement, inputs, sound)
