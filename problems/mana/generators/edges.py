"""Small situations at the edges of the rules, in three versions with different lands.

Each rule of the statement has situations on both sides of its edge: one mana, one life, one copy
or one type more or less. Whoever misreads a rule fails in all three versions. No situation has more
than six lands, but for those where ten life are paid, which takes seven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

import land_table
from mana_problem.generate import at_boundary, groups, pick, random_play_cost, small_case
from mana_problem.input import MOST_LIFE, Instance, Situation
from mana_problem.lands import BASIC_TYPES, COLOURS, MANA, Table

VERSIONS = 3
MOST_LANDS = 6


@dataclass(frozen=True)
class Cards:
    """The lands of one version, by what they do. ``first`` and ``second`` are two colours."""

    table: Table
    version: int

    def some(self, sort: str) -> list[str]:
        """Every third land of a kind, from another one in each version."""
        return groups(self.table)[sort][self.version :: VERSIONS]

    def basic(self, colour: str) -> str:
        """The basic land that makes a colour."""
        return BASIC_TYPES[COLOURS.index(colour)]

    def of(self, sort: str, colours: str) -> str:
        """The land of a kind for a pair of colours."""
        wanted = {self.basic(colour) for colour in colours}, set(colours)
        for name in groups(self.table)[sort]:
            ways = self.table[name].alternatives
            made = {symbol for way in ways for symbol in way.mana} - {"C"}
            if ({way.fetch for way in ways}, made) in ((wanted[0], set()), ({""}, wanted[1])):
                return name
        raise AssertionError(f"no {sort} land of {colours}")

    @property
    def colours(self) -> str:
        """The five colours, rotated: another one is the first in each version."""
        return COLOURS[2 * self.version :] + COLOURS[: 2 * self.version]


def one(board: list[str], cost: str, life: int = 20, library: list[str] | None = None) -> Situation:
    """A situation in short."""
    return Situation(tuple(board), tuple(library or ()), life, cost)


def costs(cards: Cards) -> Iterator[Situation]:
    """What a cost asks for."""
    first, second, *_ = cards.colours
    land, other = cards.basic(first), cards.basic(second)
    for colour in cards.colours:
        for symbol in MANA:
            yield one([cards.basic(colour)], symbol)
    for count, cost in (
        (2, first * 2), (3, first * 3), (4, first * 4), (1, "1"), (2, "2"), (2, "11"), (3, "12"),
        (3, "21"), (3, "111"), (4, "22"), (5, "14"), (6, "312"), (2, first + "1"),
        (2, "1" + first), (3, first + "2"), (3, first + "1" + first), (4, "2" + first + "1"),
    ):  # fmt: skip
        yield one([land] * count, cost, cards.version + 1)
        yield one([land] * (count - 1), cost)
    for cost in (first, "1", first + "1", first + second, first * 2, second + "1", "11"):
        yield one([land, land, other], cost, 1)
        yield one([other, other], cost)
        yield one([other], cost)
    pain = cards.of("pain", first + second)
    for count, cost in ((1, "C"), (2, "CC"), (3, "CCC"), (2, "C1"), (2, "1C")):
        yield one([pain] * count, cost, 1)
        yield one([pain] * (count - 1) + [land], cost)
    for cost in ("1", "2", "11", first + "1", "C1", "1C"):
        yield one(["Urza's Mine", land], cost, 1)
        yield one(["Urza's Mine"], cost)
    bounce = cards.of("bounce", first + second)
    for cost in ("9", "91", "19", "55", "64", "82"):
        yield one([bounce] * 5, cost)
        yield one([bounce] * 4 + [land], cost)


def great(cards: Cards) -> Iterator[Situation]:
    """Costs whose sums few bits do not hold, and more mana of one colour than a digit asks for."""
    land, bounce = cards.basic(cards.colours[0]), cards.of("bounce", cards.colours[:2])
    for cost in ("97", "98", "9991", "99995", "9" * 7, "9" * 7 + "1", "9" * 7 + "2",
                 "9" * 14 + "2", "9" * 28 + "4", "9" * 28 + "5"):  # fmt: skip
        for board in ([land], [bounce, land], [bounce] * 5):
            yield one(board, cost, cards.version + 1)
    for count in (16, 17, 32, 64, 256, 257):
        yield one([land], cards.colours[0] * count)
        yield one([land], "1" * count)
    names = ["Urza's Mine", "Urza's Power Plant", "Urza's Tower"]
    for towers, made in ((1, 10), (2, 13), (3, 16)):
        for asked in (made - 1, made, made + 1):
            yield one([*names, *[names[2]] * towers], f"9{asked - 9}" if asked > 9 else "9")
    for cost in ("91", "82", "C9", "9C", "55", "C81"):
        yield one([*names, names[2]], cost)


def crowds(cards: Cards) -> Iterator[Situation]:
    """Five or six lands of many colours, drawn at random: who takes the first way, or keeps few
    ways, misses the right one."""
    rng = Random(f"crowds {cards.version}")
    sorts = (("choice",), ("choice", "dual"), ("choice", "pain"), ("dual", "shock", "pain"),
             ("bounce", "choice"))  # fmt: skip
    for _ in range(60):
        board = pick(rng, cards.table, rng.randint(5, MOST_LANDS), rng.choice(sorts))
        yield _at_boundary(rng, board, (), cards.table)


def searches(cards: Cards) -> Iterator[Situation]:
    """Two or three fetch lands and cards that several of them find, drawn at random."""
    rng = Random(f"searches {cards.version}")
    for _ in range(120):
        count = rng.randint(2, 3)
        fetches = pick(rng, cards.table, count, ("fetch",))
        sorts = ("dual", "dual", "shock", "basic")
        library = pick(rng, cards.table, rng.randint(2, MOST_LANDS - count), sorts)
        room = rng.randint(0, MOST_LANDS - count - len(library))
        others = pick(rng, cards.table, room, ("choice", "pain", "dual"))
        yield _at_boundary(rng, fetches + others, library, cards.table)


def carries(cards: Cards) -> Iterator[Situation]:
    """So many of one colour that they carry over into another one, for who packs the demand into
    one number: all but the last land make both, and the last one only the second."""
    for a, b in permutations(cards.colours, 2):
        dual, last = cards.of("dual", a + b), cards.basic(b)
        for count in range(2, MOST_LANDS):
            yield one([dual] * count + [last], a * count + b, cards.version + 1)
    for a in cards.colours:
        pain = cards.of("pain", a + cards.colours[a == cards.colours[0]])
        for count in range(2, MOST_LANDS):
            yield one([pain] * count + ["Urza's Mine"], a * count + "C", count + 1)


def late_basics(cards: Cards) -> Iterator[Situation]:
    """Lands of all colours before and behind basic ones: who keeps few ways to tap the first lands
    loses the one that leaves the right colours to the others."""
    for basics in combinations(cards.colours, 3):
        left = [colour for colour in cards.colours if colour not in basics]
        lands = [cards.basic(colour) for colour in basics]
        for more in (*left, "1", "C"):
            cost = cards.colours + more
            for free in (["Gemstone Mine"] * 3, ["City of Brass"] * 3):
                yield one([*free, *lands], cost, 4)
                yield one([*lands, *free], cost, 4)


def rivals(cards: Cards) -> Iterator[Situation]:
    """Several fetch lands for one card, and two cards of equal types for them."""
    a, b, *_ = cards.colours
    dual, shock = cards.of("dual", a + b), cards.of("shock", a + b)
    seek = [fetch for fetch in groups(cards.table)["fetch"] if _seeks(cards, fetch, dual)]
    for card in (cards.basic(a), dual, shock):
        fetches = [fetch for fetch in seek if _seeks(cards, fetch, card)]
        for count in range(2, MOST_LANDS):
            for there in range(1, MOST_LANDS - count + 1):
                for asked in (there, there + 1):
                    if asked <= count <= len(fetches):
                        yield one(fetches[:count], str(asked), 20, [card] * there)
    fetch = cards.of("fetch", a + b)
    for library in ([dual, shock], [shock, dual], [dual, shock, shock], [dual, dual, shock]):
        for cost in (a + b, a + a, "2", "3"):
            for life in range(3, 10):
                yield one([fetch] * min(3, len(library)), cost, life, library)


def _seeks(cards: Cards, fetch: str, card: str) -> bool:
    wanted = {way.fetch for way in cards.table[fetch].alternatives}
    return bool(wanted & set(cards.table[card].types))


def _at_boundary(
    rng: Random, board: tuple[str, ...], library: tuple[str, ...], table: Table
) -> Situation:
    cost = random_play_cost(rng, board, library, table)
    case = Situation(board, library, rng.randint(1, MOST_LIFE), cost)
    return at_boundary(rng, case, table, yes=rng.random() < 0.7)


def taps(cards: Cards) -> Iterator[Situation]:
    """What one land makes, and what two copies of it make."""
    for sort in ("dual", "shock", "pain", "choice", "bounce"):
        for name in cards.some(sort):
            for symbol in MANA:
                yield one([name], symbol)
                yield one([name], symbol, 1)
    for name in ("City of Brass", "Gemstone Mine", "Urza's Mine", "Urza's Tower"):
        for symbol in MANA:
            for life in (1, 2, 3):
                yield one([name], symbol, life)
    a, b, c, *_ = cards.colours
    for sort in ("dual", "shock", "pain", "bounce"):
        name = cards.of(sort, a + b)
        for cost in (a + b, "2", "3", a + "1", a + b + "C", a + "C", "CC", a + a, "1"):
            yield one([name], cost)
        for cost in (a + b, a + a, b + b, a + a + b, a + a + b + b, a * 3, "3", "4", "5", a + c):
            yield one([name] * 2, cost)
    for name in (*cards.some("choice"), "City of Brass", "Gemstone Mine"):
        yield from (one([name] * count, cost) for count in (1, 2) for cost in ("2", a + b, "3"))


def lives(cards: Cards) -> Iterator[Situation]:
    """How much life is left."""
    a, b, *_ = cards.colours
    pain, land = cards.of("pain", a + b), cards.basic(a)
    for life in (1, 2, 3, 4):
        for board in ([pain] * 2, [pain] * 3, ["City of Brass"] * 2, [pain, "City of Brass"]):
            for cost in (a + b, a + "C", "11", a + "1", a + a, a * 3):
                yield one(board, cost, life)
        for board in ([pain], [pain, land], [pain, land, land], ["City of Brass", land]):
            for cost in (a, b, a + "1", a + b):
                yield one(board, cost, life)
        yield one([cards.of("shock", a + b)], a, life)
        yield one([cards.of("shock", a + b)] * 2, a + b, life)
    yield one([pain] * 6, a * 6, 6)
    yield one([pain] * 6, a * 6, 7)


def tron(cards: Cards) -> Iterator[Situation]:
    """Urza's lands: none missing, one missing, and several copies."""
    names = ["Urza's Mine", "Urza's Power Plant", "Urza's Tower"]
    again = names[cards.version]
    for board in (
        names, names[:2], names[1:], names[::2], [*names, again], [*names, again, again],
        [again] * 3, [again] * 2, [names[0], names[0], names[1]], [names[0], names[2], names[2]],
        [names[1], names[1], names[2]],
    ):  # fmt: skip
        for made in range(len(board), 3 * len(board) + 1):
            yield one(board, "C" * made, 1)
        yield one(board, "7")
        yield one(board, "8")
    for more in names:  # each land of the complete Tron twice, in every version
        for made in (8, 9, 10, 11):
            yield one([*names, more], "C" * made, cards.version + 2)


