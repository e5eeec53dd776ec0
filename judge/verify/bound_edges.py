"""Bounds of input validators that are greater by one than a number that the statement names, bounds
that they keep in one place alone, and numbers that do not count what they count in every input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

from msgspec import Struct

from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import Case
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import ANY, Count, Place, StoredNumbers
from judge.verify.stated_numbers import common_bound, stated, stated_as_values
from judge.verify.text_numbers import NUMBER

#: Lesser numbers of a statement are named for other reasons.
LEAST_BOUND = 5
#: Greater ones are no bounds, and rows are no longer.
MOST_NUMBER, MOST_WORDS = 10**18, 5000
#: A number counts something if it does so in so many inputs, in which it is so many different ones.
LEAST_INPUTS, LEAST_COUNTS = 3, 3
#: How many of the smallest inputs are changed.
MOST_INPUTS = 3

#: The place of lines together.
ROWS: Place = (ANY, 0)

#: A text with a number, or with so many words, in one place.
Change = Callable[[int], str]


class Spot(Struct, frozen=True):
    """A number of an input, or with ``is_length`` a row, that can be changed; with ``is_rows`` all
    lines below one with their number. ``greatest``: the greatest number there, or the most numbers
    or lines, in all small inputs."""

    case: Case
    place: Place
    line: int
    is_length: bool
    change: Change
    greatest: int
    is_rows: bool = False

    @property
    def where(self) -> str:
        return f"line {self.line + 1}"

    def placed(self, number: int) -> str:
        """The number there, or so many, and where that is."""
        between = "below" if self.is_rows else "in"
        return f"{self.said(number)} {between} {self.where}"

    def said(self, number: int) -> str:
        """The number there, or so many."""
        if self.is_rows:
            return f"{number} lines"
        return f"{number} numbers" if self.is_length else str(number)


def off_by_one(
    stored: StoredNumbers,
    folder: Path,
    accepts: Callable[[Case, str], bool],
    deadline: Deadline,
    who: str = "they accept",
) -> Iterator[str]:
    """Messages: they accept the number behind one that the statement names, and reject the next
    one. ``folder``: that of the problem. ``accepts``: what the validators say of a text as the
    input of a case."""
    named = stated(folder)
    # A bound may be exclusive, and another one may be greater by one.
    values = stated_as_values(folder)
    bounds = sorted(one for one in values if one + 1 not in named and one + 2 not in named)
    bounds = [one for one in bounds if LEAST_BOUND <= one <= MOST_NUMBER]
    tries = product((*row_spots(stored), *spots(stored)), reversed(bounds))
    for spot, bound in deadline.items(tries):
        if bound < spot.greatest or (spot.is_length and bound > MOST_WORDS):
            continue
        text = spot.change(bound + 1)
        if not spot.is_length and text.split().count(str(bound + 1)) > 1:
            continue  # the bound there may be the other number
        if accepts(spot.case, text) and not accepts(spot.case, spot.change(bound + 2)):
            said = f"{who} {spot.placed(bound + 1)} and no more"
            yield f"{said}, and the statement says {bound}: {shown(text)}"


def unbounded(
    stored: StoredNumbers, folder: Path, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[str]:
    """Messages: they keep the greatest bound of the statement in one place, and in another one they
    accept a number that is greater by half. The statement names it for more than one."""
    most = common_bound(folder)
    if most is None or not max([LEAST_BOUND, *stored.greatest.values()]) <= most <= MOST_NUMBER:
        return
    places = [one for one in spots(stored) if not one.is_length]
    kept = [
        one.where
        for one in deadline.items(iter(places))
        if accepts(one.case, one.change(most)) and not accepts(one.case, one.change(most + 1))
    ]
    for one in deadline.items(iter(places)) if kept else ():
        more = most + most // 2
        text = one.change(more)
        if accepts(one.case, text) and accepts(one.case, one.change(most + 1)):
            said = f"they accept {more} in {one.where}, and not {most + 1} in {kept[0]}"
            yield f"{said}, and the statement names no number so great: {shown(text)}"


def wrapped(
    stored: StoredNumbers, folder: Path, accepts: Callable[[Case, str], bool]
) -> Iterator[str]:
    """Messages: they accept a number that is greater by 2^32 or 2^64 than a stored one, and not the
    one beside the greatest of the statement, which is less: they look at some of its bits alone."""
    most = max(stated(folder), default=0)
    done = set()
    for one in spots(stored):
        if one.is_length or one.place in done:
            continue
        done.add(one.place)
        for bits in (32, 64):
            more = one.greatest + 2**bits
            if not one.greatest <= most < more:
                continue
            text = one.change(more)
            if accepts(one.case, text) and not accepts(one.case, one.change(most + 1)):
                said = f"they accept {more} in {one.where}, which is {one.greatest} and 2^{bits}"
                yield f"{said}, and not {most + 1}: {shown(text)}"


def at_bounds(
    stored: StoredNumbers, folder: Path, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[tuple[int, str]]:
    """Of each place, the greatest number of the statement that they accept there, and the input."""
    named = sorted((one for one in stated(folder) if one <= MOST_NUMBER), reverse=True)
    for one in deadline.items(spots(stored)):
        for bound in () if one.is_length else deadline.items(iter(named)):
            if accepts(one.case, one.change(bound)):
                yield bound, one.change(bound)
                break


def miscounted(stored: StoredNumbers, accepts: Callable[[Case, str], bool]) -> Iterator[str]:
    """Messages: they accept an input in which a number does not count what it counts in every
    stored one."""
    if len(stored.texts) < LEAST_INPUTS:
        return
    every = [text.splitlines() for text in stored.texts.values()]
    telling = [
        count
        for count in stored.counts
        if len({_counting(lines, count)[0] for lines in every}) >= LEAST_COUNTS
    ]
    tries = ((count, *one) for count in telling for one in _with_unlike_counts(stored, count))
    for count, case, text in tries:
        lines = text.splitlines()
        number = _counting(lines, count)
        change = _number_at(lines, count.line, number)
        for more in (1, -1):
            other = change(int(number[0]) + more)
            if accepts(case, other) and not _counts_beside(
                stored, lines, count, more, case, accepts
            ):
                changed = other.splitlines()[count.line]
                what = "rows" if count.row is None else f"the numbers of line {count.row + 1}"
                said = f"they accept {changed!r} in line {count.line + 1}, which counts {what}"
                yield f"{said} in every stored input: {shown(other)}"


def _counts_beside(
    stored: StoredNumbers,
    lines: list[str],
    count: Count,
    more: int,
    case: Case,
    accepts: Callable[[Case, str], bool],
) -> bool:
    """Whether another number of the line counts the same in every stored input, and validators look
    at that one: few inputs may have as many edges as nodes."""
    same = (one for one in stored.counts if (one.line, one.row) == (count.line, count.row))
    for one in same:
        number = _counting(lines, one)
        text = _number_at(lines, one.line, number)(int(number[0]) + more)
        if one.column != count.column and not accepts(case, text):
            return True
    return False


def _with_unlike_counts(stored: StoredNumbers, count: Count) -> Sequence[tuple[Case, str]]:
    """The smallest inputs with so many different numbers there: with the arguments of a group no
    other number than the one in its smallest inputs may be taken."""
    found = dict[str, tuple[Case, str]]()
    for case, text in stored.texts.items():
        found.setdefault(_counting(text.splitlines(), count)[0], (case, text))
    return [*found.values()][:MOST_INPUTS]


def _counting(lines: list[str], count: Count) -> re.Match[str]:
    """The number that counts something."""
    return [*NUMBER.finditer(lines[count.line])][count.column]


def shown(text: str) -> str:
    """The beginning of an input in a message."""
    return one_line(repr(text if len(text) <= 200 else text[:200] + " …"), 250)


def spots(stored: StoredNumbers) -> Iterator[Spot]:
    """Places of the smallest inputs: of each kind one in an input."""
    every = [text.splitlines() for text in stored.texts.values()]
    for case, text in [*stored.texts.items()][:MOST_INPUTS]:
        lines = text.splitlines()
        done = set()
        for at, line in enumerate(lines):
            numbers = [*NUMBER.finditer(line)]
            for column, match in enumerate(numbers):
                # The last one of a row in order may be the greatest.
                place = stored.place(at, column), column == len(numbers) - 1
                if place not in done:
                    done.add(place)
                    greatest = stored.greatest[place[0]]
                    yield Spot(case, place[0], at, False, _number_at(lines, at, match), greatest)
        for at in range(len(lines)):
            if NUMBER.search(lines[at]):
                most = max(len(NUMBER.findall(rows[at])) for rows in every if len(rows) > at)
                for step in (0, 1):
                    change = _row_of(stored, lines, at, step)
                    yield Spot(case, stored.place(at, 0), at, True, change, most)


def row_spots(stored: StoredNumbers) -> Iterator[Spot]:
    """The lines below a number that counts them in every input."""
    below = [count for count in stored.counts if count.row is None]
    most = max((len(text.splitlines()) for text in stored.texts.values()), default=0)
    for case, text in [*stored.texts.items()][:MOST_INPUTS]:
        lines = text.splitlines()
        for one in below:
            if len(lines) > one.line + 1:
                change = _lines_below(lines, one)
                yield Spot(case, ROWS, one.line, True, change, most - one.line - 1, is_rows=True)


def _lines_below(lines: list[str], count: Count) -> Change:
    """So many lines below the one that counts them: the last one again and again."""

    def change(length: int) -> str:
        below = lines[count.line + 1 :][:length]
        below += lines[-1:] * (length - len(below))
        first = replaced(_counting(lines, count), str(length))
        return _text([*lines[: count.line], first, *below])

    return change


def counted_change(
    stored: StoredNumbers, text: str, counts: Sequence[Count], number: int
) -> Iterator[str]:
    """The input with so many, one or more, of all that a number counts: lines, or numbers of a row,
    which are then equal or in order."""
    for step in (0, 1) if 1 <= number <= MOST_WORDS else ():
        new = text
        for count in counts:
            lines = new.splitlines()
            if count.row is None:
                new = _lines_below(lines, count)(number)
            elif lines[count.row].split():
                new = _row_of(stored, lines, count.row, step)(number)
        yield new


def _number_at(lines: list[str], at: int, match: re.Match[str]) -> Change:
    def change(number: int) -> str:
        return _text([*lines[:at], replaced(match, str(number)), *lines[at + 1 :]])

    return change


def _row_of(stored: StoredNumbers, lines: list[str], at: int, step: int) -> Change:
    """The row with so many words: its last number again and again, or ever greater ones; the number
    that counts them is changed, too."""
    words = lines[at].split()

    def change(length: int) -> str:
        more = length - len(words)
        last = int(words[-1]) if NUMBER.fullmatch(words[-1]) else None
        behind = [words[-1] if last is None else str(last + step * (1 + n)) for n in range(more)]
        new = [*lines]
        new[at] = " ".join([*words[:length], *behind])
        for count in stored.counts:
            if count.row == at:
                new[count.line] = replaced(_counting(new, count), str(length))
        return _text(new)

    return change


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def last_taken(inside: int, outside: int, takes: Callable[[int], bool]) -> int:
    """The last number that is taken on the way from one that is to one that is not."""
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if takes(middle):
            inside = middle
        else:
            outside = middle
    return inside
