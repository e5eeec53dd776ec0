"""One reading for all outputs of a solution."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence

from judge.model import RIGHT, Grade
from judge.model.verdict import MILDNESS


def settle_reading(
    readings: Sequence[str], declared: Sequence[str], grades: Iterable[Mapping[str, Grade]]
) -> tuple[str, str]:
    """One reading for all outputs of a solution, and why, in a sentence.

    ``declared`` are the readings that the manifest leaves open, empty for all. The most favourable
    of them is chosen: first by the number of accepted cases, then by the number of legal ones,
    then by their order. It is chosen once for all cases, never case by case.
    """
    readings = declared or readings
    if len(readings) == 1:
        return readings[0], "declared in the manifest" if declared else ""
    flags = {r: (bytearray(), bytearray()) for r in readings}
    for grade in grades:
        for r, (is_legal, is_accepted) in flags.items():
            is_legal.append(grade[r].score is not None)
            is_accepted.append(grade[r].verdict in RIGHT)
    total = len(flags[readings[0]][0])
    legal = {r: _bits(is_legal) for r, (is_legal, _) in flags.items()}
    accepted = {r: _bits(is_accepted) for r, (_, is_accepted) in flags.items()}
    best = max(
        readings,
        key=lambda r: (accepted[r].bit_count(), legal[r].bit_count(), -readings.index(r)),
    )
    return best, _why(best, total, (("legal", legal), ("accepted", accepted)))


def most_favourable(grades: Mapping[str, Grade]) -> tuple[str, Grade]:
    """The reading of one execution with the mildest verdict, and its grade; of a failed one the
    reading that makes the answer legal. It holds as long as no reading is settled."""
    return max(
        grades.items(),
        key=lambda pair: (MILDNESS[pair[1].verdict], pair[1].score is not None),
    )


def _bits(flags: bytearray) -> int:
    """A bit for each flag: what a set would need a hundred times the memory for."""
    return int.from_bytes(flags, "big")


def _why(best: str, total: int, counts: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Why one reading was preferred: the number of cases that only it makes legal or accepted, or
    else the largest number. ``counts`` maps each reading to a bit for each case that is so."""
    for word, held in counts:
        others = [bits for reading, bits in held.items() if reading != best]
        any_other = functools.reduce(operator.or_, others)
        alone = (held[best] & ~any_other).bit_count()
        if alone and held[best].bit_count() > max(bits.bit_count() for bits in others):
            missed = (any_other & ~held[best]).bit_count()
            rest = f", {missed} only with another" if missed else ""
            return f"{alone} of {total} cases are {word} only with this reading{rest}"
    for word, held in reversed(counts):
        most = max(bits.bit_count() for reading, bits in held.items() if reading != best)
        if held[best].bit_count() > most:
            count = held[best].bit_count()
            return (
                f"{count} of {total} cases are {word} with this reading, "
                f"at most {most} with another"
            )
    return "the outputs fit every reading equally; the first is taken"
