"""Answers that are one number, in cases one by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
