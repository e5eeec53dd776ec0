"""Tolerant, bounded reading of the output of a hostile program.

One pass over the text, no recursion, no evaluation: time and memory grow with the length of the
text alone. Standard library only, so that an output validator can carry this file elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Union

from judge.plugin.contract import Undecodable
from judge.plugin.notations import MAX_DEPTH, without_notation

MAX_DIGITS = 18
MAX_NUMBERS = 200_000


class Nobody(Enum):
    """The item of a list that means no number."""

    NOBODY = "none"


NOBODY = Nobody.NOBODY
#: What ``tree`` makes of an output: numbers, words for none, and groups of items.
Item = Union[int, Nobody, "tuple[Item, ...]"]
_NONE_WORDS = frozenset(
    "null Null NULL None none nil Nil NIL undefined undef Nothing nothing nobody Nobody no No NA"
    " N/A NaN nan NAN False false - _ x X * ?".split()
)

_CLOSING = {"(": ")", "[": "]", "{": "}"}

# Every alternative is decided by its first character and none can be left once entered, so the
# scan never goes back. Any character starts one of them: nothing is skipped unseen.
# Quotes, separators of a key and its value, and the point of a dotted pair count as blanks.
_TOKEN = re.compile(
    r"""(?P<skip>\s+|(?:\#|//)[^\n]*\s*|->|=>|[:="'→↦]|\.(?=\s))"""
    r"""|(?P<mark>[\[\](){},;|])|(?:(?!->)[^\s\[\](){},;|\#:="'→↦])+"""
)
_SEPARATORS = frozenset({",", ";", "|"})
#: What most solutions print: one list of pairs, or a pair a line.
_PLAIN_PAIR = r"\[[0-9]{1,18}, ?[0-9]{1,18}\]"
_PLAIN = re.compile(
    rf"\[(?:{_PLAIN_PAIR}(?:, ?{_PLAIN_PAIR})*)?\]\n?|(?:{_PLAIN_PAIR}\n)+", re.ASCII
)
_DIGITS = re.compile("[0-9]+")
#: In a longer text the reader counts numbers and lines.
LONGEST_PLAIN = 4096
_INTEGER = re.compile(r"([+-]?)([0-9]+)(?:\.0*)?")


@dataclass
class _Group:
    """What has been read of one bracket (or of the whole text, where ``opening`` is empty)."""

    opening: str
    line: int
    numbers: list[int] = field(default_factory=list)
    groups: int = 0
    separated: bool = True  # nothing yet, or a comma since the last item


@lru_cache(maxsize=1)  # every reading of one output asks again
def pairs(text: str) -> tuple[tuple[int, int], ...]:
    """The pairs of integers written in ``text``, in their order.

    Accepted: JSON, Python and JavaScript lists, tuples and sets of pairs, one pair a line, a flat
    list of even length, bare numbers, integers written ``1.0`` or in quotes, objects and hashes of
    keys and values, what ``judge.plugin.notations`` takes away, a comma after the last item, and
    comments from ``#`` or ``//`` to the end of the line. Blank text and empty brackets hold none.

    Raises Undecodable, naming the offending token and its line (from 1), for anything else.
    """
    if len(text) <= LONGEST_PLAIN and _PLAIN.fullmatch(text):
        numbers = [int(digits) for digits in _DIGITS.findall(text)]
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))
    reader = _Reader()
    for token, line in _tokens(text):
        reader.take(token, line)
    return reader.finish()


@lru_cache(maxsize=1)
def tree(text: str) -> tuple[Item, ...]:
    """The nested lists written in ``text``, read as tolerantly, with words for none among numbers.

    Raises Undecodable, naming the offending token and its line (from 1); a separator alone is one.
    """
    levels: list[list[Item]] = [[]]
    opened: list[tuple[str, int]] = []
    separated: set[int] = set()  # the levels that began with a separator
    count = 0
    for token, line in _tokens(text):
        if token in _CLOSING:
            if len(levels) > MAX_DEPTH:
                raise Undecodable(f"line {line}: brackets nested more than {MAX_DEPTH} deep")
            opened.append((token, line))
            levels.append([])
        elif token in (")", "]", "}"):
            if not opened or _CLOSING[opened.pop()[0]] != token:
                raise Undecodable(f"line {line}: {token!r} closes nothing")
            _check_alone(levels, separated, line)
            closed = tuple(levels.pop())
            levels[-1].append(closed)
        elif token in _SEPARATORS:
            if not levels[-1]:
                separated.add(len(levels))
        else:
            levels[-1].append(NOBODY if token in _NONE_WORDS else _integer(token, line))
        count += token not in _SEPARATORS
        if count > MAX_NUMBERS:
            raise Undecodable(f"line {line}: more than {MAX_NUMBERS} numbers")
    if opened:
        raise Undecodable(f"line {opened[-1][1]}: {opened[-1][0]!r} is never closed")
    _check_alone(levels, separated, text.count("\n") + 1)
    return tuple(levels[0])


