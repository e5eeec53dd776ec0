"""Phrases for messages: suggestions, short lists, counts, times."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

#: At most this many known strings are listed.
MOST_LISTED = 12


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion of the most similar known string, or a list of all if none is similar."""
    choices = sorted(known)
    if not choices:
        return "there is none"
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    more = " …" if len(choices) > MOST_LISTED else ""
    return f"known: {', '.join(choices[:MOST_LISTED])}{more}"


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
