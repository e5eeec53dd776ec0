"""A returned value as the one string that it spells: quoted, characters, code points, lines,
or a day, of a time at midnight.

For problems whose ``decode`` takes any line as a string: it refuses none, so that nothing tells it
that ``["a", "b"]`` is how a function returns ``ab``. The same of one that takes any lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from judge.plugin.answers import string
from judge.plugin.contract import Undecodable
from judge.plugin.values import Group, Number, Value, Word, values, values_as_written

#: A longer output, in characters, is not looked at.
LONGEST = 50_000
#: A day as an object of a language that has a time of the day too.
_MIDNIGHT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]00:00(?::00(?:\.0{1,9})?)?(?: ?(?:Z|UTC|\+00:?00)){0,2}"
)
_WHITE_SPACE = (9, 10, 13)
_FIRST_CODE, _LAST_CODE = 32, 0x10FFFF


def spelled(text: str) -> Iterator[str]:
    """The strings that a returned value may spell, other than its own text; mostly none."""
    found = _returned(text)
    if day := _MIDNIGHT.fullmatch(text.strip().strip('"')):
        yield day[1]
    if isinstance(found, Word) and found.is_quoted:
        yield string(text)
    elif isinstance(found, Group) and found.is_bracketed and not found.items:
        yield ""  # no characters
    elif isinstance(found, Group) and found.is_bracketed and not found.keys:
        lines = [_line(item) for item in found.items]
        whole = _line(found)
        if whole is not None:
            yield whole
        else:
            yield from _joined(lines)


def listed_lines(text: str) -> Iterator[str]:
    """The lines that a returned value may be, for a ``decode`` that takes any text for lines: each
    item is one, or the characters of one; or a quoted string has them."""
    found = _returned(text)
    if isinstance(found, Word) and found.is_quoted:
        yield string(text)
    elif isinstance(found, Group) and found.is_bracketed and found.items and not found.keys:
        yield from _joined([_line(item) for item in found.items])


def are_lines(answer: object, text: str) -> bool:
    """Whether an answer is nothing but the lines of a text, perhaps without blanks at the ends."""
    if not isinstance(answer, tuple | list) or not all(isinstance(line, str) for line in answer):
        return False
    shown = [line.rstrip() for line in text.rstrip().split("\n")]
    return [line.rstrip() for line in answer] == shown


def listed_words(text: str) -> Iterator[str]:
    """The words of a list in brackets, in a line and in a line each; or those of its rows, a row a
    line. None where a word has a blank in it, or a row is empty, for it would be lost."""
    found = _returned(text)
    if not isinstance(found, Group) or not found.is_bracketed or found.keys:
        return
    rows = [_words_of(item) for item in found.items]
    if all(row and not any(map(_has_blank, row)) for row in rows):
        lines = [" ".join(row) for row in rows if row]
        yield "\n".join(lines) + "\n"
        if not any(isinstance(item, Group) for item in found.items):
            yield " ".join(lines) + "\n"


def one_group(text: str) -> Iterator[str]:
    """A list of numbers or words in brackets as the only group: a row, a cycle, a path. Where there
    are several, each has its brackets."""
    found = _returned(text)
    if not isinstance(found, Group) or not found.is_bracketed or found.keys or not found.items:
        return
    if not any(isinstance(item, Group) for item in found.items):
        yield f"[{text.strip()}]\n"


def is_one_group(answer: object, text: str) -> bool:
    """Whether an answer is nothing but one group."""
    return isinstance(answer, tuple | list | set | frozenset) and len(answer) == 1


def _words_of(found: Value) -> list[str] | None:
    """The words of a row, or one word; None where rows are in each other."""
    items = found.items if isinstance(found, Group) else (found,)
    if isinstance(found, Group) and (found.keys or not found.is_bracketed):
        return None
    texts = [item.text for item in items if isinstance(item, Word)]
    return texts if len(texts) == len(items) else None


def _has_blank(word: str) -> bool:
    return not word or word.split() != [word]


def are_words(answer: object, text: str) -> bool:
    """Whether an answer is nothing but the words of a text, in groups of any kind and order."""
    left: list[object] = [answer]
    found: list[str] = []
    while left:
        one = left.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, tuple | list | set | frozenset):
            left += one
        else:
            return False
    return not isinstance(answer, str) and sorted(found) == sorted(text.split())


def _returned(text: str) -> Value | None:
    """The value that a text is; None for no such text, or one that is too long."""
    if len(text) > LONGEST or not text[:1].strip():
        return None
    try:
        return values_as_written(text) if _are_strings(text) else values(text)
    except Undecodable:
        return None


def _are_strings(text: str) -> bool:
    """Whether a text is a string of JSON, or a list of them: then nothing in them is notation."""
    try:
        found = json.loads(text) if text[:1] in ('"', "[") else None
    except (ValueError, RecursionError):
        return False
    items = found if isinstance(found, list) else [found]
    return all(isinstance(item, str) for item in items)


def _joined(lines: list[str | None]) -> Iterator[str]:
    """One text, of lines that perhaps all have their ends."""
    texts = [line for line in lines if line is not None]
    if len(texts) == len(lines):
        have_ends = all(line.endswith("\n") for line in texts)
        yield ("" if have_ends else "\n").join(texts)


def _line(found: Value) -> str | None:
    """One string, as it is or as a list of characters or of code points; None for what is none."""
    if isinstance(found, Word):
        return found.text
    if not isinstance(found, Group) or not found.is_bracketed or found.keys:
        return None
    items = found.items
    if items and all(isinstance(item, Number) for item in items):
        characters = [_character(item) for item in items if isinstance(item, Number)]
        text = "".join(characters)
        return text if all(characters) else None
    texts = [item.text for item in items if not isinstance(item, Group) and len(item.text) == 1]
    return "".join(texts) if len(texts) == len(items) else None


def _character(code: Number) -> str:
    """The character with this code; empty for a number that is none."""
    value = code.value
    if not isinstance(value, int):
        return ""
    is_printed = _FIRST_CODE <= value <= _LAST_CODE or value in _WHITE_SPACE
    return chr(value) if is_printed else ""
