"""What a reference answers within a bound, in blocks of the enumeration, as a store keeps it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from fractions import Fraction

from judge.hunting.reference_answers import KnownAnswer, ReferenceAnswer

#: Instances in a block, which begins at a multiple of this number.
BLOCK = 1024


def packed_answers(answers: Sequence[ReferenceAnswer]) -> bytes | None:
    """Outputs and scores; None if this problem has no scores."""
    if any(one.best.score is None for one in answers):
        return None
    outputs = [one.output.decode("latin-1") for one in answers]
    scores = [str(one.best.score) for one in answers]
    return zlib.compress(json.dumps([outputs, scores]).encode(), 3)


def unpacked_answers(data: bytes | None, count: int) -> tuple[KnownAnswer, ...]:
    """The inverse of ``packed_answers``; nothing if these are not ``count`` answers."""
    if data is None:
        return ()
    try:
        outputs, scores = json.loads(zlib.decompress(data))
        found = tuple(
            KnownAnswer(output.encode("latin-1"), _score(score))
            for output, score in zip(outputs, scores, strict=True)
        )
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError, zlib.error):
        return ()
    return found if len(found) == count else ()


def _score(text: str) -> int | Fraction:
    return Fraction(text) if "/" in text else int(text)
