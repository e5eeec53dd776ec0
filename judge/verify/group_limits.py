"""Inputs of a group beyond the limits that the statement lists for it, ``n <= 100`` for 30 points:
stored ones, and others that the input validators accept with the arguments of the group.

A name is found in the inputs by its place in the statement: the names of the first line in order,
and the only one with an index, or as many as each later line has numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from judge.common import foreign_files
from judge.model import Case, CaseSettings, Problem
from judge.packages.statements import input_sections
from judge.verify.bound_edges import shown
from judge.verify.deadline import Deadline
from judge.verify.stated_groups import Limit, StatedGroup, listed_groups, numbered_groups
from judge.verify.stated_intervals import named_intervals_in, row_intervals_in

#: How much of an input is read.
_MOST_BYTES = 1 << 22
#: So many inputs of a group are changed, and get at most so many rows.
_MOST_CHANGED, _MOST_ROWS = 4, 5000
#: In a text with one of these, names may stand for parts of several test cases.
TEST_CASES = re.compile(
    r"\btest ?cases\b|\btestfall\b[^.]{0,40}\bf(?:ö|\\\"o)ljer|\bTestf(?:ä|\\\"a)lle\b"
    r"|\btestgevallen\b",
    re.IGNORECASE,
)
_MATHS = re.compile(r"\$([^$]{1,200})\$")
_NAME = re.compile(r"(?<![\w\\{])([A-Za-z])(_\{?\w{1,3}\}?)?(?!\w)")
_INTEGER = re.compile(rb"-?\d{1,19}")

#: What the validators say of an input with the settings of a case.
Accepts = Callable[[bytes, CaseSettings], bool]


class Names(Struct, frozen=True):
    """The names of a section in order: those alone, and those with an index, without it."""

    plain: tuple[str, ...]
    indexed: tuple[str, ...]
    #: The greatest and least values that it has for a name.
    bounds: Mapping[str, tuple[int, int]]


class ReadInput(Struct, frozen=True):
    """The numbers of an input: those of its first line, and those of the others line by line."""

    case: Case
    first: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...] | None

    @property
    def size(self) -> int:
        return sum(map(len, self.rows or ()))


class _Listed(Struct, frozen=True):
    """The groups that a statement lists, the inputs of each, and the names of its numbers."""

    groups: Sequence[StatedGroup]
    inputs: Mapping[int, Sequence[ReadInput]]
    names: Names

    @property
    def every(self) -> list[ReadInput]:
        return [*chain(*self.inputs.values())]


def beyond(problem: Problem) -> Iterator[str]:
    """A message: an input of a group has a number beyond a limit of it, where most others keep
    theirs. Raises OSError."""
    if (listed := _listed(problem)) is not None:
        yield from _broken(listed.groups, listed.inputs, listed.every, listed.names)


def unkept(problem: Problem, accepts: Accepts, deadline: Deadline) -> Iterator[str]:
    """Messages: the validators accept an input with the arguments of a group that is beyond a limit
    of it, and reject one that is beyond another limit, for its group alone. ``accepts``: what they
    say of an input with the settings of a case. Raises OSError."""
    if (listed := _listed(problem)) is None:
        return
    settings = {number: some[0].case.settings for number, some in listed.inputs.items() if some}
    if not any(one.input_validator_arguments for one in settings.values()):
        return
    kept, loose = 0, list[str]()
    for group in listed.groups:
        for limit in group.limits if group.number in settings else ():
            for data in deadline.items(_just_beyond(limit, group.number, listed)):
                others = [one for at, one in settings.items() if at != group.number]
                own = accepts(data, settings[group.number])
                if not own and any(accepts(data, one) for one in others):
                    kept += 1
                    break
                if own:
                    said = f"they accept an input beyond {limit} with the arguments of group"
                    loose.append(f"{said} {group.number}: {shown(data.decode('latin-1'))}")
                    break
    if kept:
        yield from loose


def _just_beyond(limit: Limit, number: int, listed: _Listed) -> Iterator[bytes]:
    """Small inputs of a group with the number behind a limit in place of one with its name, and
    with as many rows, or numbers in the only one, if it counts these."""
    small = sorted(listed.inputs[number], key=lambda one: (one.size, one.case.name))
    base, _, index = limit.name.partition("_")
    plain, new = listed.names.plain, limit.most + 1
    for one in small[:_MOST_CHANGED]:
        if not _values(limit.name, one, listed.every, listed.names) or one.rows is None:
            continue
        first, rows = [*one.first], [[*row] for row in one.rows]
        if index:
            at = listed.names.indexed.index(base) if len(listed.names.indexed) > 1 else 0
            is_row = len(placed(limit.name, one, listed.every, listed.names)) == len(rows[0])
            row = rows[0] if is_row and len(listed.names.indexed) == 1 else rows[-1]
            row[at] = new
        else:
            at = plain.index(base)
            first[at] = new
            if _counts_rows(listed.every, at) and new <= _MOST_ROWS:
                rows += [rows[-1]] * (new - len(rows))
            elif _counts_words(listed.every, at) and new <= _MOST_ROWS:
                rows[0] += [rows[0][-1]] * (new - len(rows[0]))
        yield "".join(f"{' '.join(map(str, row))}\n" for row in (first, *rows)).encode()


def _counts_rows(every: Sequence[ReadInput], at: int) -> bool:
    return all(one.rows is not None and one.first[at] == len(one.rows) for one in every)


def _counts_words(every: Sequence[ReadInput], at: int) -> bool:
    """Whether a number of the first line counts those of the second."""
    return all(one.rows is not None and one.first[at] == len(one.rows[0]) for one in every)


def _listed(problem: Problem) -> _Listed | None:
    """None where it is not known which numbers have which names. Raises OSError."""
    groups = numbered_groups(problem)
    listed = [*listed_groups(problem)] if groups else []
    sections = input_sections(problem.folder) if listed else []
    if not sections or not any(one.limits for some in listed for one in some):
        return None
    cases = {
        number: [one for one in problem.cases if f"{one.group}/".startswith(f"{group.name}/")]
        for number, group in groups.items()
    }
    inputs = {
        number: [*filter(None, (read_input(problem, one) for one in some))]
        for number, some in cases.items()
    }
    found = _Listed(listed[0], inputs, names_of(sections[0]))
    if len(found.every) < sum(map(len, cases.values())) or TEST_CASES.search(sections[0]):
        return None
    return found


def _broken(
    stated: Sequence[StatedGroup],
    inputs: Mapping[int, Sequence[ReadInput]],
    every: Sequence[ReadInput],
    names: Names,
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


def read_input(problem: Problem, case: Case) -> ReadInput | None:
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
    return ReadInput(case, numbers[0], rows if whole else None)


def _integers(line: bytes) -> tuple[int, ...] | None:
    words = line.split()
    return tuple(map(int, words)) if words and all(map(_INTEGER.fullmatch, words)) else None


def names_of(section: str) -> Names:
    """The names in the formulas of a part on inputs."""
    maths = " ; ".join(match[1] for match in _MATHS.finditer(section))
    found = [*_NAME.finditer(maths)]
    alone = dict.fromkeys(match[1] for match in found if not match[2])
    indexed = dict.fromkeys(match[1] for match in found if match[2])
    every = (*row_intervals_in(section), *named_intervals_in(section))
    bounds = {one.name: (one.low, one.high) for one in every}
    return Names(tuple(alone), tuple(indexed), bounds)


def _values(name: str, one: ReadInput, every: Sequence[ReadInput], names: Names) -> tuple[int, ...]:
    """The numbers of an input with a name; none where its place is not known, or where an input has
    numbers there beyond the interval of the name."""
    found = placed(name, one, every, names)
    base = name.partition("_")[0]
    ends = [ends for other, ends in names.bounds.items() if other.partition("_")[0] == base]
    if len({*ends}) != 1 or any(not ends[0][0] <= value <= ends[0][1] for value in found):
        return ()
    return found


def placed(name: str, one: ReadInput, every: Sequence[ReadInput], names: Names) -> tuple[int, ...]:
    """The numbers of an input that a name stands for; none where that is not known."""
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
    if count == 1 and any(_counts_words(every, at) for at in range(width)):
        return one.rows[0]  # what is below has other names
    if all(len(row) == count for row in one.rows):
        return tuple(row[names.indexed.index(base)] for row in one.rows)
    return ()
