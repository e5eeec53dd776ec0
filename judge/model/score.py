"""A score as text."""

from __future__ import annotations

from fractions import Fraction

from judge.plugin import Score


def shown_score(score: Score | None, unit: Fraction = Fraction(1)) -> str:
    """A score in the problem's units, exactly: ``-1.5``, ``7``, ``10/3``; a dash for none."""
    if score is None:
        return "–"
    value = Fraction(score) * unit
    if value.denominator == 1:
        return str(value.numerator).replace("-", "−")
    scaled = value * 10**6
    if scaled.denominator != 1:
        return f"{value.numerator}/{value.denominator}".replace("-", "−")
    whole, part = divmod(abs(scaled.numerator), 10**6)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole}.{part:06}".rstrip("0")
