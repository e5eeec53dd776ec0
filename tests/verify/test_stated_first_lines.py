"""Numbers of the first line of an input that are beyond the bounds of their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Case
from judge.verify.stated_first_lines import exceeded, unreached

CHAIN = "The first line contains $n$, $k$ and $m$ ($1 \\le k \\le n \\le 8$, $0 \\le m \\le 45$)."


def told(folder: Path, statement: str, *inputs: str) -> list[str]:
    return [*exceeded(folder, stored(folder, statement, *inputs))]


def stored(folder: Path, statement: str, *inputs: str) -> list[Case]:
    (folder / "statement").mkdir()
    (folder / "statement" / "problem.en.md").write_text(f"# Input\n\n{statement}\n")
    (folder / "problem.yaml").write_text("problem_format_version: 2025-09\nname: A\n")
    data = folder / "data"
    data.mkdir()
    for number, text in enumerate(inputs):
        (data / f"{number}.in").write_text(text)
    return [Case(f"{number}", "", data) for number in range(len(inputs))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("10 2 1\n", "10 for n in line 1, and the statement says 8 at most"),
        ("8 9 1\n", "9 for k in line 1, and the statement says 8 at most"),
        ("8 0 1\n", "0 for k in line 1, and the statement says 1 at least"),
        ("8 8 46\n", "46 for m in line 1, and the statement says 45 at most"),
    ],
)
def test_a_number_beyond_its_bound_is_told(tmp_path: Path, text: str, said: str) -> None:
    assert told(tmp_path, CHAIN, "8 8 45\n", text) == [f"data/1.in has {said}"]


@pytest.mark.parametrize(
    "statement",
    [
        "There is a single line with an integer $n$, the length ($1 \\leq n \\leq 10^3$).",
        "The first line has `n`. The second line has $m$ ($1 ≤ n, m ≤ 1000$).",
        "Input consists of:\n\n - One line with $n$ ($1 <= n <= 1000$).\n - $n$ lines with $x$.\n",
    ],
)
def test_the_first_line_is_told_in_many_ways(tmp_path: Path, statement: str) -> None:
    assert told(tmp_path, statement, "1001\n") != []


@pytest.mark.parametrize("text", ["8 8 45\n", "1 1 0\n"])
def test_the_bounds_themselves_are_right(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, CHAIN, text) == []


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (CHAIN, "10\n"),
        (CHAIN, "10 a 1\n"),
        ("The first line of each test case contains $n$ ($1 \\le n \\le 8$).", "10\n"),
        ("The first line contains $n$.\n\n# Points\n\n$1 \\le n \\le 8$ in group 1", "10\n"),
        ("The first line contains $n$ ($1 \\le n \\times m \\le 8$).", "10\n"),
        ("The first line contains $n$ ($1 \\le n \\le 8$), or $1 \\le n \\le 20$.", "10\n"),
    ],
    ids=["other number", "no number", "test cases", "groups", "product", "two bounds"],
)
def test_nothing_is_told_where_names_or_bounds_are_not_clear(
    tmp_path: Path, statement: str, text: str
) -> None:
    assert told(tmp_path, statement, text) == []


def test_of_a_large_input_the_beginning_is_read(tmp_path: Path) -> None:
    large = "9 8 45\n" + "1\n" * 3_000_000
    assert "9 for n" in told(tmp_path, CHAIN, "8 8 45\n", large)[0]


def test_a_sentence_on_other_lines_names_nothing_of_the_first_one(tmp_path: Path) -> None:
    statement = "The first line contains $n$ ($1 \\le n \\le 8$).\nThe $i$-th of $n$ lines has $p$."
    assert told(tmp_path, statement, "9\n")


@pytest.mark.parametrize(
    ("inputs", "notes"),
    [
        (("8 8 45\n", "1 1 0\n"), []),
        (("8 8 4\n", "1 1 0\n"), ["no stored input has m = 45, 4 at most"]),
        (("3\n", "1 1 0\n"), []),  # it is not known which number is which
    ],
)
def test_a_limit_that_no_input_reaches(
    tmp_path: Path, inputs: tuple[str, ...], notes: list[str]
) -> None:
    assert [*unreached(tmp_path, stored(tmp_path, CHAIN, *inputs))] == notes


@pytest.mark.parametrize(
    "statement",
    [
        "The first line contains $n, t,$ and $s$ ($0 \\le n \\le 9$, $1 \\le s \\le t \\le 9$). "
        "$n$ is a count, $t$ and $s$ are times.\n\nThe next lines have more.",
        "The first line of the input contains $n$, $t$ and $s$ ($0 \\le n \\le 9$). Then there "
        "are two lines for each test: the first line has $s$ ($1 \\le s \\le 9$).",
    ],
)
def test_names_in_one_formula_and_the_first_line_of_the_input(
    tmp_path: Path, statement: str
) -> None:
    assert told(tmp_path, statement, "0 9 9\n") == []
