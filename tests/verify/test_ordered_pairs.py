"""Rows with two numbers that the statement compares."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.verify.ordered_pairs import misjudged
from tests.verify.stated_inputs import stored_inputs

CHAIN = (
    "## Input\nThe first line has $n$. Each of the next $n$ lines has $l_i$, $w_i$ and $r_i$ ({})."
)
PLAIN = "## Input\nThe first line has $n$. Each of the $n$ lines has $l$, $w$ and $r$ ({})."
ROWS = ("2\n1 9 4\n3 0 3\n", "1\n2 1 7\n")
STRICT = ("2\n1 9 4\n3 0 4\n", "1\n2 1 7\n", "3\n1 1 9\n2 2 3\n4 5 6\n")
Row = tuple[int, ...]


def said(
    folder: Path,
    statement: str,
    texts: tuple[str, ...],
    sound: Callable[[Row], bool],
    last: int = 9,
) -> list[str]:
    """What is said of a validator that asks this of the first rows."""
    stored = stored_inputs(folder, statement, texts)
    problem: Any = SimpleNamespace(folder=folder, cases=[*stored.texts])

    def accepts(_: object, text: str) -> bool:
        rows = [tuple(map(int, line.split())) for line in text.splitlines()[1:]]
        return all(map(sound, rows[:last]))

    return [
        one.partition(" in line")[0].partition(":")[0]
        for one in misjudged(problem, stored, accepts)
    ]


def at_most(row: Row) -> bool:
    return row[0] <= row[2]


def less(row: Row) -> bool:
    return row[0] < row[2]


def anything(row: Row) -> bool:
    return True


@pytest.mark.parametrize(
    ("chain", "texts", "told"),
    [
        ("$1 \\le l_i \\le r_i \\le 9$", ROWS, True),
        ("$1 \\le l_i \\le r_i \\le 10^9$, $w_i \\le 9$", ROWS, True),
        ("$1 \\le l_i, r_i \\le 9$", ROWS, False),
        ("$1 \\le r_i \\le l_i \\le 9$", ROWS, False),  # stored ones are not so
        ("$1 \\le l_i < r_i \\le 9$", ROWS, False),  # nor these
        ("$1 \\le l_i \\le r_i \\le 9$", ("1\n4 4 4\n", "1\n2 1 2\n"), False),
        ("$1 \\le l_i \\le r_i \\le 9$", ("1\n1 4\n", "1\n2 1\n"), False),
    ],
)
def test_a_row_with_its_ends_exchanged(
    tmp_path: Path, chain: str, texts: tuple[str, ...], told: bool
) -> None:
    found = said(tmp_path, CHAIN.format(chain), texts, anything)
    assert {*found} == ({"they accept l_i greater than r_i"} if told else set())


@pytest.mark.parametrize(
    ("statement", "sound", "told"),
    [
        (CHAIN.format("$1 \\le l_i < r_i \\le 9$"), less, []),
        (CHAIN.format("$1 \\le l_i < r_i \\le 9$"), at_most, ["they accept l_i equal to r_i"]),
        (CHAIN.format("$1 \\le l_i \\lt r_i \\le 9$"), at_most, ["they accept l_i equal to r_i"]),
        (PLAIN.format("$1 \\le l < r \\le 9$"), at_most, ["they accept l equal to r"]),
        (PLAIN.format("$l \\ne r$"), at_most, ["they accept l equal to r"]),
        (PLAIN.format("$l \\ne r$"), less, []),
        (PLAIN.format("$l \\le r$"), at_most, []),
        (
            PLAIN.format("$l \\le r$"),
            less,
            ["they reject l equal to r, and the statement says l ≤ r"],
        ),
        (PLAIN.format("$l \\le r$, all numbers differ"), less, []),
        (PLAIN.format("$l \\le r$"), lambda row: row[0] + 1 < row[2] or row == (3, 0, 4), []),
    ],
)
def test_equal_ends(
    tmp_path: Path, statement: str, sound: Callable[[Row], bool], told: list[str]
) -> None:
    found = said(tmp_path, statement, STRICT, sound)
    assert [*dict.fromkeys(found)] == told


def test_a_validator_of_the_first_rows_is_told(tmp_path: Path) -> None:
    statement = PLAIN.format("$1 \\le l < r \\le 9$")
    rows = "".join("1 2 3\n" for _ in range(150))
    found = said(tmp_path, statement, (*STRICT, f"150\n{rows}"), less, last=100)
    assert found == ["they accept l greater than r", "they accept l equal to r"]
