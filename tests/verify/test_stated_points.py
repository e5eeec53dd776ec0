"""Points of groups in the table of a statement are those of the package."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge.model import Group, GroupScoring, LegacyGrading
from judge.verify.stated_points import other_points

TABLE = "| group | points | limits |\n|---|---|---|\n| 1 | {} | few |\n| 2 | {} | none |\n"
TEX = "Group & Points \\\\\n$1$ & ${}$ & few \\\\ \\hline\n$2$ & ${}$ & none \\\\\n"


def messages(folder: Path, name: str, text: str, legacy: bool) -> list[str]:
    groups = [
        Group(
            f"secret/{points}",
            LegacyGrading(highest=Fraction(points)) if legacy else GroupScoring(points),
        )
        for points in (40, 60)
    ]
    (folder / name).write_text(text)
    problem: Any = SimpleNamespace(folder=folder, groups=(Group("sample"), *groups))
    return [*other_points(problem)]


@pytest.mark.parametrize("legacy", [False, True])
@pytest.mark.parametrize(("name", "table"), [("problem.en.md", TABLE), ("problem.sv.tex", TEX)])
def test_other_points_with_the_same_sum_are_a_fault(
    tmp_path: Path, name: str, table: str, legacy: bool
) -> None:
    assert messages(tmp_path, name, table.format(30, 70), legacy) == [
        "a statement lists groups of 30, 70 points, and the package has 40, 60"
    ]
    assert not messages(tmp_path, name, table.format(40, 60), legacy)


@pytest.mark.parametrize(
    "text",
    [
        TABLE.format(1, 1),
        TABLE.format(30, 70).replace("points", "limit"),
        TABLE.format(30, 70) + "| 3 | 0 | all |\n",
    ],
)
def test_another_table_is_none(tmp_path: Path, text: str) -> None:
    assert not messages(tmp_path, "problem.en.md", text, False)


def test_points_of_two_groups_exchanged_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "problem.en.md").write_text(TABLE.format(30, 70))
    groups = tuple(
        Group(f"secret/group{number}", GroupScoring(points))
        for number, points in ((1, 70), (2, 30))
    )
    problem: Any = SimpleNamespace(folder=tmp_path, groups=groups)
    said = "a statement has 30 points for group 1, and data/secret/group1 has 70"
    assert [*other_points(problem)] == [said]
    # Without numbers in their names, which group is which is not known.
    named = tuple(
        Group(f"secret/{name}", one.scoring)
        for name, one in zip(("all", "few"), groups, strict=True)
    )
    problem = SimpleNamespace(folder=tmp_path, groups=named)
    assert not [*other_points(problem)]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((20, 30, 50), ""),
        ((20, 40, 50), "a statement has 40 points for group 2, and data/secret/group2 has 30"),
        ((30, 40, 50), ""),  # two are others, with another sum: points of another kind
    ],
)
def test_other_points_of_one_group_alone_are_a_fault(
    tmp_path: Path, points: tuple[int, ...], said: str
) -> None:
    rows = "".join(f"| {at} | {some} | few |\n" for at, some in enumerate(points, 1))
    (tmp_path / "problem.en.md").write_text(f"| group | points | limits |\n|---|---|---|\n{rows}")
    groups = [Group(f"secret/group{at}", GroupScoring(p)) for at, p in ((1, 20), (2, 30), (3, 50))]
    problem: Any = SimpleNamespace(folder=tmp_path, groups=groups)
    assert [*other_points(problem)] == ([said] if said else [])
