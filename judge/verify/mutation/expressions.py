"""Where the expression around a place of a source begins and ends, in languages with the signs of
C: an expression may be put into brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

_TOKEN = re.compile(
    r'(?P<text>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')'
    r"|(?P<comment>/\*.*?\*/|//[^\n]*)"
    r"|(?P<line>^[ \t]*\#(?:\\\n|[^\n])*)"
    r"|(?P<word>[A-Za-z_]\w*|\d[\w.]*)"
    r"|(?P<sign><<=|>>=|->|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|::|\S)",
    re.DOTALL | re.MULTILINE,
)
#: How tightly signs bind, the loosest first; other signs and all words bind tighter than these.
_LEVELS: tuple[frozenset[str], ...] = (
    frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")),
    frozenset("?:"),
    frozenset(("||",)),
    frozenset(("&&",)),
    frozenset("|"),
    frozenset("^"),
    frozenset("&"),
    frozenset(("==", "!=")),
    frozenset(("<", ">", "<=", ">=")),
    frozenset(("<<", ">>")),
    frozenset("+-"),
    frozenset("*/%"),
)
#: What an expression never goes beyond.
_ENDS = frozenset((*"([{}]),;", "return", "case", "else", "do", "throw", "goto"))
#: A pair of brackets behind these is the head of a statement.
_HEADS = frozenset(("if", "for", "while", "switch", "catch"))
_PAIRS: Mapping[str, str] = {")": "(", "]": "[", "}": "{"}
#: The level of words such as ``min``, and of signs of one operand.
_OPERAND = 10


def level_of(text: str) -> int:
    """How tightly a sign binds; a word like the sum that it may be part of."""
    return next((at for at, signs in enumerate(_LEVELS) if text in signs), _OPERAND)


class Token(Struct, frozen=True):
    """A word, a sign, a string; ``is_end`` if an expression does not go beyond it."""

    text: str
    start: int
    end: int
    is_end: bool


def tokens_of(source: str) -> list[Token]:
    """The tokens of a source, without its comments."""
    return [
        Token(m[0], m.start(), m.end(), m.lastgroup == "line" or m[0] in _ENDS)
        for m in _TOKEN.finditer(source)
        if m.lastgroup != "comment"
    ]


class Expressions:
    """The expressions of one source."""

    def __init__(self, source: str) -> None:
        self._tokens = tokens_of(source)
        self._at = {token.start: index for index, token in enumerate(self._tokens)}
        self._partner = _partners(self._tokens)

    def around(self, start: int, level: int) -> tuple[int, int] | None:
        """The smallest expression that has the token at ``start``, and no sign that binds looser
        than ``level`` outside of brackets. None if no token begins there."""
        index = self._at.get(start)
        if index is None:
            return None
        first = last = index
        while (at := self._next(first, -1)) is not None and not self._is_beyond(at, level):
            first = at
        while (at := self._next(last, 1)) is not None and not self._is_beyond(at, level):
            last = at
        last = self._whole(last)
        return self._tokens[first].start, self._tokens[last].end

    def _next(self, index: int, step: int) -> int | None:
        """The next token in a direction, a whole pair of brackets counting as one; None at the end
        of what brackets enclose."""
        at = (index if step < 0 else self._whole(index)) + step
        if not 0 <= at < len(self._tokens):
            return None
        other = self._partner.get(at)
        if other is None:
            return at
        return None if (other > at) != (step > 0) else min(at, other)

    def _whole(self, index: int) -> int:
        """The closing bracket of an opening one; any other token itself."""
        return max(index, self._partner.get(index, index))

    def _is_beyond(self, index: int, level: int) -> bool:
        token = self._tokens[index]
        if token.text in ("(", "["):
            return index > 0 and self._tokens[index - 1].text in _HEADS
        return token.is_end or any(token.text in signs for signs in _LEVELS[:level])


def _partners(tokens: list[Token]) -> dict[int, int]:
    """The brackets that belong to each other, both ways."""
    found: dict[int, int] = {}
    open_: list[int] = []
    for index, token in enumerate(tokens):
        if token.text in "([{":
            open_.append(index)
        elif open_ and tokens[open_[-1]].text == _PAIRS.get(token.text):
            other = open_.pop()
            found[index], found[other] = other, index
    return found
