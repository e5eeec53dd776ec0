"""Sets of weighted pieces up to symmetry: each orbit once, the lightest first, and their number.

A *slot* is a property of an instance that is absent or has one of several values, such as "how many
Plains"; a slot with a value is a *piece*. A symmetry permutes slots and keeps values. An instance
is a set of pieces with at most one for each slot. Its *weight* is a vector, such as (lands,
symbols), and the capacity limits each of its parts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from operator import add, gt

Weight = tuple[int, ...]
Slot = Hashable
#: One for each symmetry, the identity among them: where every slot goes.
Group = Sequence[Mapping[Slot, Slot]]
#: Values by slot.
Pieces = dict[Slot, Hashable]


class Orbits:
    """All sets of pieces within a capacity, up to a group of symmetries.

    ``slots`` has for each slot its values with their weights, none of which is zero. Slots that a
    symmetry maps to each other have the same ones. The order of slots and values is that in which
    sets of the same weight come.
    """

    def __init__(
        self,
        slots: Mapping[Slot, Mapping[Hashable, Weight]],
        group: Group,
        capacity: Weight,
    ) -> None:
        self._slots = slots
        self._group = group
        self._capacity = capacity
        self._pieces = [
            (slot, value, weight)
            for slot, values in slots.items()
            for value, weight in values.items()
            if all(part <= most for part, most in zip(weight, capacity, strict=True))
        ]

    def __len__(self) -> int:
        """By the lemma that is not Burnside's: the mean number of sets that a symmetry fixes."""
        return sum(self._fixed(symmetry) for symmetry in self._group) // len(self._group)

    def of_total(self, total: int) -> Iterator[Pieces]:
        """One set of each orbit whose parts of the weight add up to ``total``."""
        for chosen in self._of_total(total):
            yield {self._pieces[one][0]: self._pieces[one][1] for one in chosen}

    def _fixed(self, symmetry: Mapping[Slot, Slot]) -> int:
        """A fixed set has the same value in all slots of a cycle."""
        weights: dict[Weight, int] = {(0,) * len(self._capacity): 1}
        for slot, length in _cycles(symmetry):
            choices = [tuple(length * part for part in w) for w in self._slots[slot].values()]
            more = dict(weights)
            for weight, count in weights.items():
                for choice in choices:
                    total = tuple(map(sum, zip(weight, choice, strict=True)))
                    if all(map(int.__le__, total, self._capacity)):
                        more[total] = more.get(total, 0) + count
            weights = more
        return sum(weights.values())

    @cached_property
    def _known(self) -> dict[int, list[tuple[tuple[int, ...], Weight]]]:
        """By their total the canonical sets, each with its weight."""
        return {0: [((), (0,) * len(self._capacity))]}

    @cached_property
    def _images(self) -> list[list[int]]:
        """Where each symmetry takes each piece, as indices of pieces."""
        index = {(slot, value): at for at, (slot, value, _) in enumerate(self._pieces)}
        maps = {
            tuple(index[symmetry[slot], value] for slot, value, _ in self._pieces)
            for symmetry in self._group
        }
        return [list(one) for one in sorted(maps)]

    @cached_property
    def _bits(self) -> list[int]:
        """A bit for each piece, the first one's the highest. Of two sets of as many pieces the
        smaller one, as rising indices, is that with the higher sum."""
        return [1 << at for at in reversed(range(len(self._pieces)))]

    @cached_property
    def _openings(self) -> list[dict[int, list[Callable[[int], int]]]]:
        """For each piece and each piece that is first in a set: the symmetries that take the one to
        the other, as functions to bits. None may take a piece below the first one."""
        found: list[dict[int, list[Callable[[int], int]]]] = [{} for _ in self._pieces]
        for image in self._images:
            bits = [self._bits[target] for target in image]
            for piece, target in enumerate(image):
                found[piece].setdefault(target, []).append(bits.__getitem__)
        return found

    @cached_property
    def _lowest(self) -> list[int]:
        """For each piece the first one that a symmetry takes it to."""
        return [min(openings) for openings in self._openings]

    def _of_total(self, total: int) -> Iterator[tuple[int, ...]]:
        """Canonical sets, as rising indices of pieces. A set is canonical if no symmetry makes it
        smaller. Without its last piece it is canonical too, so that each has one origin."""
        if total in self._known:
            yield from (chosen for chosen, _ in self._known[total])
            return
        kept = total < sum(self._capacity)
        found: list[tuple[tuple[int, ...], Weight]] = []
        for at, (_, _, weight) in enumerate(self._pieces):
            before = total - sum(weight)
            if before < 0:
                continue
            self._fill(before)
            for chosen, used in self._ending_before(self._first_of_slot[at], before):
                whole = tuple(map(add, used, weight))
                if any(map(gt, whole, self._capacity)) or not self._is_canonical((*chosen, at)):
                    continue
                if kept:
                    found.append(((*chosen, at), whole))
                yield (*chosen, at)
        if kept:
            self._known[total] = found

    def _fill(self, total: int) -> None:
        if total not in self._known:
            for _ in self._of_total(total):
                pass

    def _ending_before(self, piece: int, total: int) -> list[tuple[tuple[int, ...], Weight]]:
        """The known sets whose last piece is below this one: they come in the order of those."""
        if total not in self._last_pieces:
            self._last_pieces[total] = [chosen[-1] for chosen, _ in self._known[total] if chosen]
        end = bisect_left(self._last_pieces[total], piece) if total else 1  # the empty set
        return self._known[total][:end]

    @cached_property
    def _last_pieces(self) -> dict[int, list[int]]:
        """By their total the last pieces of the known sets."""
        return {}

    @cached_property
    def _first_of_slot(self) -> list[int]:
        """For each piece the index of the first one of its slot."""
        first: dict[Slot, int] = {}
        return [first.setdefault(slot, at) for at, (slot, _, _) in enumerate(self._pieces)]

    def _is_canonical(self, chosen: tuple[int, ...]) -> bool:
        first = chosen[0]
        if len(self._images) == 1:
            return True
        wanted = sum(map(self._bits.__getitem__, chosen))
        for piece in chosen:
            lowest = self._lowest[piece]
            if lowest < first:
                return False
            if lowest > first or len(chosen) == 1:
                continue
            for image in self._openings[piece][first]:
                if sum(map(image, chosen)) > wanted:
                    return False
        return True


def _cycles(symmetry: Mapping[Slot, Slot]) -> Iterator[tuple[Slot, int]]:
    """A slot of each cycle, and the length of the cycle."""
    left = set(symmetry)
    for slot in symmetry:
        if slot not in left:
            continue
        length, at = 0, slot
        while at in left:
            left.discard(at)
            at = symmetry[at]
            length += 1
        yield slot, length


def multisets(kinds: int, most: int) -> int:
    """How many multisets of at most ``most`` things there are."""
    return prod(range(kinds + 1, kinds + most + 1)) // prod(range(1, most + 1))
