"""Scores of stored answers that look capped."""

from __future__ import annotations

from fractions import Fraction

from judge.verify.capped_scores import cap


def scores(*values: int) -> dict[str, int]:
    return {f"secret/{place}": value for place, value in enumerate(values)}


def test_many_cases_at_the_end_of_the_scores_are_a_cap() -> None:
    spread = [7 * n for n in range(1, 30)]
    assert cap(scores(*spread)) is None
    assert cap(scores(*(min(100, one) for one in spread))) == 100
    assert cap(scores(*(max(-100, -one) for one in spread))) == -100
    assert cap(
        {name: Fraction(s, 2) for name, s in scores(*spread, *[999] * 9).items()}
    ) == Fraction(999, 2)


def test_what_ends_by_itself_is_no_cap() -> None:
    small = [*range(9), *([8] * 90)]
    assert cap(scores(*small)) is None, "few different scores"
    assert cap(scores(*([0] * 90), *range(60))) is None, "zero"
    crowded = [n for n in range(1, 40) for _ in range(9)]
    assert cap(scores(*crowded)) is None, "as many just below"
