"""The intervals that statements give for numbers: ``1 \\le n \\le 10^5``, ``from 1 to 1000``."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import chain
from pathlib import Path

from msgspec import Struct

from judge.packages.statements import statement_sections
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
#: A name alone, such as ``a_i``: what is made of several is no number of an input.
_NAME = re.compile(r"[A-Za-z](?:_?\w+|')?")
#: ``1 ≤ k ≤ n ≤ 8``, ``1 ≤ n, m ≤ 8``: names alone, each beside the next.
_NAMED_CHAIN = re.compile(
    rf"(?<![\w.]){_NUMBER}\s*≤((?:\s*[A-Za-z]\s*[,≤])*\s*[A-Za-z]\s*)≤\s*{_NUMBER}"
)
#: ``1 ≤ l_i ≤ r_i < n``: at least two names or numbers, each beside the next.
_PART = r"(?:-?\d{1,40}|[A-Za-z](?:_\w{1,3})?)"
_ROW_CHAIN = re.compile(rf"(?<![\w.^/*+-]){_PART}(?:\s*[≤<]\s*{_PART}){{1,5}}(?![\w.^/*+(-])")
_UNEQUAL = re.compile(
    r"(?<![\w.^/*+-])([A-Za-z](?:_\w{1,3})?)\s*≠\s*([A-Za-z](?:_\w{1,3})?)(?![\w.^/*+(-])"
)
#: What is between two parts of one value.
_OPERATOR = re.compile(r"(?<=[\w)])\s*(?:[*+/-]|\\cdot\b|\\times\b)\s*")
#: What is said before an interval in words if it is for a number of an input, in a sentence.
_OF_NUMBERS = re.compile(
    r"\b(?:numbers?|integers?|values?|amounts?|counts?|sizes?|lengths?)\b[^.:;]{0,40}\Z", re.I
)
#: A sentence on what a program prints, and one on what it reads.
_SAYS = re.compile(r"\b(?:print|guess|quer(?:y|ies)|ask|outputs?|writes?|send|questions?)", re.I)
_HEARS = re.compile(
    r"\b(?:reads?|receives?|given|inputs?|gives?|sends you|replies|answers|responds|secret|hidden)"
    r"\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.;])\s+|\n\s*\n|\n\s*(?:[-*]\s|\\item\b)")
#: Signs of TeX and Markdown that do not matter.
_SIGNS = re.compile(r"[$`{}]|\\[,;! ]|\\(?:q?quad|leavevmode)\b")


class Sign(Enum):
    """What is between two names of a chain."""

    AT_MOST = "≤"
    LESS = "<"
    NOT_EQUAL = "≠"


class Relation(Struct, frozen=True):
    """Two names or numbers of a statement, and how the first one compares with the second."""

    first: str
    sign: Sign
    second: str


class NamedInterval(Struct, frozen=True):
    """An interval, and the name that it is for; where it is in words, its place in the text."""

    low: int
    high: int
    name: str


def intervals(folder: Path) -> Mapping[int, frozenset[int]]:
    """The least numbers that statements name together with a greatest one, by that one. Left out
    are those that a statement names elsewhere, too: they may be the bound of something else."""
    found, others = defaultdict[int, set[int]](set), set[int]()
    sections = statement_sections(folder, "Inputs?")
    of_inputs = [pair for section in sections for pair in intervals_in(section)]
    for text in statements(folder):
        own = [*intervals_in(text)]
        if of_inputs:  # brackets elsewhere are other intervals, such as those of an answer
            own = [pair for pair in own if pair in of_inputs or pair not in _in_brackets(text)]
        named, as_ends = Counter(numbers_in(text)), Counter(abs(one) for one in chain(*own))
        for low, high in own:
            found[high].add(low)
        others |= {high for _, high in own if named[high] != as_ends[high] or high + 1 in named}
    return {high: frozenset(lows) for high, lows in found.items() if high not in others}


def said_interval(folder: Path) -> tuple[int, int] | None:
    """The interval of the numbers that a program says in a dialogue: the only one in sentences on
    what it prints; None if there is none, or several."""
    found = {
        pair
        for text in statements(folder)
        for sentence in _SENTENCE.split(text)
        if _SAYS.search(sentence) and not _HEARS.search(sentence)
        for pair in intervals_in(sentence)
    }
    return found.pop() if len(found) == 1 else None


def intervals_in(text: str) -> Iterator[tuple[int, int]]:
    """The intervals in a text, each with both ends."""
    text = _without_signs(text)
    for match in _CHAIN.finditer(text):
        if not _OTHER.search(re.sub(r"_\d", "", match[2])):
            yield from _ordered(match[1], match[3])
    for match in _WORDS.finditer(text):
        yield from _ordered(match[1], match[2])
    yield from _in_brackets(text)


def _in_brackets(text: str) -> Iterator[tuple[int, int]]:
    for match in _BRACKETS.finditer(_without_signs(text)):
        yield from _ordered(match[1], match[2])


def _without_signs(text: str) -> str:
    return _SIGNS.sub("", plain_numbers(text)).replace("−", "-")


def named_intervals_in(text: str) -> Iterator[NamedInterval]:
    """The intervals in a text that are for names alone, or in words for numbers."""
    text = _without_signs(text)
    for match in _CHAIN.finditer(text):
        names = [name.strip().replace("\\", "") for name in match[2].split(",")]
        if all(map(_NAME.fullmatch, names)):
            for low, high in _ordered(match[1], match[3]):
                yield from (NamedInterval(low, high, name) for name in names)
    for match in _WORDS.finditer(text):
        if _OF_NUMBERS.search(text[: match.start()]):
            for low, high in _ordered(match[1], match[2]):
                yield NamedInterval(low, high, f"{match.start()}")


def chained_intervals_in(text: str) -> Iterator[NamedInterval]:
    """The intervals in a text that are for names alone, of which one may be a bound of the next:
    ``1 \\le k \\le n \\le 8``."""
    for match in _NAMED_CHAIN.finditer(re.sub(_AT_MOST, "≤", _without_signs(text))):
        for low, high in _ordered(match[1], match[3]):
            for name in re.split("[,≤]", match[2]):
                yield NamedInterval(low, high, name.strip())


def row_intervals_in(text: str) -> Iterator[NamedInterval]:
    """The intervals in a text that are for several names with an index, each a bound of the next:
    ``0 \\le a_i \\le b_i \\le 9``."""
    for low, *names, high in chains_in(text):
        bounded = low.lstrip("-").isdecimal() and high.lstrip("-").isdecimal()
        if bounded and len(names) > 1 and all("_" in name for name in names):
            for one, other in _ordered(low, high):
                yield from (NamedInterval(one, other, name) for name in names)


def chains_in(text: str) -> Iterator[tuple[str, ...]]:
    """Names and numbers of which each is at most the next: ``1 \\le l_i \\le r_i \\le n``."""
    for match in _ROW_CHAIN.finditer(_with_plain_relations(text)):
        yield tuple(re.split(r"\s*[≤<]\s*", match[0]))


def relations_in(text: str) -> Iterator[Relation]:
    """The names and numbers beside each other in chains, and those that are not equal:
    ``1 \\le a_i, b_i \\le n``, ``a_i \\ne b_i``."""
    plain = _with_plain_relations(text)
    for match in _ROW_CHAIN.finditer(plain):
        first, *others = re.split(r"\s*([≤<])\s*", match[0])
        for sign, second in zip(others[::2], others[1::2], strict=True):
            yield Relation(first, Sign(sign), second)
            first = second
    for match in _UNEQUAL.finditer(plain):
        yield Relation(match[1], Sign.NOT_EQUAL, match[2])


def _with_plain_relations(text: str) -> str:
    plain = _OPERATOR.sub("*", re.sub(_AT_MOST, "≤", _without_signs(text)))
    return re.sub(r"\\neq?\b|&ne;|!=", "≠", re.sub(r"\\lt\b|&lt;", "<", plain))


def _ordered(low: str, high: str) -> Iterator[tuple[int, int]]:
    if int(low) < int(high):
        yield int(low), int(high)
