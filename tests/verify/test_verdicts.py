"""Every verdict as its manifest expects, and no stored answer beaten."""

from __future__ import annotations

import pytest

from judge.verify import verdicts
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of


@pytest.mark.long
def test_verdicts_as_expected_are_in_order(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    finding = verdicts.check(subject_of(contest))
    assert finding.status is Status.OK
    assert finding.statement == "2 solutions as expected in 10 executions"


@pytest.mark.long
def test_a_verdict_that_is_not_expected_is_a_fault_and_told(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("wrong.py", "lambda n,k:[]\n")
    finding = verdicts.check(subject_of(contest))
    assert finding.status is Status.FAULT
    assert finding.statement == "1 of 2 solutions with an unexpected verdict: wrong"
    [row] = finding.tables[0].rows
    assert row[:3] == ("wrong", "AC", "WA") and "suboptimal" in row[3]


@pytest.mark.long
def test_a_stored_answer_that_is_beaten_is_a_fault_even_if_expected(contest: Contest) -> None:
    contest.case("secret/05-low", [1, 2], 1, 1, "0")
    contest.solution("right.py", RIGHT["lambda.py"], 'expect = "BETTER"\n')
    finding = verdicts.check(subject_of(contest))
    assert finding.status is Status.FAULT
    assert finding.statement == "the stored answer is not the best in secret/05-low"
    assert "right scores 2, the stored answer 1" in finding.details[0]


@pytest.mark.long
def test_a_package_that_makes_its_judge_fail_has_a_fault(contest: Contest) -> None:
    contest.use_package({"secret/1": (b"1\n", b"1\n")})
    validator = contest.problem / "output_validator" / "v.py"
    validator.parent.mkdir()
    validator.write_text("raise SystemExit(0)\n")
    contest.solution("right.py", "print(1)\n")
    finding = verdicts.check(subject_of(contest))
    assert finding.status is Status.FAULT
    [row] = finding.tables[0].rows
    assert row[:3] == ("right", "AC", "JE") and "exit status 0" in row[3]


@pytest.mark.long
def test_a_skipped_solution_is_a_warning(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("other.py", RIGHT["lambda.py"], 'requires = ["no_such_module"]\n')
    finding = verdicts.check(subject_of(contest))
    assert finding.status is Status.WARNING
    assert "other" in finding.details[0]
