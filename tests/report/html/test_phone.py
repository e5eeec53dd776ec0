"""A phone: nothing to push sideways, and no letter too small to read."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.model import Case, Problem, ProblemResult, SolutionResult, Verdict
from judge.packages.load import find_problems
from judge.packages.plugin_loader import load_plugin
from judge.plugin import Plugin
from tests.report.html.browser import Page
from tests.report.html.conftest import Opened
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
)

ROOT = Path(__file__).parents[3]

#: Every visible text, its size as seen in CSS pixels, and the columns it covers.
_LETTERS = """((within) => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('title, desc')) continue;
    if (!element.getClientRects().length) continue;
    const scale = element.getScreenCTM ? element.getScreenCTM().a : 1;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    found.push([parseFloat(getComputedStyle(element).fontSize) * scale, node.data, left, right]);
  }
  return found;
})"""
#: What can be pushed sideways.
_PUSHED = """((within) => [document.documentElement,
  ...document.querySelectorAll(`${within}, ${within} *`)]
  .filter((e, place) => e.scrollWidth > e.clientWidth + 1
    && (!place || ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)))
  .map((e) => `${e.localName}.${e.className}`))"""


def check_readable(page: Page, within: str, width: int) -> None:
    """At least 10 pixels high, inside the window, and nothing beside it to scroll to."""
    letters = page.run(f"{_LETTERS}('{within}')")
    assert letters
    assert [text for size, text, _, _ in letters if size < 10] == []
    assert [text for _, text, left, right in letters if left < 0 or right > width] == []
    assert page.run(f"{_PUSHED}('{within}')") == []


def widest(name: str) -> tuple[Problem, Plugin[Any, Any], Case]:
    """A bundled problem's largest case, with a solution that gave no answer to it."""
    (problem,) = find_problems(ROOT / "problems", [name])
    plugin = load_plugin(problem.folder)
    return problem, plugin, max(problem.cases, key=lambda case: case.input_path.stat().st_size)


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 1400])
@pytest.mark.parametrize("name", ["attack", "combat", "mana"])
def test_the_drawing_of_the_largest_case(
    opened: Opened, tmp_path: Path, name: str, width: int
) -> None:
    problem, plugin, case = widest(name)
    solution = make_solution(tmp_path, "it", problem=name)
    judged = SolutionResult(solution, Verdict.SKIP, None, "", (), message="no toolchain")
    results = make_results(ProblemResult(replace(problem, cases=(case,)), (judged,)))
    page = opened(results, f"#{name}/it/{case.name}", plugin=plugin, width=width)
    page.wait("document.querySelector('dialog .picture > *')")
    check_readable(page, "dialog", width)


@pytest.mark.long
def test_long_names_break_and_no_pill_hides_on_a_phone(opened: Opened, tmp_path: Path) -> None:
    problem, plugin, whole = widest("attack")
    board = plugin.parse(whole.input_path.read_text())
    named = dataclasses.replace(
        board,
        attackers=tuple(
            dataclasses.replace(a, name=(a.name + "-Insatiable" * 8)[:80]) for a in board.attackers
        ),
        defenders=tuple(
            dataclasses.replace(d, name=(d.name + "Multiverse" * 8)[:80]) for d in board.defenders
        ),
    )
    (tmp_path / "secret").mkdir()
    case = Case("secret/1", "secret", tmp_path)
    case.input_path.write_text(plugin.render(named))
    case.answer_path.write_text(whole.answer_path.read_text())
    solution = make_solution(tmp_path, "it", problem="attack")
    results = make_results(
        ProblemResult(
            replace(problem, cases=(case,)),
            (SolutionResult(solution, Verdict.SKIP, None, "", ()),),
        )
    )
    hidden = (
        "[...document.querySelectorAll('dialog .pill:not(.rest)')]"
        ".filter((e) => !e.getClientRects().length).length"
    )
    page = opened(results, "#attack/it/secret/1", plugin=plugin, width=390)
    page.wait("document.querySelector('dialog .picture > *')")
    check_readable(page, "dialog", 390)
    assert page.run("document.querySelectorAll('dialog .row').length") == 40
    assert page.run(hidden) == 0
    page = opened(results, "#attack/it/secret/1", plugin=plugin, width=1400)
    page.wait("document.querySelector('dialog .picture > *')")
    assert page.run(hidden) > 0
    wishes = "[...document.querySelectorAll('dialog .wishes')]"
    assert page.run(f"{wishes}.filter((e) => e.scrollWidth > e.clientWidth).length") == 0


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 760, 761, 1400])
def test_bytes_against_cpu_time(opened: Opened, tmp_path: Path, width: int) -> None:
    """Twelve on the front with long names, and as many around it."""
    problem = make_problem(tmp_path, boards=((("ant", 3), ("bee", 10)),))
    sizes = (9, 11, 15, 40, 41, 60, 200, 210, 900, 5000, 21000, 90000)
    judged = [
        make_judged(
            problem,
            make_solution(
                tmp_path, f"{'front' if answer else 'wrong'}-{'of-the-wave-' * 2}{at}", b"x" * size
            ),
            [make_run(str(answer).encode(), cpu_s=1 / size)],
        )
        for answer in (0, 1)
        for at, size in enumerate(sizes)
    ]
    page = opened(make_results(ProblemResult(problem, tuple(judged))), width=width)
    check_readable(page, ".scatter", width)
    boxes = page.run(
        "[...document.querySelectorAll('.plot text')].map((e) => e.getBoundingClientRect())"
        ".filter((b) => b.width).map((b) => [b.left, b.top, b.right, b.bottom])"
    )
    assert len(boxes) > 8
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:place]:
            assert (
                left >= other[2]
                or other[0] >= right
                or top >= other[3] - 2
                or other[1] >= bottom - 2
            )
