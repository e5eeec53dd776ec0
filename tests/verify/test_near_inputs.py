"""Right outputs for inputs with another number: a bound that is off by one is seen there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from judge.model import Case, Verdict
from judge.verify import near_inputs
from judge.verify.deadline import Deadline

#: Rows of numbers; an output is the sum of a row.
ROWS = [(17, 23, 91), (40, 52, 66, 83), (35, 35, 70), (99, 88, 77, 66, 55)]


def rows(folder: Path) -> dict[Case, str]:
    """Cases, and the right output of each."""
    right = {}
    for number, row in enumerate(ROWS):
        case = Case(str(number), "", folder)
        case.input_path.write_text(f"{len(row)}\n{' '.join(map(str, row))}\n")
        case.answer_path.write_text("")
        right[case] = f"{sum(row)}\n"
    return right


@pytest.mark.parametrize(
    ("most", "statement", "is_told"),
    [
        (0, "Print the sum.", False),
        (1, "Print the sum.", True),
        (2, "Print the sum.", False),
        (1, "Print the sum. An error of 1 is accepted.", False),
    ],
)
def test_a_difference_of_one_that_is_overlooked_is_a_fault(
    tmp_path: Path, most: int, statement: str, is_told: bool
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    right = rows(tmp_path)

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        _, *row = map(int, case.input_path.read_text().split())
        return (Verdict.AC if abs(int(output) - sum(row)) <= most else Verdict.WA), ""

    said = near_inputs.off_by_one(tmp_path, right, judged, Random(1), Deadline(60))
    assert said.startswith("it accepts every right output for inputs with a number") == is_told
    assert bool(said) == is_told


def test_inputs_that_are_refused_say_nothing(tmp_path: Path) -> None:
    (tmp_path / "problem.en.md").write_text("Print the sum.")

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        _, *row = map(int, case.input_path.read_text().split())
        return (Verdict.AC if abs(int(output) - sum(row)) <= 1 else Verdict.JE), ""

    assert not near_inputs.off_by_one(tmp_path, rows(tmp_path), judged, Random(1), Deadline(60))
