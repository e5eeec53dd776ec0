"""Rows of an input that a validator of outputs does not look at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from judge.model import Case, Verdict
from judge.verify import changed_rows
from judge.verify.deadline import Deadline

Interval = tuple[int, int]
Looked = Callable[[list[Interval]], list[Interval]]


def every(rows: list[Interval]) -> list[Interval]:
    return rows


def told(folder: Path, looked: Looked, key: Callable[[Interval], int] | None = None) -> str:
    """What is said of a validator that wants a point in each of some intervals."""
    draw, right = Random(5), dict[Case, str]()
    for number in range(8):
        starts = [draw.randrange(200) for _ in range(6 + number)]
        rows = [(start, start + draw.randrange(9)) for start in starts]
        rows = sorted(rows, key=key) if key else rows
        case = Case(str(number), "", folder)
        case.input_path.write_text(f"{len(rows)}\n" + "".join(f"{a} {b}\n" for a, b in rows))
        case.answer_path.write_text("")
        right[case] = " ".join(str(a) for a, _ in rows)

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        _, *numbers = map(int, case.input_path.read_text().split())
        points = [*map(int, output.split())]
        rows = looked([*zip(numbers[::2], numbers[1::2], strict=True)])
        accepted = all(any(a <= point <= b for point in points) for a, b in rows)
        return (Verdict.AC if accepted else Verdict.WA), ""

    return changed_rows.overlooked(right, judged, Random(1), Deadline(60))


@pytest.mark.parametrize(
    ("looked", "name", "strict"),
    [
        (lambda rows: rows[1:], "first", "last"),
        (lambda rows: rows[:-1], "last", "first"),
        (lambda rows: rows[:1], "last", "first"),
        (lambda rows: rows[-1:], "first", "last"),
        (lambda rows: [rows[0], rows[-1]], "middle", "first"),
    ],
    ids=["all but the first", "all but the last", "the first", "the last", "both ends"],
)
def test_a_row_that_no_case_looks_at_is_told(
    tmp_path: Path, looked: Looked, name: str, strict: str
) -> None:
    said = told(tmp_path, looked)
    assert said.startswith(
        f"it accepts every right output for inputs with another {name} row, and not for those with "
        f"another {strict} one ("
    )


@pytest.mark.parametrize(
    "looked",
    [every, lambda rows: [], lambda rows: rows[::2] + rows[1::2]],
    ids=["all", "none", "order"],
)
def test_one_that_looks_at_all_rows_or_at_none_is_not(tmp_path: Path, looked: Looked) -> None:
    assert not told(tmp_path, looked)


def test_rows_in_order_may_mean_different_things(tmp_path: Path) -> None:
    assert not told(tmp_path, lambda rows: rows[1:], key=lambda row: row[0])
