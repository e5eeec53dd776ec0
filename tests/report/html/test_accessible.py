"""Every view of the page as axe-core judges it: no serious and no critical fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.model import ProblemResult, SolutionResult, Verdict
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from tests.report.big_results import make_big
from tests.report.html import axe
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.html.reading import panel
from tests.report.toy_results import make_results, make_solution, usual

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(not axe.SCRIPT.exists(), reason=axe.MISSING)

LOOKS = pytest.mark.parametrize(
    ("width", "dark"), [(1400, False), (390, True)], ids=["wide and light", "narrow and dark"]
)


def unfold(page: Page) -> None:
    page.run("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    page.wait("!document.querySelector('template.source')")


@LOOKS
def test_the_whole_page(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(usual(tmp_path), width=width, dark=dark)
    unfold(page)
    assert axe.faults(page) == []


@LOOKS
def test_a_cell(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(usual(tmp_path), "#toy/babble/secret/2", width=width, dark=dark)
    panel(page, "babble/secret/2")
    unfold(page)
    assert axe.faults(page) == []


@LOOKS
def test_a_map(opened: Opened, tmp_path: Path, width: int, dark: bool) -> None:
    page = opened(make_big(tmp_path, 40, 160), width=width, dark=dark)
    page.wait("document.querySelector('.map').dataset.ready !== undefined")
    assert axe.faults(page) == []


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


def test_the_checker_finds_a_fault(opened: Opened, tmp_path: Path) -> None:
    page = opened(usual(tmp_path))
    page.run(
        "document.querySelector('.filter select').parentNode.replaceWith("
        "document.querySelector('.filter select'))"
    )
    assert axe.faults(page)[0].startswith("select-name: ")
