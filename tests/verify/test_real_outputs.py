"""What is put in place of the last number of a right output; tolerances of statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Case, Verdict
from judge.verify import real_outputs
from judge.verify.deadline import Deadline
from judge.verify.real_outputs import beyond, changes, within
from judge.verify.stated_tolerance import Tolerance, least_tolerance_of, tolerance_of

ABSOLUTE = "Print a number with an absolute error of at most $10^{-6}$."
RELATIVE = "Print a number with a relative error of at most $10^{-6}$."
EITHER = "Print a number with an absolute or relative error of at most $10^{-6}$."
VALUES = ("0.0001", "0.002", "0.5", "7.25", "2000.5", "81234.125")


@pytest.mark.parametrize(
    ("statement", "tolerance"),
    [
        ("an absolute error of at most $10^{-6}$", Tolerance(Fraction(1, 10**6), False)),
        ("a relative or absolute error of $10^{-4}$", Tolerance(Fraction(1, 10**4), True)),
        ("an error of 1e-3, or 0.00001 there", Tolerance(Fraction(1, 1000), True)),
        ("an absolute error of 10⁻⁹", Tolerance(Fraction(1, 10**9), False)),
        ("a relative error of 10⁻⁹", Tolerance(Fraction(1, 10**9), True, False)),
        ("an error of at most 1 %, not $10^{-6}$", None),
        ("at most $10^6$ numbers", None),
    ],
)
def test_the_tolerance_of_a_statement(
    tmp_path: Path, statement: str, tolerance: Tolerance | None
) -> None:
    (tmp_path / "problem.en.md").write_text(statement)
    assert tolerance_of(tmp_path) == tolerance


def test_the_least_tolerance_of_a_statement(tmp_path: Path) -> None:
    (tmp_path / "problem.en.md").write_text("an error of 1e-6, and shares of 1e-3 or more")
    assert least_tolerance_of(tmp_path) == Tolerance(Fraction(1, 10**6), True)


def test_there_are_words_in_place_of_the_last_number() -> None:
    words = ["7\nnan\n", "7\ninf\n", "7\n-inf\n"]
    assert [text for _, text in changes("7\n2.5\n")] == [*words, "7\n2.5thisisnoanswer\n"]
    assert [text for _, text in changes("2.5\n7\n")] == [f"2.5\n{word[2:]}" for word in words]
    assert not [*changes("impossible\n")]


def test_numbers_far_out_of_the_tolerance_are_on_both_sides() -> None:
    def texts(text: str, tolerance: Tolerance) -> list[float]:
        return [float(one.text) for one in beyond(text, tolerance)]

    small = Fraction(1, 10**6)
    assert texts("200\n", Tolerance(small, True)) == [200.006, 199.994]
    assert texts("200\n", Tolerance(small, False)) == [200.00003, 199.99997]
    assert texts("0.5\n", Tolerance(small, True, False)) == [0.500015, 0.499985]
    assert texts("impossible\n", Tolerance(small, True)) == []


def test_numbers_well_within_the_tolerance_are_those_of_outputs_that_are_one_number() -> None:
    either = Tolerance(Fraction(1, 10**6), True)
    assert [float(one.text) for one in within("200\n", either)] == [200.00002, 199.99998]
    assert not [*within("7\n200\n", either)]


def said(
    folder: Path,
    statement: str,
    near: Callable[[float, float], bool],
    values: Iterable[str] = VALUES,
) -> list[str]:
    (folder / "problem.en.md").write_text(statement)
    right = {Case(value, "", folder): f"{value}\n" for value in values}
    subject: Any = SimpleNamespace(problem=SimpleNamespace(folder=folder))

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        return (Verdict.AC if near(float(output), float(case.name)) else Verdict.WA), ""

    return [*real_outputs.faults(subject, right, judged, Deadline(60))]


def absolute(said: float, right: float) -> bool:
    return abs(said - right) <= 1e-6


def relative(said: float, right: float) -> bool:
    return abs(said - right) <= 1e-6 * abs(right)


def either(said: float, right: float) -> bool:
    return absolute(said, right) or relative(said, right)


@pytest.mark.parametrize(
    ("statement", "near"), [(ABSOLUTE, absolute), (RELATIVE, relative), (EITHER, either)]
)
def test_the_tolerance_of_the_statement_is_sound(
    tmp_path: Path, statement: str, near: Callable[[float, float], bool]
) -> None:
    assert said(tmp_path, statement, near) == []


@pytest.mark.parametrize(
    ("statement", "near", "what"),
    [
        (ABSOLUTE, relative, "accepts every right output with a great last number off by 30"),
        (ABSOLUTE, relative, "rejects every right output whose small number is off by a tenth"),
        (ABSOLUTE, either, "accepts every right output with a great last number off by 30"),
        (RELATIVE, absolute, "accepts every right output with a small last number off by 30"),
        (RELATIVE, absolute, "rejects every right output whose great number is off by a tenth"),
        (RELATIVE, either, "accepts every right output with a small last number off by 30"),
        (EITHER, absolute, "rejects every right output whose great number is off by a tenth"),
        (EITHER, relative, "rejects every right output whose small number is off by a tenth"),
        (EITHER, lambda a, b: abs(a - b) < 1e-2, "accepts every right output with a small last"),
        (EITHER, lambda a, b: a == b, "rejects every right output whose small number is off"),
    ],
)
def test_another_tolerance_than_that_of_the_statement_is_told(
    tmp_path: Path, statement: str, near: Callable[[float, float], bool], what: str
) -> None:
    assert any(what in one for one in said(tmp_path, statement, near))


@pytest.mark.parametrize(
    ("near", "values", "is_told"),
    [
        (relative, ("0.05", "0.08", "0.5"), True),
        (absolute, ("12.5", "25.5", "7.5"), True),
        (either, ("0.05", "0.08", "12.5", "25.5"), False),
    ],
)
def test_numbers_that_are_neither_great_nor_small_tell_it_too(
    tmp_path: Path, near: Callable[[float, float], bool], values: tuple[str, ...], is_told: bool
) -> None:
    assert bool(said(tmp_path, EITHER, near, values)) == is_told


def test_a_small_number_that_is_no_error_of_outputs_tells_nothing(tmp_path: Path) -> None:
    statement = "Print a sum. Each number is a multiple of $10^{-6}$."
    assert said(tmp_path, statement, lambda a, b: a == b) == []
