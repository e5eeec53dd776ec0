"""Right outputs with another thing in place of their last number: what is no number, and a number
far out of the tolerance of the statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from judge.common.text_places import replaced
from judge.verify.stated_tolerance import Tolerance

_REAL = re.compile(r"(?<![\w.+-])-?\d{1,40}(?:\.\d{1,40})?(?![\w.])")
#: Words that programs read as numbers, and that are no answer.
NO_NUMBERS = ("nan", "inf", "-inf")
#: So many tolerances are far out of it, whether they are relative or absolute.
FAR = 30
#: Numbers above are great ones: a relative error is less than an absolute one.
GREAT = 10
#: A tolerance above is not compared: a change by so much may be right for another reason.
MOST_TOLERANCE = Fraction(1, 1000)


def changes(text: str, tolerance: Tolerance | None) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each. ``tolerance``: that of the statement."""
    for last in [*_REAL.finditer(text)][-1:]:
        for word in NO_NUMBERS:
            yield f"{word} in place of its last number", replaced(last, word)
        if tolerance is not None and tolerance.most <= MOST_TOLERANCE:
            value = Fraction(last[0])
            unit = max(Fraction(1), abs(value)) if tolerance.is_relative else Fraction(1)
            far = FAR * tolerance.most * unit
            # A validator may keep the absolute or the relative error alone.
            which = "great" if abs(value) > GREAT else "small"
            for sign in (1, -1):
                yield (
                    f"a {which} last number off by {FAR} times the tolerance of the statement",
                    replaced(last, f"{float(value + sign * far):.15g}"),
                )
