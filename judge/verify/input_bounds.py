"""Inputs at and beyond the bounds of their numbers, and with rows out of order: an input validator
must know what is allowed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct, field

from judge.common import foreign_files
from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import Case, Problem
from judge.verify.deadline import Deadline
from judge.verify.stated_numbers import greatest_stated
from judge.verify.text_numbers import NUMBER

#: Inputs longer than this are not changed, nor are their numbers looked at.
MOST_BYTES = 4096
#: In how many inputs, the smallest ones, each kind of place is changed.
MOST_INPUTS = 4

#: A row is in order, or has no number twice, if it is so in so many inputs with so many numbers.
LEAST_ROWS, LEAST_NUMBERS = 3, 3
#: A longer row has at most so many words.
MOST_WORDS = 100_000

#: Numbers of one kind: a line, and a column where every input has one and the same number there.
Place = tuple[int, int]
#: Lines and columns that differ from input to input.
ANY = -1


class Probe(Struct, frozen=True):
    """An input that breaks a rule, most probably; ``what`` says where."""

    case: Case
    place: Place
    text: str
    what: str
    #: Whether it is the last number of its row: of a row in order, it may be the greatest.
    is_last: bool = False
    #: What is true of its row in every input, and not in this one.
    order: Order | None = None


class Count(Struct, frozen=True):
    """A number that counts the words of a row, or without one the lines below, in every input."""

    line: int
    column: int
    row: int | None


class Order(Enum):
    """What is true of the numbers of a row in every input."""

    ASCENDING = "that does not ascend"
    DESCENDING = "that does not descend"
    DISTINCT = "with a number twice"


class StoredNumbers(Struct, frozen=True):
    """The small inputs of a problem, and the least and greatest number of each place in them and in
    what the plug-in draws."""

    texts: Mapping[Case, str]
    least: Mapping[Place, int]
    greatest: Mapping[Place, int]
    rows: frozenset[int]
    same_length: bool
    counts: tuple[Count, ...] = ()
    orders: Mapping[int, frozenset[Order]] = field(default_factory=dict)

    def place(self, line: int, column: int) -> Place:
        if not self.same_length and line not in self.rows:
            return ANY, ANY
        return line, column if line in self.rows else ANY


def stored_numbers(problem: Problem, drawn: Sequence[str]) -> StoredNumbers:
    """What the small inputs hold, and those that a plug-in draws; raises OSError for one that
    cannot be read."""
    texts = {
        case: foreign_files.read(case.input_path, problem.folder, MOST_BYTES).decode(
            "utf-8", "replace"
        )
        for case in sorted(problem.cases, key=lambda one: (one.input_path.stat().st_size, one.name))
        if case.input_path.stat().st_size <= MOST_BYTES
    }
    lines = [text.splitlines() for text in (*texts.values(), *drawn)]
    shared = min(map(len, lines), default=0)
    rows = frozenset(
        at for at in range(shared) if len({len(NUMBER.findall(own[at])) for own in lines}) == 1
    )
    found = StoredNumbers(texts, {}, {}, rows, len({*map(len, lines)}) == 1)
    numbers = defaultdict[Place, list[int]](list)
    for own in lines:
        for at, line in enumerate(own):
            for column, match in enumerate(NUMBER.finditer(line)):
                numbers[found.place(at, column)].append(int(match[0]))
    least = {place: min(some) for place, some in numbers.items()}
    greatest = {place: max(some) for place, some in numbers.items()}
    counts = tuple(_counts(rows, lines)) if lines else ()
    orders = {at: _orders([own[at] for own in lines]) for at in range(shared)}
    return StoredNumbers(texts, least, greatest, rows, found.same_length, counts, orders)


def readable_numbers(problem: Problem) -> StoredNumbers | None:
    """What the small inputs hold; None if one cannot be read, as other checks tell."""
    try:
        return stored_numbers(problem, ())
    except OSError:
        return None


def _orders(row: Sequence[str]) -> frozenset[Order]:
    """What is true of a row of all inputs."""
    every = [[int(match[0]) for match in NUMBER.finditer(line)] for line in row]
    if sum(len(some) >= LEAST_NUMBERS for some in every) < LEAST_ROWS:
        return frozenset()
    found = {
        Order.ASCENDING: all(some == sorted(some) for some in every),
        Order.DESCENDING: all(some == sorted(some, reverse=True) for some in every),
        Order.DISTINCT: all(len({*some}) == len(some) for some in every),
    }
    return frozenset(order for order, is_true in found.items() if is_true)


def accepted(
    problem: Problem,
    drawn: Sequence[str],
    accepts: Callable[[Case, str], bool],
    deadline: Deadline,
) -> Iterator[Probe]:
    """The probes that the validators accept, one of each place and bound. ``drawn``: inputs of the
    plug-in, whose numbers are within the bounds."""
    try:
        stored = stored_numbers(problem, drawn)
    except OSError:
        return  # told by other checks
    stated = greatest_stated(problem.folder)
    if stated is not None and stated < max(stored.greatest.values(), default=0):
        stated = None  # the limits are in no statement
    told: set[tuple[Place, str]] = set()
    for probe in deadline.items(_in_turn(_probes(stored, stated))):
        kind = probe.place, probe.what
        if kind not in told and accepts(probe.case, probe.text):
            told.add(kind)
            yield probe


def _in_turn(probes: Iterator[Probe]) -> Iterator[Probe]:
    """One of each place and bound, then the second ones."""
    rows = defaultdict[tuple[Place, bool, str], list[Probe]](list)
    for probe in probes:
        rows[probe.place, probe.is_last, probe.what].append(probe)
    for number in range(MOST_INPUTS):
        yield from (some[number] for some in rows.values() if number < len(some))


def _probes(stored: StoredNumbers, stated: int | None) -> Iterator[Probe]:
    done = defaultdict[tuple[Place, bool, str], int](int)
    for number, (case, text) in enumerate(stored.texts.items()):
        begin = 0
        for at, line in enumerate(text.splitlines(keepends=True)):
            for column, match in enumerate(NUMBER.finditer(line)):
                place = stored.place(at, column)
                is_last = match.end() == len(line.rstrip())
                for what, other in _beyond(stored.least[place], stated):
                    if done[place, is_last, what] < MOST_INPUTS:
                        done[place, is_last, what] += 1
                        changed = replaced(match, str(other))
                        new = text[:begin] + changed + text[begin + len(line) :]
                        yield Probe(case, place, new, what, is_last)
            begin += len(line)
        yield from _resized(stored, case, text)
        yield from _disordered(stored, case, text)
        if not number:
            yield from _lengthened(stored, stated, case, text)


def _beyond(least: int, stated: int | None) -> Iterator[tuple[str, int]]:
    """Numbers below and above what a place should hold, and what is said of them."""
    if least >= 0:
        yield "-1{where}, and no stored input has a negative number there", -1
    if least >= 1:
        yield "0{where}, and no stored input has a 0 there", 0
    if stated is not None:
        for number in (stated + 1, *((-stated - 1,) if least < 0 else ())):
            yield f"{number}{{where}}, and the statement names no number so great", number


def _resized(stored: StoredNumbers, case: Case, text: str) -> Iterator[Probe]:
    """A row, or all rows below a line, with one word or line less than any stored input has, where
    a number above counts them in every input."""
    lines = text.splitlines()
    for count in stored.counts:
        match, new = _numbers(lines, count.line)[count.column], [*lines]
        number, place = int(match[0]), (count.line, count.column)
        if number != stored.least[place] or not number:
            continue
        new[count.line] = replaced(match, str(number - 1))
        if count.row is None:
            new = new[:-1]
        else:
            new[count.row] = " ".join(lines[count.row].split()[: number - 1])
        what = f"{number - 1}{{where}}, and no stored input has so few of what it counts"
        yield Probe(case, place, _text(new), what)


def _disordered(stored: StoredNumbers, case: Case, text: str) -> Iterator[Probe]:
    """A row with its last two numbers exchanged, or the last one made equal to the one before,
    where every input has a row in order, or one without equal numbers."""
    lines = text.splitlines()
    for at, orders in stored.orders.items():
        numbers = _numbers(lines, at)
        if len(numbers) < LEAST_NUMBERS:
            continue
        one, other = numbers[-2], numbers[-1]
        for order in sorted(orders, key=lambda order: order.value):
            ends = (one[0] if order is Order.DISTINCT else other[0], one[0])
            if ends == (one[0], other[0]):
                continue
            between = lines[at][one.end() : other.start()]
            changed = lines[at][: one.start()] + ends[0] + between + ends[1]
            new = [*lines[:at], changed + lines[at][other.end() :], *lines[at + 1 :]]
            what = f"a row{{where}} {order.value}, and no stored input has that"
            yield Probe(case, (at, ANY), _text(new), what, order=order)


def disordered(stored: StoredNumbers) -> Iterator[Probe]:
    """For each row and what is true of it in every input, one input that breaks it."""
    done = set()
    for case, text in stored.texts.items():
        for probe in _disordered(stored, case, text):
            if (probe.place, probe.order) not in done:
                done.add((probe.place, probe.order))
                yield probe


def _lengthened(
    stored: StoredNumbers, stated: int | None, case: Case, text: str
) -> Iterator[Probe]:
    """A row with more words than the statement has a number for."""
    if stated is None or stated > MOST_WORDS:
        return
    lines = text.splitlines()
    for row in range(len(lines)):
        words = lines[row].split()
        if not words:
            continue
        new = [*lines]
        new[row] = " ".join([*words, *words[-1:] * (stated + 1 - len(words))])
        for count in stored.counts:
            if count.row == row:
                match = _numbers(new, count.line)[count.column]
                new[count.line] = replaced(match, str(stated + 1))
        what = f"{stated + 1} words{{where}}, and the statement names no number so great"
        yield Probe(case, stored.place(row, 0), _text(new), what)


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _counts(rows: frozenset[int], inputs: Sequence[Sequence[str]]) -> Iterator[Count]:
    """The numbers that count a row or the lines below in every input."""
    for line in sorted(rows):
        for column in range(len(NUMBER.findall(inputs[0][line]))):
            said = [int(_numbers(own, line)[column][0]) for own in inputs]
            if said == [len(own) - line - 1 for own in inputs] and {*said} != {1}:
                yield Count(line, column, None)
            for row in range(line + 1, min(map(len, inputs))):
                if said == [len(own[row].split()) for own in inputs]:
                    yield Count(line, column, row)


def _numbers(lines: Sequence[str], line: int) -> list[re.Match[str]]:
    return [*NUMBER.finditer(lines[line])]


def described(probe: Probe) -> str:
    """What is accepted, where, and the input."""
    line, column = probe.place
    where = "" if line == ANY else f" in line {line + 1}"
    if column != ANY:
        where += f" as number {column + 1}"
    text = probe.text if len(probe.text) <= 200 else probe.text[:200] + " …"
    return f"{probe.what.format(where=where)}: {one_line(repr(text), 300)}"
