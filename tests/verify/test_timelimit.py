"""Advice on the time limit, by the package format's rule."""

from __future__ import annotations

import dataclasses

import pytest

from judge.common.errors import JudgeError
from judge.verify import time_limit
from judge.verify.finding import Status
from judge.verify.time_limit import Rule
from tests.house import RIGHT, House
from tests.verify.toys import grounded, table

LOOPS = "def solve(numbers, most):\n    while True:\n        pass\n"


def limits(house: House, text: str) -> None:
    path = house.problem / "problem.yaml"
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


def test_the_multipliers_are_the_package_s_or_the_format_s(house: House) -> None:
    assert time_limit.rule(house.problem) == Rule(2.0, 1.5, 1.0)
    limits(
        house,
        "  time_multipliers:\n    ac_to_time_limit: 3\n    time_limit_to_tle: 2\n"
        "  time_resolution: 0.5\n",
    )
    assert time_limit.rule(house.problem) == Rule(3.0, 2.0, 0.5)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("  time_multipliers:\n    ac_to_limit: 3\n", "unknown key 'ac_to_limit'"),
        ("  time_multipliers:\n    ac_to_time_limit: 0.5\n", "must be a number from 1"),
        ("  time_multipliers: 2\n", "must be a mapping"),
        ("  time_resolution: never\n", "must be a number from 0.001"),
    ],
)
def test_a_multiplier_that_is_none_is_refused(house: House, text: str, told: str) -> None:
    limits(house, text)
    with pytest.raises(JudgeError, match=told):
        time_limit.rule(house.problem)


def test_a_roomy_limit_is_in_order_and_the_spread_is_shown(house: House) -> None:
    limits(house, "  time_limit: 0.5\n")
    house.solution("right.py", RIGHT["lambda.py"])
    house.solution("loops.py", LOOPS, 'expect = "TLE"\n')
    finding = time_limit.check(grounded(house, case="secret/*", give_up=1))
    assert finding.status is Status.OK, finding
    assert "the limit is 0.5 s, the rule asks for at least 1 s" in finding.statement
    [row] = table(finding, "CPU time").rows
    least, median, most = map(float, row[2:5])
    assert row[0] == "right" and least <= median <= most
    assert int(row[5]) >= time_limit.TRIES
    [late] = table(finding, "Over 1.5 times").rows
    assert late[0] == "loops" and late[1].startswith(("sample/", "secret/"))


def test_a_limit_that_is_too_tight_is_a_warning(house: House) -> None:
    house.solution("right.py", RIGHT["lambda.py"])
    ground = grounded(house)
    [request] = ground.plan.requests
    tight = dataclasses.replace(request.limits, cpu_s=1e-6)
    plan = dataclasses.replace(ground.plan, requests=(dataclasses.replace(request, limits=tight),))
    finding = time_limit.check(dataclasses.replace(ground, plan=plan))
    assert finding.status is Status.WARNING
    assert finding.statement.startswith("too tight for right: ")


def test_a_slow_solution_within_the_second_multiplier_is_a_warning(house: House) -> None:
    house.keep_cases("1")
    house.case("secret/1", [3, 4], 2, 7, "0 1")
    house.solution("right.py", RIGHT["lambda.py"])
    house.solution("loops.py", LOOPS, 'expect = "TLE"\n')
    ground = grounded(house, time_limit_s=0.2)
    # As if it had been slow once and were quick now.
    quick = RIGHT["def.py"]
    house.solution("loops.py", quick)
    finding = time_limit.check(ground)
    assert finding.status is Status.WARNING
    assert "not slow enough for it: loops" in finding.statement


def test_without_accepted_solutions_there_is_no_advice(house: House) -> None:
    house.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    assert time_limit.check(grounded(house)).status is Status.WARNING
