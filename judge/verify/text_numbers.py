"""The whole numbers in a text of decimal notation."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence

#: In so many lines of a text the numbers are compared.
MOST_ROWS = 10
#: More digits than these are a string, and no number.
MOST_DIGITS = 1000
#: What is compared between texts, and its value.
Mark = tuple[Hashable, int]
NUMBER = re.compile(rf"(?<![\w.+-])-?\d{{1,{MOST_DIGITS}}}(?![\w.])")


def greatest(text: str) -> int:
    """The greatest number of a text; 0 if there is none above."""
    return max((int(match[0]) for match in NUMBER.finditer(text)), default=0)


def extreme(texts: Sequence[str]) -> list[int]:
    """Which texts have the least or greatest number of a place, or the most or fewest numbers."""
    return ends(map(_marks, texts))


def _marks(text: str) -> Iterator[Mark]:
    lines = [[int(match[0]) for match in NUMBER.finditer(one)] for one in text.splitlines()]
    yield ("lines", 0), len(lines)
    for at, row in enumerate(lines[:MOST_ROWS]):
        yield ("row", at), len(row)
        yield from ((("number", at, min(column, 1)), one) for column, one in enumerate(row))


def ends(marked: Iterable[Iterable[Mark]]) -> list[int]:
    """Which of some have the least or the greatest value of a mark: of equal ones the first."""
    least: dict[object, tuple[int, int]] = {}
    for index, marks in enumerate(marked):
        for what, value in marks:
            for sign in (1, -1):
                kept = least.get((what, sign))
                if kept is None or sign * value < kept[0]:
                    least[what, sign] = sign * value, index
    return list(dict.fromkeys(index for _, index in least.values()))
