"""Scores are shown exactly, in the problem's unit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.common.score_format import ScoreFormat


@pytest.mark.parametrize(
    ("score", "unit", "shown"),
    [
        (7, Fraction(1), "7"),
        (0, Fraction(1, 2), "0"),
        (-3, Fraction(1, 2), "−1.5"),
        (-4, Fraction(1, 2), "−2"),
        (1, Fraction(1, 8), "0.125"),
        (-1, Fraction(1, 8), "−0.125"),
        (Fraction(10, 3), Fraction(1), "10/3"),
        (Fraction(-10, 3), Fraction(1), "−10/3"),
        (Fraction(1, 10**6), Fraction(1), "0.000001"),
        (Fraction(1, 10**7), Fraction(1), "1/10000000"),
        (10**30, Fraction(1), "1" + "0" * 30),
        (None, Fraction(1), "–"),
    ],
)
def test_scores_are_shown_exactly(score: int | Fraction | None, unit: Fraction, shown: str) -> None:
    assert ScoreFormat(unit).score(score) == shown


@pytest.mark.long
@given(score=st.fractions(), unit=st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 60)]))
def test_a_shown_score_reads_back_as_the_same_number(score: Fraction, unit: Fraction) -> None:
    assert Fraction(ScoreFormat(unit).score(score).replace("−", "-")) == score * unit


@pytest.mark.parametrize(
    ("gap", "shown"), [(3, "1.5"), (-3, "1.5"), (Fraction(2, 3), "1/3"), (0, ""), (None, "")]
)
def test_a_gap_has_no_sign_and_is_empty_where_there_is_none(
    gap: int | Fraction | None, shown: str
) -> None:
    assert ScoreFormat(Fraction(1, 2)).gap(gap) == shown
