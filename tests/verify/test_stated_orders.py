"""Rows that a statement says are in order, and that validators accept in another one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify import input_bounds, stated_orders
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import Order
from tests.verify.stated_inputs import stored_inputs

FEW = ("3\n10 700 900\n", "3\n5 60 800\n", "3\n1 2 999\n")
MANY = ("4\n1 2 3 4\n", "3\n4 5 6\n", "5\n2 3 4 5 6\n")
SORTED, DISTINCT = "integers in increasing order", "distinct integers"


@pytest.mark.parametrize(
    ("row", "texts", "accepts_equal", "told"),
    [
        (SORTED, FEW, False, ["that does not ascend"]),
        (f"{SORTED}, which is all", MANY, False, ["that does not ascend"]),
        ("integers", FEW, False, []),
        (DISTINCT, MANY, True, ["with a number twice"]),
        (DISTINCT, FEW, True, []),  # random numbers differ
        ("a permutation of integers", MANY, True, ["with a number twice"]),
        ("integers", MANY, True, []),
    ],
)
def test_a_row_in_another_order_is_a_fault_where_the_statement_has_a_word_for_it(
    tmp_path: Path, row: str, texts: tuple[str, ...], accepts_equal: bool, told: list[str]
) -> None:
    (tmp_path / "data").mkdir()
    statement = f"Sort them; all are different.\n\n## Input\n\nThe line has {row}.\n\n## Output\n"
    (tmp_path / "problem.en.md").write_text(statement)
    cases = [Case(str(number), "", tmp_path / "data") for number in range(len(texts))]
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)

    def accepts(_: Case, text: str) -> bool:
        count, *numbers = map(int, text.split())
        is_equal = len({*numbers}) < len(numbers)
        return count == len(numbers) and is_equal == accepts_equal

    probes = [*input_bounds.accepted(problem, (), accepts, Deadline(60))]
    stored = input_bounds.stored_numbers(problem, ())
    # What the time was too short for is tried again.
    for known in (probes, ()):
        found = [*stated_orders.disordered(known, stored, tmp_path, accepts)]
        said = {one.partition("a row in line 2 ")[2].partition(",")[0] for one in found}
        assert sorted(said) == told


PERMUTATIONS = ("3\n2 3 1\n", "1\n1\n", "5\n5 4 3 1 2\n", "2\n1 2\n")


@pytest.mark.parametrize(
    ("statement", "low", "high", "said"),
    [
        ("En permutation av talen.", 1, 0, ""),
        ("En permutation av talen.", 0, 0, "they accept 0 in line 2, which is a permutation"),
        ("En permutation av talen.", 1, 1, "they accept 3 in line 2, which is a permutation"),
        ("Talen.", 0, 1, ""),
    ],
)
def test_a_permutation_has_no_other_numbers(
    tmp_path: Path, statement: str, low: int, high: int, said: str
) -> None:
    stored = stored_inputs(tmp_path, statement, PERMUTATIONS)

    def accepts(_: Case, text: str) -> bool:
        count, *row = map(int, text.split())
        return len(row) == count == len({*row}) and low <= min(row) and max(row) <= count + high

    found = [*stated_orders.no_permutations(stored, tmp_path, accepts)]
    assert [one.startswith(said) for one in found] == ([True] if said else [])


@pytest.mark.parametrize(
    ("texts", "is_chance"),
    [
        (("10 700 900\n", "5 60 800\n", "1 2 999\n"), True),
        (("10 700 900\n", "5 60 800\n", "1 2 999\n", "1 9 5 3\n"), False),
        (("1 2 3\n", "3 1 2\n", "2 1 3\n"), False),
    ],
)
def test_three_great_numbers_that_mean_different_things_are_hardly_ever_equal(
    tmp_path: Path, texts: tuple[str, ...], is_chance: bool
) -> None:
    (tmp_path / "data").mkdir()
    cases = [Case(str(number), "", tmp_path / "data") for number in range(len(texts))]
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(cases=cases, folder=tmp_path)
    stored = input_bounds.stored_numbers(problem, ())
    probe = next(one for one in input_bounds.disordered(stored) if one.order is Order.DISTINCT)
    assert stated_orders.may_be_chance(probe, stored) == is_chance
