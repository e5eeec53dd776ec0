"""A reference that fails is named, and costs nothing that was found."""

from __future__ import annotations

import re

import pytest

from judge.hunting.reference import instance_maker, stored_cases
from judge.hunting.target import plan_hunt
from judge.packages.plugin_faults import PluginFault
from tests.contest import RIGHT, Contest
from tests.hunting.doubles_plugin import doubles
from tests.hunting.toy_hunt import GREEDY, LAMBDA, SHY, break_plugin, options


@pytest.mark.long
def test_an_answer_that_beats_the_reference_is_the_reference_s_fault(contest: Contest) -> None:
    contest.solution("reference-shy.py", SHY)
    contest.solution("right.py", RIGHT["def.py"])
    done = contest.judge("hunt", "toy", "right", "--seconds", "120", "-j", "1")
    assert done.status == 1 and "BETTER" in done.out
    assert "it beats reference-shy: the reference is at fault" in done.out


@pytest.mark.long
def test_what_does_not_compile(toy: Contest) -> None:
    toy.solution("broken.c", "int main(")
    assert "does not compile" in toy.refuses("hunt", "toy", "broken")


@pytest.mark.long
def test_a_reference_that_fails_is_named_with_the_instance(contest: Contest) -> None:
    contest.solution("reference-hasty.py", GREEDY.replace("[:k]", "[:k+1]"))
    contest.solution("right.py", RIGHT["def.py"])
    done = contest.judge("hunt", "toy", "right", "-j", "1")
    assert done.status == 2 and done.err.count("\n") == 1
    assert "reference-hasty fails on the instance above: too many" in done.err
    assert re.fullmatch(r"\[.*\]\n\d+\n", done.out)


@pytest.mark.long
def test_a_reference_that_hangs_is_not_waited_for_longer_than_a_hunt_lasts(soft: Contest) -> None:
    soft.solution("right.py", RIGHT["def.py"])
    soft.solution("hangs.js", "(n,k)=>{for(;;);}\n")
    arguments = ("hunt", "toy", "right", "--seconds", "0.5", "-j", "1")
    done = soft.judge(*arguments, "--against", "hangs")
    message = r"hangs fails on the instance above: (CPU time: 0|wall time: \d+)\."
    assert done.status == 2 and re.search(message, done.err), done.err
    soft.solution("reference-a-hangs.js", "(n,k)=>{for(;;);}\n")
    assert "right against reference-lambda" in soft.judge(*arguments).out


@pytest.mark.long
def test_a_reference_that_fails_later_does_not_cost_what_was_found(contest: Contest) -> None:
    """By then the search looks for more than the one sort of failure."""
    contest.solution("reference-hasty.py", f"lambda n,k:n[99]if len(n)>1 else({LAMBDA})(n,k)\n")
    contest.solution("greedy.py", GREEDY)
    done = contest.judge("hunt", "toy", "greedy", "-j", "1", "--failures", "5")
    assert done.status == 1 and "WA suboptimal" in done.out
    assert "warning: the search ended early: the reference" in done.err


def test_to_vary_stored_cases_takes_no_answers(contest: Contest) -> None:
    """Those of many parts take long to check. What settles a reading needs them."""
    contest.solution("reference-lambda.py", RIGHT["lambda.py"])
    break_plugin(contest, "parse_answer")
    chosen = options(contest, "greedy")
    target = plan_hunt(chosen)
    assert len(instance_maker(target, chosen).stored) > 1
    with pytest.raises(PluginFault):
        stored_cases(target)


@pytest.mark.long
def test_an_input_that_the_plugin_itself_does_not_read_is_the_plugins_fault(
    contest: Contest,
) -> None:
    source = doubles("three")
    contest.use_package({"secret/1": (b"3\n", b"6\n")}, source)
    contest.solution("reference.py", "print(2 * int(input()))\n")
    contest.solution("square.py", "print(int(input()) ** 2)\n")
    done = contest.judge("hunt", "toy", "square", "--seconds", "60", "-j", "1")
    assert done.status == 2 and done.err.count("\n") == 1
    assert "the plug-in's parse refuses it too, so mend generate or render: " in done.err
