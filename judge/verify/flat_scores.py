"""Scores that stop at a cap in draws: many answers have the same greatest or least score, and no
change of them matters any more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct

from judge.plugin import Score
from judge.verify import output_changes
from judge.verify.better_outputs import Start, given_numbers, known_words, text_score
from judge.verify.capped_scores import cap
from judge.verify.subject import Subject
from judge.verify.word_rows import Vocabulary

#: So many answers at the cap and below it are changed, each so often.
MOST_ANSWERS, MOST_CHANGES = 12, 60
#: So many legal changes in so many answers say whether changes matter.
LEAST_LEGAL, LEAST_ANSWERS = 20, 4


class ScoredAnswer(Struct, frozen=True):
    """A right output for an instance, and its score."""

    instance: Any
    start: Start
    score: Score


class _Changes(Struct, frozen=True):
    """How many answers have legal changes, how many these are, and in how many answers they have
    other scores."""

    answers: int
    legal: int
    changing: int


def fault(
    subject: Subject, found: Sequence[ScoredAnswer], rng: Random, is_over: Callable[[], bool]
) -> str:
    """A message if the scores look capped, and legal changes of answers at the cap never change
    them, as those of most others do; empty if not."""
    value = cap({str(number): one.score for number, one in enumerate(found)})
    if value is None:
        return ""
    known, rows = known_words(subject), _by_distance(found, value)
    at_cap, below = (_tried(subject, some, known, rng, is_over) for some in rows)
    enough = min(at_cap.answers, below.answers) >= LEAST_ANSWERS
    if not enough or min(at_cap.legal, below.legal) < LEAST_LEGAL or at_cap.changing:
        return ""
    if 2 * below.changing < below.answers:
        return ""
    shown = subject.loaded.scores.score(value)
    count = sum(one.score == value for one in found)
    said = f"{count} of {len(found)} draws have the score {shown} and none is beyond"
    return f"{said}; {at_cap.legal} changes of their answers do not change it: it is capped"


def _by_distance(
    found: Sequence[ScoredAnswer], value: Score
) -> tuple[Sequence[ScoredAnswer], Sequence[ScoredAnswer]]:
    """Answers at the cap, those that are longest first, and others from half of it on."""
    at_cap = [one for one in found if one.score == value]
    at_cap.sort(key=lambda one: -len(one.start.text))
    others = [one for one in found if one.score != value]
    near = [one for one in others if Fraction(one.score) / value >= Fraction(1, 2)]
    return at_cap[:MOST_ANSWERS], near[-MOST_ANSWERS:]


def _tried(
    subject: Subject,
    some: Sequence[ScoredAnswer],
    known: Vocabulary,
    rng: Random,
    is_over: Callable[[], bool],
) -> _Changes:
    counts: Mapping[int, list[Score]] = {number: [] for number in range(len(some))}
    for number, one in enumerate(some):
        given = given_numbers(subject, one.instance)
        for _ in range(MOST_CHANGES):
            if is_over():
                break
            changed = output_changes.changed(one.start.text, rng, given, known)
            score = text_score(subject, one.instance, changed, one.start.reading)
            if score is not None and changed.split() != one.start.text.split():
                counts[number].append(score)
    legal = sum(map(len, counts.values()))
    changing = sum(
        any(score != some[number].score for score in counts[number]) for number in counts
    )
    return _Changes(sum(map(bool, counts.values())), legal, changing)
