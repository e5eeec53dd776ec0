"""Orbits of weighted sets, against brute force."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from judge.plugin.orbits import Orbits, multisets


@pytest.mark.parametrize("capacity", [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_each_orbit_has_one_representative(capacity: tuple[int, int]) -> None:
    slots = {
        (kind, name): {n: (n, 0) if kind == "heavy" else (0, 1) for n in (1, 2)}
        for kind in ("heavy", "light")
        for name in "abc"
    }
    group = [
        {(kind, name): (kind, order["abc".index(name)]) for kind, name in slots}
        for order in permutations("abc")
    ]
    orbits = Orbits(slots, group, capacity)

    def weight(chosen: dict[object, int]) -> tuple[int, int]:
        parts = [slots[slot][value] for slot, value in chosen.items()]  # type: ignore[index]
        return sum(a for a, _ in parts), sum(b for _, b in parts)

    wanted = set()
    for values in product((0, 1, 2), repeat=len(slots)):
        chosen = {slot: value for slot, value in zip(slots, values, strict=True) if value}
        if all(map(int.__le__, weight(chosen), capacity)):
            images = [sorted((one[slot], n) for slot, n in chosen.items()) for one in group]
            wanted.add(tuple(min(images)))
    found = [one for total in range(sum(capacity) + 1) for one in orbits.of_total(total)]
    least = [
        tuple(min(sorted((g[slot], n) for slot, n in one.items()) for g in group)) for one in found
    ]
    assert len(orbits) == len(found) == len(wanted) and set(least) == wanted


def test_a_capacity_without_pieces_has_the_empty_set() -> None:
    orbits = Orbits({}, [{}], (3,))
    assert len(orbits) == 1 and [*orbits.of_total(0)] == [{}] and not [*orbits.of_total(1)]


def test_multisets_are_counted() -> None:
    assert [multisets(2, most) for most in range(4)] == [1, 3, 6, 10]
