"""The section of a solution: source, size, history; and the addresses of all there is."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import ProblemResult, Verdict
from judge.report.html import page as html_page
from judge.store.records import PastResult
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.html.reading import texts
from tests.report.toy_results import (
    loaded,
    make_judged,
    make_problem,
    make_results,
    make_solution,
    printed,
    renamed,
    usual,
)


@pytest.mark.long
def test_a_solution_has_a_section_with_its_source_in_colour(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path), "#toy/first")
    page.wait("document.querySelectorAll('details[open]').length === 1")
    # The browser tells the page later that a section is open.
    page.wait("document.querySelector('details[open] .code code').textContent !== ''")
    (section,) = texts(page, "details[open]")
    assert "19 bytes" in section and "print(0) # always" in section
    assert "wrong answer; expected: accepted" in section
    colour = "getComputedStyle(document.querySelector('details[open] .code .{}')).color"
    light = [page.run(colour.format(name)) for name in ("nb", "c1")]
    page.look(1400, dark=True)
    dark = [page.run(colour.format(name)) for name in ("nb", "c1")]
    assert len({*light, *dark}) == 4


@pytest.mark.long
def test_no_word_of_a_source_has_a_ground_of_its_own(opened: Opened, tmp_path: Path) -> None:
    """The colourer's short names, such as ``s1`` for a text, mean something else on the page."""
    problem = make_problem(tmp_path)
    source = b"s = 'a' + \"b\" + f'{1:2}'  # \\'c'\nclass D: '''d'''\n"
    judged = make_judged(problem, make_solution(tmp_path, "texts", source), printed(0))
    page = opened(make_results(ProblemResult(problem, (judged,))), "#toy/texts")
    page.wait("document.querySelector('.code .s1')")
    grounds = "[...document.querySelectorAll('.code *')].map((e) => getComputedStyle(e).background"
    assert page.run(f"[...new Set({grounds}Color))]") == ["rgba(0, 0, 0, 0)"]


@pytest.mark.long
def test_a_section_tells_earlier_results_the_newest_first(tmp_path: Path, browser: Page) -> None:
    results = usual(tmp_path)
    digest = sha256(results.problems[0].solutions[0].solution.path.read_bytes()).hexdigest()
    old = PastResult(
        run_number=1,
        started="2026-11-20T09:00:00+01:00",
        size=21,
        digest="0" * 64,
        verdict=Verdict.WA,
        reading="0-indexed",
        passed=3,
        ran=4,
        cases=9,
        cpu_s=0.25,
        worst_gap=3,
        rescored=False,
    )
    newest = replace(
        old, started="2026-11-21T09:00:00+01:00", digest=digest, worst_gap=None, rescored=True
    )
    past = (newest, *[replace(old, cases=4)] * 13)
    path = tmp_path / "report.html"
    html_page.write(results, loaded(results), path, {("toy", "first"): past})
    browser.look(1400)
    browser.open(path.as_uri() + "#toy/first")
    browser.wait("document.querySelector('details[open]')")
    rows = texts(browser, "details[open] .past tbody tr")
    assert rows[:2] == [
        "21 November 2026, 09:00:00 UTC+01:00, rescored WA 21 3/4 of 9 – 250 same",
        "20 November 2026, 09:00:00 UTC+01:00 WA 21 3/4 1.5 250 different",
    ]
    assert len(rows) == 12 and "and 2 older" in texts(browser, "details[open]")[0]
    assert browser.run("document.querySelectorAll('.past').length") == 1


@pytest.mark.long
def test_a_source_that_has_gone_is_said_to_be_missing(opened: Opened, tmp_path: Path) -> None:
    results = usual(tmp_path)
    results.problems[0].solutions[0].solution.path.unlink()
    page = opened(results, "#toy/first")
    page.wait("document.querySelector('details[open]')")
    assert "The source cannot be shown: No such file" in texts(page, "details[open]")[0]


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["a/b", "50% off", "#?&", "né 漢", "'quoted' \"twice\"", "\u202ex"]
)
def test_any_name_has_an_address(opened: Opened, tmp_path: Path, name: str) -> None:
    problem = make_problem(tmp_path)
    case = renamed(problem.cases[0], name)
    problem = replace(problem, cases=(case, *problem.cases[1:]))
    judged = make_judged(problem, make_solution(tmp_path, name), printed(0))
    page = opened(make_results(ProblemResult(problem, (judged,))))
    page.click(".wrongs .said a")
    page.wait("document.querySelector('dialog').open")
    assert page.run("location.hash === document.querySelector('dialog').dataset.shows")
    assert "ant 3" in page.run("document.querySelector('dialog').innerText")


@pytest.mark.long
def test_addresses_of_nothing_do_nothing(opened: Opened, tmp_path: Path) -> None:
    for anchor in ("#", "#toy/nobody", "#toy/nobody/sample/1", "#%", "#no/such/thing"):
        page = opened(usual(tmp_path), anchor)
        assert page.run("document.querySelectorAll('[open]').length") == 0


@pytest.mark.long
def test_several_problems_share_a_page(opened: Opened, tmp_path: Path) -> None:
    parts = []
    for name in ("toy", "other"):
        problem = make_problem(tmp_path, name)
        solution = make_solution(tmp_path, "same", problem=name)
        parts.append(ProblemResult(problem, (make_judged(problem, solution, printed(0)),)))
    page = opened(make_results(*parts), "#other/same/sample/1")
    page.wait("document.querySelector('dialog').open")
    assert "judge run other --solution same" in page.run(
        "document.querySelector('dialog').innerText"
    )
    assert texts(page, ".jump a") == ["Top", "Pick a word", "Pick a word"]
    assert len(texts(page, ".cards .card")) == 2
