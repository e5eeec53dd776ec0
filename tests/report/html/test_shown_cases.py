"""Of very many cases the page shows some, and counts all."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import ProblemResult, Verdict
from judge.report.html import shown_cases
from judge.report.html.shown_cases import narrowed, with_fewer_cases
from tests.report.big_results import make_big
from tests.report.html.conftest import Opened
from tests.report.html.reading import texts

CASES, SOLUTIONS = 200, 6


@pytest.fixture
def result(tmp_path: Path) -> ProblemResult:
    return make_big(tmp_path, SOLUTIONS, CASES).problems[0]


def failed_cases(result: ProblemResult) -> set[str]:
    return {
        outcome.case
        for one in result.solutions
        for outcome in one.outcomes
        if outcome.verdict is not Verdict.AC
    }


@pytest.mark.parametrize("most", [10, 50, 120, 199])
def test_failures_come_first_and_all_are_spread(result: ProblemResult, most: int) -> None:
    failures = failed_cases(result)
    shown = with_fewer_cases(result, most)
    names = [case.name for case in shown.problem.cases]
    assert len(names) == most
    places = [case.name for case in result.problem.cases]
    assert [places.index(name) for name in names] == sorted(places.index(name) for name in names)
    passes = CASES - len(failures)
    expected = min(len(failures), max(most // 2, most - passes))
    assert len(failures & {*names}) == expected
    for half in (places[: CASES // 2], places[CASES // 2 :]):
        both = len(failures & {*half}) * expected / len(failures)
        assert abs(len(failures & {*half} & {*names}) - both) <= 1


def test_outcomes_belong_to_the_shown_cases_and_totals_to_all(result: ProblemResult) -> None:
    shown = with_fewer_cases(result, 40)
    names = [case.name for case in shown.problem.cases]
    for before, after in zip(result.solutions, shown.solutions, strict=True):
        assert [outcome.case for outcome in after.outcomes] == names
        assert after.totals == before.totals
        assert (after.passed, after.ran, after.cpu_s) == (before.passed, CASES, before.cpu_s)


def test_few_cases_stay_as_they_are(result: ProblemResult) -> None:
    assert with_fewer_cases(result, CASES) is result
    assert narrowed(result) is result


@pytest.mark.long
def test_the_page_says_how_many_it_shows(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_cases, "MOST_CASES", 40)
    page = opened(make_big(tmp_path, SOLUTIONS, CASES))
    shown = " ".join(texts(page, "p.soft"))
    assert f"{SOLUTIONS} solutions on {CASES} cases" in shown
    assert f"This page shows 40 of {CASES} cases" in shown
    assert len(page.run("[...document.querySelectorAll('.grid tr.cases th')].map(e => 1)")) == 41
    passed = [text for text in texts(page, ".board td") if text.endswith(f"/{CASES}")]
    assert len(passed) == SOLUTIONS and f"{CASES}/{CASES}" in passed
