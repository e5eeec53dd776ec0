"""How many numbers or rows an input has at most, as a statement says it with the name of the count,
and stored inputs that have more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.common import foreign_files
from judge.model import Case
from judge.packages.statements import statement_sections
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_intervals import named_intervals_in
from judge.verify.stated_numbers import plain_numbers, statements
from judge.verify.stated_positives import COUNTING
from judge.verify.text_numbers import NUMBER

#: How much of an input is read: the count is in its first line.
_MOST_BYTES = 1 << 22


def exceeded(stored: StoredNumbers, folder: Path, cases: Sequence[Case]) -> Iterator[str]:
    """A message: the first line of a stored input counts more than the statement allows. Only where
    the statement has one count with an interval, and all small inputs have one. ``folder``: that of
    the problem. Raises OSError."""
    places = {(count.line, count.column) for count in stored.counts}
    most = [*map(_greatest_count, statement_sections(folder, "Inputs?"))]
    if len(places) != 1 or not statements(folder) or not most or None in most:
        return
    [(line, column)], bound = places, max(one for one in most if one is not None)
    for case in cases if line == 0 else ():
        text = foreign_files.read_start(case.input_path, folder, _MOST_BYTES).decode("latin-1")
        numbers = NUMBER.findall(text.partition("\n")[0])
        if len(numbers) > column and int(numbers[column]) > bound:
            said = f"data/{case.name}.in counts {numbers[column]} in line 1"
            yield f"{said}, and the statement says {bound} at most"
            return


def _greatest_count(text: str) -> int | None:
    """The greatest value of the only name before what it counts; None if there are more such names,
    or if it has no interval."""
    plain = re.sub(r"[$\\{}]", "", plain_numbers(text))
    counting = {match[1] for match in COUNTING.finditer(plain)}
    greatest = dict[str, int]()
    for one in named_intervals_in(text):
        greatest[one.name] = max(greatest.get(one.name, one.high), one.high)
    return greatest.get(counting.pop()) if len(counting) == 1 else None
