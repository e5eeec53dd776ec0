"""Which checker grades a problem: the only place that chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path

from judge.checking.checker import Checker, ScoreChecker
from judge.packages.loaded_problem import LoadedProblem
from judge.sandbox.layer import Layer


class CheckerKind(Enum):
    """What decides whether an answer is right."""

    SCORE = "the plug-in's score"


def checker_kind(loaded: LoadedProblem) -> CheckerKind:
    """Which checker a problem has: its plug-in's."""
    return CheckerKind.SCORE


def open_checker(
    loaded: LoadedProblem, layer: Layer | None = None, folder: Path | None = None
) -> Checker:
    """The checker of a problem; raises JudgeError.

    ``layer`` and ``folder`` are for a checker that runs a program: the sandbox, by default the
    best of this machine, and a folder to build in, by default a temporary one.
    """
    return _OPENERS[checker_kind(loaded)](loaded, layer, folder)


def _score(loaded: LoadedProblem, layer: Layer | None, folder: Path | None) -> Checker:
    return ScoreChecker(loaded.plugin)


_OPENERS: Mapping[CheckerKind, Callable[[LoadedProblem, Layer | None, Path | None], Checker]] = {
    CheckerKind.SCORE: _score,
}
