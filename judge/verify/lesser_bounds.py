"""Bounds of input validators that no statement names: less than what it allows.

In several inputs, which have nothing else to do with it, they keep one and the same greatest number
or length, and the statement has greater numbers alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from judge.model import Case
from judge.verify.bound_edges import (
    LEAST_BOUND,
    MOST_NUMBER,
    MOST_WORDS,
    Spot,
    last_taken,
    row_spots,
    shown,
    spots,
)
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import ANY, StoredNumbers
from judge.verify.stated_numbers import stated, stated_as_values, statements
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]
#: A bound is one if so many inputs keep it.
LEAST_INPUTS = 2
#: Words of statements for bounds that are not allowed themselves, and for those of sums.
_OTHER = re.compile(
    r"\b(?:less|fewer|smaller|lower|under|below|greater|larger) than\b|[<>](?!\s*=)|\\(?:lt|gt)\b"
    r"|\b(?:sum|total|product|together)\b|[-−–]\s*1\b",
    re.IGNORECASE,
)


def lesser(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """Messages: they keep a bound that is in no statement. ``folder``: that of the problem.
    ``accepts``: what they say of a text as the input of a case."""
    if not statements(folder) or any(map(_OTHER.search, statements(folder))):
        return
    named = stated(folder)
    values = sorted(one for one in stated_as_values(folder) if LEAST_BOUND <= one <= MOST_NUMBER)
    known = {number + by for number in named for by in (0, 1)}
    for group in deadline.items(_groups(stored)):
        found: dict[int, Spot] = {}
        for spot in deadline.items(group):
            bound = _bound(spot, values, accepts)
            if bound is None or bound in known or bound + 1 in _own(stored, spot, bound):
                found.clear()
                break
            if bound in found and _are_unlike(stored, found[bound], spot):
                higher = next(one for one in values if one > bound)
                text = spot.change(bound + 1)
                said = f"they accept no more than {spot.placed(bound)}, and the statement names"
                yield f"{said} {higher} and no {bound}: {shown(text)}"
                return
            found.setdefault(bound, spot)


def _are_unlike(stored: StoredNumbers, one: Spot, other: Spot) -> bool:
    """Whether two inputs have nothing in common that a bound could depend on: not so many words,
    but a number that stands alone depends on nothing."""
    words, others = (stored.texts[spot.case].split() for spot in (one, other))
    return one.case != other.case and (len(words) != len(others) or len(words) == 1)


def _groups(stored: StoredNumbers) -> Iterator[Sequence[Spot]]:
    """The spots of one place, changed in one way, in several inputs."""
    found = defaultdict[object, list[Spot]](list)
    numbers = defaultdict[object, int](int)
    for spot in chain(row_spots(stored), spots(stored)):
        if spot.place == (ANY, ANY) and not spot.is_rows:
            continue
        kind = spot.place, spot.line, spot.is_length, spot.is_rows
        found[kind, numbers[spot.case, kind]].append(spot)
        numbers[spot.case, kind] += 1
    for some in found.values():
        if len({spot.case for spot in some}) >= LEAST_INPUTS:
            yield some


def _own(stored: StoredNumbers, spot: Spot, bound: int) -> set[int]:
    """The numbers of an input, and by one more: a bound may depend on them."""
    text = stored.texts[spot.case]
    numbers = {int(match[0]) for match in NUMBER.finditer(text)} | {len(text.splitlines())}
    return {number + by for number in numbers for by in (0, 1, 2)}


def _bound(spot: Spot, values: Sequence[int], accepts: Accepts) -> int | None:
    """The greatest number that they accept there, if that is less than the least number of the
    statement that they reject, and more than every stored one; None if there is none such."""

    def takes(number: int) -> bool:
        return accepts(spot.case, spot.change(number))

    most = MOST_WORDS if spot.is_length else MOST_NUMBER
    above = [one for one in values if spot.greatest < one <= most]
    if not above or takes(above[-1]) or not takes(spot.greatest + 1):
        return None
    low, high = spot.greatest + 1, next(one for one in above if not takes(one))
    return last_taken(low, high, takes) if low < high else None
