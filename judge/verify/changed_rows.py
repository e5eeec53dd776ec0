"""Rows of an input in whose place others stand, such as edges or intervals: a right output is
wrong for most of what comes of it. A validator that takes all of them where it is the first, the
middle or the last row, and not in another place, looks at some rows alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from msgspec import Struct

from judge.common import foreign_files
from judge.common.scratch import temporary_folder
from judge.model import Case
from judge.verify.deadline import Deadline
from judge.verify.near_inputs import MOST_BYTES, accepts_for
from judge.verify.round_robin import in_turn
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: So many rows have a middle; an input of fewer is not changed.
LEAST_ROWS = 4
#: So many cases are changed, each so many times in each place.
MOST_CASES, TIMES = 8, 5
#: So many rows of its own are moved.
MOVED = 40
#: So many changes in each place, of so many cases, tell; one in so many must be rejected elsewhere.
LEAST_TRIED, LEAST_CASES, ONE_IN = 16, 4, 4
_NAMES = ("first", "last", "middle")

Row = tuple[int, ...]


class Rows(Struct, frozen=True):
    """The longest run of lines of an input that have as many numbers each, and nothing else."""

    case: Case
    lines: tuple[str, ...]
    start: int
    rows: tuple[Row, ...]

    def with_row(self, at: int, row: Row) -> str:
        """The input with another row."""
        place = self.start + at
        changed = " ".join(map(str, row))
        return "".join(
            f"{line}\n" for line in (*self.lines[:place], changed, *self.lines[place + 1 :])
        )


def overlooked(
    right: Mapping[Case, str], judged: Judgement, rng: Random, deadline: Deadline
) -> str:
    """A message if some row is not looked at in any case; empty if not, and where the rows of every
    input are in order, as the first one may mean something else. ``right``: a right output of each
    case."""
    found = [one for one in map(_rows, right) if one is not None]
    if all(map(_are_sorted, found)):
        return ""
    made = [[*_changes(one, found, rng)] for one in found]
    chosen = [some for some in made if some][:MOST_CASES]
    seen = defaultdict[str, list[bool]](list)
    cases = defaultdict[str, set[str]](set)
    with temporary_folder() as scratch:
        for case, where, given in deadline.items(in_turn(chosen)):
            taken = accepts_for(Path(scratch), case, given, right[case], judged)
            if taken is not None:
                seen[where].append(taken)
                cases[where].add(case.name)
            if all(False in seen[name] for name in _NAMES):
                return ""
    if any(len(seen[name]) < LEAST_TRIED or len(cases[name]) < LEAST_CASES for name in _NAMES):
        return ""
    blind = [name for name in _NAMES if all(seen[name])]
    strict = [name for name in _NAMES if ONE_IN * seen[name].count(False) >= len(seen[name])]
    if not blind or not strict or len(blind) + len(strict) < len(_NAMES):
        return ""
    said = f"it accepts every right output for inputs with another {blind[0]} row"
    return f"{said}, and not for those with another {strict[0]} one ({len(seen[blind[0]])} tried)"


def _rows(case: Case) -> Rows | None:
    """None if an input is long, or has no such rows."""
    if case.input_path.stat().st_size > MOST_BYTES:
        return None
    text = foreign_files.read(case.input_path, most=MOST_BYTES).decode("utf-8", "replace")
    lines = tuple(text.splitlines())
    numbers = [_numbers(line) for line in lines]
    best, start = (0, 0), 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or len(numbers[at]) != len(numbers[start]):
            best = max(best, (at - start if numbers[start] else 0, -start))
            start = at
    count, first = best[0], -best[1]
    if count - 1 in numbers[first]:  # it counts the others
        count, first = count - 1, first + 1
    if count < LEAST_ROWS:
        return None
    return Rows(case, lines, first, tuple(numbers[first : first + count]))


def _numbers(line: str) -> Row:
    """Empty if there is anything else in it."""
    words = line.split()
    return tuple(map(int, words)) if all(map(NUMBER.fullmatch, words)) else ()


def _are_sorted(one: Rows) -> bool:
    """Whether the numbers of some column only rise, or only fall."""
    columns = [*zip(*one.rows, strict=True)]
    rise = any(all(a <= b for a, b in pairwise(column)) for column in columns)
    return rise or any(all(a >= b for a, b in pairwise(column)) for column in columns)


def _changes(one: Rows, every: Sequence[Rows], rng: Random) -> Iterator[tuple[Case, str, str]]:
    """The case, which row, and the input with a row in its place that has what the numbers of a row
    must have, and none beyond those of its column: one of another case, or one of its own with the
    same number added to all."""
    bounds = [(min(column), max(column)) for column in zip(*one.rows, strict=True)]
    others = {
        row
        for other in every
        if other is not one and len(other.rows[0]) == len(bounds)
        for row in other.rows
    }
    moved = {_moved(one, bounds, rng) for _ in range(MOVED)}
    fitting = sorted(row for row in others | moved if row not in one.rows and _fits(row, bounds))
    for _ in range(TIMES if fitting else 0):
        for name, at in zip(_NAMES, (0, len(one.rows) - 1, len(one.rows) // 2), strict=True):
            yield one.case, name, one.with_row(at, rng.choice(fitting))


def _fits(row: Row, bounds: Sequence[tuple[int, int]]) -> bool:
    return all(least <= n <= most for n, (least, most) in zip(row, bounds, strict=True))


def _moved(one: Rows, bounds: Sequence[tuple[int, int]], rng: Random) -> Row:
    row = rng.choice(one.rows)
    least = max(low - n for n, (low, _) in zip(row, bounds, strict=True))
    most = min(high - n for n, (_, high) in zip(row, bounds, strict=True))
    by = rng.randint(least, most)
    return tuple(n + by for n in row)
