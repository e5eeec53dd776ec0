"""The bounds of a statement for the lengths of words: input validators accept none that is longer
by one, and no line without a word where words have a letter at least."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.common.text_places import replaced
from judge.model import Case
from judge.packages.statements import statement_texts
from judge.verify.bound_edges import LEAST_INPUTS, shown
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import StoredNumbers
from judge.verify.stated_numbers import stated, stated_as_values
from judge.verify.text_numbers import NUMBER

Accepts = Callable[[Case, str], bool]
#: Lesser numbers of a statement are named for other reasons, and longer words are not made.
LEAST_BOUND, MOST_LETTERS = 3, 1_000_000
#: How many inputs are changed.
MOST_INPUTS = 3
_WORD = re.compile(r"\S+")
#: Where a statement has one of these, in some language, there may be no word.
_EMPTY = re.compile(
    r"\bempty\b|\bblank\b|(?<![\w.,^{])0(?![\w.])|\btom(?:ma?)?\b|\bleere?[rsn]?\b|\blege?\b|\bvides?\b",
    re.I,
)


def broken(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """Messages: they accept a word of one letter more than the statement says, and no second one,
    or nothing in place of a word that is alone in its line. ``accepts``: what the validators say of
    a text as the input of a case."""
    yield from _wider(stored, folder, accepts, deadline)
    words = [
        (case, word)
        for case, text in stored.texts.items()
        for word in _WORD.finditer(text)
        if word[0].isalpha() and not NUMBER.fullmatch(word[0])
    ]
    if len({case for case, _ in words}) < min(LEAST_INPUTS, len(stored.texts)) or not words:
        return
    yield from _longer(words, folder, accepts, deadline)
    if 1 in stated_as_values(folder) and not any(map(_EMPTY.search, statement_texts(folder))):
        yield from _none(stored, accepts, deadline)


def _longer(
    words: list[tuple[Case, re.Match[str]]], folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    named, longest = stated(folder), max(len(word[0]) for _, word in words)
    bounds = [
        one
        for one in sorted(stated_as_values(folder))
        if max(LEAST_BOUND, longest) <= one <= MOST_LETTERS and not {one + 1, one + 2} & named
    ]
    some = dict(reversed(words))  # the first word of each input
    chosen = [*some.items()][-MOST_INPUTS:]
    for case, word in deadline.items(chosen):
        for bound in deadline.items(bounds):
            one, two = (
                replaced(word, word[0] + word[0][-1] * (bound + by - len(word[0]))) for by in (1, 2)
            )
            if accepts(case, one) and not accepts(case, two):
                said = f"they accept a word of {bound + 1} letters and no longer one"
                yield f"{said}, and the statement says {bound}: {shown(one)}"
                return


def _wider(
    stored: StoredNumbers, folder: Path, accepts: Accepts, deadline: Deadline
) -> Iterator[str]:
    """A message if a board may be wider by one than the statement says: a number of the first line
    is the length of the word of each other line in every input."""
    every = {case: text.splitlines() for case, text in stored.texts.items()}
    if not every or not all(map(_is_board, every.values())):
        return
    heads = {case: [*NUMBER.finditer(lines[0])] for case, lines in every.items()}
    named = stated(folder)
    for column in range(min(map(len, heads.values()))):
        widths = {case: int(found[column][0]) for case, found in heads.items()}
        if any(len(row) != widths[case] for case, lines in every.items() for row in lines[1:]):
            continue
        if len({*widths.values()}) < 2:
            continue
        most = max(widths.values())
        for bound in deadline.items(
            bound
            for bound in sorted(stated_as_values(folder))
            if max(LEAST_BOUND, most) <= bound <= MOST_LETTERS and bound + 1 not in named
        ):
            case = min(widths, key=lambda case: (len(every[case]), case.name))
            one, two = (
                _board(replaced(heads[case][column], bound + by), every[case][1:], bound + by)
                for by in (1, 2)
            )
            if accepts(case, one) and not accepts(case, two):
                said = f"they accept rows of {bound + 1} signs and no more"
                yield f"{said}, and the statement says {bound}: {shown(one)}"
                return


def _is_board(lines: list[str]) -> bool:
    return len(lines) > 1 and all(len(row.split()) == 1 and len(row) > 0 for row in lines[1:])


def _board(head: str, rows: list[str], width: int) -> str:
    return f"{head}\n" + "".join(f"{row[:width]}{row[-1] * (width - len(row))}\n" for row in rows)


def _none(stored: StoredNumbers, accepts: Accepts, deadline: Deadline) -> Iterator[str]:
    """A message if a line may be empty in which every input has a word alone."""
    if any("\n\n" in text or text.startswith("\n") for text in stored.texts.values()):
        return
    for case, text in deadline.items([*stored.texts.items()][:MOST_INPUTS]):
        lines = text.splitlines()
        for at in [at for at, line in enumerate(lines) if at and line.isalpha()][:2]:
            made = "".join(f"{one}\n" for one in (*lines[:at], "", *lines[at + 1 :]))
            if accepts(case, made):
                said = f"they accept nothing in place of the word of line {at + 1}"
                yield f"{said}, and no statement has words without letters: {shown(made)}"
                return
