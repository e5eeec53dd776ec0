"""Scores as people read them."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from judge.plugin import Score

NONE = "–"


class ScoreFormat(Struct, frozen=True):
    """Formats the scores of one problem exactly. The displayed score is ``score * unit``."""

    unit: Fraction = Fraction(1)

    def score(self, score: Score | None) -> str:
        """``−1.5``, ``7``, ``10/3``; a dash for None."""
        if score is None:
            return NONE
        if self.unit == 1 and isinstance(score, int):
            return str(score).replace("-", "−")
        value = Fraction(score) * self.unit
        if value.denominator == 1:
            return str(value.numerator).replace("-", "−")
        scaled = value * 10**6
        if scaled.denominator != 1:
            return f"{value.numerator}/{value.denominator}".replace("-", "−")
        whole, part = divmod(abs(scaled.numerator), 10**6)
        sign = "−" if value < 0 else ""
        return f"{sign}{whole}.{part:06}".rstrip("0")

    def gap(self, gap: Score | None) -> str:
        """The distance to the best score, without a sign; empty if there is none."""
        return self.score(max(gap, -gap)) if gap else ""
