"""All checks of a problem, one after the other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.model import Results
from judge.verify import checks
from judge.verify.check_pool import CheckStarted
from judge.verify.checks import CHECKS, Verification
from judge.verify.finding import Finding, Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import options


def verified(contest: Contest, seen: list[str], interrupt_after: str = "") -> Verification:
    """The toy with one solution, verified; Ctrl-C after the check that is named."""

    def listener(finding: Finding | CheckStarted) -> None:
        if isinstance(finding, CheckStarted):
            return
        seen.append(finding.name)
        if finding.name == interrupt_after:
            raise KeyboardInterrupt

    contest.solution("reference-a.py", RIGHT["lambda.py"])
    chosen = options(contest)
    plan = checks.plan_runs(chosen)
    results = listen(evaluate_plan(plan, chosen))
    if interrupt_after == "run":
        results = replace(results, interrupted=True)
    return checks.verify(checks.make_subject(plan, chosen, results, 0.1, 0), listener)


def test_every_check_is_reported_in_order(contest: Contest) -> None:
    contest.use_package({"sample/1": (b"7\n", b"7\n")})
    seen: list[str] = []
    result = verified(contest, seen)
    assert seen == list(CHECKS) == [finding.name for finding in result.findings]
    assert not result.interrupted


@pytest.mark.long
def test_ctrl_c_keeps_the_findings_of_before(contest: Contest) -> None:
    seen: list[str] = []
    result = verified(contest, seen, interrupt_after=list(CHECKS)[1])
    assert [finding.name for finding in result.findings] == seen == list(CHECKS)[:2]
    assert result.interrupted


@pytest.mark.long
def test_after_an_interrupted_run_nothing_is_checked(contest: Contest) -> None:
    seen: list[str] = []
    result = verified(contest, seen, interrupt_after="run")
    assert (result.findings, result.interrupted, seen) == ((), True, [])


@pytest.mark.parametrize("status", Status)
def test_only_a_fault_is_a_fault(status: Status) -> None:
    results = Results((), "2026-01-01T00:00:00", 0, "", "", "")
    found = (Finding("a", Status.OK, ""), Finding("b", status, ""))
    assert Verification(results, found, interrupted=False).has_fault is (status is Status.FAULT)
