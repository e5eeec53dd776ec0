"""Which instances are changed by what the two sides of a comparison differed by there: where one
number goes into a side, as it is or in a sum, one of the changes makes the sides equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from judge.hunting.behaviour import Comparison, Difference
from judge.hunting.origins import Part, aimed_child, varied_number
from judge.hunting.sweep import MOST_AIMED

#: So many instances in a stretch are changed like that, of which so many may take long.
EACH, MOST_COSTLY = 4, 1
#: So many that take long are aimed at one comparison for being as near as that.
MOST_ALIKE = 3


class Aim(Struct, frozen=True):
    """An instance, and what two sides differed by when the solution ran on it."""

    part: Part
    difference: Difference
    is_costly: bool = False


class Aims:
    """Those that were not tried yet, and how near each comparison has come, in bits."""

    def __init__(self) -> None:
        self._nearest: dict[int, int] = {}
        #: The same of instances that take long, and how often each distance was seen there.
        self._nearest_costly: dict[int, int] = {}
        self._seen_costly: Counter[Comparison] = Counter()
        self._left: list[Aim] = []
        #: How often each comparison was aimed at.
        self._tried: Counter[int] = Counter()
        #: How often each was seen to do something new.
        self._seen: Counter[int] = Counter()

    def add(self, part: Part, differences: Iterable[Difference]) -> None:
        """What an instance has shown; it counts while no other one comes nearer."""
        self._left += (Aim(part, one) for one in differences)

    def add_costly(self, part: Part, differences: Iterable[Difference]) -> None:
        """What an instance that takes long has shown; it counts while no other one comes nearer,
        and takes nothing from those that are quick."""
        for one in differences:
            number, distance = one.comparison.number, one.comparison.distance
            nearest = self._nearest_costly.setdefault(number, distance)
            if distance <= nearest and self._seen_costly[one.comparison] < MOST_ALIKE:
                self._nearest_costly[number] = distance
                self._left.append(Aim(part, one, is_costly=True))
            self._seen_costly[one.comparison] += 1

    def learn(self, comparison: Comparison) -> None:
        known = self._nearest.get(comparison.number, comparison.distance)
        self._nearest[comparison.number] = min(comparison.distance, known)
        self._seen[comparison.number] += 1

    def is_surpassed(self, comparison: Comparison) -> bool:
        """Whether it has come nearer."""
        nearest = self._nearest.get(comparison.number, comparison.distance)
        return comparison.distance > nearest

    def _has_passed(self, aim: Aim) -> bool:
        """Whether another one has come nearer."""
        comparison = aim.difference.comparison
        nearest = self._nearest_costly.get(comparison.number, comparison.distance)
        return self.is_surpassed(comparison) or (aim.is_costly and comparison.distance > nearest)

    def numbers(self, usual: int) -> list[int]:
        """The numbers of a stretch: the latest of comparisons that were aimed at least often and,
        in turn with them, of those that the fewest instances come to. What is behind a rare
        condition is hardly ever compared."""
        self._left = [one for one in self._left if not self._has_passed(one)]
        chosen: list[Aim] = []
        for turn in range(EACH):
            targets = set(map(_number, chosen))
            dear = sum(one.is_costly for one in chosen) == MOST_COSTLY
            left = [
                one
                for one in reversed(self._left)
                if _number(one) not in targets and not (dear and one.is_costly)
            ]
            if left:
                chosen.append(min(left, key=self._rareness if turn % 2 else self._triedness))
        for one in chosen:
            self._left.remove(one)
            self._tried[_number(one)] += 1
        return [
            varied_number(one.part, aimed_child(one.difference.value, place), usual)
            for one in chosen
            for place in range(MOST_AIMED)
        ]

    def _triedness(self, one: Aim) -> int:
        return self._tried[_number(one)]

    def _rareness(self, one: Aim) -> int:
        return (1 + self._tried[_number(one)]) * self._seen[_number(one)]


def _number(aim: Aim) -> int:
    return aim.difference.comparison.number
