"""A badge and a leaderboard as images."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from judge.model import ProblemResult
from judge.report.export import svg
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_solution,
    printed,
    usual,
)

SVG = "{http://www.w3.org/2000/svg}"


def texts(image: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(image).iter(f"{SVG}text")]


def test_a_badge_says_whether_all_is_as_expected(tmp_path: Path) -> None:
    results = usual(tmp_path)
    assert texts(svg.badge(results)) == ["judge", "2 of 8 not as expected, 1 skipped"]
    whole = results.problems[0]
    good = tuple(j for j in whole.solutions if j.as_expected and j.outcomes)
    fine = replace(results, problems=(replace(whole, solutions=good),))
    assert texts(svg.badge(fine)) == ["judge", "5 as expected"] and svg.GOOD in svg.badge(fine)
    assert "interrupted" in texts(svg.badge(replace(fine, interrupted=True)))[1]


def test_a_board_has_a_row_for_each_solution(tmp_path: Path) -> None:
    found = texts(svg.board(usual(tmp_path)))
    assert found[:2] == ["Pick a word", "8 solutions, 4 cases"]
    assert found[2:8] == ["1", "tiny", "python3", "2 B", "12 ms", "AC"]
    assert found.count("WA") == 3


@pytest.mark.parametrize(
    "name", ["</text><script>alert(1)</script>", '" onload="x', "a\x00b\u202e"]
)
def test_hostile_names_are_text(tmp_path: Path, name: str) -> None:
    problem = make_problem(tmp_path)
    solution = replace(make_solution(tmp_path, "it"), name=name)
    judged = make_judged(problem, solution, printed(1, 1, 0, 0))
    image = svg.board(make_results(ProblemResult(problem, (judged,))))
    tags = {element.tag for element in ElementTree.fromstring(image).iter()}
    assert tags == {f"{SVG}{tag}" for tag in ("svg", "rect", "g", "text", "path")}
