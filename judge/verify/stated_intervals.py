"""The intervals that statements give for numbers: ``1 \\le n \\le 10^5``, ``from 1 to 1000``."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from judge.verify.stated_numbers import numbers_in, plain_numbers, statements

_AT_MOST = r"(?:\\leqslant|\\leq|\\le\b|≤|⩽|&le;|&leq;|<=)"
_NUMBER = r"(-?\d{1,40})(?![\d.]*\d)"
#: ``1 \le n, m \le 1000``: names between, and no sign of another relation.
_CHAIN = re.compile(rf"(?<![\w.]){_NUMBER}\s*{_AT_MOST}([^\n<>≤≥=]{{1,60}}?){_AT_MOST}\s*{_NUMBER}")
_WORDS = re.compile(
    rf"\b(?:between|from|range)\s+{_NUMBER}\s+(?:and|to|through)\s+{_NUMBER}", re.IGNORECASE
)
_BRACKETS = re.compile(rf"\[\s*{_NUMBER}\s*(?:,|\.\.+|;)\s*{_NUMBER}\s*\]")
#: Other relations between the names of a chain.
_OTHER = re.compile(r"\\(?:lt|gt|geq?|neq?)\b|\d")
#: Signs of TeX and Markdown that do not matter.
_SIGNS = re.compile(r"[$`{}]|\\[,;! ]|\\(?:q?quad|leavevmode)\b")


def intervals(folder: Path) -> Mapping[int, frozenset[int]]:
    """The least numbers that statements name together with a greatest one, by that one. Left out
    are those that a statement names elsewhere, too: they may be the bound of something else."""
    found, others = defaultdict[int, set[int]](set), set[int]()
    for text in statements(folder):
        own = [*intervals_in(text)]
        named, as_ends = Counter(numbers_in(text)), Counter(abs(one) for one in chain(*own))
        for low, high in own:
            found[high].add(low)
        others |= {high for _, high in own if named[high] != as_ends[high] or high + 1 in named}
    return {high: frozenset(lows) for high, lows in found.items() if high not in others}


def intervals_in(text: str) -> Iterator[tuple[int, int]]:
    """The intervals in a text, each with both ends."""
    text = _SIGNS.sub("", plain_numbers(text)).replace("−", "-")
    for match in _CHAIN.finditer(text):
        if not _OTHER.search(re.sub(r"_\d", "", match[2])):
            yield from _ordered(match[1], match[3])
    for pattern in (_WORDS, _BRACKETS):
        for match in pattern.finditer(text):
            yield from _ordered(match[1], match[2])


def _ordered(low: str, high: str) -> Iterator[tuple[int, int]]:
    if int(low) < int(high):
        yield int(low), int(high)
