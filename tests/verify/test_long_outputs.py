"""Changes at the end of long outputs, and checkers that do not look there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from judge.model import Case, Verdict
from judge.verify import long_outputs
from judge.verify.deadline import Deadline


def said(right: dict[str, str], accepts: Callable[[list[str], list[str]], bool]) -> str:
    cases = {Case(name, "", Path("data")): text for name, text in right.items()}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        fits = accepts(output.decode().split(), cases[case].split())
        return (Verdict.AC if fits else Verdict.WA), ""

    return long_outputs.overlooked(cases, judged, Random(1), Deadline(60))


def rows(*lengths: int) -> dict[str, str]:
    return {str(n): f"{' '.join(str(7 * at % 101) for at in range(n))}\n" for n in lengths}


MIXED = (3, 4, 5, 80, 100)


def test_a_sound_checker_looks_at_the_end() -> None:
    assert said(rows(*MIXED), lambda output, right: output == right) == ""


def test_one_that_looks_at_the_first_thirty_is_told() -> None:
    found = said(rows(*MIXED), lambda output, right: output[:30] == right[:30])
    assert found.startswith("it accepts every long output that was changed (another last number)")


def test_one_that_accepts_any_order_does_so_for_short_outputs_too() -> None:
    assert said(rows(*MIXED), lambda output, right: sorted(output) == sorted(right)) == ""


@pytest.mark.parametrize("lengths", [(3, 4, 80, 100), (3, 4, 5, 100)])
def test_few_outputs_tell_nothing(lengths: tuple[int, ...]) -> None:
    assert said(rows(*lengths), lambda output, right: output[:30] == right[:30]) == ""


def test_one_that_checks_neighbours_in_the_first_thirty_alone_is_told() -> None:
    def apart(output: list[str], right: list[str]) -> bool:
        numbers = [*map(int, output)][:30]
        near = any(abs(a - b) == 1 for a, b in pairwise(numbers))
        return sorted(output) == sorted(right) and not near

    right = {
        str(n): f"{' '.join(map(str, [*range(2, n + 1, 2), *range(1, n + 1, 2)]))}\n"
        for n in (4, 5, 6, 7, 8, 200, 300)
    }
    assert "its later two thirds in another order" in said(right, apart)
