"""Sizes in words: ``thirty-eight bytes`` is 38 bytes."""

from __future__ import annotations

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_HUNDRED = "hundred"
_VALUES = {word: value for value, word in enumerate(_SMALL)}
_VALUES |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
_WORD = "|".join(sorted((*_VALUES, _HUNDRED), key=len, reverse=True))
#: Below a thousand, where a size may stand: at the beginning, behind a sign or a word that leads
#: to it. ``It drops two bytes`` has no size.
_SAID = re.compile(
    rf"(?:^|(?<=[,:;(|=–—-])|(?<=\b(?:is|in|at|of|to))|(?<=\bwith)|(?<=\btakes))\s*\b(?P<words>(?:{_WORD})"
    rf"(?:(?:\s+|-|\s+and\s+)(?:{_WORD}))*)(?=[\s-]+(?:bytes?|char(?:acter)?s?)\b(?!\s(?:more|less|longer|shorter|fewer|saved|off)\b))",
    re.IGNORECASE,
)
#: ``sixteen (16) bytes``
_SAID_TWICE = re.compile(
    rf"\b(?:{_WORD})(?:[\s-]+(?:and\s+)?(?:{_WORD}))*\s*\((\d{{1,4}})\)(?=\s*(?:bytes?|char))",
    re.IGNORECASE,
)
#: A header is short: characters.
LONGEST = 100


def with_digits(text: str) -> str:
    """A line with the sizes that it names in words as digits."""
    if len(text) > LONGEST:
        return text
    text = _SAID_TWICE.sub(r"\1", text)
    return _SAID.sub(lambda said: f" {_value(said['words'])}", text).strip()


def _value(words: str) -> int:
    value = 0
    for word in re.split(r"[\s-]+", words.casefold()):
        value = max(value, 1) * 100 if word == _HUNDRED else value + _VALUES.get(word, 0)
    return value
