"""What a solution did with an instance: instances with something new are worth varying."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from judge.checking.answer import answer_bytes
from judge.plugin import Score
from judge.running.bulk_runner import BulkAnswer

#: At most so many instances of a stretch are kept.
MOST_KEPT = 256
#: Counts and lengths above this are alike.
MOST_COUNTED = 24
_WORD = re.compile(rb"\w+")

#: Where a branch went, or what the answer and its score look like.
Feature = int | tuple[int, int, bool]


@dataclass(frozen=True)
class Behaviour:
    """An instance with the features that none before it in its stretch had."""

    instance: Any
    features: frozenset[Feature]


def new_behaviours(
    seen: Iterable[tuple[Any, BulkAnswer, Score | None]],
) -> tuple[Behaviour, ...]:
    """The instances that show something new, in order. A score is the best one, which most answers
    reach."""
    known: set[Feature] = set()
    kept: list[Behaviour] = []
    for instance, answered, score in seen:
        new = {_shape(answered, score), *answered.branches} - known
        if new and len(kept) < MOST_KEPT:
            known |= new
            kept.append(Behaviour(instance, frozenset(new)))
    return tuple(kept)


def _shape(answered: BulkAnswer, score: Score | None) -> Feature:
    bits = int(abs(Fraction(score or 0))).bit_length()
    words = min(len(_WORD.findall(answer_bytes(answered.run)[:4096])), MOST_COUNTED)
    return words, min(bits, MOST_COUNTED), bool(score and score < 0)
