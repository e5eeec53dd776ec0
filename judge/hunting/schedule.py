"""Which instances each stretch of a hunt has: random ones, ones made with the constants of the
source, and variations of those on which the solution did something new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random

from judge.hunting.aims import Aims
from judge.hunting.behaviour import Difference, Feature, comparison_in, is_only_aimed
from judge.hunting.constants import Constants
from judge.hunting.instances import FEW, HIGHEST, LARGE, STRETCH, size_of, stretch
from judge.hunting.origins import (
    AIMED,
    STORED,
    SWEPT,
    VARIED,
    Part,
    depth,
    directed_number,
    varied,
    varied_number,
)
from judge.hunting.target import USUAL_SIZES, HuntOptions

#: Of so many stretches one is random and one has variations, or two where branches are seen; the
#: others have constants.
CYCLE, RANDOM, VARIATIONS = 4, 0, (2, 3)
#: Where larger instances take long, one in so many of the random stretches is tried.
SELDOM = 4
#: Sizes up to this are always tried.
LEAST_CHEAP = 5
#: Variations are made of what was kept so many stretches ago, for all workers to be busy.
LAG = 4
#: Where branches are seen one of the two is a sweep: so many small changes of each of some parents.
SWEEP = 128
#: A chain of variations is no longer than this, and a quarter of them each is of one of the last so
#: many instances, or of any. The others are of those that did what is rare.
DEEPEST, RECENT = 6, 24
#: What at most so many stretches have done is rare enough to keep another instance.
RARE = 3
#: How often constants are those of the place of the parent, or one so near, and how often all; so
#: many variations say little about a place.
SAME_PLACE, NEAR, EVERYWHERE, FEW_MADE = 0.4, 2, 0.25, 30
#: How often a size is a constant, and how often that is one beyond the usual sizes.
SIZE_SHARE, BEYOND = 0.1, 0.5


class Corpus:
    """The instances that were kept, in the order of their stretches, and the places of the source
    whose constants led to them."""

    def __init__(self, options: HuntOptions, stored: int, places: int) -> None:
        """``stored``: the number of stored instances; ``places``: that of groups of constants."""
        self._options = options
        self._places = places
        #: Of each place: the variations made with its constants, and those that were kept.
        self._made, self._found = [0] * places, [0] * places
        #: In how many stretches each feature was seen.
        self._seen: Counter[Feature] = Counter()
        #: Whether more is known than what answers look like.
        self.sees_branches = False
        self.aims = Aims()
        self._merged = 0
        #: How many changes of each part a sweep has tried.
        self._swept: Counter[Part] = Counter()
        self.parts = [Part(STORED + index, 0) for index in range(stored)]
        #: The features of those of ``parts`` that were kept for them.
        self._kept: list[tuple[Part, frozenset[Feature]]] = []
        self.kept = 0

    def take(self, end: int, kept: Mapping[int, Sequence[tuple[Part, frozenset[Feature]]]]) -> None:
        """Add what the stretches before ``end`` have kept and is still new, or rare."""
        for index in range(self._merged, end):
            for part, features in kept[index]:
                if is_only_aimed(features):
                    if depth(part.number) < DEEPEST:
                        self.aims.add_costly(part, _differences(features))
                    continue
                rare = frozenset(one for one in features if self._is_new(one))
                if rare and depth(part.number) < DEEPEST:
                    self.aims.add(part, _differences(features))
                    self.parts.append(part)
                    self._kept.append((part, rare))
                    self.kept += 1
                    if _has_place(part):
                        self._found[varied(part.number).child % self._places] += 1
                self._seen.update(features)
                self._learn(features)
        self._merged = max(end, self._merged)

    def _is_new(self, feature: Feature) -> bool:
        """Whether few stretches have shown it, and no comparison has come nearer. Where branches
        are seen, what an answer looks like says little."""
        if isinstance(feature, Difference) or (self.sees_branches and not isinstance(feature, int)):
            return False
        return self._seen[feature] < RARE and not self._is_surpassed(feature)

    def _is_surpassed(self, feature: Feature) -> bool:
        comparison = comparison_in(feature)
        return comparison is not None and self.aims.is_surpassed(comparison)

    def _is_nearest(self, feature: Feature) -> bool:
        """Whether a comparison has come no nearer than that, and its sides have not been equal."""
        comparison = comparison_in(feature)
        return bool(comparison and comparison.distance) and not self._is_surpassed(feature)

    def _learn(self, features: frozenset[Feature]) -> None:
        for feature in features:
            self.sees_branches |= isinstance(feature, int)
            if comparison := comparison_in(feature):
                self.aims.learn(comparison)

    def variations(self, index: int, usual: int, largest: int) -> list[int]:
        """The numbers of a stretch of variations, most up to the usual size."""
        rng, numbers = Random(self._options.seed << 64 | index), []
        rarities = list(accumulate(map(self._rarity, self._kept)))
        promising = list(accumulate(map(self._promise, range(1, self._places))))
        for _ in range(STRETCH):
            part = self._parent(rng, rarities)
            place = self._place(rng, part, promising)
            self._made[place] += 1
            child = rng.randrange(SWEPT // self._places) * self._places + place
            most = largest if rng.random() < SIZE_SHARE else usual
            numbers.append(varied_number(part, child, most))
        return list(dict.fromkeys(numbers))

    def sweep(self, usual: int) -> list[int]:
        """The numbers of a stretch of sweeps: of what did the rarest, and of these the latest."""
        latest = dict(reversed(self._kept))
        worth = {
            part: self._rarity((part, features)) / (1 + self._swept[part] // SWEEP)
            for part, features in latest.items()
            if self._swept[part] + SWEEP <= AIMED - SWEPT
        }
        numbers = []
        for part in sorted(filter(worth.get, worth), key=worth.__getitem__, reverse=True)[
            : STRETCH // SWEEP
        ]:
            first = SWEPT + self._swept[part]
            self._swept[part] += SWEEP
            numbers += [varied_number(part, first + one, usual) for one in range(SWEEP)]
        return numbers

    def _parent(self, rng: Random, rarities: Sequence[float]) -> Part:
        """What is varied: half of the time it did what few stretches have done."""
        chosen = rng.random()
        if rarities and rarities[-1] and chosen < 0.5:
            return rng.choices(self._kept, cum_weights=rarities)[0][0]
        return rng.choice(self.parts[-RECENT:] if chosen < 0.75 else self.parts)

    def _place(self, rng: Random, parent: Part, promising: Sequence[float]) -> int:
        """Where the constants for a variation stand in the source: near those of its parent, or
        where others led to something new; 0 is everywhere."""
        chosen = rng.random()
        if _has_place(parent) and chosen < SAME_PLACE:
            near = varied(parent.number).child % self._places + rng.randint(-NEAR, NEAR)
            return min(max(0, near), self._places - 1)
        if not promising or chosen > 1 - EVERYWHERE:
            return 0
        return rng.choices(range(1, self._places), cum_weights=promising)[0]

    def _promise(self, place: int) -> float:
        return (self._found[place] + 1) / (self._made[place] + FEW_MADE)

    def _rarity(self, one: tuple[Part, frozenset[Feature]]) -> float:
        """Greater for an instance that did what few stretches have done; 1 if it has brought a
        comparison nearest, and 0 if all that it did was only on the way to something nearer."""
        left = [feature for feature in one[1] if not self._is_surpassed(feature)]
        if any(self._is_nearest(feature) for feature in left):
            return 1.0
        return 1 / min(self._seen[feature] for feature in left) ** 2 if left else 0.0


def _has_place(part: Part) -> bool:
    """Whether the constants of one place of the source led to it."""
    return part.number >= VARIED and varied(part.number).child < SWEPT


def _differences(features: frozenset[Feature]) -> list[Difference]:
    found = [one for one in features if isinstance(one, Difference)]
    return sorted(found, key=lambda one: (one.comparison.number, one.value))


class Schedule:
    """The numbers of each stretch. They depend on the options, the source, the stored cases, the
    earlier stretches and on ``largest``."""

    def __init__(self, options: HuntOptions, constants: Constants, stored: int) -> None:
        self._options = options
        self._constants = constants
        self.corpus = Corpus(options, stored, constants.places)
        #: The largest size that is tried on purpose.
        self.largest = min(options.sizes[1], HIGHEST)
        #: The largest size of most instances that are made on purpose.
        self._usual = self.largest
        self._is_slow = False
        #: The same of all stretches but some.
        self._cheap: int | None = None
        #: The largest size that some instances have if the source names it.
        self.largest_named = self.largest

    def allow(
        self,
        quick: int,
        bearable: int,
        affordable: int | None = None,
        cheap: int | None = None,
    ) -> None:
        """Both solutions are quick at a size, and fast enough for some instances at another one,
        perhaps larger ones than usual. Beyond an affordable one few instances are tried, and beyond
        a cheap one few that are made on purpose."""
        self._cheap = cheap
        if affordable is not None:
            self._usual = max(self._options.sizes[0], 1, min(self._usual, affordable))
            self._is_slow = True
            self.largest = self.largest_named = self._usual
        if self._options.sizes == USUAL_SIZES:
            self.largest = max(self.largest, min(quick, LARGE))
            self.largest_named = max(self.largest, min(bearable, LARGE))

    def waits_for(self, index: int) -> int:
        """All stretches before this one must be done before the numbers of one are known."""
        if self._options.blind or index < FEW or not self._looks_back(index):
            return 0
        return max(FEW, index - LAG)

    def _looks_back(self, index: int) -> bool:
        """Whether a stretch may have what others have led to."""
        cycle, turn = self._turn(index)
        return turn in VARIATIONS or (turn != RANDOM and cycle > 0)

    def numbers(
        self, index: int, kept: Mapping[int, Sequence[tuple[Part, frozenset[Feature]]]]
    ) -> Sequence[int]:
        """The numbers of the instances in a stretch. ``kept``: of all that it waits for."""
        if self._options.blind or index < FEW:
            return stretch(index)
        cycle, turn = self._turn(index)
        if turn == RANDOM and not (self._is_slow and cycle % SELDOM):
            return stretch(FEW + cycle)
        if self._looks_back(index):
            self.corpus.take(self.waits_for(index), kept)
            usual = self._most(cycle)
            if turn != VARIATIONS[0] and (aimed := self.corpus.aims.numbers(usual)):
                return aimed
            if turn == VARIATIONS[1] and self.corpus.sees_branches:
                if swept := self.corpus.sweep(usual):
                    return swept
            elif turn == VARIATIONS[0] and self.corpus.parts:
                return self.corpus.variations(index, usual, self.largest)
        most = self._most(cycle)
        return [self._directed(index * STRETCH + place, most) for place in range(STRETCH)]

    def _most(self, cycle: int) -> int:
        """The largest size of most instances that are made on purpose then."""
        if self._cheap is None or cycle % SELDOM == SELDOM - 1:
            return self._usual
        return max(self._options.sizes[0], LEAST_CHEAP, 1, min(self._usual, self._cheap))

    def _turn(self, index: int) -> tuple[int, int]:
        return divmod(index - FEW, CYCLE)

    def _directed(self, index: int, usual: int) -> int:
        """Of a usual size or, sometimes, one that the source names."""
        rng = Random(self._options.seed << 64 | index)
        least = self._options.sizes[0]
        size = size_of(index, (least, usual))
        named = self._constants.sizes(max(1, least), self.largest_named)
        if named and rng.random() < SIZE_SHARE:
            beyond = [one for one in named if one > usual]
            size = rng.choice(beyond if beyond and rng.random() < BEYOND else named)
        return directed_number(size, max(size, usual), index)
