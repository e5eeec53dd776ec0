"""What is put in place of the last number of a right output; tolerances of statements."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from judge.verify.real_outputs import changes
from judge.verify.stated_tolerance import Tolerance, tolerance_of


@pytest.mark.parametrize(
    ("statement", "tolerance"),
    [
        ("an absolute error of at most $10^{-6}$", Tolerance(Fraction(1, 10**6), False)),
        ("a relative or absolute error of $10^{-4}$", Tolerance(Fraction(1, 10**4), True)),
        ("an error of 1e-3, or 0.00001 there", Tolerance(Fraction(1, 1000), True)),
        ("an absolute error of 10⁻⁹", Tolerance(Fraction(1, 10**9), False)),
        ("an error of at most 1 %, not $10^{-6}$", None),
        ("at most $10^6$ numbers", None),
    ],
)
def test_the_tolerance_of_a_statement(
    tmp_path: Path, statement: str, tolerance: Tolerance | None
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    assert tolerance_of(tmp_path) == tolerance


def test_without_a_tolerance_there_are_only_words() -> None:
    texts = [text for _, text in changes("7\n2.5\n", None)]
    assert texts == ["7\nnan\n", "7\ninf\n", "7\n-inf\n"]


def test_numbers_far_out_of_the_tolerance_are_on_both_sides() -> None:
    found = dict.fromkeys(text for _, text in changes("200\n", Tolerance(Fraction(1, 10**6), True)))
    assert [*found][3:] == ["200.006\n", "199.994\n"]
    found = dict.fromkeys(
        text for _, text in changes("200\n", Tolerance(Fraction(1, 10**6), False))
    )
    assert [*found][3:] == ["200.00003\n", "199.99997\n"]


def test_a_word_has_no_last_number() -> None:
    assert not [*changes("impossible\n", None)]
