"""One reading for all outputs of a solution."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence

from judge.model import Grade, Verdict


def settle_reading(
    readings: Sequence[str], declared: Sequence[str], grades: Sequence[Mapping[str, Grade]]
) -> tuple[str, str]:
    """One reading for all outputs of a solution, and why, in a sentence.

    ``declared`` are those that the manifest leaves, empty for all. Of them the one under which
    most cases are accepted, then the one under which most are legal, then the first: a solution
    is given the benefit of the doubt once, never case by case.
    """
    readings = declared or readings
    if len(readings) == 1:
        return readings[0], "declared in the manifest" if declared else ""
    legal = {r: _bits(g[r].score is not None for g in grades) for r in readings}
    accepted = {r: _bits(g[r].verdict in _RIGHT for g in grades) for r in readings}
    best = max(
        readings,
        key=lambda r: (accepted[r].bit_count(), legal[r].bit_count(), -readings.index(r)),
    )
    return best, _why(best, len(grades), (("legal", legal), ("accepted", accepted)))


_RIGHT = frozenset({Verdict.AC, Verdict.BETTER})


def _bits(flags: Iterable[bool]) -> int:
    """A bit for each flag: what a set would need a hundred times the memory for."""
    return int.from_bytes(bytes(flags), "big")


def _why(best: str, total: int, counts: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Why one reading was preferred: how many cases speak for it alone, else for it most. The
    counts are words and, for each reading, the cases of which they hold, a bit for each."""
    for word, held in counts:
        others = [bits for reading, bits in held.items() if reading != best]
        any_other = functools.reduce(operator.or_, others)
        alone = (held[best] & ~any_other).bit_count()
        if alone and held[best].bit_count() > max(bits.bit_count() for bits in others):
            missed = (any_other & ~held[best]).bit_count()
            rest = f", {missed} only otherwise" if missed else ""
            return f"{alone} of {total} cases are {word} only so{rest}"
    for word, held in reversed(counts):
        most = max(bits.bit_count() for reading, bits in held.items() if reading != best)
        if held[best].bit_count() > most:
            count = held[best].bit_count()
            return f"{count} of {total} cases are {word} so, {most} at most otherwise"
    return "no output tells the readings apart; the most natural is taken"
