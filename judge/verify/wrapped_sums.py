"""Outputs whose numbers, or what they choose, make up 2^32 more than right ones do: a validator
that accepts them, and none that are off by another amount, adds in 32 bits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct

from judge.common import foreign_files
from judge.common.foreign_files import CASE_BYTES
from judge.common.safe_text import one_line
from judge.common.scratch import temporary_folder
from judge.model import RIGHT, Case
from judge.verify.counted_outputs import CountedRow, counted_row
from judge.verify.deadline import Deadline
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: What is lost in 32 bits, and an amount that is not.
LOST, OTHER = 2**32, 2**32 - 2**30 - 12345
#: Greater numbers do not fit into 32 bits themselves.
MOST_NUMBER = 2**31 - 1
#: How many cases are tried, and how long inputs and outputs may be.
MOST_CASES, MOST_BYTES = 8, 1 << 20
#: Fewer numbers that are so great in all do not fit.
LEAST_NUMBERS = 3


class _Inputs(Struct, frozen=True):
    """An output for inputs in which what it chooses makes up the right sum, that and 2^32, and that
    and something else."""

    right: str
    lost: str
    other: str
    output: str


def overlooked(right: Mapping[Case, str], judged: Judgement, deadline: Deadline) -> str:
    """A message if such a sum is accepted; empty if none is. ``right``: a right output of each
    case."""
    several = sorted(right, key=lambda case: -len(NUMBER.findall(right[case])))
    greatest = _greatest(right)
    for case in deadline.items(islice(several, MOST_CASES)):
        if len(right[case]) > MOST_BYTES:
            continue
        if said := _of_output(case, right[case], judged) or _of_places(
            case, right[case], greatest, judged
        ):
            return said
    return ""


def _of_output(case: Case, text: str, judged: Judgement) -> str:
    """A message for numbers of the output itself that make up 2^32 more."""
    for numbers in _groups(text):
        lost, other = (_raised(text, numbers, by) for by in (LOST, OTHER))
        if judged(case, lost.encode())[0] not in RIGHT:
            continue
        if judged(case, other.encode())[0] not in RIGHT:
            said = "it accepts an output whose numbers make up 2^32 more than those of a right one"
            return f"{said}: {case.name}, {one_line(repr(lost), 200)}"
    return ""


def _groups(text: str) -> Iterator[Sequence[re.Match[str]]]:
    """Numbers of an output that may be added: those of its longest line, without a first one that
    counts them too; all of it; and all but the first."""
    every = [*NUMBER.finditer(text)]
    start, lines = 0, []
    for line in text.splitlines(keepends=True):
        lines.append([one for one in every if start <= one.start() < start + len(line)])
        start += len(line)
    longest = max(lines, key=len, default=[])
    groups = {
        tuple((one.start()) for one in some): some
        for some in (longest, longest[1:], every, every[1:])
        if len(some) >= LEAST_NUMBERS
    }
    yield from groups.values()


def _raised(text: str, numbers: Sequence[re.Match[str]], by: int) -> str:
    """The text with numbers that make up so much more, none of which is much greater."""
    parts, end = [], 0
    for at, match in enumerate(numbers):
        more = by // len(numbers) + (at < by % len(numbers))
        parts += [text[end : match.start()], str(int(match[0]) + more)]
        end = match.end()
    return "".join(parts) + text[end:]


def _greatest(cases: Iterable[Case]) -> Mapping[int, int]:
    """The greatest number of each line of all inputs, where inputs may have it."""
    found = dict[int, int]()
    for case in cases:
        for at, line in enumerate(_given(case).splitlines()):
            words = line.split()
            if words and all(map(NUMBER.fullmatch, words)):
                found[at] = max(found.get(at, 0), *map(int, words))
    return found


def _given(case: Case) -> str:
    """The input of a case; nothing if it is long."""
    if case.input_path.stat().st_size > MOST_BYTES:
        return ""
    return foreign_files.read(case.input_path, most=CASE_BYTES).decode("utf-8", "replace")


def _of_places(case: Case, text: str, greatest: Mapping[int, int], judged: Judgement) -> str:
    """A message for an output of places whose numbers in the input make up 2^32 more."""
    row = counted_row(text.splitlines())
    if row is None or not row.words:
        return ""
    with temporary_folder() as scratch:
        for one in _inputs(_given(case), row, greatest):

            def accepts(text: str, output: str = one.output) -> bool:
                changed = Case("sum", "", Path(scratch), settings=case.settings)
                changed.input_path.write_text(text)
                changed.answer_path.write_bytes(
                    foreign_files.read(case.answer_path, most=CASE_BYTES)
                )
                return judged(changed, output.encode())[0] in RIGHT

            if accepts(one.right) and accepts(one.lost) and not accepts(one.other):
                said = "it accepts an output that chooses numbers that make up 2^32 more than those"
                output, shown = (one_line(repr(part), 150) for part in (one.output, one.lost))
                return f"{said} of a right one: {output} for {shown}"
    return ""


def _inputs(given: str, row: CountedRow, greatest: Mapping[int, int]) -> Iterator[_Inputs]:
    """One for each row of the input that has a number for each place. ``greatest``: the greatest
    numbers that a line may have."""
    places = [int(word) for word in row.words]
    lines = given.splitlines()
    for at, line in enumerate(lines):
        words = line.split()
        if len(words) < max(LEAST_NUMBERS, *places) or not all(map(NUMBER.fullmatch, words)):
            continue
        numbers = [int(word) for word in words]
        most = min(greatest[at], MOST_NUMBER)
        if min(places) < 1 or min(numbers) < 0 or not most:
            continue
        total = sum(numbers[place - 1] for place in places)
        count = max(len(places), -(-(total + LOST) // most))
        others = [one for one in range(1, len(words) + 1) if one not in {*places}]
        chosen = [*places, *others][:count]
        if len(chosen) < count or total < count:
            continue
        right, lost, other = (
            _with_sum(lines, at, numbers, chosen, total + by) for by in (0, LOST, OTHER)
        )
        yield _Inputs(right, lost, other, row.changed(count, [str(one) for one in chosen]))


def _with_sum(
    lines: Sequence[str], at: int, numbers: Sequence[int], chosen: Sequence[int], total: int
) -> str:
    """The input with numbers in the chosen places that make up so much."""
    new = [*numbers]
    for number, place in enumerate(chosen):
        new[place - 1] = total // len(chosen) + (number < total % len(chosen))
    changed = [*lines]
    changed[at] = " ".join(map(str, new))
    return "".join(f"{line}\n" for line in changed)
