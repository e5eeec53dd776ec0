"""Names and messages fitted into a line of a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from judge.common.safe_text import one_line
from judge.common.score_format import ScoreFormat
from judge.model import Limits, Outcome, SolutionResult
from judge.report.phrases import in_words

#: The most columns that a name gets.
NAME = 40
#: How many characters at the end of a name are always shown.
KEPT_END = 8
#: How many characters of a message fit into a line.
MESSAGE = 120


def fitted(text: str, room: int) -> str:
    """A string in exactly ``room`` columns of a terminal; one that is too long ends in ``…``."""
    shown = one_line(text)
    if columns(shown) > room:
        while columns(shown) >= room:
            shown = shown[:-1]
        shown += "…"
    return shown + " " * (room - columns(shown))


def fitted_name(name: str, room: int) -> str:
    """As ``fitted``, but a name that is too long keeps its end: long names often differ there."""
    shown = one_line(name)
    if columns(shown) <= room or room < 3 * KEPT_END:
        return fitted(shown, room)
    end = shown[-KEPT_END:]
    return fitted(shown, room - columns(end)) + end


def columns(text: str) -> int:
    """How many columns a string takes: two for a wide character, none for an accent."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def name_columns(results: Iterable[SolutionResult]) -> int:
    """How many columns the names get."""
    return min(NAME, max((columns(one_line(j.solution.name)) for j in results), default=0))


def refuting_case(
    outcome: Outcome, scores: ScoreFormat | None = None, limits: Limits | None = None
) -> str:
    """``secret/07: WA, legal, but 3 below the best (4 of 7)``: a case that a solution failed, in a
    line. Without ``scores``, whose unit may be unknown, it has no numbers."""
    if scores is None:
        why = " " + (outcome.message or (outcome.reason.value if outcome.reason else ""))
    else:
        words = in_words(outcome, scores, limits)
        why = f", {words[:1].lower()}{words[1:]}" if words else ""
    return one_line(f"{outcome.case}: {outcome.verdict.value}{why}".rstrip(), MESSAGE)
