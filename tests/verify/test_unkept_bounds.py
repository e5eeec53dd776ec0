"""Intervals of a statement that no place of the inputs keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import stored_numbers
from judge.verify.stated_intervals import NamedInterval, named_intervals_in
from judge.verify.unkept_bounds import unkept

#: Inputs of two lines: a count, and so many numbers.
TEXTS = ("3\n4 7 5\n", "1\n9\n", "2\n9 1\n", "5\n6 6 8 0 2\n")
BOTH = "There are $n$ numbers $a_i$, $1 \\le n \\le 50$, $0 \\le a_i \\le 50$."
COUNT = "There are $n$ integers, $1 \\le n \\le 50$."
WORDS = "First the count $n$ of numbers, from 1 to 50. Then $n$ numbers from 0 to 50."
OTHER = "First the count $n$, $1 \\le n \\le 40$. Then numbers $a_i$, $0 \\le a_i \\le 50$."

Rule = Callable[[int, list[int]], bool]


def messages(folder: Path, statement: str, rule: Rule) -> list[str]:
    """What is found where the validators accept the inputs whose count and numbers keep a rule."""
    (folder / "data").mkdir()
    cases = [Case(str(number), "", folder / "data") for number in range(len(TEXTS))]
    for case, text in zip(cases, TEXTS, strict=True):
        case.input_path.write_text(text)
    (folder / "problem.en.md").write_text(f"Add numbers.\n\n## Input\n\n{statement}\n")
    problem: Any = SimpleNamespace(cases=cases, folder=folder)

    def accepts(_: Case, text: str) -> bool:
        count, *numbers = map(int, text.split())
        return count == len(numbers) and min(numbers, default=-1) >= 0 and rule(count, numbers)

    return [*unkept(stored_numbers(problem, ()), folder, accepts, Deadline(60))]


@pytest.mark.parametrize("statement", [BOTH, WORDS, OTHER, COUNT])
def test_bounds_that_are_kept_are_no_fault(tmp_path: Path, statement: str) -> None:
    most = 40 if statement == OTHER else 50
    assert not messages(tmp_path, statement, lambda n, a: n <= most and max(a) <= 50)


@pytest.mark.parametrize("statement", [BOTH, WORDS, OTHER])
def test_numbers_without_their_bound_are_a_fault(tmp_path: Path, statement: str) -> None:
    most = 40 if statement == OTHER else 50
    [said] = messages(tmp_path, statement, lambda n, a: n <= most)
    assert said.startswith("they accept 51 in line 2, and the statement says 0 to 50")


def test_a_count_without_its_bound_is_a_fault(tmp_path: Path) -> None:
    [said] = messages(tmp_path, OTHER, lambda n, a: max(a) <= 50)
    assert said.startswith("they accept 41 numbers in line 2, and the statement says 1 to 40")


def test_a_bound_that_only_the_count_has_says_nothing_of_the_numbers(tmp_path: Path) -> None:
    assert not messages(tmp_path, COUNT, lambda n, a: n <= 50)


@pytest.mark.parametrize("place", [0, -1])
def test_a_row_whose_first_or_last_number_alone_is_bounded_is_a_fault(
    tmp_path: Path, place: int
) -> None:
    [said, *_] = messages(tmp_path, OTHER, lambda n, a: n <= 40 and a[place] <= 50)
    assert said.startswith("they accept 101 in line 2, and not as another number of the row")


def test_a_place_with_another_bound_of_the_statement_is_not_blamed(tmp_path: Path) -> None:
    statement = f"{COUNT} Then numbers $a_i$, $0 \\le a_i \\le 90$. Days are numbers from 1 to 20."
    assert not messages(tmp_path, statement, lambda n, a: n <= 50 and max(a) <= 90)


def test_names_alone_have_intervals_and_sums_have_none() -> None:
    text = r"$1 \le n, m \le 10^2$, $0 \le a + b \le 7$, labels from 1 to 9; a number from 2 to 8"
    found = [*named_intervals_in(text)]
    assert found[:2] == [NamedInterval(1, 100, "n"), NamedInterval(1, 100, "m")]
    assert [(one.low, one.high) for one in found[2:]] == [(2, 8)]
