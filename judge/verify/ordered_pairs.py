"""Two numbers of each row of an input that a statement compares: ``$1 \\le l_i \\le r_i \\le n$``,
``$a \\ne b$``. Input validators reject a row that breaks that, and no other one for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from operator import le, lt, ne

from msgspec import Struct

from judge.common import foreign_files
from judge.model import Case, Problem
from judge.packages.statements import statement_texts
from judge.verify.bound_edges import shown
from judge.verify.group_limits import ReadInput, read_input
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_intervals import Relation, Sign, relations_in
from judge.verify.stated_rows import only_section, row_names

#: What the validators say of a text as the input of a case.
Accepts = Callable[[Case, str], bool]
#: The longest input of at most so many bytes is changed in its last row.
MOST_BYTES = 1 << 16
#: Equal numbers are refused where so many inputs of so many are no other reason.
LEAST_INPUTS, MOST_INPUTS, MOST_ROWS = 2, 3, 3
_HOLDS: Mapping[Sign, Callable[[int, int], bool]] = {
    Sign.AT_MOST: le,
    Sign.LESS: lt,
    Sign.NOT_EQUAL: ne,
}
#: Words for what rules out equal numbers, too.
_DIFFERENT = re.compile(
    r"\b(?:distinct|differ\w*|unequal|not equal|no two|unique|pairwise|itself|self|trees?"
    r"|simple|permutations?)\b|≠|\\neq?\b",
    re.I,
)


class _Pair(Struct, frozen=True):
    """Two columns of all rows, the names of both, and what the statement says of them."""

    at: int
    other: int
    names: tuple[str, str]
    sign: Sign

    def holds(self, row: Sequence[int]) -> bool:
        return _HOLDS[self.sign](row[self.at], row[self.other])


def misjudged(problem: Problem, stored: StoredNumbers, accepts: Accepts) -> Iterator[str]:
    """Messages: the validators accept a row with two numbers exchanged, or equal ones, which every
    stored row and the statement rule out; or they reject equal ones that the statement allows.
    ``accepts``: what they say of a text as the input of a case. Raises OSError."""
    if (section := only_section(problem)) is None:
        return
    every = [one for case in problem.cases if (one := read_input(problem, case)) is not None]
    if len(every) < len(problem.cases) or not (columns := row_names(section, every)):
        return
    pairs = [*dict.fromkeys(_pairs(section, columns))]
    for pair in pairs:
        if not all(pair.holds(row) for one in every for row in one.rows or ()):
            continue
        inputs = [*_inputs(problem, stored, every)]
        if pair.sign is not Sign.NOT_EQUAL:
            yield from islice(_accepted(pair, inputs, _turned, accepts), 1)
        if pair.sign is not Sign.AT_MOST:
            yield from islice(_accepted(pair, inputs, _equal, accepts), 1)
        elif not any(map(_DIFFERENT.search, statement_texts(problem.folder))):
            strict = [one for one in pairs if one.sign is not Sign.AT_MOST]
            if not any({one.at, one.other} == {pair.at, pair.other} for one in strict):
                yield from _refused(pair, stored, every, accepts)


def _pairs(section: str, columns: Sequence[str]) -> Iterator[_Pair]:
    """The columns that the part on inputs compares: names with the same index, or none."""
    for one in relations_in(section):
        (first, _, index), (second, _, same) = one.first.partition("_"), one.second.partition("_")
        if first in columns and second in columns and index == same and first != second:
            yield _Pair(columns.index(first), columns.index(second), _names(one), one.sign)


def _names(one: Relation) -> tuple[str, str]:
    return one.first, one.second


def _inputs(
    problem: Problem, stored: StoredNumbers, every: Sequence[ReadInput]
) -> Iterator[tuple[Case, str, bool]]:
    """The smallest inputs, whose first rows are changed, and the longest one, whose last one is."""
    for case, text in sorted(stored.texts.items(), key=lambda item: len(item[1])):
        yield case, text, False
    long = [one.case for one in every if one.case.input_path.stat().st_size <= MOST_BYTES]
    for case in sorted(long, key=lambda one: (-one.input_path.stat().st_size, one.name))[:1]:
        data = foreign_files.read(case.input_path, problem.folder, MOST_BYTES)
        yield case, data.decode("latin-1"), True


def _turned(pair: _Pair, words: list[str]) -> str:
    """Exchanges two numbers of a row; what is said of that, or nothing if they are equal."""
    if words[pair.at] == words[pair.other]:
        return ""
    words[pair.at], words[pair.other] = words[pair.other], words[pair.at]
    return f"{pair.names[0]} greater than {pair.names[1]}"


def _equal(pair: _Pair, words: list[str]) -> str:
    words[pair.other] = words[pair.at]
    return f"{pair.names[0]} equal to {pair.names[1]}"


def _accepted(
    pair: _Pair,
    inputs: Sequence[tuple[Case, str, bool]],
    change: Callable[[_Pair, list[str]], str],
    accepts: Accepts,
) -> Iterator[str]:
    """Messages: a row that breaks what the statement says is accepted in the smallest input that
    has one to change, or in the last row of the longest."""
    done = False
    for case, text, is_last in inputs:
        if done and not is_last:
            continue
        lines = text.splitlines()
        for at in range(len(lines) - 1, 0, -1) if is_last else range(1, len(lines)):
            words = lines[at].split()
            if len(words) <= max(pair.at, pair.other) or not (what := change(pair, words)):
                continue
            done = True
            changed = _text([*lines[:at], " ".join(words), *lines[at + 1 :]])
            if accepts(case, changed):
                said = f"they accept {what} in line {at + 1}, which the statement rules out"
                yield f"{said}: {shown(changed)}"
            break


def _refused(
    pair: _Pair, stored: StoredNumbers, every: Sequence[ReadInput], accepts: Accepts
) -> Iterator[str]:
    """A message: in several inputs they accept numbers in a row of which the second is greater by
    one, and equal ones in none."""
    if any(row[pair.at] == row[pair.other] for one in every for row in one.rows or ()):
        return
    refused, example = 0, ""
    for case, text in [*stored.texts.items()][:MOST_INPUTS]:
        lines, next_taken = text.splitlines(), False
        for at in range(1, min(len(lines), 1 + MOST_ROWS)):
            number = int(lines[at].split()[pair.at])
            same = with_number(lines, at, pair.other, number)
            if accepts(case, same):
                return
            if accepts(case, with_number(lines, at, pair.other, number + 1)):
                next_taken, example = True, same
        refused += next_taken
    if refused >= LEAST_INPUTS:
        one, other = pair.names
        said = f"they reject {one} equal to {other}, and the statement says {one} ≤ {other}"
        yield f"{said}: {shown(example)}"


def with_number(lines: Sequence[str], at: int, column: int, number: int) -> str:
    """An input with another number in one row."""
    words = lines[at].split()
    words[column] = str(number)
    return _text([*lines[:at], " ".join(words), *lines[at + 1 :]])


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
