"""Scores that follow a measure of the answer, such as the number of its words, and stop at a cap
that no statement names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from judge.plugin import Score
from judge.verify.stated_numbers import stated
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: So many draws have the greatest score, which is no lesser one than this.
LEAST_DRAWS, LEAST_VALUE = 8, 5
#: So many different scores follow the measure, and so many different measures have one score.
LEAST_SCORES, LEAST_MEASURES = 4, 4


class ScoredOutput(Struct, frozen=True):
    """A right output, and its score."""

    text: str
    score: Score


def _words(text: str) -> int:
    return len(text.split())


def _sum(text: str) -> int:
    return sum(int(match[0]) for match in NUMBER.finditer(text))


#: What scores may follow, with a word for it.
MEASURES: Mapping[str, Callable[[str], int]] = {"words": _words, "sum of numbers": _sum}


def fault(subject: Subject, found: Sequence[ScoredOutput]) -> str:
    """A message if the greatest of the scores looks like a cap; empty if none does."""
    if not found:
        return ""
    value = max(one.score for one in found)
    at_cap = [one for one in found if one.score == value]
    # A natural bound is most often a number of the statement, or small.
    known = value in stated(subject.problem.folder)
    if len(at_cap) < LEAST_DRAWS or value < LEAST_VALUE or known:
        return ""
    below = [one for one in found if one.score != value]
    for what, measure in MEASURES.items():
        beyond = {measure(one.text) for one in at_cap}
        if len(beyond) >= LEAST_MEASURES and _follows(below, measure):
            shown = subject.loaded.scores.score(value)
            said = f"the scores of draws grow with the {what} of the answer up to {shown}"
            return f"{said}, which {len(at_cap)} with {min(beyond)} to {max(beyond)} have"
    return ""


def _follows(found: Sequence[ScoredOutput], measure: Callable[[str], int]) -> bool:
    """Whether each measure has one score, and a greater one a greater score."""
    scores: dict[int, Score] = {}
    for one in found:
        if scores.setdefault(measure(one.text), one.score) != one.score:
            return False
    ordered = [scores[key] for key in sorted(scores)]
    return len(ordered) >= LEAST_SCORES and all(a < b for a, b in pairwise(ordered))
