"""Random situations at the boundary between YES and NO, and simpler neighbours of a situation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random

from .flow import Cheapest, cheapest, possible
from .input import MOST_LIFE, Situation
from .lands import BASIC_TYPES, COLOURS, MANA, Land, Table


@lru_cache(maxsize=4)
def groups(table: Table) -> Mapping[str, list[str]]:
    """The names of the table's lands by what they do, for picking a theme."""
    sorts: dict[str, list[str]] = {}
    for name, land in table.lands.items():
        sorts.setdefault(_sort(land), []).append(name)
    return sorts


def _sort(land: Land) -> str:
    if land.fetches:
        return "fetch"
    if land.tron:
        return "tron"
    if land.entry:
        return "shock"
    if land.types:
        return "basic" if len(land.types) == 1 else "dual"
    if any(way.life for way in land.alternatives):
        return "pain"
    return "bounce" if len(land.alternatives) == 1 else "choice"


def pick(rng: Random, table: Table, count: int, sorts: Sequence[str]) -> tuple[str, ...]:
    """``count`` names, each of a random one of ``sorts``, from a few names so that they clash."""
    known = groups(table)
    names = [name for sort in sorts for name in rng.sample(known[sort], min(3, len(known[sort])))]
    return tuple(rng.choice(names) for _ in range(count)) if names else ()


def random_play_cost(rng: Random, battlefield: Sequence[str], library: Sequence[str],
                     table: Table, spare: int = 0) -> str:
    """A cost which some random play on these lands pays; ``spare`` steps of it go to waste."""
    tron = table.has_tron(tuple(battlefield))
    left, mana = list(library), []
    rng.shuffle(left)
    for name in battlefield:
        land = table[name]
        cards = [card for card in left if land.reaches(table[card]) is not None]
        if land.fetches and cards:
            left.remove(cards[0])
            land = table[cards[0]]
        ways = land.yields(tron)
        if ways:
            mana.append(rng.choice(ways).mana)
    rng.shuffle(mana)
    symbols = list("".join(mana[spare:]))
    share = rng.choice((0, 0.1, 0.3, 0.6))
    return write_cost(rng, [s if rng.random() >= share else "1" for s in symbols])


def write_cost(rng: Random, symbols: Sequence[str]) -> str:
    """The symbols as a nonempty cost; the ones are summed up to random digits, in random order."""
    parts = [symbol for symbol in symbols if symbol != "1"]
    generic = len(symbols) - len(parts)
    while generic:
        digit = rng.randint(1, min(9, generic)) if rng.random() < 0.5 else min(9, generic)
        parts.append(str(digit))
        generic -= digit
    rng.shuffle(parts)
    return "".join(parts) or "1"


def at_boundary(rng: Random, case: Situation, table: Table, yes: bool) -> Situation:
    """The same lands with a life total or cost just on the asked side of the boundary.

    Falls short of it where the lands do not allow: then the case is returned as it can be had.
    """
    found = cheapest(case, table)
    if not isinstance(found, Cheapest):
        return case
    if yes:
        return replace(case, life=min(found.life + 1, MOST_LIFE) if found.life
                       else rng.randint(1, MOST_LIFE))
    if found.life and (rng.random() < 0.7 or not case.battlefield):
        return replace(case, life=min(found.life, MOST_LIFE))
    return harder(rng, replace(case, life=min(found.life + 1, MOST_LIFE)), table)


def harder(rng: Random, case: Situation, table: Table) -> Situation:
    """A case that turned to NO by one step of the cost: one symbol more, or one changed."""
    cost = case.cost
    for _ in range(12):
        place = rng.randrange(len(cost))
        symbol = rng.choice(MANA)
        changed = cost[:place] + symbol + cost[place + (cost[place] in "1" + MANA):]
        trial = replace(case, cost=changed if rng.random() < 0.7 else cost + symbol)
        if not possible(trial, table):
            return trial
    return replace(case, cost=cost + "1")


