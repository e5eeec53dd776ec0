"""Intervals in the words and signs of statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.verify.stated_intervals import chains_in, intervals, intervals_in, row_intervals_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            r"$1 \le n \le 10^5$ and $-10^{4} \leq a_i, b_i \leq 2 \cdot 10^{5}$",
            {(1, 10**5), (-(10**4), 2 * 10**5)},
        ),
        ("whole numbers from 0 to 1,000,", {(0, 1000)}),
        ("between $-10^9$ and $10^9$", {(-(10**9), 10**9)}),
        ("a number in [0, 10^{18}]", {(0, 10**18)}),
        ("1 ≤ n ≤ 10⁶", {(1, 10**6)}),
        ("1 &le; n &le; 10<sup>5</sup>", {(1, 10**5)}),
        (r"$1 \leq a_1, a_2 \leq 300\,000$", {(1, 300_000)}),
        (r"$1 \le k \le n \le 100$", {(1, 100)}),
        (r"$1 \leq r_1 < r_2 \leq 9$", set()),
        (r"$0.5 \le x \le 1.5$", set()),
        (r"$1 \le n < 100$", set()),
        ("from 7 to 3", set()),
    ],
)
def test_intervals_of_a_text(text: str, found: set[tuple[int, int]]) -> None:
    assert {*intervals_in(text)} == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("From 1 to 9, from 2 to 9, from 0 to 5.", {9: {1, 2}, 5: {0}}),
        ("From -9 to 9.", {9: {-9}}),
        ("From 1 to 9; the others are at most 9.", {}),
        ("From 1 to 9; the others are less than 10.", {}),
    ],
)
def test_a_greatest_number_that_stands_elsewhere_is_no_sign_of_an_interval(
    tmp_path: Path, text: str, found: dict[int, set[int]]
) -> None:
    (tmp_path / "problem.en.md").write_text(text)
    assert intervals(tmp_path) == found


@pytest.mark.parametrize(
    ("story", "inputs", "found"),
    [
        ("You are in $[53,59]$.", "$0 < n \\leq 100$ and $0 \\le x \\leq 300$", {300: {0}}),
        ("You are in $[53,59]$.", "Numbers in $[0, 300]$.", {300: {0}}),
        ("Numbers in $[53,59]$.", "Some numbers.", {59: {53}}),
        ("With $7 \\le n \\le 59$.", "Numbers in $[0, 300]$.", {59: {7}, 300: {0}}),
    ],
)
def test_brackets_in_a_story_are_no_bounds_of_inputs_that_have_others(
    tmp_path: Path, story: str, inputs: str, found: dict[int, set[int]]
) -> None:
    (tmp_path / "problem.en.md").write_text(f"{story}\n\n## Input\n\n{inputs}\n")
    assert intervals(tmp_path) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"$1 \le l_i \le r_i \le n$", [("1", "l_i", "r_i", "n")]),
        (r"$0 \leq a_{i} < b_{i} \leq 10^{4}$", [("0", "a_i", "b_i", "10000")]),
        (r"$a_i \lt b_i$ and $n-1 \le x_i \le y_i$", [("a_i", "b_i"), ("x_i", "y_i")]),
        (r"$1 \le a_i \cdot b_i \le 9$, $2 + c_i \le d_i$, $-5 \le e_i$", [("-5", "e_i")]),
    ],
)
def test_chains_of_names_and_numbers(text: str, found: list[tuple[str, ...]]) -> None:
    assert [*chains_in(text)] == found


def test_intervals_of_names_that_bound_each_other() -> None:
    text = r"$0 \le a_i \le b_i \le 10^4$, $1 \le c_i \le 7$, $1 \le l_i \le r_i \le n$"
    found = [(one.name, one.low, one.high) for one in row_intervals_in(text)]
    assert found == [("a_i", 0, 10000), ("b_i", 0, 10000)]
