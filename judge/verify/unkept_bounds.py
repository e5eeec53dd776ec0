"""Intervals of a statement that input validators keep nowhere, or only for some numbers of a row.

Which number an interval is for is not known: a bound is missing where more quantities have it than
there are places that keep it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from msgspec import Struct

from judge.model import Case
from judge.packages.statements import statement_sections
from judge.verify.bound_edges import LEAST_BOUND, MOST_NUMBER, MOST_WORDS, Spot, shown, spots
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import ANY, StoredNumbers
from judge.verify.stated_intervals import NamedInterval, named_intervals_in, row_intervals_in
from judge.verify.stated_numbers import stated, statements
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]


class Quantities(Struct, frozen=True):
    """A greatest number of the statement, the least ones that it names with it, and how many
    quantities they bound."""

    high: int
    lows: frozenset[int]
    count: int


def unkept(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """Messages: an interval of the part on inputs that the validators keep nowhere, or in fewer
    places than the statement has quantities for it, and a place that keeps no bound of the
    statement; or a row in which they keep it for some numbers alone. ``folder``: that of the
    problem. ``accepts``: what they say of a text as the input of a case."""
    if not statements(folder) or not _has_numbers_alone(stored):
        return
    places = _Places(tuple(_spots(stored)), cache(accepts), sorted(stated(folder)))
    for one in deadline.items(_quantities(folder)):
        if not LEAST_BOUND <= one.high <= MOST_NUMBER:
            continue
        if said := _partly_kept(places, stored, one):
            yield said
        if (spot := _open(places, stored, one)) is None:
            continue
        keeping = {_place(other) for other in places.spots if places.may_keep(other, one.high)}
        if deadline.is_over or (keeping and not stored.same_length):
            continue  # lines of several kinds are one place
        if len(keeping) < one.count:
            low, text = min(one.lows), spot.change(one.high + 1)
            said = f"they accept {spot.said(one.high + 1)} in {spot.where}"
            yield f"{said}, and the statement says {low} to {one.high}: {shown(text)}"


class _Places(Struct, frozen=True):
    """What can be changed in the small inputs, and the numbers of the statement in order."""

    spots: Sequence[Spot]
    accepts: Accepts
    named: Sequence[int]

    def takes(self, spot: Spot, number: int) -> bool:
        return self.accepts(spot.case, spot.change(number))

    def keeps(self, spot: Spot, bound: int) -> bool:
        return self.takes(spot, bound) and not self.takes(spot, bound + 1)

    def is_too_long(self, spot: Spot, bound: int) -> bool:
        return spot.is_length and bound > MOST_WORDS

    def may_keep(self, spot: Spot, high: int) -> bool:
        """Whether a greater number is rejected there, and not for a lesser bound."""
        if not self.is_too_long(spot, high) and self.takes(spot, high + 1):
            return False
        return not any(self.keeps(spot, one) for one in self._bounds(spot) if one < high)

    def keeps_another(self, spot: Spot, high: int) -> bool:
        """Whether another number of the statement is the bound there."""
        return any(self.keeps(spot, one) for one in self._bounds(spot) if one != high)

    def _bounds(self, spot: Spot) -> Iterator[int]:
        for one in self.named:
            if spot.greatest <= one <= MOST_NUMBER and not self.is_too_long(spot, one):
                yield one


def _has_numbers_alone(stored: StoredNumbers) -> bool:
    words = (word for text in stored.texts.values() for word in text.split())
    return bool(stored.texts) and all(map(NUMBER.fullmatch, words))


def _spots(stored: StoredNumbers) -> Iterator[Spot]:
    """All but the numbers that count a row or lines: those rows are spots themselves."""
    counting = {(count.line, count.column) for count in stored.counts}
    counted = {count.row for count in stored.counts}
    for spot in spots(stored):
        is_fixed = spot.is_length and spot.line in stored.rows and spot.line not in counted
        if not is_fixed and (spot.is_length or spot.place not in counting):
            yield spot


def _place(spot: Spot) -> object:
    return spot.place, spot.line if spot.place[0] != ANY else ANY, spot.is_length


def _quantities(folder: Path) -> Iterator[Quantities]:
    """The bounds of each part on inputs; of a quantity with several, as in groups of cases, the
    greatest."""
    for section in statement_sections(folder, "Inputs?"):
        greatest: dict[str, NamedInterval] = {}
        for one in chain(named_intervals_in(section), row_intervals_in(section)):
            known = greatest.get(one.name)
            if known is None or one.high > known.high:
                greatest[one.name] = one
        rows = defaultdict[int, list[NamedInterval]](list)
        for one in greatest.values():
            rows[one.high].append(one)
        for high, some in rows.items():
            yield Quantities(high, frozenset(one.low for one in some), len(some))


def _open(places: _Places, stored: StoredNumbers, one: Quantities) -> Spot | None:
    """A spot that takes a number above the interval, has all stored ones within, and keeps no bound
    of the statement."""
    for spot in places.spots:
        if places.is_too_long(spot, one.high) or not _holds(stored, spot, one):
            continue
        if places.takes(spot, one.high + 1) and not places.keeps_another(spot, one.high):
            return spot
    return None


def _holds(stored: StoredNumbers, spot: Spot, one: Quantities) -> bool:
    if spot.is_length:
        return spot.greatest <= one.high
    return min(one.lows) <= stored.least[spot.place] and spot.greatest <= one.high


def _partly_kept(places: _Places, stored: StoredNumbers, one: Quantities) -> str:
    """A message if a row keeps the bound for one of its numbers, and not for the first or last."""
    rows: Mapping[tuple[Case, int], list[Spot]] = _rows(places, stored)
    for row in rows.values():
        keeping = [spot for spot in row if places.keeps(spot, one.high)]
        for spot in row if keeping else ():
            if spot not in keeping and places.takes(spot, 2 * one.high + 1):
                said = f"they accept {2 * one.high + 1} in {spot.where}, and not as another number"
                text = spot.change(2 * one.high + 1)
                return f"{said} of the row, and the statement says {one.high}: {shown(text)}"
    return ""


def _rows(places: _Places, stored: StoredNumbers) -> Mapping[tuple[Case, int], list[Spot]]:
    """The numbers of rows of any length that count nothing of their own row."""
    found = defaultdict[tuple[Case, int], list[Spot]](list)
    for spot in places.spots:
        if spot.is_length or spot.place[0] == ANY or spot.place[1] != ANY:
            continue
        every = [text.splitlines()[spot.line].split() for text in stored.texts.values()]
        if not all(str(len(row) - 1) in (row[0], row[-1]) for row in every if len(row) > 1):
            found[spot.case, spot.line].append(spot)
    return found
