"""The numbers that the statements of a problem name: inputs have none greater than all of them."""

from __future__ import annotations

import re
from pathlib import Path

from judge.packages.statements import statement_texts

#: What separates the digits of a number in groups of three.
_GROUPS = re.compile(r"(?<=\d)(?:\\,|\\ |\{,\}|~|[ ,.'\u2009\u202f\u00a0])(?=\d{3}(?!\d))")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_RAISED = re.compile(r"(?<=\d)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
#: A power, with a factor perhaps: ``2 \cdot 10^{5}``, ``10**6``, ``1e9``, ``10<sup>5</sup>``.
_POWER = re.compile(
    r"(?:(\d+)\s*(?:\\cdot|\\times|\*|·|×)\s*)?(\d+)\}?\s*(?:\^|\*\*|<sup>)\s*\{?\s*(\d{1,3})"
)
_SCIENTIFIC = re.compile(r"\b(\d+)[eE](\d{1,3})\b")
_NUMBER = re.compile(r"\d+")
#: The same with values of no more digits than are worth writing.
_SMALL_POWER = re.compile(
    r"(?:(\d{1,9})\s*(?:\\cdot|\\times|\*|·|×)\s*)?(?<!\d)(\d{1,3})\}?\s*"
    r"(?:\^|\*\*|<sup>)\s*\{?\s*(\d{1,2})(?!\d)\}?(?:</sup>)?"
)
_SMALL_SCIENTIFIC = re.compile(r"\b(\d{1,9})[eE](\d{1,2})\b")
#: Words for numbers: a statement with one may set any limit in words.
_WORDS = re.compile(r"\b(hundred|thousand|million|billion|dozen)s?\b", re.IGNORECASE)
#: Words for a limit that is no number, or for none.
_OTHER_LIMITS = re.compile(
    r"\b(bits?|bytes?|fits?|arbitrar\w*|unbounded|unlimited|no limit"
    r"|any (?:whole )?(?:number|integer))\b",
    re.IGNORECASE,
)


def greatest_stated(folder: Path) -> int | None:
    """The greatest number in the statements of a package; None where there is no text, or where
    numbers are written in words."""
    return max((greatest_in(text) for text in statements(folder)), default=None)


def stated(folder: Path) -> frozenset[int]:
    """All numbers in the statements of a package, powers among them; none where there is no text,
    or where numbers are written in words."""
    return frozenset(number for text in statements(folder) for number in numbers_in(text))


def stated_as_values(folder: Path) -> frozenset[int]:
    """The same without what powers are made of, such as the 10 of 10^5."""
    texts = map(plain_numbers, statements(folder))
    return frozenset(int(match[0][:40]) for text in texts for match in _NUMBER.finditer(text))


def common_bound(folder: Path) -> int | None:
    """The greatest number in the statements, if each names it at least twice and has no words for
    other limits; None if not."""
    most, texts = greatest_stated(folder), statements(folder)
    if most is None or any(_OTHER_LIMITS.search(text) for text in texts):
        return None
    return most if all(numbers_in(text).count(most) > 1 for text in texts) else None


def has_other_limits(folder: Path) -> bool:
    """Whether a statement has words for a limit that is no number, or for none."""
    return any(map(_OTHER_LIMITS.search, statements(folder)))


def plain_numbers(text: str) -> str:
    """A text with its powers and grouped digits as plain numbers."""

    def value(factor: str, base: str, exponent: str) -> str:
        return str(int(factor or 1) * int(base) ** int(exponent))

    text = _SMALL_POWER.sub(lambda match: value(*match.groups()), _spelled_alike(text))
    return _SMALL_SCIENTIFIC.sub(lambda match: value(match[1], "10", match[2]), text)


def _spelled_alike(text: str) -> str:
    """A text without signs between digits, and with ``^`` before each exponent that is raised."""
    text = _RAISED.sub(lambda match: "^" + match[1].translate(SUPERSCRIPTS), text)
    return _GROUPS.sub("", text)


def statements(folder: Path) -> list[str]:
    """The texts of all statements, if there are no others and no numbers in words."""
    texts = statement_texts(folder)
    return [] if any(_WORDS.search(text) for text in texts) else texts


def greatest_in(text: str) -> int:
    """The greatest number in a text, powers among them; 0 if it has none."""
    return max(numbers_in(text), default=0)


def numbers_in(text: str) -> list[int]:
    """The numbers in a text, powers among them, and what powers are made of."""
    text = _spelled_alike(text)
    found = [int(match[0][:40]) for match in _NUMBER.finditer(text)]
    for factor, base, exponent in _POWER.findall(text):
        if len(base) <= 3 and int(exponent) <= 200:
            found.append(int(factor[:20] or 1) * int(base) ** int(exponent))
    found += [int(m[1][:20]) * 10 ** min(int(m[2]), 200) for m in _SCIENTIFIC.finditer(text)]
    return found
