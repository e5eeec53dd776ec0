"""The command that repeats a part of a report's runs."""

from __future__ import annotations

import shlex

from judge.common.safe_text import typed

#: Options of ``judge run`` that decide what is run and under which limits; each takes a word.
KEPT = frozenset(
    {"--problems", "--solutions", "--time-limit", "--memory-limit", "--sandbox", "--isolation"}
)


def repeating(command: str, problem: str, *more: str) -> str:
    """``judge run PROBLEM``, told as ``command`` was that made the report, and ``more`` words."""
    return typed(["judge", "run", problem, *_kept(command), *more])


def _kept(command: str) -> list[str]:
    try:
        words = iter(shlex.split(command))
    except ValueError:  # a quote without its fellow: no shell wrote that
        return []
    if [next(words, ""), next(words, "")] != ["judge", "run"]:
        return []
    kept = []
    for word in words:
        if word.partition("=")[0] in KEPT:
            kept += [word] if "=" in word else [word, next(words, "")]
    return kept
