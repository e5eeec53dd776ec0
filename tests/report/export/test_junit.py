"""The verdicts as JUnit XML, opened by a library that reads it for others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite
from msgspec.structs import replace

from judge.model import Ended, ProblemResult, Results, Verdict
from judge.report.export import junit
from tests.report.html.test_hostile import PAYLOADS, hostile
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    usual,
)


def opened(results: Results, folder: Path) -> dict[str, TestSuite]:
    path = folder / "not" / "yet" / "there.xml"
    junit.write(results, path)
    return {suite.name: suite for suite in JUnitXml.fromfile(str(path))}


def cases(suite: TestSuite) -> dict[str, TestCase]:
    return {case.name: case for case in suite}


def test_a_suite_is_a_solution_and_a_test_case_a_case(tmp_path: Path) -> None:
    suites = opened(usual(tmp_path), tmp_path)
    assert list(suites)[:3] == ["toy/first", "toy/right", "toy/tiny"]
    right = suites["toy/right"]
    assert list(cases(right)) == ["VERDICT", "sample/1", "secret/2", "secret/3", "secret/4"]
    assert (right.tests, right.failures, right.errors, right.skipped) == (5, 0, 0, 0)
    assert cases(right)["sample/1"].time == pytest.approx(0.012)


def test_only_what_was_not_expected_fails(tmp_path: Path) -> None:
    suites = opened(usual(tmp_path), tmp_path)
    failed = {name: suite.failures for name, suite in suites.items() if suite.failures}
    assert failed == {"toy/first": 3, "toy/torn": 1}
    first = cases(suites["toy/first"])
    [fault] = first["sample/1"].result
    assert isinstance(fault, Failure) and fault.type == "WA"
    assert fault.message == "WA suboptimal"
    [fault] = cases(suites["toy/torn"])["VERDICT"].result
    assert fault.message == "CE (compile error), expected AC"
    assert fault.text.startswith("torn.c:1:10: expected ‘)’")
    assert "WA suboptimal" in str(cases(suites["toy/last"])["secret/2"].system_out)


def test_what_was_skipped_says_why(tmp_path: Path) -> None:
    [skipped] = cases(opened(usual(tmp_path), tmp_path)["toy/absent"])["VERDICT"].result
    assert isinstance(skipped, Skipped) and skipped.message == "ghc is missing"


def test_a_judge_error_is_an_error(tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    run = make_run(ended=Ended.SANDBOX_FAILED, exit_status=None, note="no luck")
    judged = make_judged(problem, make_solution(tmp_path, "it"), [run])
    broken = replace(judged.outcomes[0], verdict=Verdict.JE, reason=None, message="no luck")
    judged = replace(judged, verdict=Verdict.JE, outcomes=(broken,))
    suite = opened(make_results(ProblemResult(problem, (judged,))), tmp_path)["toy/it"]
    assert suite.errors == 2 and suite.failures == 0
    assert isinstance(cases(suite)["sample/1"].result[0], Error)


def test_a_solution_that_should_be_wrong_and_is_not_fails_by_its_verdict(tmp_path: Path) -> None:
    problem = make_problem(tmp_path)
    solution = make_solution(tmp_path, "it", expect=frozenset({Verdict.WA}))
    runs = [make_run(b"%d\n" % place) for place in (1, 1, 0, 0)]
    judged = make_judged(problem, solution, runs)
    suite = opened(make_results(ProblemResult(problem, (judged,))), tmp_path)["toy/it"]
    failed = Counter(name for name, case in cases(suite).items() if case.result)
    assert failed == {"VERDICT": 1}


@pytest.mark.parametrize("payload", [*PAYLOADS, "\ufffe\uffff\x0b", "]]>&amp;<!--"])
def test_hostile_text_cannot_break_it(tmp_path: Path, payload: str) -> None:
    results = hostile(tmp_path, payload)
    path = tmp_path / "verdicts.xml"
    junit.write(results, path)
    assert [len(list(suite)) for suite in JUnitXml.fromfile(str(path))] == [2, 1]
