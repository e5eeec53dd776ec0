"""Places in a text: its numbers, words and lines, and the text with something else at one."""

from __future__ import annotations

import re

#: A whole number, but for those of more digits: Python reads none above 4,300.
NUMBER = re.compile(r"-?(?<!\d)\d{1,4000}(?!\d)")
WORD = re.compile(r"[^\W\d_][^\W_]*")
LINE = re.compile(r"[^\n]+")


def replaced(place: re.Match[str], new: object) -> str:
    """The whole text with something else in place of what was found."""
    return f"{place.string[: place.start()]}{new}{place.string[place.end() :]}"


def exchanged(first: re.Match[str], second: re.Match[str]) -> str:
    """The whole text with what was found at two places of it, the first one before the second,
    exchanged."""
    text = first.string
    between = text[first.end() : second.start()]
    return f"{text[: first.start()]}{second[0]}{between}{first[0]}{text[second.end() :]}"
