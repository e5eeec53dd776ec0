"""Outputs of several lines, or numbers, alike: an output validator that always accepts any number
in one of them, and never in another one, looks at some of them alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from judge.common.text_places import replaced
from judge.model import RIGHT, Case
from judge.verify import neighbours
from judge.verify.counted_outputs import FOREIGN, FOREIGN_WORD, counted_row
from judge.verify.deadline import Deadline
from judge.verify.round_robin import in_turn
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER

#: So many cases must have such outputs, of so many lines or numbers; so many are tried with each
#: change.
LEAST_CASES, LEAST_PARTS, MOST_CASES = 3, 3, 4
#: Of lines of no more numbers each of these is changed.
MOST_COLUMNS = 3
T = TypeVar("T")
_NAMES = ("first", "last", "middle")


def overlooked(right: Mapping[Case, str], judged: Judgement, deadline: Deadline) -> str:
    """A message if a great number is accepted in one place in every case, and in none in another
    place; empty if not. ``right``: a right output of each case."""
    long = sorted(right, key=lambda case: (len(right[case]), case.name))
    every = Counter(line for text in right.values() for line in {*text.split("\n")})
    usual = {line for line, count in every.items() if count > 1}
    cases_of = defaultdict[str, set[Case]](set)
    made = list[list[tuple[Case, str, str, str]]]()
    for case in long:
        some = [*_changes(right[case], usual)]
        wanted = {what for what, _, _ in some if len(cases_of[what]) < MOST_CASES}
        made.append([(case, *change) for change in some if change[0] in wanted])
        for what in wanted:
            cases_of[what].add(case)
    seen = defaultdict[str, dict[str, list[bool]]](lambda: defaultdict(list))
    for case, what, where, text in deadline.items(in_turn(made)):
        seen[what][where].append(judged(case, text.encode())[0] in RIGHT)
    for what, places in seen.items():
        enough = {where: all_of for where, all_of in places.items() if len(all_of) >= LEAST_CASES}
        taken = [where for where, all_of in enough.items() if all(all_of)]
        refused = [where for where, all_of in enough.items() if not any(all_of)]
        if taken and refused:
            said = f"it accepts {what.format(taken[0])} of every right output"
            return f"{said}, and never in the {refused[0]} one"
    return ""


def _changes(text: str, usual: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """What has several parts, which of them is changed, and the text."""
    yield from _other_words(text)
    yield from neighbours.changes(text, usual)
    lines = _numbers(text)
    counted = counted_row(text.splitlines())
    if len(lines) >= LEAST_PARTS and len({*map(len, lines)}) == 1 and lines[0]:
        for column in range(min(MOST_COLUMNS, len(lines[0]))):
            what = f"line as number {column + 1}"
            some = [(name, line[column]) for name, line in zip(_NAMES, _sample(lines), strict=True)]
            # One that is too great may be refused anywhere.
            for name, word in some:
                other = 2 * int(word[0]) + 3
                yield (
                    f"a number greater than twice that in the {{}} {what}",
                    name,
                    replaced(word, other),
                )
            for name, word in some:
                yield f"a great number in the {{}} {what}", name, replaced(word, FOREIGN)
    for row in lines if len(lines) < LEAST_PARTS else ():
        words = row[1:] if counted is not None and len(counted.words) == len(row) - 1 else row
        if len(words) > LEAST_PARTS:
            for name, word in zip(_NAMES, _sample(words), strict=True):
                yield "a great number in the {} place", name, replaced(word, FOREIGN)


def _other_words(text: str) -> Iterator[tuple[str, str, str]]:
    """Another word in place of one line, where each line is a word."""
    lines = text.split("\n")[: -1 if text.endswith("\n") else None]
    if len(lines) >= LEAST_PARTS and all(map(str.isalpha, lines)):
        for name, at in zip(_NAMES, _sample(range(len(lines))), strict=True):
            changed = [*lines[:at], FOREIGN_WORD, *lines[at + 1 :]]
            yield "a word that means nothing in the {} line", name, "\n".join(changed) + "\n"


def _sample(parts: Sequence[T]) -> tuple[T, T, T]:
    return parts[0], parts[-1], parts[len(parts) // 2]


def _numbers(text: str) -> list[list[re.Match[str]]]:
    """The numbers of each line, if there is nothing else; none otherwise."""
    found, start = list[list[re.Match[str]]](), 0
    for line in text.splitlines(keepends=True):
        numbers = [*NUMBER.finditer(text, start, start + len(line))]
        if len(numbers) != len(line.split()):
            return []
        found.append(numbers)
        start += len(line)
    return found
