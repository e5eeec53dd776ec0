"""What a package expects of a submission, compared with what it got."""

from __future__ import annotations

from fractions import Fraction

import pytest

from judge.model import SEVERITY, Expectation, Verdict, possible_verdicts, worst
from judge.model.expectation import CaseResult, WholeResult, unmet

AC, WA, TLE, RTE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE


def said(
    expectation: Expectation, *verdicts: Verdict, scores: dict[str, Fraction | None] | None = None
) -> str:
    """About cases ``secret/1``, ``secret/2`` … with these verdicts."""
    results = [CaseResult(f"secret/{n}", v, f"message {n}") for n, v in enumerate(verdicts, 1)]
    whole = worst(frozenset(verdicts))
    return unmet(expectation, results, WholeResult(whole, scores or {}))


def only(*verdicts: Verdict) -> frozenset[Verdict]:
    return frozenset(verdicts)


def test_every_case_must_be_permitted() -> None:
    wrong = Expectation(only(AC, WA), only(WA))
    assert said(wrong, AC, WA) == ""
    assert said(wrong, WA, TLE) == "AC or WA, not TLE on secret/2"


def test_one_case_must_be_as_required() -> None:
    assert said(Expectation(only(AC, WA), only(WA)), AC, AC) == "WA on a case"


def test_a_case_that_is_not_run_has_some_verdict_that_is_not_accepted() -> None:
    assert said(Expectation(only(AC, WA), only(WA)), WA, Verdict.SKIP) == ""
    assert said(Expectation(only(AC)), AC, Verdict.SKIP) == "AC, not SKIP on secret/2"


def test_memory_is_a_run_time_error_and_output_any_limit() -> None:
    assert said(Expectation(only(AC, RTE), only(RTE)), Verdict.MLE) == ""
    assert said(Expectation(only(AC, TLE), only(TLE)), Verdict.OLE) == ""
    assert said(Expectation(only(AC, TLE), only(TLE)), Verdict.MLE)
    assert said(Expectation(only(AC, WA), only(WA)), Verdict.OLE)


def test_a_fault_of_the_judge_or_the_package_is_never_as_expected() -> None:
    for verdict in (Verdict.JE, Verdict.BETTER, Verdict.CE):
        assert said(Expectation(), verdict)


def test_an_expectation_may_concern_some_cases_only() -> None:
    second = Expectation(only(AC), cases="secret/2")
    assert said(second, WA, AC) == ""
    assert said(second, AC, WA) == "AC in secret/2, not WA on secret/2"
    assert said(Expectation(only(AC), cases="sample"), WA) == ""


def test_the_message_of_one_case_must_contain_a_text() -> None:
    assert said(Expectation(message="message 2"), AC, WA) == ""
    assert said(Expectation(message="Message 2"), AC, WA)


def test_a_score_must_lie_in_its_range() -> None:
    half = Expectation(score=(Fraction(40), Fraction(60)))
    assert said(half, AC, scores={"": Fraction(60)}) == ""
    assert said(half, AC, scores={"": Fraction(61)}) == "a score of 40 to 60, not 61"
    assert said(half, AC, scores={"": Fraction(39, 2)}) == "a score of 40 to 60, not 19.5"
    group = Expectation(score=(Fraction(5), Fraction(5)), cases="secret/g1")
    assert said(group, AC, scores={"": Fraction(9), "secret/g1": Fraction(5)}) == ""
    assert said(group, AC, scores={"secret/g1": Fraction(4), "secret/g1/x": Fraction(5)})


def test_partially_accepted_is_accepted_with_less_than_the_full_score() -> None:
    part = Expectation(partial=True, full=Fraction(100))
    results = [CaseResult("secret/1", AC), CaseResult("secret/2", WA)]
    assert unmet(part, results, WholeResult(AC, {"": Fraction(50)})) == ""
    assert unmet(part, results, WholeResult(AC, {"": Fraction(100)}))
    assert unmet(part, results, WholeResult(WA, {"": Fraction(0)})) == "AC over all, not WA"


def test_partially_accepted_is_a_score_where_scores_take_the_place_of_verdicts() -> None:
    part = Expectation(partial=True, by_score=True, full=Fraction(100))
    results = [CaseResult("secret/1", AC), CaseResult("secret/2", WA)]
    assert unmet(part, results, WholeResult(WA, {"": Fraction(50)})) == ""
    assert unmet(part, results, WholeResult(AC, {"": Fraction(50)})) == ""
    assert unmet(part, results, WholeResult(WA, {"": Fraction(0)})) == "a score above 0, not 0"
    assert unmet(part, results, WholeResult(AC, {"": Fraction(100)}))
    assert unmet(part, results, WholeResult(Verdict.JE, {})) == "AC over all, not JE"


@pytest.mark.parametrize(
    ("expectations", "verdicts"),
    [
        ([Expectation(only(AC))], {AC}),
        ([Expectation(only(AC, WA), only(WA))], {WA}),
        ([Expectation(only(AC, WA, TLE), only(TLE))], {WA, TLE, Verdict.OLE}),
        ([Expectation(only(AC, WA)), Expectation(only(AC, TLE))], {AC}),
        ([Expectation(only(WA)), Expectation(only(AC))], set()),
        ([Expectation(only(Verdict.CE), only(Verdict.CE))], {Verdict.CE}),
        ([Expectation(only(WA), cases="sample"), Expectation(only(AC))], {AC}),
    ],
)
def test_the_verdict_over_all_cases_follows(
    expectations: list[Expectation], verdicts: set[Verdict]
) -> None:
    assert possible_verdicts(expectations) == verdicts
    assert possible_verdicts(expectations) <= set(SEVERITY)


def test_the_verdict_over_all_may_be_meant_instead_of_those_of_cases() -> None:
    whole = Expectation(permitted=frozenset({AC}), whole=True)
    results = [CaseResult("sample/1", WA), CaseResult("secret/1", AC)]
    assert unmet(whole, results, WholeResult(AC)) == ""
    assert unmet(whole, results, WholeResult(WA)) == "AC, not WA on sample/1"
