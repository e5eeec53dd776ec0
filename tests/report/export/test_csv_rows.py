"""The outcomes as CSV: one row each, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.model import Results
from judge.report.export import csv_rows
from tests.report.html.test_hostile import PAYLOADS, hostile
from tests.report.toy_results import usual


def rows(results: Results, folder: Path) -> list[dict[str, str]]:
    path = folder / "not" / "yet" / "there.csv"
    csv_rows.write(results, path)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_a_row_is_an_outcome(tmp_path: Path) -> None:
    found = rows(usual(tmp_path), tmp_path)
    assert list(found[0]) == list(csv_rows.COLUMNS)
    first = found[0]
    assert (first["problem"], first["solution"], first["case"]) == ("toy", "first", "sample/1")
    assert (first["verdict"], first["reason"], first["gap"]) == ("WA", "suboptimal", "7")
    assert (first["cpu_s"], first["ended"], first["expected"]) == ("0.012", "exited", "AC")
    assert sum(row["solution"] == "slow" for row in found) == 2


def test_a_solution_without_outcomes_has_a_row_that_says_why(tmp_path: Path) -> None:
    [row] = [row for row in rows(usual(tmp_path), tmp_path) if row["solution"] == "absent"]
    assert (row["case"], row["verdict"], row["message"]) == ("", "SKIP", "ghc is missing")
    assert row["cpu_s"] == row["score"] == ""


def renamed(results: Results, name: str, score: Any = 0) -> Results:
    judged = results.problems[0].solutions[0]
    outcome = replace(judged.outcomes[0], message=name, score=score)
    solution = replace(judged.solution, name=name)
    changed = replace(judged, solution=solution, outcomes=(outcome,))
    return replace(results, problems=(replace(results.problems[0], solutions=(changed,)),))


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-2+3", "@SUM(1)", "\t=1", "  =1", "|calc", "＝1", "-1"]
)
def test_a_text_is_never_a_formula(tmp_path: Path, name: str) -> None:
    [row] = rows(renamed(usual(tmp_path), name), tmp_path)
    assert row["solution"].startswith("'") and row["message"].startswith("'")


@pytest.mark.parametrize(("score", "shown"), [(-3, "-3"), (Fraction(-1, 2), "'-1/2"), (None, "")])
def test_numbers_stay_numbers(tmp_path: Path, score: Any, shown: str) -> None:
    [row] = rows(renamed(usual(tmp_path), "it", score), tmp_path)
    assert row["score"] == shown and row["solution"] == "it"


@pytest.mark.parametrize("payload", [*PAYLOADS, 'a,"b"\r\n;c'])
def test_hostile_text_stays_in_its_cell(tmp_path: Path, payload: str) -> None:
    found = rows(hostile(tmp_path, payload), tmp_path)
    assert [row["kind"] for row in found] == ["program"] * 2
    assert all(None not in row and row["bytes"].isdecimal() for row in found)