def finds(cards: Cards) -> Iterator[Situation]:
    """What a fetch land finds, and what it makes then."""
    table = cards.table
    for fetch in cards.some("fetch"):
        for sort in ("basic", "dual", "shock"):
            yield from (one([fetch], "1", 4, [card]) for card in groups(table)[sort])
        for sort in ("pain", "choice", "bounce", "fetch"):
            yield from (one([fetch], "1", 20, [card]) for card in cards.some(sort))
        for card in ("City of Brass", "Gemstone Mine", "Urza's Mine", "Urza's Tower"):
            yield one([fetch], "1", 20, [card])
    for fetch in cards.some("fetch")[:2]:
        types = [way.fetch for way in table[fetch].alternatives]
        for sort in ("dual", "shock"):
            for card in groups(table)[sort]:
                if set(types) & set(table[card].types):
                    yield from (one([fetch], colour, 4, [card]) for colour in COLOURS)


def payments(cards: Cards) -> Iterator[Situation]:
    """The life that fetching costs."""
    a, b, c, *_ = cards.colours
    fetch, land = cards.of("fetch", a + b), cards.basic(a)
    dual, shock = cards.of("dual", a + b), cards.of("shock", a + b)
    for life in range(1, 9):
        for card in (land, dual, shock):
            yield one([fetch], a, life, [card])
            yield one([fetch, fetch], a + a, life, [card, card])
        yield one([fetch], a, life, [shock, land])
        yield one([fetch], b, life, [shock, land])
        yield one([fetch, fetch], a + b, life, [shock, land])
    for life in (1, 2, 3):
        yield one([fetch, land], a, life, [land])
        yield one([fetch, shock], b, life, [shock])
        yield one([fetch, fetch, land], a + "1", life, [land, dual])
        yield one([fetch, cards.of("pain", a + c)], a + "1", life, [dual])
    # As much life as six lands can cost, and one more by a seventh.
    pain = cards.of("pain", a + c)
    for life in range(8, 13):
        yield one([fetch] * 3, a * 3, life, [shock] * 3)
        yield one([fetch] * 3 + [pain], a * 4, life, [shock] * 3)


