"""One line of a right output in place of another: an output of several lines is one answer each.

A line with numbers becomes the word for no answer, which another line has; and where the statement
says ``$1 \\le i < j \\le n$`` of its output, a line with two numbers becomes one with equal ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from judge.model import RIGHT, Case
from judge.packages.statements import statement_sections
from judge.verify import stated_rules
from judge.verify.stated_intervals import Sign, relations_in
from judge.verify.subject import Judgement
from judge.verify.text_numbers import NUMBER
from judge.verify.word_answers import DENIALS

#: How many cases, and lines of each, are changed; equal numbers go up to this one.
MOST_CASES, MOST_LINES, MOST_EQUAL = 6, 4, 9


def faults(folder: Path, right: Mapping[Case, str], judged: Judgement) -> Iterator[str]:
    """Messages: such an output is accepted. ``right``: a right output of each case."""
    small = dict(sorted(right.items(), key=lambda item: (len(item[1]), item[0].name)))
    yield from islice(_denied(folder, small, judged), 1)
    yield from islice(_equal(folder, small, judged), 1)


def _denied(folder: Path, right: Mapping[Case, str], judged: Judgement) -> Iterator[str]:
    lines = {line.strip() for text in right.values() for line in text.splitlines()}
    words = [one for one in sorted(lines) if one.casefold() in DENIALS]
    words = [one for one in words if stated_rules.names_word(folder, one)]
    several = {case: text for case, text in right.items() if len(text.splitlines()) > 1}
    if len(words) != 1 or any(not _is_answers(text, words[0]) for text in several.values()):
        return
    for case, text in islice(several.items(), MOST_CASES):
        rows = text.splitlines()
        known = [at for at, row in enumerate(rows) if row.strip() != words[0]]
        for at in dict.fromkeys([*known[-1:], *known[: MOST_LINES - 1]]):
            if _accepts(judged, case, [*rows[:at], words[0], *rows[at + 1 :]]):
                said = f"it accepts {words[0]} in line {at + 1} of an output of {case.name}"
                yield f"{said}, where {rows[at].strip()[:60]!r} is right"
                return


def _is_answers(text: str, word: str) -> bool:
    """Whether each line is the word, or one answer: as many numbers as each other one."""
    rows = [row.split() for row in text.splitlines() if row.strip() != word]
    are_numbers = all(NUMBER.fullmatch(one) for row in rows for one in row)
    return are_numbers and len({*map(len, rows)}) <= 1


def _equal(folder: Path, right: Mapping[Case, str], judged: Judgement) -> Iterator[str]:
    names = _different(folder)
    pairs = [row.split() for text in right.values() for row in text.splitlines()]
    pairs = [row for row in pairs if len(row) == 2 and all(map(str.isdecimal, row))]
    if not names or not pairs or any(row[0] == row[1] for row in pairs):
        return
    for case, text in islice(right.items(), 2 * MOST_CASES):
        rows = text.splitlines()
        known = [at for at, row in enumerate(rows) if row.split() in pairs]
        for at in known[:MOST_LINES]:
            for number in dict.fromkeys([*map(int, rows[at].split()), *range(1, MOST_EQUAL + 1)]):
                if _accepts(judged, case, [*rows[:at], f"{number} {number}", *rows[at + 1 :]]):
                    said = f"it accepts '{number} {number}' in line {at + 1} of an output of"
                    yield f"{said} {case.name}, and the statement says {names}"
                    return


def _different(folder: Path) -> str:
    """What the parts on outputs say of two numbers that a line has; empty if they say no such
    thing, or each says another."""
    found = {
        f"{one.first} {one.sign.value} {one.second}"
        for text in statement_sections(folder, "Outputs?")
        for one in relations_in(text)
        if one.sign is not Sign.AT_MOST and one.first.isalpha() and one.second.isalpha()
    }
    return found.pop() if len(found) == 1 else ""


def _accepts(judged: Judgement, case: Case, rows: list[str]) -> bool:
    return judged(case, "".join(f"{row}\n" for row in rows).encode())[0] in RIGHT
