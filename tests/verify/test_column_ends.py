"""Numbers of rows whose interval is lesser in the validators than in the statement."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify import column_ends, lesser_bounds
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

STATEMENT = """
## Input
The first line has $n$ ($1 \\le n \\le 40$). Each of the $n$ lines has $a_i$ and $t_i$ ({}).
"""
BOUNDS = "$0 \\le a_i \\le 100$, $1 \\le t_i \\le 50$"
INPUTS = ("2\n1 9\n7 3\n", "1\n5 30\n", "3\n60 1\n2 3\n9 9\n", "4\n1 2\n3 4\n4 4\n5 7\n")
Row = tuple[int, ...]


def rows_of(text: str) -> list[Row]:
    return [tuple(map(int, line.split())) for line in text.splitlines()[1:]]


def said(folder: Path, bounds: str, sound: Callable[[list[Row]], bool]) -> list[str]:
    stored = stored_inputs(folder, STATEMENT.format(bounds), INPUTS)
    problem: Any = SimpleNamespace(folder=folder, cases=[*stored.texts])
    takes = lambda _, text: sound(rows_of(text))  # noqa: E731
    found = column_ends.refused(problem, stored, takes, Deadline(60))
    return [one.partition(":")[0] for one in found]


def within(least: int, most: int, latest: int = 50) -> Callable[[list[Row]], bool]:
    return lambda rows: all(least <= a <= most and 1 <= t <= latest for a, t in rows)


@pytest.mark.parametrize(
    ("sound", "found"),
    [
        (within(0, 100), []),
        (within(1, 100), ["they accept no a_i less than 1, and the statement says 0"]),
        (within(0, 99), ["they accept no a_i more than 99, and the statement says 100"]),
        (within(0, 100, 49), ["they accept no t_i more than 49, and the statement says 50"]),
        (within(0, 70), ["they accept no a_i more than 70, and the statement says 100"]),
        # What depends on other numbers is no bound.
        (lambda rows: sum(a for a, _ in rows) <= 70, []),
        (lambda rows: all(a < t * 2 for a, t in rows), []),
        (lambda rows: len({*rows}) == len(rows) and all(a != 0 or t > 9 for a, t in rows), []),
        (lambda rows: all(a % 2 for a, _ in rows), []),
    ],
)
def test_an_end_that_is_rejected(
    tmp_path: Path, sound: Callable[[list[Row]], bool], found: list[str]
) -> None:
    assert said(tmp_path, BOUNDS, sound) == found


def test_numbers_that_must_be_greater_than_others_have_no_least_one(tmp_path: Path) -> None:
    bounds = "$0 \\le a_i \\le 100$, $0 \\le t_i \\le 50$, $t_i < a_i$"
    assert said(tmp_path, bounds, within(1, 100)) == []


@pytest.mark.parametrize(("most", "told"), [(39, True), (25, True), (40, False)])
def test_fewer_rows_than_the_statement_allows(tmp_path: Path, most: int, told: bool) -> None:
    stored = stored_inputs(tmp_path, STATEMENT.format(BOUNDS), INPUTS)
    takes = lambda _, text: len(rows_of(text)) <= most  # noqa: E731
    found = [*lesser_bounds.lesser(stored, tmp_path, takes, Deadline(60))]
    wanted = f"they accept no more than {most} lines below line 1, and the statement names"
    assert [wanted in one for one in found] == ([True] if told else [])


FIRST = """
## Input
The first line has $n$ and $k$ ($1 \\le n \\le 300$, $0 \\le k \\le 9$). Then $k$ lines.
"""
PAIRS = ("9 1\n1 9\n", "30 2\n3 7\n2 2\n", "200 3\n1 9\n9 9\n8 7\n", "5 4\n1 2\n2 3\n3 4\n4 5\n")


@pytest.mark.parametrize(("most", "told"), [(200, True), (299, True), (300, False), (400, False)])
def test_the_greatest_number_of_the_first_line(tmp_path: Path, most: int, told: bool) -> None:
    stored = stored_inputs(tmp_path, FIRST, PAIRS)
    problem: Any = SimpleNamespace(folder=tmp_path, cases=[*stored.texts])

    def takes(_: object, text: str) -> bool:
        (n, k), *rows = [[*map(int, line.split())] for line in text.splitlines()]
        return n <= most and k == len(rows) and all(max(row) <= n for row in rows)

    found = [*column_ends.refused(problem, stored, takes, Deadline(60))]
    wanted = f"they accept no n more than {most}, and the statement says 300"
    assert [one.partition(":")[0] for one in found] == ([wanted] if told else [])
