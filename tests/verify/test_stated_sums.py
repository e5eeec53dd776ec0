"""Sums over all test cases that a statement bounds, and input validators that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import stated_sums
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

SUM = "The sum of $n$ over all test cases does not exceed $100$."
WORDS = ("2\n3\n5 6 7\n1\n4\n", "1\n2\n1 1\n", "3\n1\n1\n1\n2\n4\n9 9 9 9\n")
ROWS = ("2\n3 7\n5 6\n7 7\n8 9\n1 1\n4 4\n", "1\n2 2\n1 1\n2 2\n", "2\n1 1\n1 1\n1 2\n2 2\n")


def told(
    folder: Path,
    statement: str,
    texts: tuple[str, ...] = WORDS,
    most_sum: int = 10**9,
    most_each: int = 10**9,
    most_tests: int = 10**9,
) -> list[str]:
    """What is said of a validator with these bounds."""
    stored = stored_inputs(folder, statement, texts)

    def accepts(_: Case, text: str) -> bool:
        count, *lines = text.splitlines()
        sizes = []
        while lines:
            size = int(lines[0].split()[0])
            height = 1 if texts is WORDS else size
            if texts is WORDS and len(lines[1].split()) != size:
                return False
            sizes.append(size)
            lines = lines[height + 1 :]
        is_each = max(sizes) <= most_each and len(sizes) == int(count) <= most_tests
        return is_each and sum(sizes) <= most_sum

    found = stated_sums.exceeded(stored, folder, accepts, Deadline(60))
    return [one.partition(",")[0] for one in found]


@pytest.mark.parametrize("texts", [WORDS, ROWS])
@pytest.mark.parametrize(
    ("bounds", "wanted"),
    [
        ({"most_sum": 100}, []),
        ({}, ["they accept a sum of 102 over 2 test cases"]),
        ({"most_each": 100}, ["they accept a sum of 102 over 2 test cases"]),
        ({"most_each": 40}, ["they accept a sum of 102 over 3 test cases"]),
        ({"most_each": 3, "most_tests": 20}, []),  # then it cannot be greater
    ],
)
def test_a_sum_that_the_statement_bounds_must_be_kept(
    tmp_path: Path, texts: tuple[str, ...], bounds: dict[str, int], wanted: list[str]
) -> None:
    assert told(tmp_path, SUM, texts, **bounds) == wanted


@pytest.mark.parametrize(
    ("statement", "bounds"),
    [
        (SUM, [100]),
        ("the sum of all values of $n$ in a test file is at most $2 \\cdot 10^5$", [200000]),
        ("The sum of n over all\ntest cases is no greater than 1,000.", [1000]),
        ("the total of $n$ over the test cases will not exceed 500", [500]),
        ("The sum of $a_i$ is at most $100$.", []),  # not over all test cases
        ("Print the sum of n numbers.", []),
    ],
)
def test_how_statements_say_it(statement: str, bounds: list[int]) -> None:
    assert stated_sums.sums_in(statement) == bounds


def test_inputs_that_do_not_divide_say_nothing(tmp_path: Path) -> None:
    assert told(tmp_path, SUM, ("2\n5 6\n", "3\n1 2 3\n", "4\n1 1 1 1\n")) == []
