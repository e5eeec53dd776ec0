"""A random search for an output that scores better than one that is said to be the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from judge.packages.problem_plugin import REFUSED
from judge.plugin import Goal, Score
from judge.verify import mutants, output_changes
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER
from judge.verify.word_rows import Vocabulary, vocabulary

#: So many numbers of an input are put into outputs, and words of so many right outputs.
MOST_NUMBERS, MOST_OUTPUTS = 200, 200

#: How often the search goes on from a long output that is as good as the first one.
LONG = 0.3


class Start(Struct, frozen=True):
    """A legal output of an instance, from which the search begins, and its reading."""

    text: str
    reading: str


class BetterOutput(Struct, frozen=True):
    """An output and its score."""

    text: str
    score: Score


def known_words(subject: Subject) -> Vocabulary:
    """What rows of words are made of in right outputs of all cases."""
    found = (mutants.right_outputs(subject, name).values() for name in subject.contexts)
    return vocabulary(islice((text for texts in found for text in texts), MOST_OUTPUTS))


def improved(
    subject: Subject,
    instance: Any,
    best: Score,
    start: Start,
    known: Vocabulary,
    rng: Random,
    changes: int,
    is_over: Callable[[], bool],
) -> BetterOutput | None:
    """Climb by at most so many small changes of the text, or of one that is much longer; the first
    output beyond ``best``, if that is reached before ``is_over``. ``known``: what rows of words are
    made of."""
    rises = subject.plugin.goal is Goal.MAXIMISE

    def beats(new: Score, old: Score) -> bool:
        return new > old if rises else new < old

    text, score = start.text, _score(subject, instance, start.text, start.reading)
    given = _numbers(subject, instance)
    for longer in output_changes.lengthened(text):
        new = _score(subject, instance, longer, start.reading)
        if new is not None and beats(new, best):
            return BetterOutput(longer, new)
        if new is not None and score is not None and not beats(score, new) and rng.random() < LONG:
            text, score = longer, new
    for _ in range(changes):
        if is_over():
            return None
        changed = text
        for _ in range(rng.choice((1, 1, 2, 3))):
            changed = output_changes.changed(changed, rng, given, known)
        new = _score(subject, instance, changed, start.reading)
        if new is None:
            continue
        if score is None or not beats(score, new):
            text, score = changed, new
        if beats(new, best):
            return BetterOutput(changed, new)
    return None


def _score(subject: Subject, instance: Any, text: str, reading: str) -> Score | None:
    """The score of a text under a reading; None if it is no legal answer."""
    try:
        answer = subject.plugin.decode(text, instance, reading)
        return subject.plugin.score(instance, answer)
    except REFUSED:
        return None


def _numbers(subject: Subject, instance: Any) -> Sequence[int]:
    """Numbers of an input."""
    if not subject.plugin.offers("render"):
        return ()
    text = ask(subject.plugin.render, instance)
    return [int(match[0]) for match in islice(NUMBER.finditer(text), MOST_NUMBERS)]
