"""«Did you mean …?» for a mistyped word."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, or the list of all when none is near."""
    choices = sorted(known)
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(choices) or 'none'}"
