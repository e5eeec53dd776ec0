"""The ends of the intervals in a statement: input validators accept both, and nothing beside them.

Which numbers an interval is for is known by its greater end: where the validators accept it and no
greater number, or accept all but this end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from judge.model import Case
from judge.verify.bound_edges import LEAST_BOUND, MOST_NUMBER, MOST_WORDS, Spot, shown, spots
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import ANY, StoredNumbers
from judge.verify.stated_intervals import intervals
from judge.verify.stated_numbers import stated
from judge.verify.text_numbers import NUMBER


class Ends(Struct, frozen=True):
    """An interval of a statement, and all least numbers that it names with the greater end."""

    lows: frozenset[int]
    high: int

    @property
    def low(self) -> int:
        return min(self.lows)


def misjudged(
    stored: StoredNumbers, folder: Path, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[str]:
    """Messages: the validators accept the number before an interval, or they reject one of its
    ends and accept its neighbour, or keep another bound; a stored number lies before an interval.
    ``accepts``: what they say of a text as the input of a case."""
    known = intervals(folder)
    if not known:
        return
    named = stated(folder)
    for group in deadline.items(_groups(stored)):
        for high in sorted(known, reverse=True):
            most = MOST_WORDS if group[0].is_length else MOST_NUMBER
            if LEAST_BOUND <= high <= most and not deadline.is_over:
                ends = Ends(known[high], high)
                is_sole = _holds(stored, group[0], ends) and not any(
                    _holds(stored, group[0], Ends(known[end], end)) for end in known if end != high
                )
                yield from _Group(group, stored, ends, accepts, is_sole).messages(named)


def _groups(stored: StoredNumbers) -> Iterator[Sequence[Spot]]:
    """The spots of one place in several inputs; those of no known place by themselves."""
    found = defaultdict[object, list[Spot]](list)
    for number, spot in enumerate(spots(stored)):
        alone = number if spot.place == (ANY, ANY) else ANY
        found[spot.place, spot.line, spot.is_length, alone].append(spot)
    yield from found.values()


def _holds(stored: StoredNumbers, spot: Spot, ends: Ends) -> bool:
    """Whether an interval has all numbers of a place in the small inputs."""
    if spot.is_length or spot.place not in stored.least:
        return False
    return ends.low <= stored.least[spot.place] and stored.greatest[spot.place] <= ends.high


class _Group(Struct, frozen=True):
    """The spots of one place, and one interval of the statement."""

    spots: Sequence[Spot]
    stored: StoredNumbers
    ends: Ends
    accepts: Callable[[Case, str], bool]
    #: Whether it is the only interval that has all numbers of the place.
    is_sole: bool

    def messages(self, named: frozenset[int]) -> Iterator[str]:
        """``named``: all numbers of the statement."""
        low, high = self.ends.low, self.ends.high
        says = f"and the statement says {low} to {high}"
        if not (bounded := [spot for spot in self.spots if self._is_bounded(spot)]):
            if self.is_sole and (spot := self._open_above()):
                said = f"they keep {low} in {spot.where}, and accept {spot.said(high + 1)}"
                yield f"{said}, {says}: {shown(spot.change(high + 1))}"
            elif self.is_sole and high == max(named) and (spot := self._kept_elsewhere()):
                said = f"they accept {spot.said(high + 1)} in {spot.where}, and no great number"
                yield f"{said}, {says}: {shown(spot.change(high + 1))}"
            elif high - 1 not in named and (spot := self._refusing(high, high - 1)):
                said = f"they reject {spot.said(high)} in {spot.where}, and accept {high - 1}"
                yield f"{said}, {says}: {shown(spot.change(high))}"
            return
        if self._least >= low > (0 if self.spots[0].is_length else -MOST_NUMBER):
            for spot in self.spots:
                if self._takes(spot, low - 1):
                    said = f"they accept {spot.said(low - 1)} in {spot.where}"
                    yield f"{said}, {says}: {shown(spot.change(low - 1))}"
                    return
        elif 0 < self._least < low and not self.spots[0].is_length:
            yield f"a stored input has {self._least} in {self.spots[0].where}, {says}"
        if len(self.ends.lows) > 1 or low + 1 in named:
            return
        if low == 0 and self.spots[0].is_length:
            return  # an interval of numbers, or rows of none that are left out
        if spot := self._refusing(low, low + 1, bounded):
            said = f"they reject {spot.said(low)} in {spot.where}, and accept {low + 1}"
            yield f"{said}, {says}: {shown(spot.change(low))}"

    def _open_above(self) -> Spot | None:
        """A spot that takes a number above the interval, in a line in which they keep its least
        number. 0 and 1 may be kept by themselves: as whole numbers, or positive ones."""
        low, high = self.ends.low, self.ends.high
        if low in (0, 1) or not any(
            self._takes(spot, low) and not self._takes(spot, low - 1) for spot in self.spots
        ):
            return None
        return next((one for one in self.spots if self._takes(one, high + 1)), None)

    def _kept_elsewhere(self) -> Spot | None:
        """A spot that takes the number above the interval, to whose end stored inputs go, and none
        of two digits more: then they keep a bound, and it is not the one of the statement."""
        high = self.ends.high
        if self.stored.greatest[self.spots[0].place] != high:
            return None
        far = 10 ** (len(str(high)) + 1)
        return next(
            (one for one in self.spots if self._takes(one, high + 1) and not self._takes(one, far)),
            None,
        )

    @property
    def _least(self) -> int:
        """The least number there in the stored inputs, or the least length."""
        first = self.spots[0]
        if not first.is_length:
            return self.stored.least[first.place]
        every = [text.splitlines() for text in self.stored.texts.values()]
        return min(len(lines[first.line].split()) for lines in every if len(lines) > first.line)

    def _takes(self, spot: Spot, number: int) -> bool:
        return self.accepts(spot.case, spot.change(number))

    def _is_bounded(self, spot: Spot) -> bool:
        high = self.ends.high
        return self._takes(spot, high) and not self._takes(spot, high + 1)

    def _refusing(
        self, end: int, neighbour: int, among: Sequence[Spot] | None = None
    ) -> Spot | None:
        """The first spot that takes the neighbour of an end, if none takes the end. A number may be
        wrong because of the others: one that is the same, or a row that grew too great."""
        if any(self._takes(spot, end) for spot in self.spots):
            return None
        greatest = max(self.stored.greatest.values(), default=0)
        for spot in self.spots if among is None else among:
            own = {int(match[0]) for match in NUMBER.finditer(self.stored.texts[spot.case])}
            made = (int(match[0]) for match in NUMBER.finditer(spot.change(end)))
            if spot.is_length:
                is_plain = max(made) <= max(greatest, end)
            else:
                is_plain = not own & {end, neighbour}
            if is_plain and self._takes(spot, neighbour) and self._takes_next(spot, end, neighbour):
                return spot
        return None

    def _takes_next(self, spot: Spot, end: int, neighbour: int) -> bool:
        """Whether a spot takes the number behind the neighbour, if it is of the interval: else they
        may take odd numbers alone."""
        beyond = 2 * neighbour - end
        is_inside = self.ends.low <= beyond <= self.ends.high
        return not is_inside or self._takes(spot, beyond)
