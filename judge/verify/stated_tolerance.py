"""The tolerance that statements give for an answer: ``10^{-6}``, ``1e-6``, ``0.000001``."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from judge.packages.statements import statement_texts
from judge.verify.stated_numbers import SUPERSCRIPTS

_MINUS = r"(?:-|−|–|&minus;)"
_POWER = re.compile(rf"\b10\s*(?:\^|\*\*|<sup>)\s*\{{?\s*{_MINUS}\s*(\d{{1,2}})(?!\d)")
_RAISED = re.compile(r"\b10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})")
_SCIENTIFIC = re.compile(rf"\b1(?:\.0+)?[eE]{_MINUS}(\d{{1,2}})(?!\d)")
_DECIMAL = re.compile(r"(?<![\d.])0\.(0+1)(?!\d)")
#: Signs of TeX and Markdown that do not matter.
_SIGNS = re.compile(r"[$`]|\\[,;! ]")
#: Words of tolerances in which the number may be another one.
_OTHER = re.compile(
    r"%|\bpercent|\bper cent|\bdecimal (?:places?|digits?)|\brounded\b", re.IGNORECASE
)


class Tolerance(Struct, frozen=True):
    """How far from the right answer a number may be; ``is_relative``: or in relation to it."""

    most: Fraction
    is_relative: bool


def tolerance_of(folder: Path) -> Tolerance | None:
    """The greatest tolerance that a statement of the problem names; None where some statement names
    none, or has words for another one."""
    texts = statement_texts(folder)
    found = [_greatest(_SIGNS.sub("", text)) for text in texts]
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    # In other languages it is the same word, more or less.
    is_absolute = all(re.search("absolut", text) and "relativ" not in text for text in texts)
    return Tolerance(max(known), not is_absolute)


def _greatest(text: str) -> Fraction | None:
    if _OTHER.search(text):
        return None
    exponents = [
        int(match[1]) for pattern in (_POWER, _SCIENTIFIC) for match in pattern.finditer(text)
    ]
    exponents += [int(match[1].translate(SUPERSCRIPTS)) for match in _RAISED.finditer(text)]
    exponents += [len(match[1]) for match in _DECIMAL.finditer(text)]
    return Fraction(1, 10 ** min(exponents)) if exponents else None