def copies(cards: Cards) -> Iterator[Situation]:
    """Fetch lands and cards are used up; what is in the library stays there without them."""
    a, b, c, *_ = cards.colours
    fetch, other = cards.of("fetch", a + b), cards.of("fetch", b + c)
    x, y, z = (cards.basic(colour) for colour in (a, b, c))
    for board in ([fetch], [fetch, fetch], [fetch, other], [other, fetch], [fetch] * 3):
        for library in ([], [x], [x, x], [x, y], [y, z], [x, x, x], [y, y], [z]):
            for cost in ("1", "2", "3", a, a + a, a + b, b + c, b + b):
                if len(cost) <= len(board) + 1:
                    yield one(board, cost, 20, library)
    for board in ([], [x], [x, x], [fetch, x], [fetch, y]):
        for library in ([], [x], [y], [other, z]):
            for cost in ("1", "2", a, b, a + b, a + a, c):
                yield one(board, cost, 20, library)
    names = ["Urza's Mine", "Urza's Power Plant", "Urza's Tower"]
    missing = names.pop(cards.version)
    for made in (2, 3, 4, 5):
        yield one([*names, fetch], "C" * made, 20, [missing, x])
        yield one([*names, fetch], "C" * made + a, 20, [missing, x])


def mixed(cards: Cards) -> Iterator[Situation]:
    """Shock and dual lands in the library of two colours, where the order of payments matters, and
    situations drawn at random."""
    for a, b, c, d in permutations(cards.colours, 4):
        fetch, shock = cards.of("fetch", b + c), cards.of("shock", a + b)
        library = [cards.of("shock", a + c), cards.of("shock", a + d), cards.of("dual", b + d)]
        yield one([fetch, shock], a + b, 2, library)
        yield one([fetch, shock], a + c, 3, library)
    rng = Random(f"edges {cards.version}")
    for _ in range(150):
        case = small_case(rng, rng.randint(3, MOST_LANDS), cards.table)
        if len(case.battlefield) + len(case.library) <= MOST_LANDS:
            yield case


def edges(fetches: bool, version: int, table: Table) -> Instance:
    """All situations of a version with or without fetch lands, each once."""
    cards = Cards(table, version)
    families = (
        (finds, payments, copies, mixed, searches, rivals)
        if fetches
        else (costs, taps, lives, tron, great, crowds, carries, late_basics)
    )
    slips = land_table.finds if fetches else land_table.taps
    found = [case for family in families for case in family(cards)]
    return tuple(dict.fromkeys([*found, *slips(table, version)]))
