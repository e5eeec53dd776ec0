"""Bounds of input validators that are greater by one than a number that the statement names, bounds
that they keep in one place alone, and numbers that do not count what they count in every input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import Case, Problem
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import Count, StoredNumbers, stored_numbers
from judge.verify.stated_numbers import common_bound, stated
from judge.verify.text_numbers import NUMBER

#: Lesser numbers of a statement are named for other reasons.
LEAST_BOUND = 5
#: Greater ones are no bounds, and rows are no longer.
MOST_NUMBER, MOST_WORDS = 10**18, 5000
#: A number counts something if it does so in so many inputs, in which it is so many different ones.
LEAST_INPUTS, LEAST_COUNTS = 3, 3
#: How many of the smallest inputs are changed.
MOST_INPUTS = 3

#: A text with a number, or with so many words, in one place.
Change = Callable[[int], str]


def off_by_one(
    problem: Problem, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[str]:
    """Messages: they accept the number behind one that the statement names, and reject the next
    one. ``accepts``: what the validators say of a text as the input of a case."""
    try:
        stored = stored_numbers(problem, ())
    except OSError:
        return  # told by other checks
    named = stated(problem.folder)
    # A bound may be exclusive, and another one may be greater by one.
    bounds = sorted(one for one in named if one + 1 not in named and one + 2 not in named)
    bounds = [one for one in bounds if LEAST_BOUND <= one <= MOST_NUMBER]
    tries = product(_changes(stored), reversed(bounds))
    for (case, where, is_length, change), bound in deadline.items(tries):
        if is_length and bound > MOST_WORDS:
            continue
        text = change(bound + 1)
        if accepts(case, text) and not accepts(case, change(bound + 2)):
            what = f"{bound + 1} numbers" if is_length else str(bound + 1)
            shown = one_line(repr(text if len(text) <= 200 else text[:200] + " …"), 250)
            said = f"they accept {what} in {where} and reject more, and the statement says {bound}"
            yield f"{said}: {shown}"


def unbounded(
    problem: Problem, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[str]:
    """Messages: they keep the greatest bound of the statement in one place, and in another one they
    accept a number that is greater by half. The statement names it for more than one."""
    try:
        stored = stored_numbers(problem, ())
    except OSError:
        return  # told by other checks
    most = common_bound(problem.folder)
    if most is None or not max([LEAST_BOUND, *stored.greatest.values()]) <= most <= MOST_NUMBER:
        return
    places = [one for one in _changes(stored) if not one[2]]
    kept = [
        where
        for case, where, _, change in deadline.items(iter(places))
        if accepts(case, change(most)) and not accepts(case, change(most + 1))
    ]
    for case, where, _, change in deadline.items(iter(places)) if kept else ():
        text = change(most + most // 2)
        if accepts(case, text) and accepts(case, change(most + 1)):
            said = f"they accept {most + most // 2} in {where}, and not {most + 1} in {kept[0]}"
            shown = one_line(repr(text[:200]), 250)
            yield f"{said}, and the statement names no number so great: {shown}"


def at_bounds(
    problem: Problem, accepts: Callable[[Case, str], bool], deadline: Deadline
) -> Iterator[tuple[int, str]]:
    """Of each place, the greatest number of the statement that they accept there, and the input."""
    try:
        stored = stored_numbers(problem, ())
    except OSError:
        return  # told by other checks
    named = sorted((one for one in stated(problem.folder) if one <= MOST_NUMBER), reverse=True)
    for case, _, is_length, change in deadline.items(_changes(stored)):
        for bound in () if is_length else deadline.items(iter(named)):
            if accepts(case, change(bound)):
                yield bound, change(bound)
                break


def miscounted(problem: Problem, accepts: Callable[[Case, str], bool]) -> Iterator[str]:
    """Messages: they accept an input in which a number does not count what it counts in every
    stored one."""
    try:
        stored = stored_numbers(problem, ())
    except OSError:
        return  # told by other checks
    if len(stored.texts) < LEAST_INPUTS:
        return
    every = [text.splitlines() for text in stored.texts.values()]
    telling = [
        count
        for count in stored.counts
        if len({_counting(lines, count)[0] for lines in every}) >= LEAST_COUNTS
    ]
    for count, (case, text) in product(telling, [*stored.texts.items()][:MOST_INPUTS]):
        lines = text.splitlines()
        number = _counting(lines, count)
        change = _number_at(lines, count.line, number)
        for more in (1, -1):
            other = change(int(number[0]) + more)
            if accepts(case, other):
                changed = other.splitlines()[count.line]
                what = "rows" if count.row is None else f"the numbers of line {count.row + 1}"
                said = f"they accept {changed!r} in line {count.line + 1}, which counts {what}"
                yield f"{said} in every stored input: {one_line(repr(other[:200]), 250)}"


def _counting(lines: list[str], count: Count) -> re.Match[str]:
    """The number that counts something."""
    return [*NUMBER.finditer(lines[count.line])][count.column]


def _changes(stored: StoredNumbers) -> Iterator[tuple[Case, str, bool, Change]]:
    """Places of the smallest inputs: of each kind one in an input."""
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
                    yield case, f"line {at + 1}", False, _number_at(lines, at, match)
        for at in range(len(lines)):
            if NUMBER.search(lines[at]):
                yield case, f"line {at + 1}", True, _row_of(stored, lines, at, 0)
                yield case, f"line {at + 1}", True, _row_of(stored, lines, at, 1)


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
