"""The numbers of rows of an input by the names and bounds that a statement gives them: ``Each of
the next $n$ lines has $d_i$ and $t_i$ ($1 \\le d_i \\le 100$, $0 \\le t_i \\le 1000$)``, or
``$1 \\le l_i \\le r_i \\le n$``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise, permutations
from operator import le

from judge.model import Case, Problem
from judge.packages.statements import input_sections
from judge.verify.bound_edges import shown
from judge.verify.group_limits import TEST_CASES, names_of, placed, read_input
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_intervals import chains_in

#: What the validators say of a text as the input of a case.
Accepts = Callable[[Case, str], bool]
Interval = tuple[int, int]
#: So many names may stand for any of as many columns.
MOST_NAMES = 5


def _only_section(problem: Problem) -> str | None:
    """The part on inputs, if there is one alone, and it does not speak of several test cases."""
    sections = input_sections(problem.folder)
    return sections[0] if len(sections) == 1 and not TEST_CASES.search(sections[0]) else None


def exceeded(problem: Problem) -> Iterator[str]:
    """A message: numbers of stored inputs are beyond the bounds of their name, in whatever order
    the names of a row are. Raises OSError."""
    if (section := _only_section(problem)) is None:
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


def turned(problem: Problem, stored: StoredNumbers, accepts: Accepts) -> Iterator[str]:
    """Messages: the validators accept a row with two numbers exchanged of which one is at most the
    other in every stored row, and by the statement. ``accepts``: what they say of a text as the
    input of a case. Raises OSError."""
    if (section := _only_section(problem)) is None:
        return
    names = names_of(section)
    every = [one for case in problem.cases if (one := read_input(problem, case)) is not None]
    if len(every) < len(problem.cases):
        return
    for first, second in dict.fromkeys(_pairs(section)):
        small = [placed(f"{first}_i", one, every, names) for one in every]
        great = [placed(f"{second}_i", one, every, names) for one in every]
        kept = all(map(_are_at_most, small, great))
        if not kept or len(names.indexed) < 2:
            continue
        at, other = names.indexed.index(first), names.indexed.index(second)
        for case, text in sorted(stored.texts.items(), key=lambda item: len(item[1])):
            if changed := _with_turned_row(text, at, other):
                if accepts(case, changed):
                    said = f"they accept a row with {first}_i greater than {second}_i"
                    yield f"{said}, which the statement rules out: {shown(changed)}"
                break


def _are_at_most(some: Sequence[int], others: Sequence[int]) -> bool:
    """Whether there are as many numbers, one or more, each at most the other."""
    return bool(some) and len(some) == len(others) and all(map(le, some, others))


def _pairs(section: str) -> Iterator[tuple[str, str]]:
    """Names with the same index of which one is at most the next."""
    for parts in chains_in(section):
        for one, other in pairwise(parts):
            (first, _, index), (second, _, same) = one.partition("_"), other.partition("_")
            if index and index == same:
                yield first, second


def _with_turned_row(text: str, at: int, other: int) -> str:
    """An input with the numbers of two columns exchanged in one row; empty if all are equal."""
    lines = text.splitlines()
    for number, line in enumerate(lines[1:], 1):
        words = line.split()
        if max(at, other) < len(words) and words[at] != words[other]:
            words[at], words[other] = words[other], words[at]
            changed = [*lines[:number], " ".join(words), *lines[number + 1 :]]
            return "".join(f"{one}\n" for one in changed)
    return ""


def _fits(column: Sequence[int], ends: Interval) -> bool:
    return ends[0] <= min(column) and max(column) <= ends[1]
