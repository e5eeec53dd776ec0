"""The numbers of rows of an input by the names and bounds that a statement gives them: ``Each of
the next $n$ lines has $d_i$ and $t_i$ ($1 \\le d_i \\le 100$, $0 \\le t_i \\le 1000$)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, permutations

from judge.model import Problem
from judge.packages.statements import input_sections
from judge.verify.group_limits import TEST_CASES, ReadInput, names_of, placed, read_input

Interval = tuple[int, int]
#: So many names may stand for any of as many columns.
MOST_NAMES = 5


def only_section(problem: Problem) -> str | None:
    """The part on inputs, if there is one alone, and it does not speak of several test cases."""
    sections = input_sections(problem.folder)
    return sections[0] if len(sections) == 1 and not TEST_CASES.search(sections[0]) else None


def single_section(problem: Problem, every: Sequence[ReadInput]) -> str | None:
    """The same, also where each row is a test case: the first line has nothing but their number."""
    if (section := only_section(problem)) is not None:
        return section
    sections = input_sections(problem.folder)
    are_rows = all(one.rows is not None and one.first == (len(one.rows),) for one in every)
    return sections[0] if len(sections) == 1 and are_rows else None


def row_names(section: str, every: Sequence[ReadInput]) -> tuple[str, ...]:
    """The names of the numbers of each row below the first line, in the order in which the part on
    inputs has them; none where that is not known: there are as many names as numbers."""
    names, widths = names_of(section), {len(one.first) for one in every}
    rows = {len(row) for one in every for row in one.rows or ((),)}
    if len(widths) != 1 or len(rows) != 1:
        return ()
    width, most = max(widths), max(rows)
    if names.indexed:
        known = names.indexed if len(names.plain) >= width else ()
    else:
        known = names.plain[width:]
    return known if len(known) == most > 1 else ()


def exceeded(problem: Problem) -> Iterator[str]:
    """A message: numbers of stored inputs are beyond the bounds of their name, in whatever order
    the names of a row are. Raises OSError."""
    if (section := only_section(problem)) is None:
        return
    names = names_of(section)
    indexed = [name for name in names.bounds if "_" in name]
    known = {name.partition("_")[0]: names.bounds[name] for name in indexed}
    ends = [known[base] for base in names.indexed if base in known]
    if not ends or len(known) < len(indexed) or not len(ends) == len(names.indexed) <= MOST_NAMES:
        return
    every = [one for case in problem.cases if (one := read_input(problem, case)) is not None]
    if len(every) < len(problem.cases):
        return
    values = [[placed(f"{base}_i", one, every, names) for one in every] for base in names.indexed]
    if not all(map(all, values)):
        return  # in some input it has no place
    columns = [[*chain(*some)] for some in values]
    if any(all(map(_fits, columns, some)) for some in permutations(ends)):
        return
    wrong = [at for at, column in enumerate(columns) if not _fits(column, ends[at])]
    if len(wrong) != 1:
        return
    [at] = wrong
    low, high = ends[at]
    for one in every:
        for value in placed(f"{names.indexed[at]}_i", one, every, names):
            if not low <= value <= high:
                said = f"data/{one.case.name}.in has {value} for {names.indexed[at]}_i"
                yield f"{said}, and the statement says {low} to {high}"
                return


def _fits(column: Sequence[int], ends: Interval) -> bool:
    return ends[0] <= min(column) and max(column) <= ends[1]
