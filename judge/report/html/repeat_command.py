"""The command that repeats a part of a run."""

from __future__ import annotations

import shlex

from judge.common.safe_text import typed
from judge.packages.name_or_path import problem_name

#: Options of ``judge run`` that are repeated; each takes an argument.
KEPT = frozenset(
    {"--problems", "--solutions", "--time-limit", "--memory-limit", "--sandbox", "--isolation"}
)


def repeating(command: str, problem: str, *more: str) -> str:
    """``judge run PROBLEM`` with the options of the report's ``command``, and ``more``."""
    words = _words(command)
    paths = (word for word in words[2:] if problem_name(word) == problem != word)
    return typed(["judge", "run", next(paths, problem), *_kept(words), *more])


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # an unbalanced quote
        return []


def _kept(command: list[str]) -> list[str]:
    words = iter(command)
    if [next(words, ""), next(words, "")] != ["judge", "run"]:
        return []
    kept = []
    for word in words:
        if word.partition("=")[0] in KEPT:
            kept += [word] if "=" in word else [word, next(words, "")]
    return kept
