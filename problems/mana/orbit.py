"""What situations have in common that differ in the order of lands and symbols, or in colours.

Nothing here comes from the enumeration, which is compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import lru_cache
from itertools import permutations

from judge.plugin import Bound

from .input import MOST_LIFE, Instance
from .lands import BASIC_TYPES, COLOURS, Land, Table

#: A land without its name: the number of what it does, and which one of those that do the same.
_Deed = tuple[int, int]


def orbit(instance: Instance, bound: Bound, table: Table) -> Hashable | None:
    """The least of the forms of a situation over all exchanges of colours; None for an instance
    beyond the bound, or of several situations."""
    lands, symbols = bound[:2] if len(bound) > 1 else bound * 2
    most = bound[2] if len(bound) > 2 else min(3 * bound[0] + 1, MOST_LIFE)
    if len(instance) != 1:
        return None
    [case] = instance
    many = len(case.battlefield) + len(case.library)
    if many > lands or len(case.cost) > symbols or case.life > most:
        return None
    forms = (
        (
            sorted(deeds[name] for name in case.battlefield),
            sorted(deeds[name] for name in case.library),
            sorted(colours.get(symbol, symbol) for symbol in case.cost),
        )
        for colours, deeds in _exchanges(table)
    )
    here, there, cost = min(forms)
    return tuple(here), tuple(there), "".join(cost), case.life


@lru_cache(maxsize=4)
def _exchanges(table: Table) -> list[tuple[Mapping[str, str], Mapping[str, _Deed]]]:
    """Each exchange of colours after which the table has the same lands, and what they do then."""
    found: list[tuple[Mapping[str, str], Mapping[str, _Deed]]] = []
    numbers: dict[str, int] = {}
    for order in permutations(COLOURS):
        colours = dict(zip(COLOURS, order, strict=True))
        deeds = _deeds(table, colours, numbers)
        if not found or sorted(deeds.values()) == sorted(found[0][1].values()):
            found.append((colours, deeds))
    return found


def _deeds(table: Table, colours: Mapping[str, str], numbers: dict[str, int]) -> dict[str, _Deed]:
    """What each land does, in other colours; ``numbers`` has the deeds that are known."""
    seen: Counter[str] = Counter()
    deeds = {}
    for name, land in table.lands.items():
        deed = _deed(land, colours)
        deeds[name] = numbers.setdefault(deed, len(numbers)), seen[deed]
        seen[deed] += 1
    return deeds


def _deed(land: Land, colours: Mapping[str, str]) -> str:
    types = {
        kind: BASIC_TYPES[COLOURS.index(colours[colour])]
        for kind, colour in zip(BASIC_TYPES, COLOURS, strict=True)
    }
    ways = sorted(
        (sorted(colours.get(one, one) for one in way.mana), way.life, types.get(way.fetch, ""))
        for way in land.alternatives
    )
    return repr((sorted(types[one] for one in land.types), ways, land.entry, land.tron))
