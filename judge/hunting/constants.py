"""The constants of a source, for the instances of a hunt: a rare mistake often names its cause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from pygments.lexer import Lexer
from pygments.lexers import (
    TextLexer,
    get_all_lexers,
    get_lexer_by_name,
    get_lexer_for_filename,
)
from pygments.token import Comment, Number, String
from pygments.util import ClassNotFound

from judge.hunting.arithmetic import OPERATORS, factors, folded

#: Its kind in pygments, and its text.
Token = tuple[Any, str]

#: A constant of the source counts as often as this, a number next to it once.
WEIGHT = 4
#: At most so many are taken, and as many places; a word has at most so many characters.
MOST, LONGEST = 300, 60
#: A place of the source has so many constants, and one of them is greater than this or a string.
NEAR, COMMON = 4, 2
#: How often the constants of one place are chosen.
FOCUS = 0.6
#: Numbers in text have fewer digits.
LONGEST_NUMBER = 20
#: Greater numbers are left out.
LARGEST = 2**64
#: Numbers where arithmetic in few bits overflows.
EDGES = tuple(2**bits + more for bits in (7, 8, 15, 16, 31) for more in (-1, 0, 1))
_DIGITS = re.compile(r"(?<![\w.])\d+(?![\w.])")
#: What joins two strings, if anything stands between them.
_JOINING = frozenset({"", "+", ".", "..", "~", "++", "<>"})
#: Texts in quotes in a string.
_QUOTED = re.compile(r"""\\?(["'])([^"'\\]+)\\?\1""")
_QUOTES = re.compile(r"""^[a-zA-Z]{0,2}(?:\"\"\"|'''|["'`])|(?:\"\"\"|'''|["'`])$""")


class Group(Struct, frozen=True):
    """Numbers and words to choose from, the most promising ones several times."""

    numbers: tuple[int, ...]
    words: tuple[str, ...]


class Constants(Struct, frozen=True):
    """All constants of a source, and those that stand near each other."""

    all: Group = Group(EDGES, ())
    nearby: tuple[Group, ...] = ()
    #: How many different ones are in the source.
    count: int = 0

    def sizes(self, least: int, most: int) -> tuple[int, ...]:
        """The different numbers in a range."""
        return tuple(sorted({number for number in self.all.numbers if least <= number <= most}))

    def chosen(self, rng: Random) -> Group:
        """What stands in one place of the source, as the parts of one condition do; or all."""
        return rng.choice(self.nearby) if self.nearby and rng.random() < FOCUS else self.all

    def of(self, place: int) -> Group:
        """What stands in the place with this number, modulo ``places``; or all, for number 0."""
        return (self.all, *self.nearby)[place % self.places]

    @property
    def places(self) -> int:
        return len(self.nearby) + 1


def source_constants(path: Path, text: str) -> Constants:
    """The numbers of a source and its strings. Numbers next to them and some where arithmetic
    overflows are added, but not counted."""
    constants = list(_constants(_lexer(path).get_tokens(text)))
    distinct = list(dict.fromkeys(constants))[:MOST]
    whole = _group([*_repeated(constants), *distinct])
    places = (constants[start : start + NEAR] for start in range(len(constants)))
    telling = dict.fromkeys(tuple(dict.fromkeys(place)) for place in places if _is_telling(place))
    nearby = tuple(_group(place) for place in list(telling)[:MOST])
    return Constants(Group((*whole.numbers, *EDGES), whole.words), nearby, len(distinct))


def _repeated(constants: Sequence[int | str]) -> list[str]:
    """Words that stand in the source more than once, several times: beside a list of all words
    there may be a condition on some of them."""
    counts = Counter(one for one in constants if isinstance(one, str))
    return WEIGHT * [word for word, count in counts.items() if count > 1]


def _group(constants: Iterable[int | str]) -> Group:
    numbers = [one for one in constants if isinstance(one, int)]
    beside = [near for number in numbers for near in (number - 1, number + 1, *factors(number))]
    words = tuple(one for one in constants if isinstance(one, str))
    return Group((*WEIGHT * numbers, *beside), words)


def _is_telling(place: Sequence[int | str]) -> bool:
    """Whether one is no number that every program has."""
    return any(isinstance(one, str) or one > COMMON for one in place)


def _lexer(path: Path) -> Lexer:
    """That of the one language with the suffix; else all patterns of names are compiled, which
    takes as long as hundreds of instances."""
    known = get_all_lexers(plugins=False)
    names = [aliases for _, aliases, patterns, _ in known if f"*{path.suffix}" in patterns]
    lexer: Lexer = TextLexer()
    with suppress(ClassNotFound):
        alone = len(names) == 1 and names[0]
        lexer = get_lexer_by_name(alone[0]) if alone else get_lexer_for_filename(path.name)
    return lexer


def _constants(tokens: Iterable[Token]) -> Iterator[int | str]:
    """The constants in the order of the source. Whole numbers inside of strings and plain text
    count, for that may be code. Behind the numbers of an expression its value comes, and behind
    strings that are joined what they make."""
    string = ""  # a lexer gives a literal in several tokens
    strings: list[str] = []
    expression = ""
    for kind, text in tokens:
        if kind in String and kind not in String.Doc:
            string += text
            continue
        yield from _in_string(string)
        strings += [string] if string else []
        string = ""
        if text.strip() not in _JOINING:
            yield from _joined(strings)
            strings = []
        if kind in Number or text.strip() in OPERATORS:
            expression += text
        elif text.strip():
            yield from folded(expression)
            expression = ""
        if kind in Number:
            with suppress(ValueError, OverflowError):
                yield _value(text)
        elif kind not in Comment and kind not in String:
            yield from _in_text(text)
    yield from _in_string(string)
    yield from folded(expression)


def _joined(strings: Sequence[str]) -> Iterator[str]:
    """What several literals make together, if it may be a word."""
    whole = "".join(_QUOTES.sub("", string.strip()) for string in strings)
    if len(strings) > 1 and 0 < len(whole) <= LONGEST:
        yield whole


def _in_text(text: str) -> Iterator[int]:
    yield from (int(digits) for digits in _DIGITS.findall(text) if len(digits) < LONGEST_NUMBER)


def _in_string(string: str) -> Iterator[int | str]:
    yield from dict.fromkeys(_words(string))
    yield from _in_text(string)
    plain = _QUOTES.sub("", string.strip())
    if len(plain) == 1:
        yield ord(plain)


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


def _words(string: str) -> Iterator[str]:
    """A literal without its quotes and, if it is a list in one string, the items; what is in quotes
    in it, too."""
    plain = _QUOTES.sub("", string.strip())
    quoted = (found[2] for found in _QUOTED.finditer(plain))
    for word in (plain, *re.split(r"[,;\n]", plain), *quoted):
        if 0 < len(word.strip()) <= LONGEST:
            yield word.strip()
