"""The page of leaderboards in a browser."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from judge.analysis.board import Milestone
from judge.report.html.board import render_board
from tests.report.html.browser import Page
from tests.report.toy_results import usual

LONG = "a_name_of_a_stranger_without_a_place_to_break_" * 3


@pytest.mark.long
@pytest.mark.parametrize("width", [1400, 390])
def test_long_names_widen_no_page(browser: Page, tmp_path: Path, width: int) -> None:
    results = usual(tmp_path)
    [whole] = results.problems
    shown = [
        replace(one, solution=replace(one.solution, author=LONG, date=date(2024, 5, 6)))
        for one in whole.solutions
    ]
    page = tmp_path / "board.html"
    times = [Milestone(date(2024, 5, 6), 9, one.solution) for one in shown]
    page.write_text(render_board(whole.problem, shown, times, results.started))
    browser.look(width)
    browser.open(page.as_uri())
    assert browser.run("document.querySelectorAll('.past').length") > 0
    assert browser.run("document.documentElement.scrollWidth") <= width
