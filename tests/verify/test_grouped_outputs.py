"""Checkers of groups that overlook what no right output has."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify import grouped_outputs
from judge.verify.deadline import Deadline
from judge.verify.text_numbers import NUMBER

#: How many things there are, and in how many groups.
SIZES = ((1, 1), (4, 2), (5, 3), (6, 2), (7, 4), (8, 3), (9, 4))
CASES = {Case(str(at), "", Path()): sizes for at, sizes in enumerate(SIZES)}
INPUTS = {case: f"{n} {k}\n" for case, (n, k) in CASES.items()}
Groups = list[list[int]]


def groups_of(n: int, k: int) -> Groups:
    return [[one for one in range(n) if one % k == at] for at in range(k)]


def read(text: str) -> Groups:
    return [
        [int(one) for one in NUMBER.findall(group)] for group in re.findall(r"\[([^][]*)\]", text)
    ]


def judge_of(
    accepts: Callable[[int, int, Groups], bool],
) -> Callable[[Case, bytes], tuple[Verdict, str]]:
    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        right = accepts(*CASES[case], read(output.decode()))
        return (Verdict.AC if right else Verdict.WA), ""

    return judged


def healthy(n: int, k: int, groups: Groups) -> bool:
    return len(groups) == k and all(groups) and sorted(chain(*groups)) == [*range(n)]


def _completed(n: int, groups: Groups) -> list[list[int]]:
    """All numbers in order, and with one more."""
    numbers = [*chain(*groups)]
    return [sorted(numbers), *(sorted([*numbers, one]) for one in range(n))]


def said(accepts: Callable[[int, int, Groups], bool]) -> str:
    right = {case: f"{groups_of(*sizes)}\n" for case, sizes in CASES.items()}
    return grouped_outputs.overlooked(right, INPUTS, judge_of(accepts), Deadline(600))


@pytest.mark.parametrize(
    ("lenient", "wanted"),
    [
        (healthy, ""),
        (lambda n, k, groups: healthy(n, k, [[*{*g}] for g in groups]), "a number twice in its"),
        (lambda n, k, groups: healthy(n, k, [g for g in groups if g]), "a group more that is"),
        (
            lambda n, k, groups: len(groups) == k and [*range(n)] in _completed(n, groups),
            "a number in no group",
        ),
    ],
)
def test_what_no_right_output_has_is_told(
    lenient: Callable[[int, int, Groups], bool], wanted: str
) -> None:
    assert (wanted in said(lenient)) if wanted else not said(lenient)


def test_a_group_that_nothing_is_in() -> None:
    right = {case: " ".join(str(i % k) for i in range(n)) for case, (n, k) in CASES.items()}

    def judged(least: int) -> Callable[[Case, bytes], tuple[Verdict, str]]:
        def of(case: Case, output: bytes) -> tuple[Verdict, str]:
            used = len({*output.split()})
            return (Verdict.AC if CASES[case][1] - least <= used else Verdict.WA), ""

        return of

    told = grouped_outputs.overlooked(right, INPUTS, judged(1), Deadline(600))
    assert told.startswith("it accepts outputs with a group that nothing is in")
    assert not grouped_outputs.overlooked(right, INPUTS, judged(0), Deadline(600))
    # Where right outputs leave groups out, others may do so, too.
    few = {case: "0 " * n for case, (n, _) in CASES.items()}
    assert not grouped_outputs.overlooked(few, INPUTS, judged(9), Deadline(600))


@pytest.mark.parametrize("is_mixed", [True, False])
def test_numbers_counted_in_the_other_way(is_mixed: bool) -> None:
    right = {case: " ".join(map(str, range(n))) for case, (n, _) in CASES.items()}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        numbers = sorted(map(int, output.split()))
        least = numbers[0] if is_mixed else 0
        is_right = numbers == [*range(least, least + CASES[case][0])]
        return (Verdict.AC if is_right else Verdict.WA), ""

    told = grouped_outputs.shifted(right, 1, judged, Deadline(600))
    assert told.startswith("it accepts every right output with all numbers +1") == is_mixed