def with_tron(rng: Random, battlefield: tuple[str, ...], library: tuple[str, ...], table: Table,
              size: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The Tron in place of as many lands, whole or with a part of it in the library."""
    lands = sorted(table.tron)
    here = tuple(name for name in lands if rng.random() < 0.75)
    there = tuple(name for name in lands if name not in here)
    room = size - len(lands)
    return (*here, *battlefield[:room]), (*there, *library[:max(0, room - len(battlefield))])


def small_case(rng: Random, size: int, table: Table) -> Situation:
    """At most ``size`` lands of any sort, on one side of the boundary or the other."""
    sorts = list(groups(table))
    count = rng.randint(1, max(1, size)) if rng.random() < 0.5 else max(1, size // 2)
    chosen = rng.sample(sorts, rng.randint(1, min(4, len(sorts))))
    if rng.random() < 0.6:
        chosen.append("fetch")
    battlefield = pick(rng, table, count, chosen)
    fetches = any(table[name].fetches for name in battlefield)
    room = rng.randint(0, max(0, size - count)) if fetches else 0
    library = pick(rng, table, room, ["basic", "dual", "shock", rng.choice(sorts)])
    if size >= len(table.tron) and rng.random() < 0.1:
        battlefield, library = with_tron(rng, battlefield, library, table, size)
    cost = random_play_cost(rng, battlefield, library, table, spare=rng.choice((0, 0, 1)))
    life = rng.randint(1, MOST_LIFE)
    case = Situation(battlefield, library, life, cost)
    return at_boundary(rng, case, table, yes=rng.random() < 0.5) if rng.random() < 0.9 else case


def several_copies(rng: Random, size: int, table: Table) -> Situation:
    """Copies of one land, all of which the cost needs, and as many cards for fetch lands."""
    known = groups(table)
    fetches = size > 1 and rng.random() < 0.5
    name = rng.choice(known["fetch" if fetches else rng.choice(list(known))])
    copies = rng.randint(1, max(1, size // 2 if table[name].fetches else size))
    found = [card for cards in known.values() for card in cards
             if table[name].reaches(table[card]) is not None]
    few = rng.sample(found, min(2, len(found)))
    library = tuple(rng.choice(few) for _ in range(min(copies, size - copies)) if few)
    room = rng.randint(0, max(0, size - copies - len(library)))
    battlefield = (*(name,) * copies, *pick(rng, table, room, rng.sample(list(known), 2)))
    cost = random_play_cost(rng, battlefield, library, table)
    case = Situation(battlefield, library, rng.randint(1, MOST_LIFE), cost)
    return at_boundary(rng, case, table, yes=rng.random() < 0.5)


def chain(rng: Random, size: int, table: Table) -> Situation:
    """Lands of two colours, or fetch lands, each with one colour of the next, and at the end one
    colour alone: where one land makes another colour, all of them may have to."""
    known = groups(table)
    kinds = rng.sample(list(BASIC_TYPES), max(1, min(size, len(BASIC_TYPES))))
    fetches = rng.random() < 0.4 and size >= 2
    kinds = kinds[: size // 2] if fetches else kinds
    basics = tuple(name for kind in kinds for name in known["basic"] if kind in table[name].types)
    pairs = [{*pair} for pair in pairwise(kinds)]
    sort = "fetch" if fetches else rng.choice(("dual", "shock"))
    lands = [name for pair in pairs for name in known[sort] if _kinds(table[name]) == pair]
    last = next((n for n in known["fetch"] if kinds[-1] in _kinds(table[n])), "")
    battlefield = [*lands, last] if fetches else [*lands, basics[-1]]
    cost = [table[name].alternatives[0].mana for name in basics]
    for order in (battlefield, cost):
        if rng.random() < 0.5:
            order.reverse()
        if rng.random() < 0.2:
            rng.shuffle(order)
    life = rng.choice((1, len(kinds), len(kinds) + 1, rng.randint(1, MOST_LIFE)))
    return Situation(tuple(battlefield), basics if fetches else (), life, "".join(cost))


def _kinds(land: Land) -> set[str]:
    """The types of a land, or of what it fetches."""
    return {way.fetch for way in land.alternatives if way.fetch} or {*land.types}


def plenty(rng: Random, size: int, table: Table) -> Situation:
    """As many lands as there may be, and a cost of all their mana, or of one more."""
    return all_mana(rng, (3 if rng.random() < 0.5 else 2) * size, size, table)


def all_mana(rng: Random, wanted: int, size: int, table: Table) -> Situation:
    """About so much mana, made by at most ``size`` lands of few kinds, and a cost of all of it or
    of one more. Great amounts refute whoever has a limit, whatever it is."""
    known, tron = groups(table), sorted(table.tron)
    has_tron = size >= len(tron) and (wanted > 2 * size or rng.random() < 0.2)
    board = [*tron] if has_tron else []
    sort = rng.choice(("basic", "dual", "choice") if wanted <= size else ("bounce",))
    name = max(tron, key=lambda one: _most_made(table, one)) if board else rng.choice(known[sort])
    made = sum(_most_made(table, one) for one in board)
    while made < wanted and len(board) < size:
        board.append(name)
        made += _most_made(table, name)
    asked = made + rng.choice((0, 0, 0, 1))
    nines, rest = divmod(asked, 9)
    cost = "9" * nines + str(rest) * (rest > 0)
    return Situation(tuple(board), (), rng.randint(1, MOST_LIFE), cost or "1")


def _most_made(table: Table, name: str) -> int:
    return max(len(way.mana) for way in table[name].yields(tron=True))


def no_lands(rng: Random) -> Situation:
    """Nothing to tap and nothing to fetch."""
    return Situation((), (), rng.randint(1, MOST_LIFE), rng.choice("123456789" + MANA))


#: The kinds of situations, and how often each is drawn.
KINDS = ((small_case, several_copies, chain, plenty), (15, 4, 1, 1))


def simpler(case: Situation, table: Table) -> Iterator[Situation]:
    """Neighbours with fewer lands, a smaller cost, a land less and what it paid for, simpler lands,
    or less life, in this order.

    Each has a smaller (lands, weight of the cost, weight of the lands, life), compared in that
    order, so no chain of them is endless.
    """
    for index in range(len(case.library)):
        yield replace(case, library=case.library[:index] + case.library[index + 1:])
    for index in range(len(case.battlefield)):
        yield replace(case, battlefield=case.battlefield[:index] + case.battlefield[index + 1:])
    for index, symbol in enumerate(case.cost):
        for less in _less(symbol):
            cost = case.cost[:index] + less + case.cost[index + 1:]
            if cost:
                yield replace(case, cost=cost)
    yield from _together(case, table)
    for index, name in enumerate(case.library):
        for other in _plainer(name, table):
            library = (*case.library[:index], other, *case.library[index + 1:])
            yield replace(case, library=library)
    for index, name in enumerate(case.battlefield):
        for other in _plainer(name, table):
            battlefield = (*case.battlefield[:index], other, *case.battlefield[index + 1:])
            yield replace(case, battlefield=battlefield)
    for life in sorted({1, case.life // 2, case.life - 1}):
        if 1 <= life < case.life:
            yield replace(case, life=life)


def _together(case: Situation, table: Table) -> Iterator[Situation]:
    """A land less, and with it as much of the cost as it may have paid, a card that it may fetch,
    and the life it may cost: what stands at a boundary often gets simpler only all at once."""
    for name in dict.fromkeys(case.battlefield):
        land = table[name]
        board = _dropped(case.battlefield, name)
        cards = [card for card in dict.fromkeys(case.library)
                 if land.reaches(table[card]) is not None]
        most = max((len(way.mana) for way in land.yields(tron=True)), default=1)
        costs = [cost for paid in _cheaper(case.cost, max(1, most)) for cost in paid]
        for library in (case.library, *(_dropped(case.library, card) for card in cards)):
            for cost in costs:
                for life in (case.life, case.life - 1, case.life - 3):
                    if life >= 1:
                        yield Situation(board, library, life, cost)


def _cheaper(cost: str, most: int) -> Iterator[list[str]]:
    """Costs of one mana less, of two less, and so on up to ``most``."""
    costs = {cost}
    for _ in range(most):
        costs = {one[:index] + (_less(symbol) if symbol not in MANA else [""])[-1] + one[index + 1:]
                 for one in costs for index, symbol in enumerate(one)} - {""}
        yield sorted(costs)


def _dropped(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    index = names.index(name)
    return names[:index] + names[index + 1:]


def _less(symbol: str) -> list[str]:
    """Lighter symbols than this one: a digit weighs itself, a letter two."""
    if symbol in MANA:
        return ["", "1"]
    return ["", *sorted({"1", str(int(symbol) - 1)} - {"0", symbol})]


def _plainer(name: str, table: Table) -> list[str]:
    """The basic lands that could stand for a land that is not basic itself."""
    land = table[name]
    if len(land.alternatives) == 1 and len(land.types) == 1:
        return []
    made = {symbol for way in land.alternatives for symbol in way.mana}
    made |= {COLOURS[BASIC_TYPES.index(way.fetch)] for way in land.alternatives if way.fetch}
    basics = [other.name for other in table.lands.values()
              if len(other.types) == 1 and len(other.alternatives) == 1]
    return [basic for basic in basics if table[basic].alternatives[0].mana in made] or basics[:1]
