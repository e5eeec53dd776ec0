"""The tolerance that statements give for an answer: ``10^{-6}``, ``1e-6``, ``0.000001``."""

from __future__ import annotations

import re
from collections.abc import Callable
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
    """How far from the right answer a number may be; ``is_relative``: or in relation to it.
    ``is_absolute``: not in relation to it alone."""

    most: Fraction
    is_relative: bool
    is_absolute: bool = True


def tolerance_of(folder: Path) -> Tolerance | None:
    """The greatest tolerance that a statement of the problem names; None where some statement names
    none, or has words for another one."""
    return _tolerance(folder, max)


def least_tolerance_of(folder: Path) -> Tolerance | None:
    """The same with the least one: others may be those of something else."""
    return _tolerance(folder, min)


def _tolerance(folder: Path, which: Callable[[list[Fraction]], Fraction]) -> Tolerance | None:
    texts = statement_texts(folder)
    found = [_named(_SIGNS.sub("", text)) for text in texts]
    if not found or not all(found):
        return None
    # In other languages it is the same word, more or less.
    is_absolute = all(re.search("absolut", text) and "relativ" not in text for text in texts)
    is_relative = all(
        "relativ" in text and not re.search("absolut|additiv", text) for text in texts
    )
    return Tolerance(
        which([one for some in found for one in some]), not is_absolute, not is_relative
    )


def _named(text: str) -> list[Fraction]:
    """All tolerances in a text, if it has no words for another one."""
    if _OTHER.search(text):
        return []
    exponents = [
        int(match[1]) for pattern in (_POWER, _SCIENTIFIC) for match in pattern.finditer(text)
    ]
    exponents += [int(match[1].translate(SUPERSCRIPTS)) for match in _RAISED.finditer(text)]
    exponents += [len(match[1]) for match in _DECIMAL.finditer(text)]
    return [Fraction(1, 10**one) for one in exponents]
