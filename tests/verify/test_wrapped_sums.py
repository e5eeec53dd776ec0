"""Output validators that add in 32 bits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify.deadline import Deadline
from judge.verify.wrapped_sums import overlooked

WIDE: Callable[[int], int] = lambda total: total  # noqa: E731
NARROW: Callable[[int], int] = lambda total: total % 2**32  # noqa: E731


def case(folder: Path, text: str) -> Case:
    found = Case("1", "", folder)
    found.input_path.write_text(text)
    found.answer_path.write_text("")
    return found


@pytest.mark.parametrize("text", ["4\n1 2 3 4\n", "4 1 2 3 4\n", "1\n2\n3\n4\n"])
@pytest.mark.parametrize("added", [WIDE, NARROW])
def test_numbers_of_an_output(tmp_path: Path, text: str, added: Callable[[int], int]) -> None:
    """The numbers must make up 10, and there may be a count before them."""
    count = text.split()[0] == "4"

    def judged(_: Case, output: bytes) -> tuple[Verdict, str]:
        numbers = [*map(int, output.split())]
        right = added(sum(numbers[count:])) == 10 and numbers[:count] == [4][:count]
        return (Verdict.AC if right else Verdict.WA), ""

    said = overlooked({case(tmp_path, "10\n"): text}, judged, Deadline(60))
    assert bool(said) == (added is NARROW)


@pytest.mark.parametrize("added", [WIDE, NARROW])
@pytest.mark.parametrize("greatest", [10**9, 1000])
def test_numbers_that_an_output_chooses(
    tmp_path: Path, added: Callable[[int], int], greatest: int
) -> None:
    """Weights of 100 in all are chosen: with small ones no sum is so great."""

    def judged(one: Case, output: bytes) -> tuple[Verdict, str]:
        weights = [*map(int, one.input_path.read_text().split())]
        count, *places = map(int, output.split())
        if max(places) > len(weights):
            return Verdict.WA, ""
        total = added(sum(weights[place - 1] for place in places))
        right = count == len(places) and total == 100 and max(weights) <= greatest
        return (Verdict.AC if right else Verdict.WA), ""

    given = case(tmp_path, f"10 20 30 40 50 {greatest} 7 8 9\n")
    said = overlooked({given: "4\n1 2 3 4\n"}, judged, Deadline(60))
    assert bool(said) == (added is NARROW and greatest == 10**9)


def test_a_sum_that_is_not_looked_at_is_no_narrow_one(tmp_path: Path) -> None:
    right = {case(tmp_path, "10\n"): "1 2 3 4\n"}
    assert not overlooked(right, lambda *_: (Verdict.AC, ""), Deadline(60))
