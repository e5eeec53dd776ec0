"""The page of leaderboards in a browser."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.analysis.board import Milestone, RecordLine
from judge.model import Claim
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


@pytest.mark.long
def test_claims_in_two_units_stand_beside_each_other_on_a_phone(
    browser: Page, tmp_path: Path
) -> None:
    results = usual(tmp_path)
    [whole] = results.problems
    size = whole.solutions[-1].solution.size
    claim = Claim(Fraction(size), 123_456)
    shown = [replace(one, solution=replace(one.solution, claim=claim)) for one in whole.solutions]
    page = tmp_path / "board.html"
    page.write_text(render_board(whole.problem, shown, [], results.started))
    browser.look(390)
    browser.open(page.as_uri())
    cells = "[...document.querySelectorAll('[data-l=Claimed]')]"
    assert browser.run(f"{cells}.length") == len(shown)
    assert browser.run(f"{cells}.every(one => one.scrollWidth <= one.clientWidth)")


def test_false_claims_come_first(tmp_path: Path) -> None:
    results = usual(tmp_path)
    [whole] = results.problems
    true, false = [
        replace(
            one,
            solution=replace(one.solution, name=name, claim=Claim(Fraction(one.solution.size + n))),
        )
        for one, name, n in zip(whole.solutions, ("a-true", "b-false"), (0, 5), strict=False)
    ]
    page = render_board(whole.problem, [true, false], [], results.started)
    claims = page[page.index('id="claims"') : page.index("Not accepted")]
    assert claims.index("b-false") < claims.index("a-true")


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
