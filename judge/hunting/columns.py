"""Which numbers of a text belong together: those of a column, with one name, in one list."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable

from judge.common.text_places import NUMBER

#: What the numbers of a column share.
Label = Callable[[str, re.Match[str]], Hashable]
_LETTERS = re.compile(r"[^\W\d_]+")
_OPENING = re.compile(r"[\[({]")


def number_columns(text: str, label: Label) -> list[list[re.Match[str]]]:
    """The columns that have two numbers or more, in the order of the text."""
    found: dict[Hashable, list[re.Match[str]]] = {}
    for place in NUMBER.finditer(text):
        found.setdefault(label(text, place), []).append(place)
    return [one for one in found.values() if len(one) > 1]


def by_shape(text: str, place: re.Match[str]) -> Hashable:
    """In lines that are alike but for numbers and words, as many numbers before it."""
    line = text[_start(text, place) :].partition("\n")[0]
    return NUMBER.sub("0", _LETTERS.sub("a", line)), _count(_before(text, place))


def by_index(text: str, place: re.Match[str]) -> Hashable:
    """In any lines, as many numbers before it."""
    return _count(_before(text, place))


def by_word(text: str, place: re.Match[str]) -> Hashable:
    """In lines with the same word before it, as many numbers between the two."""
    before = _before(text, place)
    *_, last = [None, *_LETTERS.finditer(before)]
    return (last[0], _count(before[last.end() :])) if last else ("", _count(before))


def by_bracket(text: str, place: re.Match[str]) -> Hashable:
    """In one line, as many numbers between it and the last bracket that opens."""
    before = _before(text, place)
    *_, last = [0, *(one.end() for one in _OPENING.finditer(before))]
    return _start(text, place), _count(before[last:])


def by_line(text: str, place: re.Match[str]) -> Hashable:
    """In one line."""
    return _start(text, place)


#: All ways to tell columns.
LABELS: tuple[Label, ...] = (by_shape, by_index, by_word, by_bracket, by_line)


def _start(text: str, place: re.Match[str]) -> int:
    return text.rfind("\n", 0, place.start()) + 1


def _before(text: str, place: re.Match[str]) -> str:
    return text[_start(text, place) : place.start()]


def _count(text: str) -> int:
    return len(NUMBER.findall(text))
