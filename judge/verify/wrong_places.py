"""Outputs that name a place that there is not, or one twice where a statement has things chosen: no
right output does so, and a validator that accepts a single one looks at another thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations_with_replacement, islice

from judge.common.safe_text import one_line
from judge.common.text_places import replaced
from judge.model import RIGHT, Case
from judge.plugin import PLAIN_READING
from judge.verify import stated_rules
from judge.verify.changed_outputs import order_that_matters, right_outputs
from judge.verify.counted_outputs import FOREIGN, CountedRow, counted_row
from judge.verify.deadline import Deadline
from judge.verify.round_robin import in_turn
from judge.verify.subject import Judgement, Subject
from judge.verify.text_numbers import NUMBER

#: So many cases must have a row of places, and for places that are twice, one of several.
LEAST_CASES = 3
#: How many cases are tried, those with short outputs first, and how many outputs of each.
MOST_CASES, MOST_OUTPUTS = 12, 24
#: One place is named up to so many times.
MOST_TIMES = 5
#: Of an input with so many numbers in a row, in so many bytes, up to so many are named.
MOST_PLACES, MOST_BYTES, MOST_NAMED = 12, 4096, 4


def place_fault(
    subject: Subject, judged: Judgement, deadline: Deadline, reading: str = PLAIN_READING
) -> str:
    """A message if the order of what an output names decides and must not, or if a wrong place is
    accepted; empty if neither is so. What ``changed_outputs.faults`` finds goes before."""
    said = order_that_matters(subject, judged, deadline, reading)
    said = said or accepted_wrong_place(subject, judged, deadline, reading)
    return said or accepted_zero(subject, judged, deadline, reading)


def accepted_wrong_place(
    subject: Subject, judged: Judgement, deadline: Deadline, reading: str = PLAIN_READING
) -> str:
    """A message if an output with a wrong place is accepted; empty if none is, or if the statement
    does not speak of places."""
    folder = subject.problem.folder
    if not stated_rules.speaks_of_indices(folder):
        return ""
    rows = _rows(right_outputs(subject, reading))
    if _begin_at_one(rows.values()):
        zeros = {case: _with_zero(row) for case, row in rows.items()}
        if said := _accepted(zeros, judged, deadline):
            return f"it accepts a 0 in place of a number, and places are counted from 1: {said}"
    if stated_rules.speaks_of_chosen_places(folder) and _are_different(rows.values()):
        again = {case: chain(_exact(case, row), _repeating(row)) for case, row in rows.items()}
        if said := _accepted(again, judged, deadline):
            return f"it accepts a place that is named twice, as in no right output: {said}"
    return ""


def accepted_zero(
    subject: Subject, judged: Judgement, deadline: Deadline, reading: str = PLAIN_READING
) -> str:
    """A message if 0 is accepted in place of a number that a great one may not replace, where the
    statement counts places from 1 and right outputs are such numbers; empty if it is not."""
    if not stated_rules.counts_places_from_one(subject.problem.folder):
        return ""
    right = {
        case: text for case, text in right_outputs(subject, reading).items() if NUMBER.search(text)
    }
    least = [min(int(match[0]) for match in NUMBER.finditer(text)) for text in right.values()]
    if len(least) < LEAST_CASES or min(least) != 1:
        return ""
    columns = [
        [(case, match) for match in _greatest_first(text)]
        for case, text in islice(right.items(), MOST_CASES)
    ]
    for case, match in deadline.items(in_turn(columns)):
        if judged(case, replaced(match, 0).encode())[0] not in RIGHT:
            continue
        if judged(case, replaced(match, FOREIGN).encode())[0] not in RIGHT:
            text = one_line(repr(replaced(match, 0)), 200)
            said = "it accepts a 0 in place of a number, and the statement counts from 1"
            return f"{said}: {case.name}, {text}"
    return ""


def _greatest_first(text: str) -> list[re.Match[str]]:
    """Some of its numbers, the greatest ones first: 0 may be taken for the last place."""
    numbers = sorted(NUMBER.finditer(text), key=lambda match: -int(match[0]))
    return numbers[:MOST_OUTPUTS]


def _rows(right: Mapping[Case, str]) -> dict[Case, CountedRow]:
    """The counted rows of at least one number; none if an output has other numbers: then a first
    number may be a count by chance."""
    found = dict[Case, CountedRow]()
    for case, text in right.items():
        row = counted_row(text.splitlines())
        if row is None and NUMBER.search(text):
            return {}
        if row is not None and row.words:
            found[case] = row
    return found


def _begin_at_one(rows: Iterable[CountedRow]) -> bool:
    least = [min(map(int, row.words)) for row in rows]
    return len(least) >= LEAST_CASES and min(least) == 1


def _are_different(rows: Iterable[CountedRow]) -> bool:
    several = [row.words for row in rows if len(row.words) > 1]
    return len(several) >= LEAST_CASES and all(len({*one}) == len(one) for one in several)


def _accepted(made: Mapping[Case, Iterator[str]], judged: Judgement, deadline: Deadline) -> str:
    """The first of these outputs that is accepted, and its case; one of each case in turn."""
    columns = [
        [(case, text) for text in islice(texts, MOST_OUTPUTS)]
        for case, texts in islice(made.items(), MOST_CASES)
    ]
    for case, text in deadline.items(in_turn(columns)):
        if judged(case, text.encode())[0] in RIGHT:
            return f"{case.name}, {one_line(repr(text), 200)}"
    return ""


def _with_zero(row: CountedRow) -> Iterator[str]:
    """The output with 0 in place of one number, the last one first: that is what 0 may count as."""
    words = row.words
    for at in sorted(range(len(words)), key=lambda at: -int(words[at])):
        yield row.changed(len(words), [*words[:at], "0", *words[at + 1 :]])


def _exact(case: Case, row: CountedRow) -> Iterator[str]:
    """The output with places of which one is named twice, and with the same sum of the numbers of
    the input there: where a row of the input has a number for each place, that may be what counts.
    """
    if case.input_path.stat().st_size > MOST_BYTES:
        return
    places = [int(word) for word in row.words]
    for line in case.input_path.read_text(errors="replace").splitlines():
        if not all(map(NUMBER.fullmatch, line.split())) or not min(places) > 0:
            continue
        numbers = [int(word) for word in line.split()]
        if not 1 < len(numbers) <= MOST_PLACES or max(places) > len(numbers):
            continue
        wanted = sum(numbers[place - 1] for place in places)
        for count in range(2, MOST_NAMED + 1):
            for some in combinations_with_replacement(range(1, len(numbers) + 1), count):
                total = sum(numbers[place - 1] for place in some)
                if len({*some}) < count and total == wanted:
                    yield row.changed(count, [str(place) for place in some])


def _repeating(row: CountedRow) -> Iterator[str]:
    """The output with one number in place of another one, and with one alone several times."""
    words, count = row.words, len(row.words)
    for by in range(1, count):
        for at in range(count):
            other = words[(at + by) % count]
            yield row.changed(count, [*words[:at], other, *words[at + 1 :]])
    for times in range(2, MOST_TIMES + 1):
        for word in words:
            yield row.changed(times, [word] * times)
