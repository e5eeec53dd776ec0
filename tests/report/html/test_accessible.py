"""Every view of the page as axe-core judges it: no serious and no critical fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.analysis.compare_cases import compare_by_case
from judge.model import ProblemResult, SolutionResult, Verdict
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.report.html import comparison, index, verification
from judge.report.html.board import render_board
from judge.report.html.comparison import Side
from judge.verify.finding import Finding, Status, Table
from tests.report.big_results import make_big
from tests.report.html import axe
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.html.reading import panel
from tests.report.toy_results import (
    loaded,
    make_judged,
    make_results,
    make_solution,
    printed,
    usual,
)

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(not axe.SCRIPT.exists(), reason=axe.MISSING)

LOOKS = pytest.mark.parametrize(
    ("width", "dark"), [(1400, False), (390, True)], ids=["wide and light", "narrow and dark"]
)


def unfold(page: Page) -> None:
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.wait("!document.querySelector('template.source')")


@pytest.mark.long
@LOOKS
def test_the_whole_page(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(usual(tmp_path), width=width, dark=dark)
    unfold(page)
    assert axe.faults(page) == []


@pytest.mark.long
@LOOKS
def test_a_cell(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(usual(tmp_path), "#toy/babble/secret/2", width=width, dark=dark)
    panel(page, "babble/secret/2")
    unfold(page)
    assert axe.faults(page) == []


@pytest.mark.long
@LOOKS
def test_a_map(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(make_big(tmp_path, 40, 160), width=width, dark=dark)
    page.wait("document.querySelector('.map').dataset.ready !== undefined")
    assert axe.faults(page) == []


@pytest.mark.long
@LOOKS
@pytest.mark.parametrize("name", ["attack", "combat", "mana"])
def test_the_drawings_of_a_bundled_problem(
    opened: Opened, tmp_path: Path, name: str, width: int, dark: bool
) -> None:
    (problem,) = find_problems(ROOT / "problems", [name])
    problem = replace(problem, cases=problem.cases[:1])
    solution = make_solution(tmp_path, "it", problem=name)
    judged = SolutionResult(solution, Verdict.SKIP, None, "", (), message="no toolchain")
    results = make_results(ProblemResult(problem, (judged,)))
    plugin = load_plugin(problem.folder)
    anchor = f"#{name}/it/{problem.cases[0].name}"
    page = opened(results, anchor, plugin=plugin, width=width, dark=dark)
    page.wait("document.querySelector('dialog').open")
    assert page.run("document.querySelectorAll('dialog .picture > *').length") == 1
    unfold(page)
    assert axe.faults(page) == []


@pytest.mark.long
@LOOKS
def test_the_other_pages(browser: Page, tmp_path: Path, width: int, dark: bool) -> None:
    """A comparison, a board, a verification and the index of their folder."""
    results = usual(tmp_path)
    whole = results.problems[0]
    changed = make_judged(whole.problem, whole.solutions[0].solution, printed(1, 1, 0, 0))
    after = (replace(whole, solutions=(changed, *whole.solutions[1:])),)
    folder = tmp_path / "reports"
    comparison.write(
        Side("@1", loaded(results)),
        Side("@2", loaded(results)),
        compare_by_case(results.problems, after),
        folder / "comparison.html",
    )
    tables = (Table("Cases", ("Case", "Killed"), (("1", "two"),) * 9),)
    found = [Finding("verdicts", status, "told", ("more",), tables) for status in Status]
    verification.write(results, found, 0, True, folder / "verification.html")
    text = render_board(whole.problem, whole.solutions, (), results.started)
    (folder / "board.html").write_text(text)
    index.renew(folder, begin=True)
    browser.look(width, dark=dark)
    for name in ("comparison", "verification", "board", "index"):
        browser.open((folder / f"{name}.html").as_uri())
        browser.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
        assert axe.faults(browser) == [], name
        assert browser.run("document.documentElement.scrollWidth") <= width, name


@pytest.mark.long
def test_the_checker_finds_a_fault(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run(
        "document.querySelector('.filter select').parentNode.replaceWith("
        "document.querySelector('.filter select'))"
    )
    assert axe.faults(page)[0].startswith("select-name: ")
