"""Right outputs whose numbers are changed in ways that a comparison may overlook: in another order,
one of them twice or left out, with the number that counts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from judge.common.text_places import exchanged, replaced
from judge.verify.text_numbers import NUMBER

MORE, LESS = "a greater number in place of a count", "a lesser number in place of a count"
#: What is a fault only where numbers are places of something.
ZERO = "a 0 as one number more, which is counted"
_SWAPPED = "its last two different numbers exchanged"
_MIDDLE = "numbers that differ by one in place of one in its middle"
_GREATER, _LESSER = "a greater number in place of the last one", "a lesser one in place of the last"
_TWICE, _SHORTER = "its last number twice, which is counted", "no last number, which is counted"
_LONGER = "a great number more, which is counted"
_ANOTHER = "one more of the numbers up to the greatest, which is counted"
_NEGATED = "the negative of its last number"
HALF = "half more than the least of its numbers, which are counted"
_TURNED = "the two numbers of every line exchanged"
#: What is wrong only where the statement says in which order lines are.
UPSIDE_DOWN = "its lines the other way round"
#: So many of the first numbers are changed, each by itself.
MOST_PLACES = 8


def _place(number: int) -> str:
    return f"numbers that differ by one in place of number {number}"


def _column(number: int) -> str:
    return f"a number greater by one in place of the greatest one of column {number}"


_MIDDLE_LINE = "a number of its middle line greater by one"
#: Rows of more columns are no table; a greater number than this is no small one.
MOST_COLUMNS, SMALL = 4, 2
#: What is the same in a number of fewer bits.
_WRAPPED = {bits: f"its last number greater by 2^{bits}" for bits in (8, 16, 32)}
#: What is wrong where there is one right output.
STRICT = frozenset(
    {_SWAPPED, _MIDDLE, _GREATER, _LESSER, _TWICE, _SHORTER, _LONGER, _ANOTHER, _NEGATED, _TURNED}
    | {_place(place) for place in range(2, MOST_PLACES + 1)}
    | {_MIDDLE_LINE, *_WRAPPED.values()}
    | {_column(number) for number in range(1, 5)}
)
#: What no place of something is: a fault where numbers are places, whatever else is free.
NO_PLACE = frozenset({ZERO, _LONGER, _NEGATED})
#: What is not exactly what is wanted, where that says which of some things are chosen.
INEXACT = frozenset({_SHORTER, _ANOTHER})
#: The number 1 before a single one most often counts nothing.
LEAST_COUNTED = 2
#: No number of an output is as great as one with this added to it.
FOREIGN = 1_000_000_007
#: A word that no output has.
FOREIGN_WORD = "thisisnoanswer"


def changes(text: str) -> Iterator[tuple[str, str]]:
    """The kinds of changes, and the text after each."""
    numbers = [*NUMBER.finditer(text)]
    if len(numbers) > 2:
        middle = numbers[len(numbers) // 2]
        for near in (1, -1):
            yield _MIDDLE, replaced(middle, int(middle[0]) + near)
    for last in numbers[-1:]:
        yield _GREATER, replaced(last, int(last[0]) + 1)
        yield _LESSER, replaced(last, int(last[0]) - 1)
    if len(numbers) > 1 and numbers[-1][0] != numbers[-2][0]:
        yield _SWAPPED, exchanged(*numbers[-2:])
    for last in numbers[-1:]:
        if int(last[0]):
            yield _NEGATED, replaced(last, -int(last[0]))
        for bits, kind in _WRAPPED.items():
            yield kind, replaced(last, int(last[0]) + 2**bits)
    for place, match in enumerate(numbers[1:MOST_PLACES], 2):
        for near in (1, -1):
            yield _place(place), replaced(match, int(match[0]) + near)
    yield from _middle_line(text)
    yield from _greater_in_columns(text)
    yield from _turned(text.splitlines())
    row = counted_row(text.splitlines(), LEAST_COUNTED)
    yield from _resized(row) if row is not None else ()


def _middle_line(text: str) -> Iterator[tuple[str, str]]:
    lines = text.splitlines()
    if len(lines) > 2:
        at = len(lines) // 2
        for match in NUMBER.finditer(lines[at]):
            line = replaced(match, int(match[0]) + 1)
            yield _MIDDLE_LINE, "".join(f"{one}\n" for one in (*lines[:at], line, *lines[at + 1 :]))


def _greater_in_columns(text: str) -> Iterator[tuple[str, str]]:
    """Of each column the greatest number by one greater, where it is no small one: a comparison may
    stop at some number."""
    lines = text.splitlines()
    rows = [[*NUMBER.finditer(line)] for line in lines]
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not 2 <= max(widths) <= MOST_COLUMNS:
        return
    for column in range(max(widths)):
        at = max(range(len(rows)), key=lambda at: int(rows[at][column][0]))
        number = int(rows[at][column][0])
        if number > SMALL:
            line = replaced(rows[at][column], number + 1)
            new = [*lines[:at], line, *lines[at + 1 :]]
            yield _column(column + 1), "".join(f"{one}\n" for one in new)


def _turned(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    pairs = [[*NUMBER.finditer(line)] for line in lines]
    are_pairs = bool(lines) and all(len(pair) == 2 for pair in pairs)
    if are_pairs and any(one[0] != other[0] for one, other in pairs):
        yield _TURNED, "".join(f"{exchanged(*pair)}\n" for pair in pairs)
    if [*lines] != [*reversed(lines)]:
        yield UPSIDE_DOWN, "".join(f"{line}\n" for line in reversed(lines))


class CountedRow(Struct, frozen=True):
    """A row of an output, and the line with the number of its words: the row's own, at its
    beginning, or the one above, where it is alone."""

    lines: Sequence[str]
    count_at: int
    at: int
    words: Sequence[str]

    def changed(self, count: int, words: Sequence[str]) -> str:
        """The output with another count and other words."""
        new = [*self.lines]
        if self.count_at == self.at:
            new[self.at] = " ".join([str(count), *words])
        else:
            new[self.count_at], new[self.at] = str(count), " ".join(words)
        return "".join(f"{line}\n" for line in new)


def counted_row(lines: Sequence[str], least: int = 0) -> CountedRow | None:
    """The last row of numbers that is counted, with ``least`` of them or more; None if there is
    none."""
    for at in reversed(range(len(lines))):
        words = lines[at].split()
        above = lines[at - 1].split() if at else []
        if not all(map(NUMBER.fullmatch, words)):
            continue
        if len(words) >= least and above == [str(len(words))]:
            return CountedRow(lines, at - 1, at, words)
        if len(words) > max(1, least) and words[0] == str(len(words) - 1):
            return CountedRow(lines, at, at, words[1:])
    return None


def other_order(text: str) -> str:
    """The numbers of the only row that has several, the other way round; without its count, if that
    is in the row. Empty if there is no such row, or the order makes no difference."""
    lines = text.splitlines()
    rows = [at for at, line in enumerate(lines) if len(line.split()) > 1]
    if len(rows) != 1 or rows[0] != len(lines) - 1:
        return ""
    words = lines[-1].split()
    kept = 1 if len(words) > 2 and words[0] == str(len(words) - 1) else 0
    new = " ".join([*words[:kept], *words[: kept - 1 if kept else None : -1]])
    is_plain = all(map(NUMBER.fullmatch, words)) and new.split() != words
    return "".join(f"{line}\n" for line in [*lines[:-1], new]) if is_plain else ""


def _resized(row: CountedRow) -> Iterator[tuple[str, str]]:
    """The row longer and shorter, and another count of it."""
    words, count = row.words, len(row.words)
    yield MORE, row.changed(count + 1, words)
    yield LESS, row.changed(count - 1, words)
    yield ZERO, row.changed(count + 1, [*words, "0"])
    yield _TWICE, row.changed(count + 1, [*words, words[-1]])
    yield _SHORTER, row.changed(count - 1, words[:-1])
    known = {*map(int, words)}
    free = next(number for number in range(1, count + 2) if number not in known)
    if free < max(known, default=0):
        yield _ANOTHER, row.changed(count + 1, [*words, str(free)])
    least = min(range(count), key=lambda at: int(words[at]))
    yield HALF, row.changed(count, [*words[:least], f"{words[least]}.5", *words[least + 1 :]])
    yield _LONGER, row.changed(count + 1, [*words, str(abs(int(words[-1])) + FOREIGN)])
