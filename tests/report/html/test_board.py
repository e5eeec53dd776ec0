"""The page of leaderboards in a browser."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.analysis.board import Milestone, RecordLine
from judge.report.html.board import render_board
from judge.report.html.record_plot import plot_records
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


@pytest.mark.long
def test_a_flag_is_not_broken_at_its_hyphens_on_a_phone(browser: Page, tmp_path: Path) -> None:
    results = usual(tmp_path)
    [whole] = results.problems
    flags = ("--harmony-weak", "--stack-size=9")
    shown = [
        replace(one, solution=replace(one.solution, flags=flags, author="A"))
        for one in whole.solutions
    ]
    page = tmp_path / "board.html"
    page.write_text(render_board(whole.problem, shown, [], results.started))
    browser.look(390)
    browser.open(page.as_uri())
    lines = "[...document.querySelectorAll('.flag')].map(f => f.offsetHeight)"
    assert browser.run(f"{lines}.length") > 0
    assert browser.run(f"Math.max(...{lines})") < 30
    assert browser.run("document.documentElement.scrollWidth") <= 390


def test_the_plot_draws_the_smallest_of_languages_with_as_many_records(tmp_path: Path) -> None:
    [whole] = usual(tmp_path).problems
    solution = whole.solutions[0].solution
    lines = [
        RecordLine(
            league or None,
            tuple(Milestone(date(2024, 5, day), size, solution) for day in (6, 7 + day_of)),
        )
        for day_of, (league, size) in enumerate([("", 1), *((n, 90 - ord(n)) for n in "ABCDEFG")])
    ]
    plot = plot_records(lines, ["all", *"ABCDEFG"])
    assert plot is not None
    assert [line.name for line in plot.lines] == ["all", "G", "F", "E", "D"]
