"""Situations that a slip in a solution's own table of lands spoils: a colour, a type or a price too
few, too many or wrong, whatever the land.

What a land does has a situation for each land; what it does not do, one for a few lands together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from mana_problem.input import Situation
from mana_problem.lands import COLOURS, MANA, Land, Table

MOST_LANDS = 6
PLENTY = 20


def taps(table: Table, version: int) -> Iterator[Situation]:
    """What every land makes and costs: alone, twice, or beside a basic land."""
    lands = [land for land in table.lands.values() if not land.fetches]
    for land in lands:
        for way in land.alternatives:
            board, cost, life = [land.name], way.mana.replace("1", "C"), way.life
            if version == 1:
                board, cost, life = board * 2, cost * 2, life * 2
            elif version == 2:
                other = next((c for c in COLOURS if c not in _made(land)), COLOURS[0])
                board, cost = [*board, _basic(table, other).name], cost + other
            yield _one(board, cost, life + 1)
    rng = Random(f"land table {version}")
    for symbol in MANA:
        yield from _chunks(rng, [x for x in lands if symbol not in _made(x)], symbol, PLENTY)
        yield from _chunks(rng, [x for x in lands if symbol in _dear(x)], symbol, 1)
    plain = [x for x in lands if not x.tron]
    for count in (1, 2):
        some = [x for x in plain if len(x.alternatives[0].mana) == count]
        for board in _parts(rng, some, MOST_LANDS):
            total = count * len(board) + 1
            digits = "9" * (total // 9) + (str(total % 9) if total % 9 else "")
            yield _one(board, digits, PLENTY)


def finds(table: Table, version: int) -> Iterator[Situation]:
    """What every fetch land finds, and the life that every card costs then."""
    rng = Random(f"finds {version}")
    fetching = [land for land in table.lands.values() if land.fetches]
    for card in table.lands.values():
        for sort in card.types:
            alone = [
                x for x in fetching if {w.fetch for w in x.alternatives} & {*card.types} == {sort}
            ]
            colour = _basic_of(table, sort).alternatives[0].mana
            fetch = alone[version % len(alone)]
            yield _one([fetch.name], colour, card.entry + 2, [card.name])
    for fetch in fetching:
        known = {way.fetch for way in fetch.alternatives}
        others = [card for card in table.lands.values() if not known & {*card.types}]
        for library in _parts(rng, others, MOST_LANDS - 1):
            yield _one([fetch.name], "1", PLENTY, library)
        dear = [card for card in table.lands.values() if known & {*card.types} and card.entry]
        for library in _parts(rng, dear, MOST_LANDS - 1):
            yield _one([fetch.name], "1", 3, library)


def _one(board: Sequence[str], cost: str, life: int, library: Sequence[str] = ()) -> Situation:
    return Situation(tuple(board), tuple(library), life, cost)


def _made(land: Land) -> set[str]:
    return {symbol for way in land.alternatives for symbol in way.mana.replace("1", "C")}


def _dear(land: Land) -> set[str]:
    """What the land makes for life only."""
    return {way.mana for way in land.alternatives if way.life}


def _basic(table: Table, colour: str) -> Land:
    return next(x for x in table.lands.values() if x.types and x.alternatives[0].mana == colour)


def _basic_of(table: Table, sort: str) -> Land:
    return next(x for x in table.lands.values() if x.types == (sort,))


def _chunks(rng: Random, lands: list[Land], cost: str, life: int) -> Iterator[Situation]:
    for board in _parts(rng, lands, MOST_LANDS):
        yield _one(board, cost, life)


def _parts(rng: Random, lands: list[Land], most: int) -> Iterator[list[str]]:
    """All of the lands in random order, a few at a time."""
    names = [land.name for land in lands]
    rng.shuffle(names)
    for start in range(0, len(names), most):
        yield names[start : start + most]
