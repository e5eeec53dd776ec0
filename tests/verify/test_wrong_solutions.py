"""Every wrong solution is killed by some stored case."""

from __future__ import annotations

import pytest

from judge.verify import wrong_solutions
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of, table

WA = 'expect = "WA"\n'


@pytest.mark.long
def test_it_counts_the_cases_that_kill_each_and_names_those_that_kill_nobody(
    contest: Contest,
) -> None:
    contest.keep_cases("1")
    contest.case("secret/positive", [3, 4], 2, 7, "0 1")
    contest.case("secret/negative", [-3, 4], 2, 4, "1")
    contest.case("secret/again", [-1, 4], 2, 4, "1")
    contest.solution("takes-all.py", "lambda n,k:[*range(len(n))][:k]\n", WA)
    contest.solution("nothing.py", "lambda n,k:[99]\n", WA)
    finding = wrong_solutions.check(subject_of(contest, case="secret/*"))
    assert finding.status is Status.OK
    assert finding.statement == "all killed: 2 wrong solutions, each by at least 2 cases"
    rows = table(finding, "Wrong").rows
    assert [row[:4] for row in rows] == [
        ("takes-all", "WA", "2 of 3", "secret/again"),
        ("nothing", "WA", "3 of 3", "secret/again"),
    ]
    # What fails everywhere makes no case worth keeping.
    assert "3 cases: 0 indispensable" in finding.details[0]
    assert finding.details[1] == "Kill no solution: secret/positive."
    assert dict(row[:2] for row in table(finding, "Cases").rows)["secret/negative"] == "1"


@pytest.mark.long
def test_a_case_that_alone_kills_a_solution_is_indispensable(contest: Contest) -> None:
    contest.keep_cases("1")
    contest.case("secret/positive", [3, 4], 2, 7, "0 1")
    contest.case("secret/negative", [-3, 4], 2, 4, "1")
    contest.solution("takes-all.py", "lambda n,k:[*range(len(n))][:k]\n", WA)
    finding = wrong_solutions.check(subject_of(contest, case="secret/*"))
    assert "Indispensable: secret/negative." in finding.details
    assert ("secret/negative", "1", "takes-all") in table(finding, "Cases").rows


@pytest.mark.long
def test_a_wrong_solution_that_no_case_kills_is_a_fault(contest: Contest) -> None:
    contest.keep_cases("1")
    contest.case("secret/positive", [3, 4], 2, 7, "0 1")
    contest.solution("takes-all.py", "lambda n,k:[*range(len(n))][:k]\n", WA)
    finding = wrong_solutions.check(subject_of(contest, case="secret/*"))
    assert finding.status is Status.FAULT
    assert finding.statement == "no stored case kills takes-all"


@pytest.mark.long
def test_another_failure_than_the_expected_one_is_no_kill(contest: Contest) -> None:
    contest.solution("crashes.py", "lambda n,k:1/0\n", WA)
    assert wrong_solutions.check(subject_of(contest)).status is Status.FAULT


def test_without_wrong_solutions_there_is_a_warning(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    assert wrong_solutions.check(subject_of(contest)).status is Status.WARNING
