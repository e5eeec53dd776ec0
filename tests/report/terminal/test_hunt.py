"""What ``judge hunt`` prints of a failure."""

from __future__ import annotations

import shlex

import pytest
from msgspec.structs import replace

from judge.hunting.target import plan_hunt
from judge.model import Grade, Verdict
from judge.report.terminal.hunt import report
from tests.contest import RIGHT, Contest
from tests.hunting.toy_hunt import GREEDY, caught, options


@pytest.mark.long
def test_the_command_that_it_prints_finds_the_same_again(toy: Contest) -> None:
    toy.solution("greedy.py", GREEDY)
    first = toy.judge("hunt", "toy", "greedy", "--seconds", "120", "--failures", "1", "-j", "1")
    command = shlex.split(first.out.splitlines()[-1])
    assert command[:4] == ["judge", "hunt", "toy", "greedy"]
    again = toy.judge(*command[1:])
    assert (first.status, again.status) == (1, 1)
    assert first.out.split("\n\n", 2)[2] == again.out.split("\n\n", 2)[2]


@pytest.mark.long
def test_a_crash_is_told_with_the_error_that_it_named(contest: Contest) -> None:
    contest.solution("reference-lambda.py", RIGHT["lambda.py"])
    contest.solution("reference-raises.py", "lambda n,k:1//0\n")
    done = contest.judge("hunt", "toy", "reference-raises", "-j", "1")
    assert "\nRTE exit status 1\n" in done.out
    message = "exit status 1; ZeroDivisionError: integer division or modulo by zero"
    assert f"\nit gave no answer: {message}\n" in done.out
    done = contest.judge("hunt", "toy", "reference-lambda", "-j", "1")
    assert done.status == 2 and f"the instance above: {message}; fix it" in done.err


@pytest.mark.long
def test_both_answers_of_a_flaky_solution_are_told_as_each_ended(toy: Contest) -> None:
    hunt_result = caught(toy, "raises.py", "lambda n,k:1//0\n")
    (one,) = hunt_result.failures
    crashed = one.counterexample.run
    well = replace(crashed, exit_status=0, stderr=b"", result=b"[]", note="")
    twice = replace(one.counterexample, grade=Grade(Verdict.AC), run=well, other=crashed)
    hunt_result = replace(hunt_result, failures=(replace(one, counterexample=twice),))
    chosen = options(toy, "raises")
    text = report(plan_hunt(chosen), chosen, hunt_result, {})
    first, second = text.partition("answered twice:\n")[2].split("\nand\n")
    assert first.startswith("its answer, score 0:\n")
    assert second.startswith("it gave no answer: exit status 1; ZeroDivisionError: ")
