"""Output validators that look at some lines, or some numbers, of an output alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify.deadline import Deadline
from judge.verify.uneven_outputs import overlooked

LINES = ["1 2\n3 4\n5 6\n", "2 2\n7 7\n1 1\n9 9\n", "5 5\n1 9\n3 3\n"]
WORDS = ["ab\nc\nde\n", "x\ny\nz\n", "no\nno\nno\n"]
ROW = ["4 1 2 3 4\n", "5 9 8 7 6 5\n", "4 4 4 4 1\n"]
FIRST, LAST = slice(0, 2), slice(-2, None)


@pytest.mark.parametrize(
    ("texts", "looks", "said"),
    [
        (LINES, [slice(None)], ""),
        (LINES, [], ""),
        (
            LINES,
            [FIRST],
            "in the last line as number 1 of every right output, and never in the first one",
        ),
        (
            LINES,
            [LAST],
            "in the first line as number 1 of every right output, and never in the last one",
        ),
        (LINES, [slice(None, None, 2)], ""),  # in no line is the second number looked at
        (LINES[:2], [FIRST], ""),
        (WORDS, [slice(None)], ""),
        (WORDS, [], ""),
        (WORDS, [slice(0, 1)], "accepts a word that means nothing in the last line of every right"),
        (ROW, [slice(None)], ""),
        (ROW, [slice(0, 4)], "accepts a great number in the last place of every right output"),
        (ROW, [slice(0, 1), LAST], "accepts a great number in the first place of every right"),
    ],
)
def test_places_that_are_never_looked_at_are_told(
    tmp_path: Path, texts: list[str], looks: Sequence[slice], said: str
) -> None:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        own, wanted = output.split(), case.name.split()
        same = all(own[part] == wanted_part(wanted, part) for part in looks)
        return (Verdict.AC if same else Verdict.WA), ""

    def wanted_part(words: list[str], part: slice) -> list[bytes]:
        return [word.encode() for word in words[part]]

    right = {Case(text, "", tmp_path): text for text in texts}
    found = overlooked(right, judged, Deadline(60))
    assert said in found if said else not found


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (0, None, ""),
        (1, None, "it accepts two equal ones beside each other in the first place of every right"),
        (0, -1, "it accepts two equal ones beside each other in the last place of every right"),
    ],
)
def test_a_pair_that_is_never_looked_at_is_told(
    tmp_path: Path, first: int, last: int | None, said: str
) -> None:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        [word, *_] = output.decode().split()
        same = sorted(word) == sorted(case.name.split()[0])
        apart = all(one != other for one, other in [*pairwise(word)][first:last])
        return (Verdict.AC if same and apart else Verdict.WA), ""

    words = ["abcabd\nx\n", "abcdabcd\ny\n", "cabcabeabc\nz\n", "no\nno\n"]
    right = {Case(text, "", tmp_path): text for text in words}
    found = overlooked(right, judged, Deadline(60))
    assert said in found if said else not found


def test_a_number_that_is_too_great_anywhere_hides_nothing(tmp_path: Path) -> None:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        numbers, wanted = [*map(int, output.split())], [*map(int, case.name.split())]
        same = numbers[-2:] == wanted[-2:] and max(numbers) < 10**8
        return (Verdict.AC if same else Verdict.WA), ""

    right = {Case(text, "", tmp_path): text for text in LINES}
    found = overlooked(right, judged, Deadline(60))
    assert found.startswith("it accepts a number greater than twice that in the first line")
