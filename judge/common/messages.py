"""Phrases for messages: suggestions, short lists, counts, times."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

#: At most this many known strings are listed.
MOST_LISTED = 12
#: How similar a word is that is only mistyped, that is probably meant, and that may be meant.
MISTYPED, PROBABLE, SIMILAR = 0.85, 0.75, 0.6
_WORD = re.compile(r"[A-Za-z0-9]+")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion of the most similar known string, or a list of all if none is similar."""
    choices = sorted(known)
    if not choices:
        return "there is none"
    near = difflib.get_close_matches(word, choices, n=1, cutoff=MISTYPED)
    near = near or _with_more_words(word, choices)
    near = near or difflib.get_close_matches(word, choices, n=1, cutoff=SIMILAR)
    if near:
        return f"did you mean {near[0]!r}?"
    more = " …" if len(choices) > MOST_LISTED else ""
    return f"known: {', '.join(choices[:MOST_LISTED])}{more}"


def meant(word: str, known: Iterable[str]) -> str:
    """The known string that a word probably means; empty if it is none."""
    choices = sorted(known)
    near = difflib.get_close_matches(word, choices, n=1, cutoff=PROBABLE)
    return next(iter(near or _with_more_words(word, choices)), "")


def _with_more_words(word: str, choices: list[str]) -> list[str]:
    """The choices of which ``word`` has all words and more: ``memory`` for ``memory_limit``."""
    words = _WORD.findall(word)
    inside = [one for one in choices if {*_WORD.findall(one)} < {*words}]
    return sorted(inside, key=len, reverse=True)[:1]


def others_too(count: int, noun: str = "other") -> str:
    """`` (3 others as well)``, behind what is said of the first one of several."""
    return f" ({counted(count - 1, noun)} as well)" if count > 1 else ""


def listed(items: Iterable[str], most: int = 5) -> str:
    """``a, b and 3 more``."""
    parts = list(items)
    more = f" and {len(parts) - most:,} more" if len(parts) > most else ""
    return ", ".join(parts[:most]) + more


def counted(number: int, what: str) -> str:
    """``1 case``, ``1,024 cases``."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


@lru_cache(maxsize=64)
def readable_time(started: str) -> str:
    """An ISO 8601 time for readers; any other string unchanged."""
    try:
        time = datetime.fromisoformat(started)
    except ValueError:
        return started
    zone = f"{time:%z}"
    offset = f"{zone[:3]}:{zone[3:5]}" if zone.strip("+-0") else ""
    return f"{time.day} {time:%B %Y, %H:%M:%S}" + (f" UTC{offset}" if zone else "")


def duration(seconds: float) -> str:
    """``0.4 s``, ``37 s``, ``2 min 05 s``, ``1 h 02 min``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
