"""Numbers beyond the interval that a statement has for their name, ``$n$ and $k$ ($1 \\le k \\le
50$)``: input validators accept none, neither in the first line nor in the rows below.

The interval is that of the name at this place if all stored numbers there are within it, and some
are at one of its ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec import Struct

from judge.model import Case, Problem
from judge.verify import stated_first_lines
from judge.verify.bound_edges import MOST_NUMBER, counted_change, shown
from judge.verify.deadline import Deadline
from judge.verify.group_limits import ReadInput, names_of, placed, read_input
from judge.verify.input_bounds import StoredNumbers
from judge.verify.ordered_pairs import with_number
from judge.verify.stated_rows import row_names, single_section

#: What the validators say of a text as the input of a case.
Accepts = Callable[[Case, str], bool]
Interval = tuple[int, int]
#: So many of the smallest inputs are changed, in the last row, and in so many of the first ones.
MOST_INPUTS, MOST_ROWS = 3, 2


class _Name(Struct, frozen=True):
    """A name with its interval, and where it is: a number of the first line, with ``rows`` the same
    one of each row below, with ``is_list`` any of the second line."""

    name: str
    interval: Interval
    column: int
    of_rows: bool = False
    is_list: bool = False

    def values(self, one: ReadInput) -> Sequence[int]:
        rows = one.rows or ()
        if self.is_list:
            return rows[0] if rows else ()
        if self.of_rows:
            return [row[self.column] for row in rows]
        return one.first[self.column : self.column + 1]

    def is_known(self, every: Sequence[ReadInput]) -> bool:
        """Whether stored numbers show that the interval is the one of this place."""
        values, (low, high) = [*chain(*map(self.values, every))], self.interval
        within = bool(values) and low <= min(values) and max(values) <= high
        return within and (min(values) == low or max(values) == high)

    def exceeded(self, every: Sequence[ReadInput], is_sure: bool) -> str:
        """A message if some stored numbers are beyond one end, and others at the other one, or it
        is sure that the interval is the one of this place."""
        low, high = self.interval
        rows = [(one, value) for one in every for value in self.values(one)]
        beyond = [(one, value) for one, value in rows if not low <= value <= high]
        values = {value for _, value in rows}
        if not beyond or not (is_sure or min(values) == low or max(values) == high):
            return ""
        one, value = beyond[0]
        said = f"data/{one.case.name}.in has {value} for {self.name}"
        return f"{said}, and the statement says {low} to {high}"

    def places(self, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The lines and columns to change."""
        if self.is_list:
            last = len(lines[1].split()) - 1
            yield from ((1, column) for column in dict.fromkeys((0, last)))
        elif self.of_rows:
            order = dict.fromkeys((*range(1, len(lines))[:MOST_ROWS], len(lines) - 1))
            yield from ((at, self.column) for at in order)
        else:
            yield 0, self.column


def accepted(
    problem: Problem, stored: StoredNumbers, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message: the validators accept a number that is by one beyond the interval of its name, or
    stored inputs have one, where those of all other names keep theirs. ``accepts``: what they say
    of a text as the input of a case. Raises OSError."""
    every = [one for case in problem.cases if (one := read_input(problem, case)) is not None]
    if len(every) < len(problem.cases) or (section := single_section(problem, every)) is None:
        return
    names = [*_names(problem, section, every)]
    unknown = [name for name in names if not name.is_known(every)]
    is_sure = _is_alike(names, unknown)
    # Where nothing counts all rows, they may be of several kinds, with other names.
    are_alike = any((one.line, one.row) == (0, None) for one in stored.counts)
    are_alike = are_alike or not any(name.of_rows for name in unknown)
    if len(names) > len(unknown) > 0 and are_alike and (is_sure or len(unknown) == 1):
        told = filter(None, (name.exceeded(every, is_sure) for name in unknown))
        if said := next(told, ""):
            yield said
            return
    for name in names:
        if name in unknown:
            continue
        for case, text in islice(stored.texts.items(), MOST_INPUTS):
            for number, changed in deadline.items(_changed(stored, name, text)):
                if accepts(case, changed):
                    low, high = name.interval
                    said = f"they accept {number} for {name.name}, and the statement says"
                    yield f"{said} {low} to {high}: {shown(changed)}"
                    return


def _is_alike(names: Sequence[_Name], unknown: Sequence[_Name]) -> bool:
    """Whether all numbers of a row, two or more, have one interval: then it does not matter which
    name is whose, and only these are not within theirs."""
    rows = [name for name in names if name.of_rows]
    same = len({name.interval for name in rows}) == 1 and len({name.column for name in rows}) > 1
    return same and all(name.of_rows for name in unknown)


def _names(problem: Problem, section: str, every: Sequence[ReadInput]) -> Iterator[_Name]:
    """Each name of which the place and the interval are known."""
    widths = {len(one.first) for one in every}
    first, bounds = stated_first_lines.names_in(section), _bounds(problem, section)
    if widths == {len(first)}:
        for at, name in enumerate(first):
            if name in bounds:
                yield _Name(name, bounds[name], at)
    names, columns = names_of(section), row_names(section, every)
    for at, base in enumerate(columns):
        for name, ends in bounds.items():
            if name.partition("_")[0] == base and ("_" in name) is bool(names.indexed):
                yield _Name(name, ends, at, of_rows=True)
    for name, ends in bounds.items() if len(names.indexed) == 1 else ():
        lists = [one.rows[0] for one in every if one.rows]
        is_list = [placed(name, one, every, names) for one in every] == lists
        if "_" in name and is_list and any(len(row) > 1 for row in lists):
            yield _Name(name, ends, 0, is_list=True)


def _bounds(problem: Problem, section: str) -> Mapping[str, Interval]:
    """The widest interval of each name, of all that the statements say of inputs."""
    found = {**stated_first_lines.bounds_of(problem.folder)}
    for name, (low, high) in names_of(section).bounds.items():
        least, most = found.get(name, (low, high))
        found[name] = min(least, low), max(most, high)
    return {name: ends for name, ends in found.items() if max(map(abs, ends)) <= MOST_NUMBER}


def _changed(stored: StoredNumbers, one: _Name, text: str) -> Iterator[tuple[int, str]]:
    """Numbers beyond the interval, and the input with each; what a number counts comes with it."""
    lines, (low, high) = text.splitlines(), one.interval
    counts = [count for count in stored.counts if (count.line, count.column) == (0, one.column)]
    for number in (high + 1, low - 1):
        if counts and not one.of_rows and not one.is_list:
            yield from ((number, new) for new in counted_change(stored, text, counts, number))
        else:
            for at, column in one.places(lines):
                yield number, with_number(lines, at, column, number)
