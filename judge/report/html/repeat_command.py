"""The command that repeats a part of a run."""

from __future__ import annotations

import shlex

from judge.common.safe_text import typed

#: Options of ``judge run`` that are repeated; each takes an argument.
KEPT = frozenset(
    {"--problems", "--solutions", "--time-limit", "--memory-limit", "--sandbox", "--isolation"}
)


def repeating(command: str, problem: str, *more: str) -> str:
    """``judge run PROBLEM`` with the options of the report's ``command``, and ``more``."""
    return typed(["judge", "run", problem, *_kept(command), *more])


def _kept(command: str) -> list[str]:
    try:
        arguments = iter(shlex.split(command))
    except ValueError:  # an unbalanced quote
        return []
    if [next(arguments, ""), next(arguments, "")] != ["judge", "run"]:
        return []
    kept = []
    for word in arguments:
        if word.partition("=")[0] in KEPT:
            kept += [word] if "=" in word else [word, next(arguments, "")]
    return kept
