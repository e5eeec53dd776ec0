"""The ends of the intervals of the numbers in the first line of an input, and in each row below, by
the names that a statement gives them: ``Each of the $n$ lines has $a_i$ ($0 \\le a_i \\le 100$)``.

Input validators accept both ends. They keep another bound if in several inputs they accept one and
the same number as the last one in the direction of the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from judge.model import Case, Problem
from judge.verify import stated_first_lines
from judge.verify.bound_edges import MOST_NUMBER, last_taken, shown
from judge.verify.deadline import Deadline
from judge.verify.group_limits import ReadInput, names_of, read_input
from judge.verify.input_bounds import StoredNumbers
from judge.verify.ordered_pairs import with_number
from judge.verify.stated_intervals import relations_in
from judge.verify.stated_numbers import stated
from judge.verify.stated_rows import only_section, row_names

T = TypeVar("T")
#: What the validators say of a text as the input of a case.
Accepts = Callable[[Case, str], bool]
#: So many of the smallest inputs, and so many rows of each, are changed.
MOST_INPUTS, MOST_ROWS = 4, 3


class _End(Struct, frozen=True):
    """An end of the interval of a number in the first line, or with ``is_of_rows`` in each row
    below; the ``sign`` of the least number is -1, else 1."""

    is_of_rows: bool
    column: int
    name: str
    number: int
    sign: int

    @property
    def beyond(self) -> str:
        return "less" if self.sign < 0 else "more"

    def lines(self, of: Sequence[T]) -> Sequence[T]:
        """The lines, or what they hold, that have a number of this name."""
        return of[1:] if self.is_of_rows else of[:1]


def refused(
    problem: Problem, stored: StoredNumbers, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """Messages: the validators keep a lesser interval for a number than the statement has for its
    name. ``accepts``: what they say of a text as the input of a case. Raises
    OSError."""
    if (section := only_section(problem)) is None:
        return
    every = [one for case in problem.cases if (one := read_input(problem, case)) is not None]
    if len(every) < len(problem.cases):
        return
    named, counting = stated(problem.folder), {(one.line, one.column) for one in stored.counts}
    for end in deadline.items(_ends(problem, section, every)):
        if not end.is_of_rows and (0, end.column) in counting:
            continue  # it is changed together with what it counts, by others
        rows = [row for one in every for row in end.lines([one.first, *(one.rows or ())])]
        if any(end.sign * row[end.column] >= end.sign * end.number for row in rows):
            continue  # a stored input has it, or the name is another number's
        found: dict[int, Case] = {}
        for case, text in [*stored.texts.items()][:MOST_INPUTS]:
            bound = _bound(end, case, text, accepts)
            if bound == end.number:
                break
            if bound is None or _is_no_end(bound, end, named) or _has(text, bound, end):
                continue
            if bound in found and len(text.split()) != len(stored.texts[found[bound]].split()):
                said = f"they accept no {end.name} {end.beyond} than {bound}"
                yield f"{said}, and the statement says {end.number}: {shown(text)}"
                break
            found.setdefault(bound, case)


def _ends(problem: Problem, section: str, every: Sequence[ReadInput]) -> Iterator[_End]:
    """Those of names whose other numbers say nothing of them: none has to be less, or greater."""
    relations = [*relations_in(section)]
    greater = {one.second for one in relations if not _is_number(one.first)}
    less = {one.first for one in relations if not _is_number(one.second)}
    first = stated_first_lines.names_in(section)
    is_first = all(len(one.first) == len(first) for one in every)
    bounds = stated_first_lines.bounds_of(problem.folder) if is_first else {}
    found = [
        (False, first.index(name), name, ends) for name, ends in bounds.items() if name in first
    ]
    columns, names = row_names(section, every), names_of(section)
    for name, ends in names.bounds.items():
        base, _, index = name.partition("_")
        if base in columns and bool(index) == bool(names.indexed):
            found.append((True, columns.index(base), name, ends))
    for is_of_rows, column, name, (low, high) in found:
        for number, sign, others in ((low, -1, greater), (high, 1, less)):
            if name not in others and abs(number) <= MOST_NUMBER:
                yield _End(is_of_rows, column, name, number, sign)


def _is_number(part: str) -> bool:
    return part.lstrip("-").isdecimal()


def _is_no_end(bound: int, end: _End, named: frozenset[int]) -> bool:
    """Whether a bound may come from something else that the statement says."""
    return bound != end.number - end.sign and bound in named


def _has(text: str, bound: int, end: _End) -> bool:
    """Whether an input has a number that the bound may depend on, in another place."""
    numbers = {
        int(word) for at, line in enumerate(text.splitlines()) for word in _others(at, line, end)
    }
    return not numbers.isdisjoint({bound, bound + end.sign})


def _others(at: int, line: str, end: _End) -> Iterator[str]:
    """The numbers of a line, but the one of the column."""
    words = line.split()
    is_other = (at > 0) != end.is_of_rows
    yield from (word for column, word in enumerate(words) if is_other or column != end.column)


def _bound(end: _End, case: Case, text: str, accepts: Accepts) -> int | None:
    """The last number in the direction of an end that some of the first rows take; None if it
    depends on the row, or if the next ones are not taken in order."""
    lines = text.splitlines()
    found, own = set[int](), set[int]()
    for at in end.lines(range(min(len(lines), 1 + MOST_ROWS))):

        def takes(number: int, at: int = at) -> bool:
            return accepts(case, with_number(lines, at, end.column, number))

        number = int(lines[at].split()[end.column])
        if takes(end.number):
            return end.number
        bound = last_taken(number, end.number, takes)
        if bound == number:
            own.add(bound)
        elif bound - end.sign == number or takes(bound - end.sign):
            found.add(bound)
        else:
            return None
    return found.pop() if len(found) == 1 and own <= found else None
