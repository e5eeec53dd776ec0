"""Outputs of one number for each row of the input, between the numbers of that row, or with a
number of the first line as their sum: what is wrong with a validator that does not look at that.

Such a relation is a rule if every right output keeps it, and several reach it. The number of one
row is moved beyond it, and others make up for that where there is a sum, so that nothing else is
wrong.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.safe_text import one_line
from judge.model import RIGHT, Case
from judge.verify.deadline import Deadline
from judge.verify.stated_rules import says_exactly
from judge.verify.subject import Judgement

#: So many cases must have such outputs, of so many numbers, and so many are tried; the longest
#: inputs that are read, in bytes.
LEAST_CASES, LEAST_NUMBERS, MOST_CASES, MOST_BYTES = 4, 3, 12, 1 << 16
#: A number is moved so far.
STEP = Fraction(1)
#: What is done to the sum.
SUMS = ("one number greater", "one number less")
#: What real numbers may be wrong by.
_NEAR = Fraction(1, 10**5)
_INTEGER = re.compile(r"-?\d{1,18}")
_REAL = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?")
_PLACES = ("first", "middle", "last")
#: A column of the rows of an input, or one of its lines: a number for each number of the output.
Column = tuple[str, int]


class Amounts(Struct, frozen=True):
    """The numbers of an output, those of the first line of its input, and the columns."""

    case: Case
    text: str
    numbers: tuple[Fraction, ...]
    first: tuple[int, ...]
    columns: Mapping[Column, tuple[int, ...]]

    def written(self, numbers: Sequence[Fraction]) -> str:
        """The output with other numbers in place of those that differ."""
        pairs = iter(zip(self.numbers, numbers, strict=True))

        def word(found: re.Match[str]) -> str:
            old, new = next(pairs)
            return found[0] if old == new else _shown(new)

        return re.sub(r"\S+", word, self.text)


class _Rules(Struct, frozen=True):
    """What all right outputs keep: bounds by columns, and which number of the first line is the
    sum; None if none is."""

    least: tuple[Column, ...]
    most: tuple[Column, ...]
    sum_at: int | None

    def low(self, one: Amounts, at: int) -> Fraction:
        """The least that a number may be made, as far as is known."""
        numbers = [one.columns[column][at] for column in self.least]
        return Fraction(max(numbers, default=0))

    def high(self, one: Amounts, at: int) -> Fraction | None:
        numbers = [one.columns[column][at] for column in self.most]
        return Fraction(min(numbers)) if numbers else None


def overlooked(
    folder: Path, right: Mapping[Case, str], judged: Judgement, deadline: Deadline
) -> str:
    """A message if outputs that break such a rule are accepted in every case; empty if not.
    ``folder``: that of the problem. ``right``: a right output of each case."""
    found = (amounts_of(folder, case, text) for case, text in right.items())
    every = [one for one in found if one is not None]
    every.sort(key=lambda one: (len(one.text), one.case.name))
    if len(every) < LEAST_CASES:
        return ""
    rules = _rules(every)
    made: dict[str, list[tuple[Case, str]]] = defaultdict(list)
    for one in every:
        for what, text in _broken(one, rules):
            made[what].append((one.case, text))
    accepted: dict[str, str] = {}
    for what, some in deadline.items(made.items()):
        if example := _all_accepted(some[:MOST_CASES], judged):
            accepted[what] = example
            if what not in SUMS:
                return f"it accepts every right output with {what}: {example}"
    # One of the two may be right where the statement has a bound of the sum.
    if len(accepted) == len(SUMS) or (accepted and says_exactly(folder)):
        what, example = next(iter(accepted.items()))
        said = f"it accepts every right output with {what}"
        return f"{said}, and right ones add up to a number of the first line: {example}"
    return ""


def _all_accepted(some: Sequence[tuple[Case, str]], judged: Judgement) -> str:
    """One of the outputs if all are accepted, and they are enough; empty if not."""
    if len(some) < LEAST_CASES or any(judged(c, t.encode())[0] not in RIGHT for c, t in some):
        return ""
    case, text = some[0]
    return f"{case.name}, {one_line(repr(text), 150)}"


def amounts_of(folder: Path, case: Case, text: str) -> Amounts | None:
    """None for an output that has anything but numbers, or an input without as many of them."""
    words = text.split()
    if len(words) < LEAST_NUMBERS or not all(map(_REAL.fullmatch, words)):
        return None
    data = foreign_files.read_start(case.input_path, folder, MOST_BYTES)
    rows = [line.split() for line in data.decode("utf-8", "replace").splitlines()]
    if len(data) == MOST_BYTES or not all(_INTEGER.fullmatch(w) for row in rows for w in row):
        return None
    numbers = [tuple(map(int, row)) for row in rows]
    columns: dict[Column, tuple[int, ...]] = {
        ("line", at): row for at, row in enumerate(numbers[1:], 2) if len(row) == len(words)
    }
    if len(numbers) == len(words) + 1 and len({*map(len, numbers[1:])}) == 1:
        columns |= {("column", at): row for at, row in enumerate(zip(*numbers[1:], strict=True))}
    if not columns:
        return None
    return Amounts(case, text, tuple(map(Fraction, words)), numbers[0], columns)


def _rules(every: Sequence[Amounts]) -> _Rules:
    columns = set.intersection(*({*one.columns} for one in every))
    signs = {column: [*_signs(every, column)] for column in sorted(columns)}
    least = [column for column, some in signs.items() if _is_bound(some, 1)]
    most = [column for column, some in signs.items() if _is_bound(some, -1)]
    width = min(len(one.first) for one in every)
    sums = [at for at in range(width) if all(_is_sum(one, at) for one in every)]
    told = len({one.first[at] for one in every for at in sums[:1]}) >= LEAST_CASES
    return _Rules(tuple(least), tuple(most), sums[0] if sums and told else None)


def _signs(every: Sequence[Amounts], column: Column) -> Iterator[set[int]]:
    """Of each case where the numbers are: 1 above those of the column, -1 below, 0 the same."""
    for one in every:
        pairs = zip(one.numbers, one.columns[column], strict=True)
        yield {(a > b + _NEAR) - (a < b - _NEAR) for a, b in pairs if b or a}


def _is_bound(signs: Sequence[set[int]], side: int) -> bool:
    """Whether numbers are on this side alone, and in several cases beside and at the bound."""
    if any(-side in some for some in signs):
        return False
    return all(sum(sign in some for some in signs) >= LEAST_CASES for sign in (0, side))


def _is_sum(one: Amounts, at: int) -> bool:
    total = sum(one.numbers, Fraction(0))
    return abs(total - one.first[at]) <= _NEAR * max(Fraction(1), abs(total))


def _broken(one: Amounts, rules: _Rules) -> Iterator[tuple[str, str]]:
    """What is done to the output, and the text after that."""
    places = dict(zip(_PLACES, (0, len(one.numbers) // 2, len(one.numbers) - 1), strict=True))
    for name, at in places.items():
        for column in rules.most:
            beyond = _moved(one, rules, at, one.columns[column][at] + STEP)
            if beyond is not None:
                yield f"its {name} number above that of its row in {_named(column)}", beyond
        for column in rules.least:
            below = one.columns[column][at] - STEP
            beyond = _moved(one, rules, at, below) if below >= 0 else None
            if beyond is not None:
                yield f"its {name} number below that of its row in {_named(column)}", beyond
    if rules.sum_at is not None:
        for what, step in zip(SUMS, (STEP, -STEP), strict=True):
            for at, number in enumerate(one.numbers):
                high = rules.high(one, at)
                if rules.low(one, at) <= number + step and (high is None or number + step <= high):
                    numbers = [*one.numbers]
                    numbers[at] += step
                    yield what, one.written(numbers)
                    break


def _named(column: Column) -> str:
    kind, at = column
    return f"line {at}" if kind == "line" else f"column {at + 1}"


def _moved(one: Amounts, rules: _Rules, place: int, number: Fraction) -> str | None:
    """The output with this number in that place; where there is a sum, with others that make up for
    it within their bounds. None if these cannot."""
    numbers = [*one.numbers]
    left = numbers[place] - number
    numbers[place] = number
    for at in range(len(numbers) if rules.sum_at is not None else 0):
        if at != place and left:
            high, low = rules.high(one, at), rules.low(one, at)
            room = left if high is None else max(Fraction(0), high - numbers[at])
            step = min(left, room) if left > 0 else max(left, min(Fraction(0), low - numbers[at]))
            numbers[at] += step
            left -= step
    return one.written(numbers) if not left or rules.sum_at is None else None


def _shown(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.12f}"
