"""Advice on the time limit, by the package format's rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.verify import time_limit
from judge.verify.finding import Status
from judge.verify.time_limit import Rule
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of, table

LOOPS = "def solve(numbers, most):\n    while True:\n        pass\n"


def limits(contest: Contest, text: str) -> None:
    path = contest.problem / "problem.yaml"
    kept = path.read_text().split("limits:")[0]
    path.write_text(kept + "limits:\n" + text)


@pytest.mark.parametrize(
    ("slowest", "rule", "advised"),
    [
        (0.049, Rule(2, 1.5, 1), 1),
        (0.5, Rule(2, 1.5, 1), 1),
        (0.51, Rule(2, 1.5, 1), 2),
        (0.3, Rule(2, 1.5, 0.5), 1),
        (0.0, Rule(2, 1.5, 0.5), 0.5),
        (1.0, Rule(5, 1.5, 1), 5),
    ],
)
def test_the_advised_limit_is_rounded_up(slowest: float, rule: Rule, advised: float) -> None:
    assert rule.advised_s(slowest) == advised


def test_the_multipliers_are_the_package_s_or_the_format_s(contest: Contest) -> None:
    assert time_limit.read_rule(contest.problem) == Rule(2.0, 1.5, 1.0)
    limits(
        contest,
        "  time_multipliers:\n    ac_to_time_limit: 3\n    time_limit_to_tle: 2\n"
        "  time_resolution: 0.5\n",
    )
    assert time_limit.read_rule(contest.problem) == Rule(3.0, 2.0, 0.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  time_multipliers:\n    ac_to_limit: 3\n", "unknown key 'ac_to_limit'"),
        ("  time_multipliers:\n    ac_to_time_limit: 0.5\n", "must be a number from 1"),
        ("  time_multipliers: 2\n", "must be a mapping"),
        ("  time_resolution: never\n", "must be a number from 0.001"),
    ],
)
def test_a_multiplier_that_is_none_is_refused(contest: Contest, text: str, message: str) -> None:
    limits(contest, text)
    with pytest.raises(JudgeError, match=message):
        time_limit.read_rule(contest.problem)


@pytest.mark.long
def test_a_roomy_limit_is_in_order_and_the_spread_is_shown(contest: Contest) -> None:
    limits(contest, "  time_limit: 0.5\n")
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("loops.py", LOOPS, 'expect = "TLE"\n')
    finding = time_limit.check(subject_of(contest, seconds=60, case="secret/*", give_up=1))
    assert finding.status is Status.OK, finding
    assert "the limit is 0.5 s, the rule requires at least 1 s" in finding.statement
    [row] = table(finding, "CPU time").rows
    least, median, most = map(float, row[2:5])
    assert row[0] == "right" and least <= median <= most
    assert int(row[5]) >= time_limit.TRIES
    [late] = table(finding, "Slow solutions: 1.5 times").rows
    assert late[0] == "loops" and late[1].startswith(("sample/", "secret/"))


@pytest.mark.long
def test_a_limit_that_is_too_tight_is_a_warning(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    subject = subject_of(contest)
    [request] = subject.plan.requests
    tight = replace(request.limits, cpu_s=1e-6)
    plan = replace(subject.plan, requests=(replace(request, limits=tight),))
    finding = time_limit.check(replace(subject, plan=plan))
    assert finding.status is Status.WARNING
    assert finding.statement.startswith("too tight for right: ")


@pytest.mark.long
def test_a_slow_solution_within_the_second_multiplier_is_a_warning(contest: Contest) -> None:
    contest.keep_cases("1")
    contest.case("secret/1", [3, 4], 2, 7, "0 1")
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("loops.py", LOOPS, 'expect = "TLE"\n')
    subject = subject_of(contest, seconds=60, time_limit_s=0.2)
    # As if it had been slow once and were quick now.
    quick = RIGHT["def.py"]
    contest.solution("loops.py", quick)
    finding = time_limit.check(subject)
    assert finding.status is Status.WARNING
    assert "expected TLE but not slow enough: loops" in finding.statement


@pytest.mark.long
def test_without_accepted_solutions_there_is_no_advice(contest: Contest) -> None:
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    assert time_limit.check(subject_of(contest)).status is Status.WARNING
