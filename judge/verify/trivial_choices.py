"""Outputs that choose all there is, or one thing alone: where such a choice is right in every case,
nobody would ask for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from judge.common import foreign_files
from judge.common.safe_text import one_line
from judge.model import RIGHT, Case
from judge.verify.counted_outputs import CountedRow, counted_row
from judge.verify.deadline import Deadline
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: So many cases must have right outputs of other choices, and so many are tried at most.
LEAST_CASES, MOST_CASES = 3, 8
#: How many things are tried alone, and how many there may be in all.
MOST_ALONE, MOST_THINGS = 4, 100_000
MOST_BYTES = 1 << 20


def accepted(right: Mapping[Case, str], judged: Judgement, deadline: Deadline) -> str:
    """A message if all things, or one of them whichever it is, may be chosen in every case; empty
    if not. ``right``: a right output of each case."""
    rows = {case: row for case, text in right.items() if (row := _chosen(text)) is not None}
    every = {
        case: [row.changed(count, [str(one) for one in range(1, count + 1)])]
        for case, row in rows.items()
        if (count := _count(case, row)) > len(row.words)
    }
    alone = {
        case: [row.changed(1, [word]) for word in islice(row.words, MOST_ALONE)]
        for case, row in rows.items()
        if len(row.words) > 1
    }
    for what, made in (("all things", every), ("any one thing alone", alone)):
        if example := _taken(made, judged, deadline):
            return f"it accepts outputs that choose {what} in every case: {example}"
    return ""


def _taken(made: Mapping[Case, list[str]], judged: Judgement, deadline: Deadline) -> str:
    example = ""
    if len(made) < LEAST_CASES:
        return ""
    for case, texts in islice(made.items(), MOST_CASES):
        for text in texts:
            if deadline.is_over or judged(case, text.encode())[0] not in RIGHT:
                return ""
            example = example or f"{case.name}, {one_line(repr(text), 100)}"
    return example


def _chosen(text: str) -> CountedRow | None:
    """The counted row of an output that has nothing else, of different numbers above 0."""
    row = counted_row(text.splitlines())
    if row is None or not row.words or len(text.splitlines()) > 2:
        return None
    numbers = [*map(int, row.words)]
    return row if len({*numbers}) == len(numbers) and min(numbers) > 0 else None


def _count(case: Case, row: CountedRow) -> int:
    """How many things an input has: as many numbers as it says above their row; 0 if unknown."""
    if case.input_path.stat().st_size > MOST_BYTES:
        return 0
    counts, above = set[int](), set[str]()
    for words in map(str.split, _lines(case)):
        if len(words) > 1 and str(len(words)) in above:
            counts.add(len(words))
        above.update(words)
    least = max(map(int, row.words))
    counts = {one for one in counts if least <= one <= MOST_THINGS}
    return counts.pop() if len(counts) == 1 else 0


def _lines(case: Case) -> Iterator[str]:
    text = foreign_files.read(case.input_path, most=MOST_BYTES).decode("utf-8", "replace")
    return iter(text.splitlines()) if NUMBER.search(text) else iter(())
