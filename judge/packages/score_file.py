"""``score.txt`` and ``score_multiplier.txt``: one number, as validators write it."""

from __future__ import annotations

import re
from fractions import Fraction

#: The grammar of the package format. Exponents and digits are bounded: the number becomes exact.
NUMBER = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?")
SHOWN = 40


class ScoreFault(Exception):
    """A file that holds no score; the message says why."""


def read_score(name: str, data: bytes) -> Fraction:
    """The number in a file; raises ScoreFault."""
    text = data[:4096].decode("ascii", "replace").strip()
    if not NUMBER.fullmatch(text):
        raise ScoreFault(f"{name} must contain one number, not {text[:SHOWN]!r}")
    return Fraction(text)
