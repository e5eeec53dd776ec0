"""Answers that are one number, in cases one by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify.number_answers import faults


def found(folder: Path, statement: str, is_right: Callable[[str, str], bool]) -> list[str]:
    """``is_right`` gets a right output and another one."""
    (folder / "problem.en.md").write_text(statement)
    right = {Case(str(at), "", folder): f"{number}\n" for at, number in enumerate((7, 0, 5000))}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        accepted = is_right(right[case].strip(), output.decode().strip())
        return (Verdict.AC if accepted else Verdict.WA), ""

    return [*faults(folder, right, judged)]


def test_nothing_for_a_zero_is_a_fault(tmp_path: Path) -> None:
    said = found(tmp_path, "Print the sum.", lambda right, text: right == (text or "0"))
    assert said == ["it accepts an empty output in 1, where 0 is right"]


def test_a_number_beside_a_great_one_is_a_fault(tmp_path: Path) -> None:
    said = found(
        tmp_path,
        "Print the sum.",
        lambda right, text: bool(text) and abs(int(right) - int(text)) <= int(right) / 1000,
    )
    assert said == ["it accepts 5001 in 2, where 5000 is right"]


def test_a_number_beside_a_great_one_is_none_where_an_error_is_allowed(tmp_path: Path) -> None:
    said = found(
        tmp_path,
        "Print the sum with an error of one in a thousand.",
        lambda right, text: bool(text) and abs(int(right) - int(text)) <= int(right) / 1000,
    )
    assert not said


ROWS = (7, 2, 10**6, 10**17, 3 * 10**17, 40, 900)


@pytest.mark.parametrize(
    ("statement", "is_right", "told"),
    [
        ("Print the sums.", lambda right, text: right == text, ""),
        ("Print the sums.", lambda right, text: float(right) == float(text), "100000000000000000"),
        ("Print the sums.", lambda right, text: f"{right:.5g}" == f"{text:.5g}", "1000000"),
        ("Print any sums.", lambda right, text: float(right) == float(text), ""),
        # Whatever is close is right, also of small numbers.
        ("Print the sums.", lambda right, text: abs(right - text) < 2, ""),
        ("Print the sums.", lambda right, text: abs(right - text) < 2 or right < 1000, ""),
    ],
)
def test_a_number_beside_the_greatest_of_several(
    tmp_path: Path, statement: str, is_right: Callable[[int, int], bool], told: str
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    right = {Case(str(at), "", tmp_path): f"1 {number}\n" for at, number in enumerate(ROWS)}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        words = output.decode().split()
        own = int(right[case].split()[1])
        accepted = len(words) == 2 and words[0] == "1" and is_right(own, int(words[1]))
        return (Verdict.AC if accepted else Verdict.WA), ""

    said = [*faults(tmp_path, right, judged)]
    assert [one.partition(" from ")[2].partition(" on,")[0] for one in said] == (
        [told] * bool(told)
    )
