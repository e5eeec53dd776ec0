"""Validators that accept one test case more than the statement allows."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Case
from judge.verify import stated_tests
from judge.verify.deadline import Deadline
from tests.verify.stated_inputs import stored_inputs

SIZED = ("2\n3\n5 6 7\n1\n4\n", "1\n2\n1 1\n", "3\n1\n1\n1\n2\n4\n9 9 9 9\n")
PAIRS = ("1\n1 2\n3\n", "3\n7 7\n1\n1 2\n4\n1 5\n6\n", "2\n1 1\n2\n7 8\n9\n")
STATEMENT = "There are at most 20 test cases, of 1000 numbers."


@pytest.mark.parametrize("texts", [SIZED, PAIRS])
@pytest.mark.parametrize(
    ("most", "said"),
    [
        (20, []),
        (21, ["they accept 21 test cases and no more, and the statement says 20"]),
        (1001, ["they accept 1001 test cases and no more, and the statement says 1000"]),
        (10**9, []),  # what is not bounded at all may be bounded in words
    ],
)
def test_one_test_case_more_is_told(
    tmp_path: Path, texts: tuple[str, ...], most: int, said: list[str]
) -> None:
    stored = stored_inputs(tmp_path, STATEMENT, texts)

    def accepts(_: Case, text: str) -> bool:
        return int(text.split()[0]) <= most

    found = stated_tests.one_more(stored, tmp_path, accepts, Deadline(60))
    assert [one.partition(":")[0] for one in found] == said


@pytest.mark.parametrize("texts", [("5\n1\n", "3\n1\n"), ("2\n1\n2\n", "3\n1\n2\n3\n")])
def test_inputs_without_test_cases_have_none(tmp_path: Path, texts: tuple[str, ...]) -> None:
    stored = stored_inputs(tmp_path, STATEMENT, texts)
    asked = stated_tests.one_more(stored, tmp_path, lambda *_: True, Deadline(60))
    assert not [*asked]


@pytest.mark.parametrize(
    "statement", [STATEMENT, f"{STATEMENT} The sum of n over all is at most 9."]
)
@pytest.mark.parametrize(("first", "later"), [(20, 20), (20, 10**9), (10**9, 10**9)])
def test_a_bound_of_the_first_test_case_alone_is_told(
    tmp_path: Path, statement: str, first: int, later: int
) -> None:
    stored = stored_inputs(tmp_path, statement, SIZED)

    def accepts(_: Case, text: str) -> bool:
        sizes = [len(line.split()) for line in text.splitlines()[2::2]]
        return sizes[0] <= first and max(sizes) <= later

    found = [*stated_tests.greater_later(stored, tmp_path, accepts, Deadline(60))]
    is_told = later > first and statement == STATEMENT
    said = "they accept a size of 21 in the last test case, and not in the first"
    assert [one.startswith(said) for one in found] == [True] * is_told
