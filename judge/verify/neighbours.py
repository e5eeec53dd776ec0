"""Rows of letters or numbers of an output in another order: two equal ones beside each other at its
beginning, in its middle or at its end, or two neighbours exchanged there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice, pairwise

from judge.verify.text_numbers import NUMBER

#: A shorter row has no middle, and a longer one takes long.
LEAST_PARTS, MOST_PARTS = 6, 400
#: So many lines are tried, the longest ones first, and so many pairs of equal parts of each.
MOST_LINES, MOST_PAIRS = 12, 20
#: What is done, and the places where.
EQUAL = "two equal ones beside each other in the {} place"
EXCHANGED = "two neighbours exchanged in the {} place"
_NAMES = ("first", "last", "middle")


def changes(text: str, usual: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """What is done, where, and the text after it: to the longest line that allows it and is one
    word or a row of numbers. The same ones are in the row, so that what counts or adds them up
    finds nothing. ``usual``: lines that mean something of their own."""
    lines = text.split("\n")
    rows = {at: _parts(line) for at, line in enumerate(lines) if line not in usual}
    longest_first = sorted(filter(rows.get, rows), key=lambda at: -len(rows[at]))[:MOST_LINES]
    for what, change in ((EQUAL, _with_equal), (EXCHANGED, _with_exchanged)):
        made = ((at, some) for at in longest_first if (some := change(rows[at])))
        for at, changed in islice(made, 1):
            separator = "" if lines[at].isalpha() else " "
            for where, row in zip(_NAMES, changed, strict=True):
                yield what, where, "\n".join([*lines[:at], separator.join(row), *lines[at + 1 :]])


def _parts(line: str) -> Sequence[str]:
    """The letters of a word, or the numbers of a row that none of them counts; empty if it is
    neither, or too short."""
    words = line.split()
    parts = list(line) if line.isalpha() else words if all(map(NUMBER.fullmatch, words)) else []
    counts = len(parts) > 0 and parts[0] == str(len(parts) - 1)
    return parts if LEAST_PARTS <= len(parts) <= MOST_PARTS and not counts else []


def _with_equal(row: Sequence[str]) -> list[list[str]]:
    """The row with two equal ones beside each other in each place, and nowhere else; empty if some
    are beside each other already, or if that cannot be."""
    if _equal_places(row):
        return []
    every = combinations(range(len(row)), 2)
    pairs = [*islice((pair for pair in every if row[pair[0]] == row[pair[1]]), MOST_PAIRS)]
    made = []
    for at in (0, len(row) - 2, len(row) // 2):
        moved = (_moved(row, pair, at) for pair in pairs)
        if (found := next((one for one in moved if _equal_places(one) == [at]), None)) is None:
            return []
        made.append(found)
    return made


def _moved(row: Sequence[str], pair: tuple[int, int], at: int) -> list[str]:
    """The row with two of its parts moved to a place and the one behind it."""
    others = [part for place, part in enumerate(row) if place not in pair]
    return [*others[:at], row[pair[0]], row[pair[1]], *others[at:]]


def _equal_places(row: Sequence[str]) -> list[int]:
    return [at for at, (one, other) in enumerate(pairwise(row)) if one == other]


def _with_exchanged(row: Sequence[str]) -> list[list[str]]:
    """The row with two neighbours exchanged in each place; empty if they are equal in one."""
    made = []
    for at in (0, len(row) - 2, len(row) // 2):
        if row[at] == row[at + 1]:
            return []
        made.append([*row[:at], row[at + 1], row[at], *row[at + 2 :]])
    return made
