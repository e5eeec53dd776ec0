"""Outputs of several lines with another one in place of one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.model import Case, Verdict
from judge.verify.changed_lines import faults

STATEMENT = "## Output\nPrint $i$ and $j$ ($1 \\le i < j \\le n$), or `none`.\n"
RIGHT = {"1": "none\n", "2": "2 4\nnone\n1 3\n", "3": "5 6\n2 3\nnone\n"}
Rows = list[list[str]]


def said(folder: Path, statement: str, sound: Callable[[Rows, Rows], bool]) -> list[str]:
    """What is said of a validator that asks this of the lines of an output and of the right one."""
    (folder / "problem.en.md").write_text(statement)
    cases = {Case(name, "", folder): text for name, text in RIGHT.items()}

    def judged(case: Case, output: bytes) -> tuple[Verdict, str]:
        rows = [line.split() for line in output.decode().splitlines()]
        wanted = [line.split() for line in cases[case].splitlines()]
        return (Verdict.AC if sound(rows, wanted) else Verdict.WA), ""

    return [one.partition(" of an")[0] for one in faults(folder, cases, judged)]


def denies(one: list[str], other: list[str]) -> bool:
    return one == ["none"] != other


@pytest.mark.parametrize(
    ("sound", "found"),
    [
        (lambda rows, right: rows == right, []),
        (lambda rows, right: rows[0] == right[0], ["it accepts none in line 3"]),
        (lambda rows, right: rows[-1] == right[-1], ["it accepts none in line 1"]),
        (
            lambda rows, right: not any(map(denies, rows, right)) and ["2", "2"] not in rows,
            ["it accepts '4 4' in line 1"],
        ),
        (
            lambda rows, right: rows == right or ["7", "7"] in rows,
            ["it accepts '7 7' in line 1"],
        ),
    ],
)
def test_lines_that_are_not_looked_at_are_told(
    tmp_path: Path, sound: Callable[[Rows, Rows], bool], found: list[str]
) -> None:
    both = said(tmp_path, STATEMENT, sound)
    assert [one for one in both if one in found] == found and bool(both) == bool(found)


@pytest.mark.parametrize(
    "statement",
    ["## Output\nPrint $i$ and $j$ ($1 \\le i \\le j \\le n$).\n", "Print two numbers.\n"],
)
def test_what_the_statement_does_not_rule_out_is_not(tmp_path: Path, statement: str) -> None:
    assert said(tmp_path, statement, lambda rows, right: True) == []
