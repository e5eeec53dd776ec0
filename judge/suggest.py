"""Lists of words for a message: «Did you mean …?» for a mistyped one, and the first few of many."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

#: More known words than that are not a help.
MOST_LISTED = 12


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, or a list of them when none is near."""
    choices = sorted(known)
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    more = " …" if len(choices) > MOST_LISTED else ""
    return f"known: {', '.join(choices[:MOST_LISTED]) or 'none'}{more}"


def listed(parts: Sequence[str], most: int = 5) -> str:
    """``a, b and 3 more``."""
    more = f" and {len(parts) - most} more" if len(parts) > most else ""
    return ", ".join(parts[:most]) + more
