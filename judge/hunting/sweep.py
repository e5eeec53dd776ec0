"""All inputs one small change away from another one: its numbers and words become constants of the
source, or move towards them, and its items come twice or go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

from msgspec import Struct

from judge.common.text_places import LINE, NUMBER, WORD, replaced
from judge.hunting.arithmetic import factors
from judge.hunting.columns import LABELS, number_columns
from judge.hunting.constants import Group

T = TypeVar("T")

#: At most so many different constants are put into a text, the first ones.
MOST_NUMBERS, MOST_WORDS = 48, 48
#: How far a number moves: where a distance is told in bits, one of these lessens it.
STEPS = tuple(sign * 2**bits for bits in range(7) for sign in (1, -1))
#: Of what kinds the first changes are: constants, sums, steps, words, counts, copies, factors,
#: keys.
SHARES = (6, 2, 4, 3, 2, 2, 1, 1)
#: At most so many changes of one kind are made, a sample of them.
MOST = 512
#: At most so many are aimed by one difference, and of so many items one comes more or less often.
MOST_AIMED, MOST_ITEMS = 88, 8
#: How many of them may change two numbers together, how many items there are, two numbers in a
#: ratio, two numbers whose sum stays, or one number by a part of the difference.
AIMED_SHARES = (16, 16, 12, 12, 8)
#: One number is at most so many times another one.
MOST_TIMES = 9
#: How many numbers apart two stand at most that become the factors of a constant.
APART = 3
_WHOLE = re.compile(r"(?m)^\w{3,}$")
#: What is in brackets and has none inside.
BRACKETS = re.compile(r"[\[{][^\[\]{}]*[\]}]")
#: A key of an object, and its value if that holds no others.
KEY = re.compile(r'("\w+")\s*:\s*(?:-?\d+|"[^"\n]*"|true|false|\[[^\[\]{}\n]*\]|\{[^\[\]{}\n]*\})')
#: A line with an item of a list, and not the last one.
ITEM_LINE = re.compile(r"(?m)^[^\n]*[\]}],\n")


class _Text(Struct, frozen=True):
    rng: Random
    text: str
    numbers: Sequence[int]
    words: Sequence[str]
    within: range

    def number_at(self, place: re.Match[str], number: int) -> Iterator[str]:
        if number in self.within:
            yield replaced(place, number)

    def numbers_at(self, wanted: Sequence[tuple[re.Match[str], int]]) -> Iterator[str]:
        """At most as many as are used: to write all of them takes long."""
        places = {(p.start(), number): p for p, number in wanted if number in self.within}
        for at in _some(self.rng, list(places)):
            yield replaced(places[at], at[1])


def _some(rng: Random, items: Sequence[T]) -> Sequence[T]:
    return rng.sample(items, MOST) if len(items) > MOST else items


def swept_texts(rng: Random, text: str, group: Group, within: range) -> tuple[str, ...]:
    """Texts that differ from one in one detail, the kinds of change mixed. Not each is an input.
    Numbers that are put in are ``within`` a range."""
    words = [one for one in dict.fromkeys(group.words) if "\n" not in one]
    numbers = list(dict.fromkeys(group.numbers))
    base = _Text(rng, text, numbers[:MOST_NUMBERS], words[:MOST_WORDS], within)
    ranked: list[tuple[float, int, str]] = []
    for share, (kind, change) in zip(SHARES, enumerate(_KINDS), strict=True):
        found = list(dict.fromkeys(change(base)))
        rng.shuffle(found)
        ranked += [((place + 1) / share, kind, one) for place, one in enumerate(found[:MOST])]
    return tuple(dict.fromkeys(one for *_, one in sorted(ranked) if one != text))


def aimed_texts(rng: Random, text: str, difference: int, within: range) -> tuple[str, ...]:
    """Texts for a comparison whose sides differed by a number: it is added to one of the numbers,
    or taken from it, or so many items come more, or less; a part of it is, where a side is a
    multiple; another number moves too, so that what was equal, a multiple or a sum stays so. Not
    each is an input. Numbers that are put in are ``within`` a range."""
    changes = (
        _moved_together(text, difference, within),
        _resized(text, abs(difference)),
        _moved_in_ratio(text, difference, within),
        _moved_apart(text, difference, within),
        _moved_by_a_part(text, difference, within),
    )
    few: list[str] = []
    for share, change in zip(AIMED_SHARES, changes, strict=True):
        some = list(dict.fromkeys(change))
        rng.shuffle(some)
        few += some[:share]
    found = list(dict.fromkeys(_moved(text, difference, within)))
    rng.shuffle(found)
    return tuple(dict.fromkeys((*found[: MOST_AIMED - len(few)], *few)))


def _moved(text: str, difference: int, within: range) -> Iterator[str]:
    for place in NUMBER.finditer(text):
        for number in (int(place[0]) - difference, int(place[0]) + difference):
            if number in within:
                yield replaced(place, number)


def _moved_together(text: str, difference: int, within: range) -> Iterator[str]:
    """Two equal numbers, or all that are equal, stay equal."""
    equal: dict[int, list[re.Match[str]]] = {}
    for place in NUMBER.finditer(text):
        equal.setdefault(int(place[0]), []).append(place)
    for value, places in equal.items():
        for number in (value - difference, value + difference):
            if number not in within:
                continue
            pairs = [list(pair) for pair in combinations(places[:MOST_ITEMS], 2)]
            yield from (_rewritten(text, some, number) for some in (*pairs, places) if some[1:])


def _moved_in_ratio(text: str, difference: int, within: range) -> Iterator[str]:
    """One number is a multiple of another one, and stays it."""
    places = list(NUMBER.finditer(text))
    for first in places:
        for second in places:
            less, more = int(first[0]), int(second[0])
            times = more // less if less > 0 else 0
            if not 1 < times <= MOST_TIMES or more != times * less:
                continue
            for by in (difference, -difference):
                if by % times == 0:
                    yield from _both(text, (first, by // times), (second, by), within)
                yield from _both(text, (first, by), (second, times * by), within)


def _moved_apart(text: str, difference: int, within: range) -> Iterator[str]:
    """Two numbers near each other keep their sum."""
    places = list(NUMBER.finditer(text))
    for index, first in enumerate(places):
        for second in places[index + 1 : index + 1 + APART]:
            for by in (difference, -difference):
                yield from _both(text, (first, by), (second, -by), within)


def _moved_by_a_part(text: str, difference: int, within: range) -> Iterator[str]:
    for times in range(2, MOST_TIMES + 1):
        if difference % times == 0:
            yield from _moved(text, difference // times, within)


def _both(
    text: str, one: tuple[re.Match[str], int], other: tuple[re.Match[str], int], within: range
) -> Iterator[str]:
    """Two numbers move, each by its own step."""
    moved = [(place, int(place[0]) + by) for place, by in (one, other)]
    if all(number in within for _, number in moved):
        yield _rewritten_both(text, *sorted(moved, key=lambda its: its[0].start()))


def _rewritten(text: str, places: Sequence[re.Match[str]], number: int) -> str:
    for place in reversed(places):
        text = f"{text[: place.start()]}{number}{text[place.end() :]}"
    return text


def _resized(text: str, count: int) -> Iterator[str]:
    """What is in brackets, or an item that is a line, comes so many times more, or so many go."""
    if not 0 < count <= MOST_ITEMS:
        return
    places = list(BRACKETS.finditer(text))
    for index, place in enumerate(places):
        yield f"{text[: place.end()]}{count * f', {place[0]}'}{text[place.end() :]}"
        if index + count < len(places):
            yield text[: place.start()] + text[places[index + count].start() :]
        if index >= count:
            yield text[: places[index - count].end()] + text[place.end() :]
    lines = list(ITEM_LINE.finditer(text))
    for index, line in enumerate(lines):
        yield text[: line.end()] + count * line[0] + text[line.end() :]
        if index + 1 >= count:
            yield text[: lines[index + 1 - count].start()] + text[line.end() :]


def _constants(base: _Text) -> Iterator[str]:
    places = list(NUMBER.finditer(base.text))
    yield from base.numbers_at([(place, number) for place in places for number in base.numbers])


def _sums(base: _Text) -> Iterator[str]:
    """All that stand in one column have a constant as their sum."""
    wanted: list[tuple[re.Match[str], int]] = []
    for label in LABELS:
        for column in number_columns(base.text, label):
            total = sum(int(place[0]) for place in column)
            for place in column:
                more = int(place[0]) - total
                wanted += [(place, number + more) for number in base.numbers]
    yield from base.numbers_at(wanted)


def _steps(base: _Text) -> Iterator[str]:
    for place in NUMBER.finditer(base.text):
        for step in STEPS:
            yield from base.number_at(place, int(place[0]) + step)


def _words(base: _Text) -> Iterator[str]:
    places = [place for pattern in (LINE, WORD) for place in pattern.finditer(base.text)]
    pairs = [(place, word) for place in places for word in base.words]
    yield from (replaced(place, word) for place, word in _some(base.rng, pairs))


def _counts(base: _Text) -> Iterator[str]:
    """What is in brackets, or an item that is a line, comes twice, or goes."""
    text = base.text
    for place in BRACKETS.finditer(text):
        yield f"{text[: place.end()]}, {place[0]}{text[place.end() :]}"
        before, after = text[: place.start()], text[place.end() :]
        if after.startswith(","):
            yield before + after[1:].lstrip(" ")
        else:
            yield before.rstrip(" ").removesuffix(",") + after
    for line in ITEM_LINE.finditer(text):
        yield text[: line.end()] + text[line.start() :]
        yield text[: line.start()] + text[line.end() :]


def _copies(base: _Text) -> Iterator[str]:
    """A number becomes another one of the text, or an item another item; a word that is a line
    reads the same from both ends, or has its characters in order."""
    for pattern in (NUMBER, BRACKETS, LINE):
        places = list(pattern.finditer(base.text))
        others = dict.fromkeys(one[0] for one in places)
        for place in places:
            yield from (replaced(place, other) for other in others if other != place[0])
    for place in _WHOLE.finditer(base.text):
        word = place[0]
        half = word[: (len(word) + 1) // 2]
        yield from (
            replaced(place, other)
            for other in (half + word[: len(word) // 2][::-1], "".join(sorted(word)), word[::-1])
        )


def _factors(base: _Text) -> Iterator[str]:
    """Two numbers near each other have a constant as their product."""
    places = list(NUMBER.finditer(base.text))
    for pair in filter(None, map(factors, base.numbers)):
        if not all(number in base.within for number in pair):
            continue
        for index, first in enumerate(places):
            for second in places[index + 1 : index + 1 + APART]:
                for early, late in (pair, pair[::-1]):
                    yield _rewritten_both(base.text, (first, early), (second, late))


def _rewritten_both(
    text: str, first: tuple[re.Match[str], int], second: tuple[re.Match[str], int]
) -> str:
    (before, early), (after, late) = first, second
    between = text[before.end() : after.start()]
    return f"{text[: before.start()]}{early}{between}{late}{text[after.end() :]}"


def _keys(base: _Text) -> Iterator[str]:
    """An object that is a line gets a key of another one, with its value: what has its usual value
    may be written nowhere."""
    lines = [line for line in LINE.finditer(base.text) if line[0].lstrip().startswith("{")]
    for line in lines:
        own = {key[1] for key in KEY.finditer(line[0])}
        begin = base.text.index("{", line.start()) + 1
        others = {key[0]: key[1] for other in lines for key in KEY.finditer(other[0])}
        for pair, name in others.items():
            if name not in own:
                yield f"{base.text[:begin]}{pair}, {base.text[begin:]}"


_KINDS = (_constants, _sums, _steps, _words, _counts, _copies, _factors, _keys)
