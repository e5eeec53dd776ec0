"""Situations at limits that solutions set themselves: so many lands, cards, fetch lands, points of
life, mana of one kind or steps of an exchange.

Each limit that is likely has situations on both sides of it, in three versions with different
lands. They are as large as their limit asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from edges import VERSIONS, Cards, one
from mana_problem.input import MOST_LANDS, MOST_LIFE, Situation
from mana_problem.lands import COLOURS

TRON = ("Urza's Mine", "Urza's Power Plant", "Urza's Tower")
#: Numbers of lands, of cards and of mana next to limits that are likely.
COUNTS = (7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 20, 21, 24, 25, 26, 31, 32, 33, 34)


def generic(total: int) -> str:
    """A cost of so much generic mana."""
    return "9" * (total // 9) + (str(total % 9) if total % 9 else "")


def boards(cards: Cards) -> Iterator[Situation]:
    """Many lands: the first, the one in the middle or the last is needed for its colour."""
    a, b, c, *_ = cards.colours
    land, dual, other = cards.basic(a), cards.of("dual", a + b), cards.basic(c)
    for count in COUNTS:
        for place in (0, count // 2, count - 1):
            board = [land if (place + k) % 2 else dual for k in range(count)]
            board[place] = other
            yield one(board, generic(count - 1) + c, 1)
            yield one(board, generic(count) + c, 1)


def amounts(cards: Cards) -> Iterator[Situation]:
    """Much mana of one type, and much of any, up to all that there can be."""
    a, b, *_ = cards.colours
    land, bounce = cards.basic(a), cards.of("bounce", a + b)
    for count in COUNTS:
        yield one([land] * count, a * count, 1)
        yield one([land] * (count - 1), a * count, 1)
        yield one([bounce] * count, generic(2 * count), 1)
        yield one([bounce] * count, generic(2 * count + 1), 1)
        yield one([bounce] * count, a * count + b * count, 1)
        yield one([bounce] * count, a * (count + 1) + b * (count - 1), 1)
    for more in (*range(4, MOST_LANDS - 2, 3), MOST_LANDS - 3):
        board, made = [*TRON, *[TRON[2]] * more], 7 + 3 * more
        for asked in (made, made + 1):
            yield one(board, generic(asked), 1)
            yield one(board, "C" * (asked - 2) + "2", 1)


def lives(cards: Cards) -> Iterator[Situation]:
    """As much life as many lands cost, and one point more."""
    a, b, *_ = cards.colours
    pain, land = cards.of("pain", a + b), cards.basic(b)
    for paid in range(6, MOST_LIFE + 1):
        for life in {paid, min(paid + 1, MOST_LIFE)}:
            for name in (pain, "City of Brass"):
                yield one([name] * paid, a * paid, life)
                yield one([land, *[name] * paid], b + a * paid, life)
                yield one([name] * paid + [land] * 2, generic(2) + a * paid, life)


def scattered(cards: Cards) -> Iterator[Situation]:
    """Urza's lands in each order, with other lands between them."""
    a, b, *_ = cards.colours
    for order in permutations(TRON):
        for between in (cards.basic(a), cards.of("pain", a + b), cards.of("dual", a + b)):
            board = [order[0], between, order[1], between, order[2]]
            for asked in (7, 8):
                yield one(board, "C" * asked, 1)
            yield one(board, "C" * 7 + a * 2, 3)
            yield one(board[1:], "C" * 4 + a, 3)


def chains(cards: Cards) -> Iterator[Situation]:
    """The last land takes the colour of another one, which takes that of a third one, and so on."""
    for colours in _orders(cards):
        duals = [cards.of("dual", colours[k : k + 2]) for k in range(4)]
        for last in (colours[0], colours[4], colours[2]):
            for board in ([*duals, cards.basic(last)], [cards.basic(last), *duals[::-1]]):
                for cost in (colours, colours[::-1]):
                    yield one(board, cost, 1)
                yield one(board, colours[:4] + colours[0], 1)


def libraries(cards: Cards) -> Iterator[Situation]:
    """Many cards, of which the first, the one in the middle or the last is needed."""
    a, b, c, d, _ = cards.colours
    fetch, idle = cards.of("fetch", a + b), cards.basic(a)
    for count in COUNTS:
        for place in (0, count // 2, count - 2):
            library = [idle] * (count - 1)
            for wanted in (cards.basic(b), cards.of("dual", b + c)):
                library[place] = wanted
                yield one([fetch], b, 2, library)
                yield one([fetch], d, 2, library)


def searches(cards: Cards) -> Iterator[Situation]:
    """Many fetch lands, each of which finds a card, or as many cards as are left."""
    a, b, c, *_ = cards.colours
    fetch, other = cards.of("fetch", a + b), cards.of("fetch", b + c)
    land, last = cards.basic(a), cards.basic(c)
    for count in range(3, 18):
        for board in ([*[fetch] * (count - 1), other], [other, *[fetch] * (count - 1)]):
            library = [*[land] * (count - 1), last]
            for life in (count, count + 1):
                yield one(board, a * (count - 1) + c, life, library)
            yield one(board, generic(count), count + 1, library[1:])
            yield one(board, generic(count - 1) + c, count + 1, library[::-1])


def exchanges(cards: Cards) -> Iterator[Situation]:
    """The last card that is found costs much: others are exchanged for it, and find or make
    something else."""
    for colours in _orders(cards):
        a, b, c, d, e = colours
        three = cards.of("choice", a + b + c)
        board = [three, cards.of("shock", a + c), cards.of("pain", b + d)]
        board += [cards.of("dual", a + b), cards.of("fetch", b + d)]
        library = [cards.of("shock", e + c), cards.of("shock", a + b)]
        for life in (4, 5, 6):
            yield one(board, b + c + d + b + "1", life, library)
        fetches = [cards.of("fetch", colours[k : k + 2]) for k in range(4)]
        basics = [cards.basic(colour) for colour in colours]
        for last in (cards.of("fetch", a + c), cards.of("fetch", c + e)):
            for found in (basics, basics[::-1]):
                yield one([*fetches, last], colours, 6, found)
                yield one([last, *fetches[::-1]], colours[::-1], 6, found)
                yield one([*fetches, last], colours, 6, [*found[1:], found[2]])


def _orders(cards: Cards) -> Iterator[str]:
    """Twenty orders of the five colours, others in each version."""
    for order in list(permutations(COLOURS))[cards.version :: 2 * VERSIONS]:
        yield "".join(order)


def limits(fetches: bool, cards: Cards) -> Iterator[Situation]:
    """All situations at limits, with or without fetch lands."""
    on_board = (boards, amounts, lives, scattered, chains)
    for family in (libraries, searches, exchanges) if fetches else on_board:
        yield from family(cards)
