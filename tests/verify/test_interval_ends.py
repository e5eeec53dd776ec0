"""Input validators at the ends of the intervals that a statement names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify import interval_ends
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import stored_numbers

STATEMENT = (
    "First $n$ ($2 \\le n \\le 20$), then $n$ whole numbers $a_i$ ($-7 \\le a_i \\le 1000$)."
)
TEXTS = ("2\n3 5\n", "3\n1 2 6\n", "4\n9 9 1 1\n")


def said(
    folder: Path,
    is_valid: Callable[[list[int]], bool],
    statement: str = STATEMENT,
    texts: tuple[str, ...] = TEXTS,
) -> set[str]:
    """The messages up to their shown inputs; ``is_valid`` is asked for the row of an input whose
    first number counts it."""
    (folder / "data").mkdir()
    cases = [Case(str(number), "", folder / "data") for number in range(len(texts))]
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    (folder / "problem.en.md").write_text(statement)
    problem: Any = SimpleNamespace(cases=cases, folder=folder)

    def accepts(_: Case, text: str) -> bool:
        count, *row = map(int, text.split())
        return count == len(row) and is_valid(row)

    found = interval_ends.misjudged(stored_numbers(problem, ()), folder, accepts, Deadline(60))
    return {one.split(":")[0].partition(", and the statement")[0] for one in found}


@pytest.mark.parametrize(
    ("lengths", "values", "told"),
    [
        ((2, 20), (-7, 1000), set()),
        ((1, 20), (-7, 1000), {"they accept 1 numbers in line 2"}),
        ((2, 20), (-8, 1000), {"they accept -8 in line 2"}),
        ((2, 20), (-(10**6), 1000), {"they accept -8 in line 2"}),
        ((2, 20), (-6, 1000), {"they reject -7 in line 2, and accept -6"}),
        ((2, 20), (-7, 999), {"they reject 1000 in line 2, and accept 999"}),
        ((2, 19), (-7, 1000), {"they reject 20 numbers in line 2, and accept 19"}),
        # Other bounds than those of the statement are not theirs.
        ((2, 50), (0, 500), set()),
    ],
)
def test_the_ends_of_an_interval(
    tmp_path: Path, lengths: tuple[int, int], values: tuple[int, int], told: set[str]
) -> None:
    def is_valid(row: list[int]) -> bool:
        return lengths[0] <= len(row) <= lengths[1] and all(
            values[0] <= one <= values[1] for one in row
        )

    assert said(tmp_path, is_valid) == told


@pytest.mark.parametrize(
    ("most", "least", "is_told"), [(1000, -7, False), (2000, -7, True), (2000, -9, False)]
)
def test_a_line_that_keeps_its_least_number_keeps_the_greatest_one_in_each_place(
    tmp_path: Path, most: int, least: int, is_told: bool
) -> None:
    """The last number of a row in order is the only one that can be the greatest."""

    def is_valid(row: list[int]) -> bool:
        return row == sorted(row) and least <= row[0] and row[-1] <= most and len(row) <= 20

    texts = ("2\n3 5\n", "3\n1 2 6\n", "4\n1 1 9 9\n")
    told = {one for one in said(tmp_path, is_valid, texts=texts) if "they keep" in one}
    assert told == ({"they keep -7 in line 2, and accept 1001"} if is_told else set())


def test_a_number_that_may_not_be_another_one_is_no_end(tmp_path: Path) -> None:
    """999 is in every input, 1000 would be a second one in order, and no two may be equal."""
    texts = ("2\n1 999\n", "3\n1 2 999\n")

    def is_valid(row: list[int]) -> bool:
        return 2 <= len(row) <= 20 and row[-1] < 1000 and row == sorted({*row})

    assert not said(tmp_path, is_valid, texts=texts)


def test_what_is_stored_is_within_the_bounds(tmp_path: Path) -> None:
    texts = (*TEXTS, "2\n-8 1\n")
    assert not said(tmp_path, lambda row: 1 < len(row) <= 20 and max(row) <= 1000, texts=texts)


@pytest.mark.parametrize(
    ("statement", "most", "told"),
    [
        ("from 1 to 1000", 1000, set()),
        ("from 1 to 1000", 1024, {"they accept 1001 in line 2, and no great number"}),
        ("from 1 to 1000", 9999, {"they accept 1001 in line 2, and no great number"}),
        # They keep no bound, which is a matter of other checks.
        ("from 1 to 1000", 10**9, set()),
        ("from 1 to 1000, or 2000", 1024, set()),
        ("from 2 to 1000", 1000, {"a stored input has 1 in line 2"}),
        ("from 2 to 1000", 5000, set()),
    ],
)
def test_another_bound_than_that_of_the_only_interval(
    tmp_path: Path, statement: str, most: int, told: set[str]
) -> None:
    def is_valid(row: list[int]) -> bool:
        return all(1 <= one <= most for one in row)

    texts = ("2\n3 1000\n", "3\n1 2 600\n", "4\n9 9 4 7\n")
    assert said(tmp_path, is_valid, f"Whole numbers {statement}.", texts) == told


def test_an_interval_from_0_says_nothing_of_rows_without_numbers(tmp_path: Path) -> None:
    statement = "First $n$ ($0 \\le n \\le 20$), then, but not for $n = 0$, a line of $n$ numbers."

    def is_valid(row: list[int]) -> bool:  # of two lines
        return 0 < len(row) <= 20

    assert said(tmp_path, is_valid, statement) == set()


@pytest.mark.parametrize(("most", "is_told"), [(1000, False), (998, False), (999, True)])
def test_numbers_of_which_every_other_one_is_valid_end_before_the_interval(
    tmp_path: Path, most: int, is_told: bool
) -> None:
    """Odd numbers from 1 to 1000 end at 999."""
    odd = ("2\n3 5\n", "3\n1 7 9\n", "4\n9 9 1 1\n")

    def is_valid(row: list[int]) -> bool:
        step = 1 if is_told else 2
        return all(one % step == (0 if step == 1 else 1) and 1 <= one <= most for one in row)

    told = said(tmp_path, is_valid, "Numbers from 1 to 1000.", odd)
    assert told == ({"they reject 1000 in line 2, and accept 999"} if is_told else set())
