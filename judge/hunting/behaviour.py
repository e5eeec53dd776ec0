"""What a solution did with an instance: instances with something new are worth varying."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from judge.checking.answer import answer_bytes
from judge.plugin import Score
from judge.running.bulk_runner import BulkAnswer
from judge.running.traced_runner import COMPARISONS, DISTANCES, EXACT, FAR

#: At most so many instances of a stretch are kept.
MOST_KEPT = 256
#: What takes longer is only aimed, and not even that if it takes longer than the other one. CPU
#: seconds on an idle machine.
COSTLY_S, TOO_COSTLY_S = 0.01, 0.05
#: Counts and lengths above this are alike.
MOST_COUNTED = 24
_WORD = re.compile(rb"\w+")


class Comparison(Struct, frozen=True):
    """One whose sides were so near to each other, in bits; 0 if they were equal."""

    number: int
    distance: int


class Difference(Struct, frozen=True):
    """What the first side of a comparison was more than the second one."""

    comparison: Comparison
    value: int


#: Where a branch went, or what the answer and its score look like. A difference goes with the
#: branch that says as many bits.
Feature = int | tuple[int, int, bool] | Difference


class Behaviour(Struct, frozen=True):
    """An instance with the features that none before it in its stretch had."""

    instance: Any
    features: frozenset[Feature]


def is_only_aimed(features: frozenset[Feature]) -> bool:
    """Whether an instance takes too long for more: of such a one there are differences alone."""
    return all(isinstance(one, Difference) for one in features)


def comparison_in(feature: Feature) -> Comparison | None:
    """The comparison that a feature tells of, if it tells of one."""
    if not isinstance(feature, int) or feature < COMPARISONS:
        return None
    return Comparison(*divmod(feature - COMPARISONS, DISTANCES))


def new_behaviours(
    seen: Iterable[tuple[Any, BulkAnswer, Score | None]], slowness: float = 1.0
) -> tuple[Behaviour, ...]:
    """The instances that show something new, in order. A score is the best one, which most answers
    reach. ``slowness``: how many times as long as on an idle machine everything takes."""
    known: set[Feature] = set()
    compared: set[Comparison] = set()
    kept: list[Behaviour] = []
    for instance, answered, score in seen:
        taken = (number for number in answered.branches if number < EXACT)
        new = {_shape(answered, score), *taken} - known
        took_s = answered.run.cpu_s / slowness
        if not new or len(kept) == MOST_KEPT or took_s >= TOO_COSTLY_S:
            continue
        differences = _differences(answered, new)
        if took_s < COSTLY_S:
            known |= new
            kept.append(Behaviour(instance, frozenset((*new, *differences))))
        elif differences:
            fresh = [one for one in differences if one.comparison not in compared]
            compared |= {one.comparison for one in fresh}
            if fresh:
                kept.append(Behaviour(instance, frozenset[Feature](fresh)))
    return tuple(kept)


def _differences(answered: BulkAnswer, new: set[Feature]) -> tuple[Difference, ...]:
    """Those that go with a comparison that is new, and are not 0."""
    nearest: dict[int, Comparison] = {}
    for one in filter(None, map(comparison_in, new)):
        known = nearest.setdefault(one.number, one)
        nearest[one.number] = min(one, known, key=lambda its: its.distance)
    exact = (divmod(number - EXACT, 2 * FAR) for number in answered.branches if number >= EXACT)
    return tuple(
        Difference(nearest[comparison], value - FAR)
        for comparison, value in exact
        if comparison in nearest and value != FAR and nearest[comparison].distance
    )


def _shape(answered: BulkAnswer, score: Score | None) -> Feature:
    bits = int(abs(Fraction(score or 0))).bit_length()
    words = min(len(_WORD.findall(answer_bytes(answered.run)[:4096])), MOST_COUNTED)
    return words, min(bits, MOST_COUNTED), bool(score and score < 0)
