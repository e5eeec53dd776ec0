"""Which instances each stretch of a hunt has: random ones, ones made with the constants of the
source, and variations of those on which the solution did something new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from judge.hunting.behaviour import Feature
from judge.hunting.constants import Constants
from judge.hunting.instances import FEW, HIGHEST, STRETCH, size_of, stretch
from judge.hunting.origins import (
    CHILDREN,
    STORED,
    Part,
    depth,
    directed_number,
    varied_number,
)
from judge.hunting.target import HuntOptions

#: Of so many stretches one is random and one has variations; the others have constants.
CYCLE, RANDOM, VARIATIONS = 4, 0, 2
#: Variations are made of what was kept so many stretches ago, for all workers to be busy.
LAG = 6
#: A chain of variations is no longer than this, and each has to be of one of the last so many
#: instances, or of any, half of the time.
DEEPEST, RECENT = 6, 24
#: The largest size that constants lead to, if larger ones were no trouble.
LARGE = 20
#: How often a size is a constant.
SIZE_SHARE = 0.1


class Corpus:
    """The instances that were kept, in the order of their stretches."""

    def __init__(self, options: HuntOptions, stored: int) -> None:
        """``stored``: the number of stored instances."""
        self._options = options
        self._known: set[Feature] = set()
        self._merged = 0
        self.parts = [Part(STORED + index, 0) for index in range(stored)]
        self.kept = 0

    def take(self, end: int, kept: Mapping[int, Sequence[tuple[Part, frozenset[Feature]]]]) -> None:
        """Add what the stretches before ``end`` have kept and is still new."""
        for index in range(self._merged, end):
            for part, features in kept[index]:
                if features - self._known and depth(part.number) < DEEPEST:
                    self.parts.append(part)
                    self.kept += 1
                self._known |= features
        self._merged = max(end, self._merged)

    def variations(self, index: int, largest: int) -> list[int]:
        """The numbers of a stretch of variations."""
        rng = Random(self._options.seed << 64 | index)
        numbers, usual = [], min(self._options.sizes[1], largest)
        for _ in range(STRETCH):
            among = self.parts[-RECENT:] if rng.random() < 0.5 else self.parts
            most = largest if rng.random() < SIZE_SHARE else usual
            numbers.append(varied_number(rng.choice(among), rng.randrange(CHILDREN), most))
        return list(dict.fromkeys(numbers))


class Schedule:
    """The numbers of each stretch. They depend on the options, the source, the stored cases, the
    earlier stretches and on ``largest``."""

    def __init__(self, options: HuntOptions, constants: Constants, stored: int) -> None:
        self._options = options
        self._constants = constants
        self.corpus = Corpus(options, stored)
        #: The largest size that is tried on purpose.
        self.largest = min(options.sizes[1], HIGHEST)

    def allow(self, size: int) -> None:
        """Both solutions are quick at a size, perhaps a larger one than usual."""
        if self._options.sizes == HuntOptions.sizes:
            self.largest = max(self.largest, min(size, LARGE))

    def waits_for(self, index: int) -> int:
        """All stretches before this one must be done before the numbers of one are known."""
        varied = not self._options.blind and index >= FEW and self._turn(index)[1] == VARIATIONS
        return max(FEW, index - LAG) if varied else 0

    def numbers(
        self, index: int, kept: Mapping[int, Sequence[tuple[Part, frozenset[Feature]]]]
    ) -> Sequence[int]:
        """The numbers of the instances in a stretch. ``kept``: of all that it waits for."""
        if self._options.blind or index < FEW:
            return stretch(index)
        cycle, turn = self._turn(index)
        if turn == RANDOM:
            return stretch(FEW + cycle)
        if turn == VARIATIONS:
            self.corpus.take(self.waits_for(index), kept)
            if self.corpus.parts:
                return self.corpus.variations(index, self.largest)
        return [self._directed(index * STRETCH + place) for place in range(STRETCH)]

    def _turn(self, index: int) -> tuple[int, int]:
        return divmod(index - FEW, CYCLE)

    def _directed(self, index: int) -> int:
        """Of a usual size or, sometimes, one that the source names."""
        rng = Random(self._options.seed << 64 | index)
        least, usual = self._options.sizes[0], min(self._options.sizes[1], HIGHEST)
        size = size_of(index, (least, usual))
        named = self._constants.sizes(max(1, least), self.largest)
        if named and rng.random() < SIZE_SHARE:
            size = rng.choice(named)
        return directed_number(size, max(size, usual), index)
