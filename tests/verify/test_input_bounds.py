"""Inputs beyond bounds and with rows out of order, of which input validators must know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case
from judge.verify import input_bounds
from judge.verify.deadline import Deadline
from judge.verify.input_bounds import Probe


def probes(
    folder: Path, inputs: Sequence[str], is_valid: Callable[[list[int]], bool], statement: str = ""
) -> list[Probe]:
    """What is accepted of inputs that are one row of numbers."""
    (folder / "data").mkdir()
    cases = [Case(str(number), "", folder / "data") for number in range(len(inputs))]
    for case, text in zip(cases, inputs, strict=True):
        case.input_path.write_text(text)
    (folder / "problem.en.md").write_text(statement)
    problem: Any = SimpleNamespace(cases=cases, folder=folder)

    def accepts(_: Case, text: str) -> bool:
        return is_valid([int(word) for word in text.split()])

    return [*input_bounds.accepted(problem, (), accepts, Deadline(60))]


ROWS = ("1 2 5\n", "2 4 6 8\n", "1 3\n", "3 4 9\n")


@pytest.mark.parametrize(
    ("is_valid", "told"),
    [
        (lambda row: row == sorted({*row}), []),
        (lambda row: row == sorted(row), ["with a number twice"]),
        (lambda row: len({*row}) == len(row), ["that does not ascend"]),
    ],
)
def test_rows_that_are_always_in_order_are_tried_in_another_one(
    tmp_path: Path, is_valid: Callable[[list[int]], bool], told: list[str]
) -> None:
    found = probes(tmp_path, ROWS, lambda row: min(row) > 0 and is_valid(row))
    assert [one.what.split("{where} ")[1].split(",")[0] for one in found] == told


def test_rows_of_which_few_are_in_order_say_nothing(tmp_path: Path) -> None:
    found = probes(tmp_path, ("1 2 5\n", "1 3\n", "2 4 6\n"), lambda row: min(row) > 0)
    assert found == []
