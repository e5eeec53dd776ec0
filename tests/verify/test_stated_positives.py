"""Numbers that a statement calls positive, and validators that accept a 0 there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import stored_numbers
from judge.verify.stated_positives import positives_in, zeros

#: A count, and so many numbers.
TEXTS = ("3\n4 7 5\n", "1\n9\n", "2\n9 1\n", "5\n6 6 8 1 2\n")
POSITIVE = "First the count, a number of at least 1. Then as many positive integers."

Rule = Callable[[list[int]], bool]


def messages(folder: Path, statement: str, rule: Rule, texts: tuple[str, ...] = TEXTS) -> list[str]:
    """What is found where the validators accept the inputs whose numbers keep a rule."""
    (folder / "data").mkdir()
    cases = [Case(str(number), "", folder / "data") for number in range(len(texts))]
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    (folder / "problem.en.md").write_text(f"Add numbers.\n\n## Input\n\n{statement}\n")
    problem: Any = SimpleNamespace(cases=cases, folder=folder)

    def accepts(_: Case, text: str) -> bool:
        count, *numbers = map(int, text.split())
        return count == len(numbers) and rule(numbers)

    return [*zeros(stored_numbers(problem, ()), folder, accepts, Deadline(60))]


def test_a_zero_that_is_rejected_is_no_fault(tmp_path: Path) -> None:
    assert not messages(tmp_path, POSITIVE, lambda numbers: min(numbers) >= 1)


@pytest.mark.parametrize("place", [0, -1])
def test_a_zero_that_is_accepted_in_place_of_a_positive_number_is_a_fault(
    tmp_path: Path, place: int
) -> None:
    [said] = messages(tmp_path, POSITIVE, lambda numbers: numbers[place] >= 0)
    assert said.startswith("they accept 0 in line 2, and the statement has positive numbers, and")


@pytest.mark.parametrize(
    "statement",
    [
        "First the count, a positive integer. Then as many integers.",
        "First the count. Then as many non-negative integers.",
        "First the count, a positive integer. Then as many integers, 0 among them perhaps.",
        "First the count. Then as many integers.",
    ],
)
def test_a_zero_that_may_be_meant_is_none(tmp_path: Path, statement: str) -> None:
    assert not messages(tmp_path, statement, lambda numbers: min(numbers) >= 0)


def test_a_zero_that_is_stored_is_none(tmp_path: Path) -> None:
    texts = (*TEXTS[:-1], "2\n0 3\n")
    assert not messages(tmp_path, POSITIVE, lambda numbers: min(numbers) >= 0, texts)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (r"A positive integer $n$ ($1 \le n \le 100$).", 1),
        (r"The first line has $n$ ($1 \le n \le 9$). Then $n$ positive integers.", 2),
        ("$n$ positive integers, the heights.\n\n- $1 \\le n \\le 5$\n- $1 \\le h \\le 100$", 2),
        ("One line with a positive integer $n$. The next one has $n$ positive integers.", 2),
        ("A line with at least one word, and a number.", 0),
        ("A number greater than 0.", 1),
        (r"A positive integer $n$, and $0 \le m \le 5$.", 0),
    ],
)
def test_how_many_quantities_are_positive(text: str, count: int) -> None:
    assert positives_in(text) == count
