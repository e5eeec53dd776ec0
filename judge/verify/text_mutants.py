"""Inputs spoilt by their text alone, for validators that must not accept everything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

from msgspec import Struct

_NUMBER = re.compile(rb"(?<![\w.+-])[+-]?\d+(?![\w.])")
_TOKEN = re.compile(rb"\S+")
#: A space between two numbers.
_BETWEEN = re.compile(rb"(?<=\d) (?=-?\d)")
_BRACKET = re.compile(rb"[][{}<>\"]")
_LETTER = re.compile(rb"[^\W\d]")
EXTRA, LETTERS, MIXED = (
    "extra text at the end",
    "letters in place of a number",
    "a number with letters",
)
WORD_END = "a word at the end of the last line"
NO_END, BLANK_END = "no line end at the end", "a blank line at the end"
BEGIN, LAST = "a space at the beginning", "a space at the end of the last line"
CRLF = "CR LF line ends"
MINUS_ZERO = "a minus sign before a 0"
LEADING_ZERO = "a leading zero of the {} number"
BLANK_INSIDE, TAB = "a blank line in the middle", "a tab in place of the {} space"
COMMA, COMMA_BEHIND = "a comma in place of a space", "a comma behind a number"
PLUS, UNDERSCORE = "a plus sign before a number", "an underscore between two digits"
#: White space around the whole input, and line ends: what is inside may be free, as in JSON.
AROUND = frozenset({NO_END, BLANK_END, BEGIN, LAST, CRLF})
#: Changes that put letters into an input.
WITH_LETTERS = frozenset({EXTRA, WORD_END, LETTERS, MIXED})
NO_TEXT = "bytes that are not text"
SEVERAL = "several lines"
LINE_MORE = "the last number once more in a line of its own"
#: Signs that no number has where no stored file has a comma.
COMMAS = frozenset({COMMA, COMMA_BEHIND})
#: Changes that put text behind the end.
BEHIND = frozenset({EXTRA, WORD_END})


class TextMutant(Struct, frozen=True):
    """A spoilt input. ``wrong``: no format allows it; otherwise it is a matter of white space."""

    name: str
    data: bytes
    wrong: bool


def is_numeric(files: Iterable[bytes]) -> bool:
    """Whether inputs have numbers and signs, but no letter: then no number may have any. Some may
    have no number, such as an empty list."""
    files = [*files]
    return any(map(_NUMBER.search, files)) and not any(map(_LETTER.search, files))


def has_brackets(files: Iterable[bytes]) -> bool:
    """Whether some input has signs of a format, such as JSON, in which white space may be free."""
    return any(map(_BRACKET.search, files))


def ends_in_words(files: Iterable[bytes]) -> bool:
    """Whether the last line of some input has letters."""
    return any(_LETTER.search(data.rstrip().rpartition(b"\n")[2]) for data in files)


def kinds(data: bytes) -> frozenset[str]:
    """The names of the mutants that an input has, and whether some of it stands before its last
    line: a validator may look at the beginning alone."""
    names = frozenset(one.name for one in mutants_of_text(data, Random(0)))
    return names | {SEVERAL} if data.strip().count(b"\n") else names


def mutants_of_text(data: bytes, rng: Random) -> Iterator[TextMutant]:
    """Mutants of an input, each different from it."""
    for name, spoilt, wrong in (*_wrong(data, rng), *_spaced(data)):
        if spoilt != data:
            yield TextMutant(name, spoilt, wrong)


def _wrong(data: bytes, rng: Random) -> Iterator[tuple[str, bytes, bool]]:
    if data.strip():
        yield "nothing", b"", True
    yield EXTRA, data + b"extra 123 text\n", True
    yield WORD_END, data.removesuffix(b"\n") + b" extra\n", True
    yield NO_TEXT, b"\xff\x00\x80" * 20 + b"\n", True
    if tokens := [*_TOKEN.finditer(data)]:
        last = tokens[-1]
        yield "the last token missing", data[: last.start()] + data[last.end() :], True
    if numbers := [*_NUMBER.finditer(data)]:
        chosen = rng.choice(numbers)
        for name, word in (
            (LETTERS, b"xyz"),
            ("a huge number", b"9" * 40),
            ("a negative huge number", b"-" + b"9" * 40),
            (MIXED, chosen[0] + b"q"),
        ):
            yield name, data[: chosen.start()] + word + data[chosen.end() :], True
    if b"," not in data:
        yield from _with_commas(data)


def _with_commas(data: bytes) -> Iterator[tuple[str, bytes, bool]]:
    for match in [*_BETWEEN.finditer(data)][-1:]:
        yield COMMA, data[: match.start()] + b"," + data[match.end() :], True
        yield COMMA_BEHIND, data[: match.start()] + b", " + data[match.end() :], True


def _spaced(data: bytes) -> Iterator[tuple[str, bytes, bool]]:
    yield NO_END, data.removesuffix(b"\n"), False
    yield BLANK_END, data + b"\n", False
    yield "a space at the end of a line", data.replace(b"\n", b" \n", 1), False
    yield "two spaces", data.replace(b" ", b"  ", 1), False
    yield BEGIN, b" " + data, False
    yield CRLF, data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), False
    yield LAST, data.removesuffix(b"\n") + b" \n", False
    for last in [*_NUMBER.finditer(data)][-1:]:
        yield LINE_MORE, data.rstrip(b"\n") + b"\n" + last[0] + b"\n", False
    yield from _blank(data)
    for which, match in _some([*_NUMBER.finditer(data)]):
        zero = data[: match.start()] + b"0" + data[match.start() :]
        yield LEADING_ZERO.format(which), zero, False
    positive = [match for match in _NUMBER.finditer(data) if match[0][:1].isdigit()]
    for which, match in _some(positive):
        name = PLUS if which == "last" or len(positive) == 1 else f"{PLUS}: the {which}"
        yield name, data[: match.start()] + b"+" + data[match.start() :], False
    for match in [match for match in _NUMBER.finditer(data) if match[0][-2:].isdigit()][-1:]:
        if len(match[0]) > 1:
            yield UNDERSCORE, data[: match.end() - 1] + b"_" + data[match.end() - 1 :], False
    for match in [match for match in _NUMBER.finditer(data) if match[0] == b"0"][:1]:
        yield MINUS_ZERO, data[: match.start()] + b"-" + data[match.start() :], False


def _blank(data: bytes) -> Iterator[tuple[str, bytes, bool]]:
    """White space inside: what a validator that looks at most lines or words lets pass."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        middle = (len(lines) + 1) // 2
        yield BLANK_INSIDE, b"".join([*lines[:middle], b"\n", *lines[middle:]]), False
    for which, match in _some([*_BETWEEN.finditer(data)]):
        yield TAB.format(which), data[: match.start()] + b"\t" + data[match.end() :], False


def _some(matches: list[re.Match[bytes]]) -> Iterator[tuple[str, re.Match[bytes]]]:
    """The first, the second and the last one: each may be read in a way of its own."""
    if matches:
        yield "first", matches[0]
    if len(matches) > 2:
        yield "second", matches[1]
    if len(matches) > 1:
        yield "last", matches[-1]
