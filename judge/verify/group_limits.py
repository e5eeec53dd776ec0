"""Stored inputs of a group beyond the limits that the statement lists for it: ``n <= 100`` for 30
points.

A name is found in the inputs by its place in the statement: the names of the first line in order,
and the only one with an index, or as many as each later line has numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from judge.common import foreign_files
from judge.model import Case, Problem
from judge.packages.statements import input_sections
from judge.verify.stated_groups import StatedGroup, listed_groups, numbered_groups
from judge.verify.stated_intervals import named_intervals_in

#: How much of an input is read.
_MOST_BYTES = 1 << 22
#: In a text with one of these, names may stand for parts of several test cases.
_TIMES = re.compile(
    r"\btest ?cases\b|\btestfall\b[^.]{0,40}\bf(?:ö|\\\"o)ljer|\bTestf(?:ä|\\\"a)lle\b"
    r"|\btestgevallen\b",
    re.IGNORECASE,
)
_MATHS = re.compile(r"\$([^$]{1,200})\$")
_NAME = re.compile(r"(?<![\w\\{])([A-Za-z])(_\{?\w{1,3}\}?)?(?!\w)")
_INTEGER = re.compile(rb"-?\d{1,19}")


class _Names(Struct, frozen=True):
    """The names of a section in order: those alone, and those with an index, without it."""

    plain: tuple[str, ...]
    indexed: tuple[str, ...]
    #: The greatest and least values that it has for a name.
    bounds: Mapping[str, tuple[int, int]]


class _Input(Struct, frozen=True):
    """The numbers of an input: those of its first line, and those of the others line by line."""

    case: Case
    first: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...] | None


def beyond(problem: Problem) -> Iterator[str]:
    """A message: an input of a group has a number beyond a limit of it, where most others keep
    theirs. Raises OSError."""
    groups = numbered_groups(problem)
    listed = [*listed_groups(problem)] if groups else []
    sections = input_sections(problem.folder) if listed else []
    if not sections or not any(one.limits for some in listed for one in some):
        return
    cases = {
        number: [one for one in problem.cases if f"{one.group}/".startswith(f"{group.name}/")]
        for number, group in groups.items()
    }
    inputs = {
        number: [*filter(None, (_read(problem, one) for one in some))]
        for number, some in cases.items()
    }
    names = _names(sections[0])
    every = [*chain(*inputs.values())]
    if len(every) < sum(map(len, cases.values())) or _TIMES.search(sections[0]):
        return
    for stated in listed:
        yield from _broken(stated, inputs, every, names)
        break


def _broken(
    stated: Sequence[StatedGroup],
    inputs: Mapping[int, Sequence[_Input]],
    every: Sequence[_Input],
    names: _Names,
) -> Iterator[str]:
    kept, broken = set[str](), dict[str, tuple[bool, str]]()
    for group in stated:
        for limit in group.limits:
            own = inputs[group.number]
            values = {one.case.name: _values(limit.name, one, every, names) for one in own}
            if not values or not all(values.values()):
                continue
            bad = [name for name, some in values.items() if not all(map(limit.keeps, some))]
            if not bad:
                kept.add(limit.name)
                continue
            first = next(one for one in values[bad[0]] if not limit.keeps(one))
            said = f"data/{bad[0]}.in has {limit.name} = {first}"
            said += f", and the statement says {limit} for group {group.number}"
            broken.setdefault(limit.name, (2 * len(bad) <= len(own), said))
    # Where nothing keeps what the statement says, the name may be another number's.
    yield from (said for name, (is_rare, said) in broken.items() if is_rare or name in kept)


def _read(problem: Problem, case: Case) -> _Input | None:
    """The numbers of an input; None if its first line has something else."""
    data = foreign_files.read_start(case.input_path, problem.folder, _MOST_BYTES)
    lines = data.splitlines() or [b""]
    numbers = (
        [_integers(line) for line in lines] if len(data) < _MOST_BYTES else [_integers(lines[0])]
    )
    if numbers[0] is None:
        return None
    rows = tuple(one for one in numbers[1:] if one is not None)
    whole = len(rows) == len(lines) - 1 and bool(rows)
    return _Input(case, numbers[0], rows if whole else None)


def _integers(line: bytes) -> tuple[int, ...] | None:
    words = line.split()
    return tuple(map(int, words)) if words and all(map(_INTEGER.fullmatch, words)) else None


def _names(section: str) -> _Names:
    maths = " ; ".join(match[1] for match in _MATHS.finditer(section))
    found = [*_NAME.finditer(maths)]
    alone = dict.fromkeys(match[1] for match in found if not match[2])
    indexed = dict.fromkeys(match[1] for match in found if match[2])
    bounds = {one.name: (one.low, one.high) for one in named_intervals_in(section)}
    return _Names(tuple(alone), tuple(indexed), bounds)


def _values(name: str, one: _Input, every: Sequence[_Input], names: _Names) -> tuple[int, ...]:
    """The numbers of an input with a name; none where its place is not known, or where an input has
    numbers there beyond the interval of the name."""
    found = _placed(name, one, every, names)
    base = name.partition("_")[0]
    ends = [ends for other, ends in names.bounds.items() if other.partition("_")[0] == base]
    if len({*ends}) != 1 or any(not ends[0][0] <= value <= ends[0][1] for value in found):
        return ()
    return found


def _placed(name: str, one: _Input, every: Sequence[_Input], names: _Names) -> tuple[int, ...]:
    base, _, index = name.partition("_")
    width = len(one.first)
    if any(len(other.first) != width for other in every) or len(names.plain) < width:
        return ()
    if not index:
        at = names.plain.index(base) if base in names.plain else width
        return one.first[at : at + 1]
    if base not in names.indexed or one.rows is None or any(other.rows is None for other in every):
        return ()
    count = len(names.indexed)
    if count == 1 and (len(one.rows) == 1 or all(len(row) == 1 for row in one.rows)):
        return tuple(chain(*one.rows))
    if all(len(row) == count for row in one.rows):
        return tuple(row[names.indexed.index(base)] for row in one.rows)
    return ()
