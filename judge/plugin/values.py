"""An output in the notation of any language, as values: numbers, words, and groups of them.

``3.0``, ``[3]``, ``3n``, ``1e+05`` and ``ans = 3`` are the same number; brackets, lines, separators
and keys make groups. Bounded like ``judge.plugin.number_lists``, and, like that, made of the
standard library alone: one pass over the text, no evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from judge.plugin.contract import Score, Undecodable
from judge.plugin.notations import cells_as_list, without_names

MAX_ITEMS = 200_000
#: So many tokens, blanks among them, are more items than that in any notation.
MAX_TOKENS = 5 * MAX_ITEMS
MAX_NESTING = 50
MAX_DIGITS = 400
#: The greatest exponent of ten of a number written as 1e+05.
MAX_EXPONENT = 400


@dataclass(frozen=True)
class Word:
    """What is no number; ``text`` is without quotes."""

    text: str
    is_quoted: bool = False


@dataclass(frozen=True)
class Number:
    """A number, exact, and how it was written."""

    value: Score
    text: str


@dataclass(frozen=True)
class Group:
    """Values between brackets, or beside or below each other without any."""

    items: tuple[Value, ...]
    #: A key for each item of a map; empty for a list.
    keys: tuple[Value, ...] = ()
    is_bracketed: bool = True
    #: What stands between the items: a comma, a blank, a semicolon, the end of a line.
    between: str = ","


Value = Word | Number | Group

_CLOSING = {"(": ")", "[": "]", "{": "}", "[|": "|]"}
#: A colon before a letter and behind nothing begins a symbol.
_KEY_SIGN = r"""=>|->|:(?![A-Za-z])|(?<=[\w\])}"']):|[=→↦]"""
_TOKEN = re.compile(
    rf"""(?P<newline>\n)|(?P<skip>[^\S\n]+|\.(?=\s))|(?P<key>{_KEY_SIGN})"""
    r"""|(?P<mark>\[\||\|\]|[\[\](){},;|])"""
    r"""|"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)'(?!\w)"""
    rf"""|:?(?P<word>(?:(?!{_KEY_SIGN})[^\s\[\](){{}},;|"])+)|(?P<other>.)""",
    re.DOTALL,
)
_INTEGER = re.compile(r"([+\-−¯]?)([0-9]+)(?:n|L|N|\.0*)?")
_DECIMAL = re.compile(r"([+\-−¯]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,4}))?")
_RATIO = re.compile(r"([+\-−¯]?[0-9]+)(?:/|//|%|r)([0-9]+)")
_MINUS = ("-", "−", "¯")
#: Ratios whose parts stand apart, or in a type of their own.
_APART = re.compile(r"(?<![\w.])([0-9]{1,400})\s?(?://|%|/)\s?(?=[0-9])")
_TYPED_RATIO = re.compile(r"\b(?:Fraction|Rational)\(\s?([+-]?[0-9]{1,400}),\s?([0-9]{1,400})\s?\)")
#: What var_dump shows of one value, with its type.
_DUMPED = re.compile(r"""(?:(?:int|float|bool)\((\S{1,40})\)|string\([0-9]{1,9}\) ("[^\n]*"))\n?""")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
#: Truths whose sign means something else in other texts.
_TRUTH = re.compile(r"(?<![\w#])#(t|f)(?:rue|alse)?\b")
_NAME = re.compile(r"[A-Za-z_]\w{0,30}")
#: The separators, the one that divides first before the others.
_SEPARATORS = ("\n", "|", ";", ",")


def number_in(text: str) -> Score | None:
    """The number that a word is, such as ``3.0``, ``-0.5``, ``1e+05`` or ``1/3``; None for none."""
    if len(text) > MAX_DIGITS:
        return None
    if found := _INTEGER.fullmatch(text):
        return -int(found[2]) if found[1] in _MINUS else int(found[2])
    if found := _RATIO.fullmatch(text):
        top, bottom = found[1], int(found[2])
        value = Fraction(int(top.lstrip("+-−¯")), bottom) if bottom else None
        return None if value is None else _signed(value, top[0])
    found = _DECIMAL.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        return None
    exponent = int(found[4] or 0)
    if abs(exponent) > MAX_EXPONENT:
        return None
    value = Fraction(int(found[2] + found[3])) * Fraction(10) ** (exponent - len(found[3]))
    return _signed(value, found[1])


def _signed(value: Fraction, sign: str) -> Score:
    value = -value if sign in _MINUS else value
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True)
class _Entry:
    value: Value
    key: Value | None = None
    sign: str = ""


@dataclass
class _Open:
    """A bracket that is not closed yet, or the whole text, where ``opening`` is empty."""

    opening: str
    line: int
    #: Entries, and the separators between them.
    parts: list[_Entry | str] = field(default_factory=list)
    sign: str = ""

    def add(self, value: Value) -> None:
        if self.sign:
            key = self.parts.pop()
            assert isinstance(key, _Entry)
            self.parts.append(_Entry(value, key.value, self.sign))
            self.sign = ""
        else:
            self.parts.append(_Entry(value))

    def expect_value(self, sign: str, line: int) -> None:
        """Take the last entry for a key."""
        last = self.parts[-1] if self.parts else None
        if not isinstance(last, _Entry) or last.key is not None or self.sign:
            raise Undecodable(f"line {line}: {sign!r} without a key")
        self.sign = sign

    def group(self) -> Group:
        if self.sign:
            raise Undecodable(f"line {self.line}: {self.sign!r} without a value")
        return _grouped(self.parts, _SEPARATORS, bool(self.opening), self.line)


