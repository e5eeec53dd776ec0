"""Two runs side by side, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.analysis.compare_cases import compare_by_case
from judge.model import ProblemResult, Results
from judge.report.html import comparison, index
from judge.report.html.comparison import Side
from tests.report.html.browser import Page
from tests.report.html.reading import texts
from tests.report.toy_results import (
    loaded,
    make_judged,
    make_problem,
    make_results,
    make_solution,
    printed,
)


def run_of(folder: Path, *answers: int) -> Results:
    problem = make_problem(folder)
    judged = make_judged(problem, make_solution(folder, "<b>it"), printed(*answers))
    return make_results(ProblemResult(problem, (judged,)))


@pytest.mark.long
def test_only_what_differs_is_shown_and_both_answers_are_drawn(
    browser: Page, tmp_path: Path
) -> None:
    old, new = run_of(tmp_path, 1, 1, 0, 0), run_of(tmp_path, 1, 0, 0, 0)
    sides = Side("@1", loaded(old)), Side("@2", loaded(new))
    path = tmp_path / "reports" / "compare.html"
    comparison.write(*sides, compare_by_case(old.problems, new.problems), path, listed=True)
    browser.complaints.clear()
    browser.look(1400)
    browser.open(path.as_uri())
    browser.wait("document.querySelector('.picture .picked')")
    assert texts(browser, "details.differs summary") == [
        "secret/2 AC → WA Legal, but 1.5 below the best (−2 of −0.5)"
    ]
    assert texts(browser, "details.differs .picked") == ["dog -1", "cat -4"]
    assert texts(browser, ".board tbody .name") == ["<b>it toy"]
    assert texts(browser, "details.differs figcaption") == [
        "A AC",
        "B WA Legal, but 1.5 below the best (−2 of −0.5)",
    ]
    for width in (390, 1400):
        browser.look(width, dark=width == 390)
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert browser.run(wide)
    assert browser.complaints == []
    index.renew(path.parent, begin=True)
    listed = (path.parent / "index.html").read_text()
    assert "comparison" in listed and "1 of 1 solution differ" in listed
    assert texts(browser, ".foot a") == ["all reports in this folder"]
