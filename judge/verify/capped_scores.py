"""Best scores that stop at a cap: many cases share the greatest one, and few are just below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from judge.plugin import Score

#: So many different scores do not come from a small range by themselves.
LEAST_VALUES = 10
#: At the cap are so many cases at least, this part of all, and so many times as many as at any
#: other value of half its size or more.
LEAST_CASES, PART, TIMES = 8, 0.05, 3


def cap(scores: Mapping[str, Score]) -> Score | None:
    """The value at which these scores of cases look capped, above or below; None if they do not.
    Zero is the natural end of many scores."""
    counts = Counter(scores.values())
    if len(counts) < LEAST_VALUES:
        return None
    return next((one for one in (max(counts), min(counts)) if _is_crowded(counts, one)), None)


def _is_crowded(counts: Mapping[Score, int], extreme: Score) -> bool:
    ratios = {Fraction(score) / extreme: count for score, count in counts.items() if extreme}
    near = [count for ratio, count in ratios.items() if Fraction(1, 2) <= ratio < 1]
    least = max(LEAST_CASES, PART * sum(counts.values()), TIMES * max(near, default=1))
    return extreme != 0 and counts[extreme] >= least
