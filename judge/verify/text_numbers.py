"""The whole numbers in a text of decimal notation."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: In so many lines of a text the numbers are compared.
MOST_ROWS = 10
#: More digits than these are a string, and no number.
MOST_DIGITS = 1000
NUMBER = re.compile(rf"(?<![\w.+-])-?\d{{1,{MOST_DIGITS}}}(?![\w.])")


def extreme(texts: Sequence[str]) -> list[int]:
    """Which texts have the least or greatest number of a place, or the most or fewest numbers."""
    least: dict[object, tuple[int, int]] = {}
    for index, text in enumerate(texts):
        lines = [[int(match[0]) for match in NUMBER.finditer(one)] for one in text.splitlines()]
        marks: list[tuple[object, int]] = [(("lines", 0), len(lines))]
        for at, row in enumerate(lines[:MOST_ROWS]):
            marks += [(("row", at), len(row))]
            marks += [(("number", at, min(column, 1)), one) for column, one in enumerate(row)]
        for what, value in marks:
            for sign in (1, -1):
                kept = least.get((what, sign))
                if kept is None or sign * value < kept[0]:
                    least[what, sign] = sign * value, index
    return list(dict.fromkeys(index for _, index in least.values()))
