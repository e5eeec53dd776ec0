"""Bounds of input validators that no statement names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify import lesser_bounds
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import stored_numbers

STATEMENT = "The first line has the amount, from 1 to 10000, the second up to 20 values to 10000."
INPUTS = ("27\n1 5 10 50\n", "8\n1 4 5\n", "93\n1 2 5\n")


def said(folder: Path, statement: str, accepts: Callable[[int, list[int]], bool]) -> list[str]:
    (folder / "data").mkdir()
    cases = [Case(str(number), "", folder / "data") for number in range(len(INPUTS))]
    for case, text in zip(cases, INPUTS, strict=True):
        case.input_path.write_text(text)
    (folder / "problem.en.md").write_text(statement)
    problem: Any = SimpleNamespace(cases=cases, folder=folder)
    stored = stored_numbers(problem, ())

    def takes(case: Case, text: str) -> bool:
        first, second = text.splitlines()
        return first.isdigit() and accepts(int(first), [*map(int, second.split())])

    return [*lesser_bounds.lesser(stored, folder, takes, Deadline(60))]


def rule(most: int = 10000, length: int = 20) -> Callable[[int, list[int]], bool]:
    def accepts(amount: int, values: list[int]) -> bool:
        is_sound = min(amount, *values) >= 1 and sorted({*values}) == values
        return is_sound and max(amount, *values) <= most and len(values) <= length

    return accepts


def test_the_bounds_of_the_statement_are_sound(tmp_path: Path) -> None:
    assert said(tmp_path, STATEMENT, rule()) == []


@pytest.mark.parametrize("most", [5000, 9999])
def test_a_lesser_greatest_number_is_told(tmp_path: Path, most: int) -> None:
    [found] = said(tmp_path, STATEMENT, rule(most=most))
    wanted = f"they accept no more than {most} in line 1, and the statement names 10000"
    assert found.startswith(wanted)


@pytest.mark.parametrize("length", [12, 19])
def test_a_lesser_length_is_told(tmp_path: Path, length: int) -> None:
    [found] = said(tmp_path, STATEMENT, rule(length=length))
    assert f"they accept no more than {length} numbers in line 2" in found


@pytest.mark.parametrize(
    "statement",
    [
        f"{STATEMENT} The sum of the values is at most 9000.",
        STATEMENT.replace("to 10000,", "less than 10000,"),
        f"{STATEMENT} The amount is no more than $10^4 - 1$.",
        "Some numbers are given.",
    ],
)
def test_a_statement_may_mean_it(tmp_path: Path, statement: str) -> None:
    assert said(tmp_path, statement, rule(most=9999)) == []


def test_a_bound_that_depends_on_the_input_is_none(tmp_path: Path) -> None:
    def accepts(amount: int, values: list[int]) -> bool:
        return rule()(amount, values) and amount <= 90 * len(values) + 10

    assert said(tmp_path, STATEMENT, accepts) == []