def _grouped(
    parts: list[_Entry | str], separators: tuple[str, ...], is_bracketed: bool, line: int
) -> Group:
    """The group of what stands between brackets, divided by the first separator that occurs."""
    for at, separator in enumerate(separators):
        if separator not in parts:
            continue
        pieces = _split(parts, separator, line)
        groups = [_grouped(piece, separators[at + 1 :], False, line) for piece in pieces]
        if len(groups) == 1:
            only = groups[0]
            return Group(only.items, only.keys, is_bracketed, only.between)
        if any(one.keys for one in groups):
            if not all(len(one.keys) == 1 for one in groups):
                raise Undecodable(f"line {line}: keys and items without a key in one group")
            keys = tuple(one.keys[0] for one in groups)
            return Group(tuple(one.items[0] for one in groups), keys, is_bracketed, separator)
        items = tuple(one.items[0] if len(one.items) == 1 else one for one in groups)
        return Group(items, (), is_bracketed, separator)
    entries = [part for part in parts if isinstance(part, _Entry)]
    keys = tuple(one.key for one in entries if one.key is not None)
    if keys and len(keys) != len(entries):
        raise Undecodable(f"line {line}: keys and items without a key in one group")
    return Group(tuple(one.value for one in entries), keys, is_bracketed, " ")


def _split(parts: list[_Entry | str], separator: str, line: int) -> list[list[_Entry | str]]:
    pieces: list[list[_Entry | str]] = [[]]
    for part in parts:
        if part == separator:
            pieces.append([])
        else:
            pieces[-1].append(part)
    if separator == "\n":
        return [piece for piece in pieces if piece] or [[]]
    if not pieces[-1] and len(pieces) > 1:
        pieces.pop()  # a separator after the last item
    if any(not piece for piece in pieces):
        raise Undecodable(f"line {line}: a separator without an item")
    return pieces


@lru_cache(maxsize=2)
def values(text: str) -> Value:
    """What is written in ``text``; a group without items where it is blank.

    Raises Undecodable, naming the line (from 1).
    """
    _check_length(text)
    if dumped := _DUMPED.fullmatch(text):
        return values_as_written(dumped[1] or dumped[2])
    text = _TRUTH.sub(lambda found: " true" if found[1] == "t" else " false", text)
    text = _APART.sub(r"\1/", _TYPED_RATIO.sub(r"\1/\2", text.removeprefix("\ufeff")))
    return values_as_written(without_names(cells_as_list(text)))


def _check_length(text: str) -> None:
    """Refuse what cannot be an answer before all that takes notations away goes through it."""
    if len(text) > MAX_TOKENS and any(islice(_TOKEN.finditer(text), MAX_TOKENS, None)):
        raise Undecodable(f"more than {MAX_ITEMS} items")


def values_as_written(text: str) -> Value:
    """The same of a text in which nothing stands besides brackets, separators, keys and quotes."""
    opened = [_Open("", 1)]
    line = count = 0
    for kind, token, line in _tokens(text):
        inner = opened[-1]
        count += kind not in ("newline", "key")
        if count > MAX_ITEMS:
            raise Undecodable(f"line {line}: more than {MAX_ITEMS} items")
        if kind == "newline":
            if len(opened) == 1 and inner.parts and not inner.sign:
                inner.parts.append("\n")
        elif kind == "key":
            inner.expect_value(token, line)
        elif kind == "mark":
            _bracket_or_separator(opened, token, line)
        elif kind == "word":
            number = number_in(token)
            inner.add(Word(token) if number is None else Number(number, token))
        else:
            inner.add(Word(_unescaped(token), is_quoted=True))
    if len(opened) > 1:
        raise Undecodable(f"line {opened[-1].line}: {opened[-1].opening!r} is never closed")
    return _whole(opened[0])


def _bracket_or_separator(opened: list[_Open], token: str, line: int) -> None:
    if token in _CLOSING:
        if len(opened) > MAX_NESTING:
            raise Undecodable(f"line {line}: brackets nested more than {MAX_NESTING} deep")
        opened.append(_Open(token, line))
    elif token in _CLOSING.values():
        if _CLOSING.get(opened[-1].opening) != token:
            raise Undecodable(f"line {line}: {token!r} closes nothing")
        group = opened.pop().group()
        opened[-1].add(group)
    elif opened[-1].sign:
        raise Undecodable(f"line {line}: {opened[-1].sign!r} without a value")
    else:
        opened[-1].parts.append(token)


def _whole(text: _Open) -> Value:
    """The only value, or the group of all. A value with a name, ``x = 3``, is one."""
    group = text.group()
    if len(group.items) != 1:
        return group
    if not group.keys:
        return group.items[0]
    key = group.keys[0]
    named = [part for part in text.parts if isinstance(part, _Entry) and part.sign == "="]
    is_name = isinstance(key, Word) and not key.is_quoted and _NAME.fullmatch(key.text)
    return group.items[0] if named and is_name else group


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "double"
        if kind == "other":
            raise Undecodable(f"line {line}: {found.group()!r} is never closed")
        if kind != "skip":
            yield kind, found[kind], line
        line += found.group().count("\n")


def _unescaped(text: str) -> str:
    def character(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        return chr(int(code, 16)) if code else _ESCAPED.get(found[3], found[3])

    return _ESCAPE.sub(character, text) if "\\" in text else text
