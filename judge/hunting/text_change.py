"""Inputs near another one, made by changes of its text that need no knowledge of the problem: it
says whether one is an input, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from judge.common.text_places import LINE, NUMBER, WORD, replaced
from judge.hunting.columns import LABELS, number_columns
from judge.hunting.constants import Group

#: How often each kind of change is chosen.
NUMBERS, WORDS, ORDER, COUNT, ROWS = 8, 4, 2, 3, 5
#: How often a row is one of lines and not of numbers.
LINES = 0.3
#: How often a number becomes one of the constants, if any fits.
CONSTANTS = 0.5
#: With a line or an item more or less one of the numbers before it may have to change: so many are
#: tried, those that stand alone in their line and those of the first line.
COUNTS = 4
_ITEM = re.compile(r"[^\s,]+")
_COUNT = re.compile(r"(?<!\d)\d{1,4000}(?!\d)")


class _Change(Struct, frozen=True):
    """A text, and what it is changed with."""

    rng: Random
    text: str
    numbers: Sequence[int]
    words: Sequence[str]
    within: range


def changed_texts(rng: Random, text: str, group: Group, within: range) -> Iterator[str]:
    """A text with one detail changed; more than one if each may be an input where those before it
    are none. Numbers that are put in are ``within`` a range."""
    numbers = [one for one in group.numbers if one in within]
    words = [one for one in group.words if "\n" not in one]
    [kind] = rng.choices(tuple(_KINDS), weights=tuple(_KINDS.values()))
    yield from kind(_Change(rng, text, numbers, words, within))


def _number(change: _Change) -> Iterator[str]:
    """A number becomes a constant, one near it, or one that another number leads to."""
    places = list(NUMBER.finditer(change.text))
    if places:
        place = change.rng.choice(places)
        number = _other_number(change, place, places)
        if number in change.within:
            yield replaced(place, number)


def _other_number(change: _Change, place: re.Match[str], places: Sequence[re.Match[str]]) -> int:
    rng, own = change.rng, int(place[0])
    if change.numbers and rng.random() < CONSTANTS:
        return rng.choice(change.numbers)
    other = int(rng.choice(places)[0])
    step = rng.choice(change.numbers) if change.numbers else 1
    rest = _rest(change, place)
    near = (own - 1, own + 1, own - step, own + step)
    led_to = (other, other - 1, other + 1, other - step, other + step, 2 * other, step - rest)
    return rng.choice((*near, *led_to))


def _rest(change: _Change, place: re.Match[str]) -> int:
    """What the others of its column add up to."""
    for column in number_columns(change.text, change.rng.choice(LABELS)):
        numbers = {one.start(): int(one[0]) for one in column}
        if place.start() in numbers:
            return sum(numbers.values()) - int(place[0])
    return 0


def _word(change: _Change) -> Iterator[str]:
    """A word, or all of a line, becomes one of the constants or another one of the text."""
    rng = change.rng
    places = list((WORD if rng.random() < 0.7 else LINE).finditer(change.text))
    if places:
        others = change.words if change.words and rng.random() < 0.7 else [one[0] for one in places]
        yield replaced(rng.choice(places), rng.choice(others))


def _order(change: _Change) -> Iterator[str]:
    """Two items, or two lines, change places, or one becomes the other."""
    rng = change.rng
    places = list((LINE if rng.random() < 0.5 else _ITEM).finditer(change.text))
    if len(places) < 2:
        return
    one, other = sorted(rng.sample(range(len(places)), 2))
    first, second = places[one], places[other]
    between = change.text[first.end() : second.start()]
    pair = rng.choice(((second[0], first[0]), (first[0], first[0]), (second[0], second[0])))
    before, after = change.text[: first.start()], change.text[second.end() :]
    yield f"{before}{pair[0]}{between}{pair[1]}{after}"


def _count(change: _Change) -> Iterator[str]:
    """A line or an item comes twice, or goes; with it the number that may count it."""
    rng, text = change.rng, change.text
    pattern = re.compile(r"[^\n]+\n" if rng.random() < 0.6 else r"[^\s,]+(?:, ?| )")
    places = list(pattern.finditer(text))
    if not places:
        return
    place, more = rng.choice(places), rng.choice((1, 1, -1))
    after = text[place.end() :]
    changed = text[: place.end()] + place[0] + after if more > 0 else text[: place.start()] + after
    yield changed
    for number in _counts(text[: place.start()]):
        counted = int(number[0]) + more
        yield f"{changed[: number.start()]}{counted}{changed[number.end() :]}"


def _row(change: _Change) -> Iterator[str]:
    """Some that stand in one column, one after the other, are put into an order, or made alike: a
    condition on all of them is rarely met by changes of one."""
    rng = change.rng
    is_line = rng.random() < LINES
    if is_line:
        places = list(LINE.finditer(change.text))
    else:
        found = number_columns(change.text, rng.choice(LABELS))
        places = rng.choices(found, weights=[*map(len, found)])[0] if found else []
    if len(places) < 2:
        return
    begin, end = sorted(rng.sample(range(len(places) + 1), 2))
    chosen = places[begin:end] if rng.random() < 0.7 else places
    if is_line:
        texts = rng.choice(_ORDERS)([one[0] for one in chosen])
    else:
        numbers = rng.choice(_PATTERNS)(change, [int(one[0]) for one in chosen])
        texts = [str(one) for one in numbers if one in change.within]
    if len(texts) == len(chosen):
        yield _rewritten(change.text, chosen, texts)


def _rewritten(text: str, places: Sequence[re.Match[str]], new: Sequence[str]) -> str:
    parts, end = [], 0
    for place, one in zip(places, new, strict=True):
        parts += [text[end : place.start()], one]
        end = place.end()
    return "".join(parts) + text[end:]


def _mirrored(row: list[Any]) -> list[Any]:
    half = row[: (len(row) + 1) // 2]
    return half + half[: len(row) // 2][::-1]


def _ordered(change: _Change, row: list[int]) -> list[int]:
    return change.rng.choice(_ORDERS)(row)


def _stepped(change: _Change, row: list[int]) -> list[int]:
    """From the first one on in equal steps."""
    step = change.rng.choice((1, -1, 2, -2, *change.numbers[:4]))
    return [row[0] + step * place for place in range(len(row))]


def _remaining(change: _Change, row: list[int]) -> list[int]:
    """All with the same remainder: even or odd numbers, for instance."""
    by = max(2, change.rng.choice((2, 2, *change.numbers[:4])))
    rest = change.rng.randrange(by)
    return [one - one % by + rest for one in row]


def _shifted(change: _Change, row: list[int]) -> list[int]:
    by = change.rng.choice((1, -1, *change.numbers[:4]))
    return [one + by for one in row]


def _counts(before: str) -> list[re.Match[str]]:
    """The numbers that may count what follows, the nearest first."""
    first = before.find("\n")
    alone = list(re.finditer(r"(?m)^\d{1,4000}$", before))
    return [*alone[::-1], *_COUNT.finditer(before, 0, max(first, 0))][:COUNTS]


_KINDS: dict[Callable[[_Change], Iterator[str]], int] = {
    _number: NUMBERS,
    _word: WORDS,
    _order: ORDER,
    _count: COUNT,
    _row: ROWS,
}
_ORDERS: tuple[Callable[[list[Any]], list[Any]], ...] = (
    sorted,
    lambda row: sorted(row, reverse=True),
    lambda row: row[::-1],
    lambda row: row[:1] * len(row),
    _mirrored,
)
_PATTERNS: tuple[Callable[[_Change, list[int]], list[int]], ...] = (
    _ordered,
    _stepped,
    _remaining,
    _shifted,
)
