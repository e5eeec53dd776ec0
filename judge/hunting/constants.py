"""The constants of a source, for the instances of a hunt: a rare mistake often names its cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.token import Comment, Number, String
from pygments.util import ClassNotFound

T = TypeVar("T")
#: Its kind in pygments, and its text.
Token = tuple[Any, str]

#: A constant of the source counts as often as this, a number next to it once.
WEIGHT = 4
#: At most so many different numbers and words are taken, and words of at most so many characters.
MOST, LONGEST = 300, 60
#: Greater numbers are left out.
LARGEST = 2**64
#: Numbers where arithmetic in few bits overflows.
EDGES = tuple(2**bits + more for bits in (7, 8, 15, 16, 31) for more in (-1, 0, 1))
_DIGITS = re.compile(r"(?<![\w.])\d+(?![\w.])")
_QUOTES = re.compile(r"""^[a-zA-Z]{0,2}(?:\"\"\"|'''|["'`])|(?:\"\"\"|'''|["'`])$""")


@dataclass(frozen=True)
class Constants:
    """Numbers and words to choose from, the most promising ones several times."""

    numbers: tuple[int, ...]
    words: tuple[str, ...]
    #: How many different ones are in the source.
    count: int

    def sizes(self, least: int, most: int) -> tuple[int, ...]:
        """The different numbers in a range."""
        return tuple(sorted({number for number in self.numbers if least <= number <= most}))


def source_constants(path: Path, text: str) -> Constants:
    """The numbers of a source, those next to them, and its strings, in the order of the source."""
    tokens = list(_lexer(path).get_tokens(text))
    strings = list(_strings(tokens))
    numbers = list(_distinct(_numbers(tokens, strings)))
    words = list(_distinct(word for string in strings for word in _words(string)))
    nearby = [number + step for number in numbers for step in (-1, 1)]
    weighted = [*WEIGHT * numbers, *nearby, *EDGES]
    return Constants(tuple(weighted), tuple(words), len(numbers) + len(words))


def _lexer(path: Path) -> Lexer:
    lexer: Lexer = TextLexer()
    with suppress(ClassNotFound):
        lexer = get_lexer_for_filename(path.name)
    return lexer


def _numbers(tokens: Iterable[Token], strings: Iterable[str]) -> Iterator[int]:
    """Literals, and whole numbers inside of strings and plain text, which may be code."""
    for kind, text in tokens:
        if kind in Number:
            with suppress(ValueError, OverflowError):
                yield _value(text)
        elif kind not in Comment and kind not in String:
            yield from (int(digits) for digits in _DIGITS.findall(text) if len(digits) < 20)
    for string in strings:
        yield from (int(digits) for digits in _DIGITS.findall(string) if len(digits) < 20)


def _value(text: str) -> int:
    """A literal of any language: ``0x1F``, ``1_000``, ``100L``, ``1e6``; raises ValueError."""
    plain = text.replace("_", "").replace("'", "").lower()
    if plain.startswith(("0x", "0b", "0o")):
        return int(plain.rstrip("ul"), 0)
    plain = plain.rstrip("ulnf")
    value = int(plain) if plain.isdecimal() else int(float(plain))
    if value > LARGEST:
        raise ValueError
    return value


def _strings(tokens: Iterable[Token]) -> Iterator[str]:
    """The literals; lexers give one in several tokens."""
    parts: list[str] = []
    for kind, text in tokens:
        if kind in String and kind not in String.Doc:
            parts.append(text)
        elif parts:
            yield "".join(parts)
            parts = []
    if parts:
        yield "".join(parts)


def _words(string: str) -> Iterator[str]:
    """A literal without its quotes and, if it is a list in one string, the items."""
    plain = _QUOTES.sub("", string.strip())
    for word in (plain, *re.split(r"[,;\n]", plain)):
        if 0 < len(word.strip()) <= LONGEST:
            yield word.strip()


def _distinct(items: Iterable[T]) -> Iterator[T]:
    known: set[T] = set()
    for item in items:
        if item not in known and len(known) < MOST:
            known.add(item)
            yield item
