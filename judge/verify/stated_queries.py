"""What statements say of the lines that a program prints in a dialogue: how they look, the bounds
of their numbers, and how many there may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from judge.verify.stated_numbers import plain_numbers, statements

#: How a line is shown: ``? i j`` in backquotes, in ``\texttt`` or in quotation marks.
_SHOWN = re.compile(r"`+([^`\n]{3,60})`+|\\(?:texttt|mathtt|textbf)\{([^\n]{3,60}?)\}(?!\})")
_SIGNS = re.compile(r"[${}]|\\[,;! ]|\\(?:text(?:it|tt|rm)?|mathit|langle|rangle)\b")
_AT_MOST = r"(?:\\leqslant|\\leq|\\le\b|≤|⩽|<=)"
_NAME = r"[A-Za-z](?:_?\w)?"
#: ``1 \le i, j \le n``.
_CHAIN = re.compile(
    rf"(?<![\w.])(\d{{1,18}})\s*{_AT_MOST}\s*((?:{_NAME}\s*,\s*)*{_NAME})\s*{_AT_MOST}\s*"
    rf"(\d{{1,18}}|{_NAME})(?![\w.^]|\s*[-+*\\])"
)
_UNEQUAL = re.compile(rf"({_NAME})\s*(?:\\neq?\b|≠|!=|\\not=)\s*({_NAME})(?!\w)")
_DIFFERENT = re.compile(r"\b(?:different|distinct)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;])\s+|\n\s*\n|\n\s*(?:[-*]\s|\\item\b)")
#: Where such words are, a number beyond its bounds may have an answer of its own.
_OUTSIDE = re.compile(r"\b(?:outside|out of (?:the )?\w+|beyond|does not exist|invalid)\b", re.I)
#: Where such words are, a last line may come again.
_AGAIN = re.compile(
    r"\b(?:again|until|attempts?|tries|try|retry|several|multiple|wrong guess\w*|any number of)\b",
    re.IGNORECASE,
)
_FIRST_READ = re.compile(
    rf"\b(?:integers?|numbers?|values?|size|length)\s+({_NAME})(?!\w)", re.IGNORECASE
)
_LIMIT = re.compile(
    r"\b(?:at most|no more than|up to|maximum of)\s+(\d{1,3})?\s*(?:\\cdot|\\times|\*|·)?\s*"
    r"([a-zA-Z])\s*(?:([-+])\s*(\d{1,4}))?\s+"
    r"(?:times|(?:\w+ )?(?:guess(?:es)?|quer(?:y|ies)|questions?|comparisons?|requests?))\b"
)


class Bounded(Struct, frozen=True):
    """A number of a line, by the place of its word, with its least and greatest value; the latter
    is None where it is the number that a program reads first."""

    place: int
    low: int
    high: int | None


class ShownLine(Struct, frozen=True):
    """A line that a statement shows: its first word, how many words it has, the numbers that have
    bounds, and the places of two that must differ."""

    first: str
    length: int
    bounded: tuple[Bounded, ...]
    unequal: tuple[int, int] | None

    def matches(self, line: str) -> bool:
        words = line.split()
        return len(words) == self.length and words[0] == self.first


class Limit(Struct, frozen=True):
    """So many lines, for the number that a program reads first."""

    factor: int
    added: int

    def of(self, number: int) -> int:
        return self.factor * number + self.added


def shown_lines(folder: Path) -> list[ShownLine]:
    """The lines that all statements show, where one bound at least is known of each."""
    return [line for text in statements(folder) for line in _shown_in(text)]


def may_ask_beyond(folder: Path) -> bool:
    """Whether a statement has words for numbers beyond their bounds."""
    return any(map(_OUTSIDE.search, statements(folder)))


def may_end_again(folder: Path) -> bool:
    """Whether a last line may come again, perhaps."""
    texts = statements(folder)
    return not texts or any(map(_AGAIN.search, texts))


def query_limit(folder: Path) -> Limit | None:
    """How many lines a program prints at most, by the first number that it reads; None if
    statements do not say it in this way, or in several."""
    found = set()
    for text in statements(folder):
        plain = _plain(text)
        for factor, name, sign, added in _LIMIT.findall(plain):
            if name == _first_name(plain):
                found.add(Limit(int(factor or 1), int(f"{sign}{added}" or 0)))
    return found.pop() if len(found) == 1 else None


def _shown_in(text: str) -> Iterator[ShownLine]:
    plain = _plain(text)
    first_name = _first_name(plain)
    bounds = dict[str, Bounded]()
    for match in _CHAIN.finditer(plain):
        high = int(match[3]) if match[3].isdigit() else None
        if high is not None or match[3] == first_name:
            for name in match[2].split(","):
                bounds[name.strip()] = Bounded(0, int(match[1]), high)
    unequal = {frozenset(match.groups()) for match in _UNEQUAL.finditer(plain)}
    for sentence in _SENTENCE.split(text):
        for match in _SHOWN.finditer(sentence):
            first, *names = _plain(match[1] or match[2]).split() or [""]
            if not names or len({*names}) < len(names) or re.fullmatch(_NAME, first):
                continue
            known = [(at, bounds[name]) for at, name in enumerate(names, 1) if name in bounds]
            if not known or not all(re.fullmatch(_NAME, name) for name in names):
                continue
            bounded = tuple(Bounded(at, one.low, one.high) for at, one in known)
            differ = len(names) == 2 and (
                frozenset(names) in unequal or bool(_DIFFERENT.search(sentence))
            )
            yield ShownLine(first, len(names) + 1, bounded, (1, 2) if differ else None)


def _plain(text: str) -> str:
    return _SIGNS.sub("", plain_numbers(text)).replace("−", "-")


def _first_name(plain: str) -> str:
    """The name of the first number that a statement speaks of in its part on the dialogue."""
    part = re.search(r"(?:^#+\s*|\\section\*?)\s*(?:The )?Interaction(.*)", plain, re.M | re.S)
    found = _FIRST_READ.search(part[1] if part else "")
    return found[1] if found else ""