def _check_alone(levels: list[list[Item]], separated: set[int], line: int) -> None:
    """Refuse a group, which ends in this line, of separators without an item."""
    if len(levels) in separated and not levels[-1]:
        raise Undecodable(f"line {line}: a separator without an item")
    separated.discard(len(levels))


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for match in _TOKEN.finditer(without_notation(text.removeprefix("\ufeff"))):
        token = match.group()
        if match.lastgroup != "skip":
            yield token, line
        elif "\n" in token:
            line += token.count("\n")


class _Reader:
    """Takes tokens one at a time; holds the open brackets and the pairs found so far."""

    def __init__(self) -> None:
        self.open = [_Group("", 1)]
        self.pairs: list[tuple[int, int]] = []
        self.count = 0
        #: The first group that is no pair. Legal only if it is the sole group with anything in it.
        self.flat: _Group | None = None
        self.leaves = 0

    def take(self, token: str, line: int) -> None:
        if token in _CLOSING:
            self._enter(token, line)
        elif token in (")", "]", "}"):
            self._leave(token, line)
        elif token in _SEPARATORS:
            if self.open[-1].separated:
                raise Undecodable(f"line {line}: nothing comes before {token!r}")
            self.open[-1].separated = True
        else:
            self._number(token, line)

    def _enter(self, token: str, line: int) -> None:
        outer = self.open[-1]
        if outer.numbers:
            raise Undecodable(f"line {line}: {token!r} opens a group among bare numbers")
        if len(self.open) > MAX_DEPTH:
            raise Undecodable(f"line {line}: brackets nested more than {MAX_DEPTH} deep")
        outer.groups += 1
        outer.separated = False
        self.open.append(_Group(token, line))

    def _leave(self, token: str, line: int) -> None:
        group = self.open[-1]
        if not group.opening:
            raise Undecodable(f"line {line}: {token!r} closes nothing")
        if _CLOSING[group.opening] != token:
            raise Undecodable(
                f"line {line}: {token!r} closes the {group.opening!r} of line {group.line}"
            )
        self.open.pop()
        if not group.groups:
            self._leaf(group)

    def _leaf(self, group: _Group) -> None:
        self.leaves += 1
        if len(group.numbers) == 2:
            self.pairs.append((group.numbers[0], group.numbers[1]))
        elif self.flat is None:
            self.flat = group
        if self.flat is not None and self.leaves > 1:
            raise _not_a_pair(self.flat)

    def _number(self, token: str, line: int) -> None:
        group = self.open[-1]
        value = _integer(token, line)
        if group.groups:
            raise Undecodable(f"line {line}: bare number {_shown(token)} among groups")
        self.count += 1
        if self.count > MAX_NUMBERS:
            raise Undecodable(f"line {line}: more than {MAX_NUMBERS} numbers")
        group.numbers.append(value)
        group.separated = False

    def finish(self) -> tuple[tuple[int, int], ...]:
        group = self.open[-1]
        if group.opening:
            raise Undecodable(f"line {group.line}: {group.opening!r} is never closed")
        flat = group if group.numbers else self.flat
        if flat is None:
            return tuple(self.pairs)
        if len(flat.numbers) % 2:
            if flat.opening and len(flat.numbers) == 1:
                raise _not_a_pair(flat)
            raise Undecodable(f"an odd count of numbers ({len(flat.numbers)}) makes no pairs")
        return tuple(zip(flat.numbers[::2], flat.numbers[1::2], strict=True))


def _not_a_pair(group: _Group) -> Undecodable:
    held = "1 number" if len(group.numbers) == 1 else f"{len(group.numbers)} numbers"
    return Undecodable(f"line {group.line}: a group of {held} is not a pair")


def _integer(token: str, line: int) -> int:
    match = _INTEGER.fullmatch(token)
    if match is None:
        raise Undecodable(f"line {line}: {_shown(token)} is not an integer")
    sign, digits = match.groups()
    if len(digits) > MAX_DIGITS:
        raise Undecodable(f"line {line}: {_shown(token)} has more than {MAX_DIGITS} digits")
    return -int(digits) if sign == "-" else int(digits)


def _shown(token: str) -> str:
    return ascii(token if len(token) <= 24 else token[:21] + "...")
