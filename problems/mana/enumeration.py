"""All small situations of mana, up to an exchange of colours, for proofs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import permutations

from judge.plugin import Bound, BoundError
from judge.plugin.orbits import Orbits, Slot

from .input import MOST_LANDS, MOST_LIFE, Instance, Situation
from .lands import BASIC_TYPES, COLOURS, MANA, Land, Table

#: Most copies or symbols that a bound may ask for.
MOST_SYMBOLS = 99
BOUNDS = ((1, 1, 2), (1, 2, 3), (2, 1, 3), (2, 2, 4), (3, 2, 4), (2, 3, 7), (3, 3, 7))

_BATTLEFIELD, _LIBRARY, _COST = "battlefield", "library", "cost"
#: Where a slot is, and which land or symbol it counts.
_Slot = tuple[str, str]


def describe(bound: Bound) -> str:
    lands, symbols, life = _parts(bound)
    return (
        f"situations of at most {lands} {'land' if lands == 1 else 'lands'}, {symbols} "
        f"{'symbol' if symbols == 1 else 'symbols'} and {life} life, each as a file of its own, up "
        "to the order of lands and symbols and an exchange of colours"
    )


def count(bound: Bound, table: Table) -> int:
    lands, symbols, life = _parts(bound)
    every = len(_orbits(table, lands, symbols))
    without_cost = len(_orbits(table, lands, 0))  # a cost is never empty
    return life * (every - without_cost)


def instances(bound: Bound, table: Table) -> Iterator[Instance]:
    """By the number of lands and symbols; the same with less life first."""
    lands, symbols, life = _parts(bound)
    orbits = _orbits(table, lands, symbols)
    for total in range(1, lands + symbols + 1):
        for pieces in orbits.of_total(total):
            shelves: dict[str, list[str]] = {_BATTLEFIELD: [], _LIBRARY: [], _COST: []}
            for (where, what), copies in pieces.items():  # type: ignore[misc,str-unpack]
                assert isinstance(copies, int)
                shelves[where] += [what] * copies
            if cost := "".join(shelves[_COST]):
                names = tuple(shelves[_BATTLEFIELD]), tuple(shelves[_LIBRARY])
                for left in range(1, life + 1):
                    yield (Situation(*names, left, cost),)


@lru_cache(maxsize=4)
def _orbits(table: Table, lands: int, symbols: int) -> Orbits:
    slots: dict[Slot, dict[object, tuple[int, int]]] = {}
    for where in (_BATTLEFIELD, _LIBRARY):
        for name in table.lands:
            slots[where, name] = {copies: (copies, 0) for copies in range(1, lands + 1)}
    for symbol in "123456789" + MANA:
        slots[_COST, symbol] = {copies: (0, copies) for copies in range(1, symbols + 1)}
    group = [
        _symmetry(table, dict(zip(COLOURS, one, strict=True))) for one in permutations(COLOURS)
    ]
    return Orbits(slots, [one for one in group if one], (lands, symbols))


def _symmetry(table: Table, colours: Mapping[str, str]) -> dict[Slot, Slot]:
    """Where every slot goes when colours are exchanged; empty if a land has no counterpart."""
    same = dict(zip(COLOURS, COLOURS, strict=True))
    known: dict[object, list[str]] = {}
    for name, land in table.lands.items():
        known.setdefault(_kind(land, same), []).append(name)
    found: dict[Slot, Slot] = {}
    for names in known.values():
        others = known.get(_kind(table[names[0]], colours), [])
        if len(others) != len(names):
            return {}
        for where in (_BATTLEFIELD, _LIBRARY):
            for name, other in zip(names, others, strict=True):
                found[where, name] = where, other
    for symbol in "123456789" + MANA:
        found[_COST, symbol] = _COST, colours.get(symbol, symbol)
    return found


def _kind(land: Land, colours: Mapping[str, str]) -> object:
    """What a land does after an exchange of colours."""
    types = dict(
        zip(BASIC_TYPES, (BASIC_TYPES[COLOURS.index(colours[c])] for c in COLOURS), strict=True)
    )
    ways = sorted(
        (way.life, sorted(colours.get(one, one) for one in way.mana), types.get(way.fetch, ""))
        for way in land.alternatives
    )
    return str((sorted(types[one] for one in land.types), ways, land.entry, land.tron))


def _parts(bound: Bound) -> tuple[int, int, int]:
    """Lands, symbols of the cost, life; raises BoundError. Life beyond three for each land and one
    to spare makes no difference."""
    if 1 <= len(bound) <= 3:
        pair = bound if len(bound) > 1 else bound * 2
        lands, symbols, life = (*pair, min(3 * bound[0] + 1, MOST_LIFE))[:3]
        if lands <= MOST_LANDS and 1 <= symbols <= MOST_SYMBOLS and 1 <= life <= MOST_LIFE:
            return lands, symbols, life
    raise BoundError(
        "a bound is lands x symbols of the cost x life, such as 2x2x4; 2x2 has life up to 3 a land "
        f"and 1, 2 is 2x2; at most {MOST_LANDS} lands and {MOST_LIFE} life, from 1 symbol on"
    )
