"""A wrong solution is caught on a small board, a right one survives."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import multiprocess
import pytest

from judge.hunting.result import HuntResult
from judge.hunting.search import hunt
from judge.hunting.target import HuntOptions, plan_hunt
from judge.model import Reason, Verdict
from tests.contest import RIGHT, Contest, judge_environment
from tests.hunting.toy_hunt import (
    GREEDY,
    ROOT,
    SHY,
    SLOW_FROM_4,
    TWICE,
    break_plugin,
    caught,
    options,
    run,
)
from tests.processes import processes_naming, wait_for

# What it finds


@pytest.mark.long
def test_the_smallest_board_that_shows_the_mistake(toy: Contest) -> None:
    hunt_result = caught(toy, "shy.py", SHY)
    (one,) = hunt_result.failures
    assert (one.counterexample.fault.verdict, one.counterexample.fault.reason) == (
        Verdict.WA,
        Reason.SUBOPTIMAL,
    )
    assert one.counterexample.instance.most == 3
    assert one.counterexample.instance.numbers == (1, 1, 1) and one.minimal


@pytest.mark.long
def test_failures_of_several_kinds_are_kept_apart(toy: Contest) -> None:
    both = f"lambda n,k:({TWICE.strip()})(n,k)if len(n)<4 else({GREEDY.strip()})(n,k)"
    hunt_result = caught(toy, "both.py", both, failures=5)
    message = {
        (str(one.counterexample.fault), len(one.counterexample.instance.numbers))
        for one in hunt_result.failures
    }
    assert ("WA illegal a number is picked once", 1) in message
    assert len(message) == len(hunt_result.failures)


@pytest.mark.long
def test_what_is_too_slow_for_large_instances_alone(toy: Contest) -> None:
    """Sizes up to 10 are usual: a few larger ones show it, and the command knows them again."""
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 0.2"))
    slow = f"(n,k)=>{{while(n.length>11);return({RIGHT['arrow.js'].strip()})(n,k)}}\n"
    hunt_result = caught(toy, "slow.js", slow, seconds=20.0)
    (one,) = hunt_result.failures
    assert one.counterexample.fault.verdict is Verdict.TLE
    assert len(one.counterexample.instance.numbers) == 12 and one.minimal
    again = toy.judge("hunt", "toy", "slow", "--only", str(one.number))
    assert again.status == 1, again.err
    assert f"\n{list(one.counterexample.instance.numbers)}\n" in again.out
    assert run(toy, "slow", sizes=(1, 9), seconds=0.3).failures == ()


@pytest.mark.long
@pytest.mark.parametrize("number", [2 * 10**18 + 999, 10**23 - 1, 10**24 + 64 * 2**20 * 77])
def test_a_number_that_no_instance_has_is_told(toy: Contest, number: int) -> None:
    toy.solution("right.py", RIGHT["def.py"])
    toy.solution("reference-a.py", RIGHT["lambda.py"])
    said = toy.judge("hunt", "toy", "right", "--only", str(number))
    assert said.status == 2
    assert f"no instance has the number {number}: " in said.err and "plug-in" not in said.err


@pytest.mark.long
def test_a_right_solution_survives(toy: Contest) -> None:
    hunt_result = caught(toy, "arrow.js", RIGHT["arrow.js"], seconds=0.5)
    assert hunt_result.failures == () and hunt_result.tried


@pytest.mark.long
def test_right_but_slow_it_survives_and_most_of_the_time_goes_to_what_it_can_do(
    soft: Contest,
) -> None:
    soft.solution("slow.js", SLOW_FROM_4)
    for seconds in ("2", "30", "300"):  # a machine that does other things gets more time
        done = soft.judge("hunt", "toy", "slow", "--seconds", seconds, "-j", "1")
        assert done.status == 0 and "it survived" in done.out
        message = re.search(
            r"^(\d+) were too slow, the smallest of size 4: no failure, .* soft\n\n"
            r"\[-?\d(, -?\d){3}\]\n\d\n",
            done.out,
            re.M,
        )
        tried = re.search(r"^([\d,]+) instances in", done.out, re.M)
        if message and tried and 4 * int(message[1]) < int(tried[1].replace(",", "")):
            return
    pytest.fail(done.out)


@pytest.mark.long
def test_a_wrong_answer_is_found_behind_slow_ones(soft: Contest) -> None:
    """With this seed the first row of three equal numbers comes after the first of four."""
    rare = "if(n.length==3&&n[0]==n[1]&&n[1]==n[2])return[0,0];return"
    source = SLOW_FROM_4.replace("return", rare)
    hunt_result = caught(soft, "both.js", source, failures=1, seed=11, seconds=20.0)
    assert [len(one.counterexample.instance.numbers) for one in hunt_result.failures] == [3]
    assert hunt_result.too_slow is not None


@pytest.mark.long
def test_what_is_wrong_for_large_instances_alone_is_seen_early_all_the_same(soft: Contest) -> None:
    crash = f"(n,k)=>{{if(n.length>11)throw 1;return({RIGHT['arrow.js'].strip()})(n,k)}}\n"
    (one,) = caught(soft, "array-of-11.js", crash, seconds=20.0).failures
    assert one.counterexample.fault.verdict is Verdict.RTE
    assert len(one.counterexample.instance.numbers) == 12 and one.minimal


@pytest.mark.long
def test_what_answers_nothing_in_time_fails_by_that(soft: Contest) -> None:
    hunt_result = caught(soft, "loops.js", "(n,k)=>{for(;;);}\n", failures=1)
    (one,) = hunt_result.failures
    assert one.counterexample.fault.verdict is Verdict.TLE and hunt_result.too_slow is None
    assert one.counterexample.instance.numbers == () and one.minimal


@pytest.mark.long
def test_the_published_answer_falls_to_one_attacker_and_one_blocker() -> None:
    chosen = HuntOptions(
        ROOT / "problems", ROOT / "solutions", "combat", "published-348", failures=1
    )
    hunt_result = hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)
    (one,) = hunt_result.failures
    attackers, defenders = one.counterexample.instance
    assert len(attackers) == len(defenders) == 1
    assert max(attackers[0] + defenders[0]) <= 4
    assert one.counterexample.fault.reason is Reason.SUBOPTIMAL


@pytest.mark.long
def test_a_plug_in_that_cannot_reduce_does_not_cost_what_was_found(toy: Contest) -> None:
    break_plugin(toy, "smaller")
    done = toy.judge("hunt", "toy", "greedy", "-j", "1", "--failures", "1")
    assert done.status == 1 and "WA suboptimal" in done.out
    assert done.err.count("\n") == 1
    assert "not reduced to the end: the plug-in's smaller raised ZeroDivisionError" in done.err


# Workers that die, and Ctrl-C


def summary(result: HuntResult) -> tuple[int, list[tuple[int, tuple[int, ...], bool]]]:
    """What must not depend on the lives of workers."""
    rows = [(c.number, c.counterexample.instance.numbers, c.minimal) for c in result.failures]
    return result.tried, rows


@pytest.mark.long
def test_workers_that_are_killed_change_nothing(toy: Contest) -> None:
    toy.solution("shy.py", SHY)
    chosen = options(toy, "shy", workers=2)
    calm = summary(hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None))
    calls: list[int] = []

    def kill(tried: int) -> None:
        """First while no worker has a task, then while one of them has."""
        calls.append(tried)
        if len(calls) <= 2:
            for process in multiprocess.active_children():
                process.kill()

    disturbed = hunt(plan_hunt(chosen), chosen, lambda: False, kill)
    assert len(calls) > 2
    assert summary(disturbed) == calm and calm[1]
    assert multiprocess.active_children() == []


def kill_the_worker(toy: Contest, times: int) -> None:
    """Have the plug-in kill the worker that draws instance 70, in the second stretch."""
    plugin = toy.problem / "plugin.py"
    source = plugin.read_text()
    match = re.search(r"    def generate\(.*:\n", source)
    assert match
    body = f"""\
        import ctypes, pathlib, random
        flag = pathlib.Path({str(toy.root)!r}, "deaths")
        done = len(flag.read_text()) if flag.exists() else 0
        if done < {times} and rng.getstate() == random.Random(0 << 64 | 70).getstate():
            flag.write_text("x" * (done + 1))
            ctypes.CDLL(None)["raise"](9)
"""
    plugin.write_text(source.replace(match[0], match[0] + body))


@pytest.mark.long
def test_a_stretch_whose_worker_dies_in_the_middle_is_tried_again(toy: Contest) -> None:
    calm = summary(caught(toy, "shy.py", SHY))
    kill_the_worker(toy, times=2)
    assert summary(run(toy, "shy")) == calm and calm[1]
    assert (toy.root / "deaths").read_text() == "xx"


@pytest.mark.long
def test_a_stretch_that_no_worker_survives_ends_the_hunt(toy: Contest) -> None:
    kill_the_worker(toy, times=99)
    toy.solution("shy.py", SHY)
    line = toy.refuses("hunt", "toy", "shy", "-j", "1")
    assert "a worker process died 3 times while it tried instances 64 to 127" in line


@pytest.mark.long
def test_a_hunt_that_is_stopped_returns_what_it_has_found(toy: Contest) -> None:
    toy.solution("greedy.py", GREEDY)
    heard: list[int] = []
    chosen = options(toy, "greedy", failures=99)
    result = hunt(plan_hunt(chosen), chosen, lambda: bool(heard), heard.append)
    assert result.interrupted and len(heard) == 1 and result.tried == heard[0]
    assert [one.counterexample.fault.verdict for one in result.failures] == [Verdict.WA]


@pytest.mark.long
def test_ctrl_c_tells_what_was_found(toy: Contest, marker: str) -> None:
    """Wrong in the first stretch, whose instances are of size 1; on larger ones it runs on."""
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 900"))
    loop = f"__import__('os').execv('/bin/sh',['sh','-c','while :;do :;done','{marker}x'])"
    source = f"lambda n,k:[0,0]if len(n)<2 else {loop}\n"
    settled = 'kind = "function"\narity = "args"\noutput = "return"\nbase = 0\n'
    toy.solution("wrong.py", source, settled)
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "hunt", "toy", "wrong", "--seconds", "900", "-j", "1"],
        cwd=toy.root,
        env=judge_environment(TMPDIR=str(toy.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(lambda: processes_naming(f"{marker}x"))
    os.killpg(judge.pid, signal.SIGINT)
    out, err = judge.communicate(timeout=900)
    assert (judge.returncode, err) == (130, b"")
    assert b"interrupted after" in out and b"1 failure" in out and b"WA illegal" in out
    wait_for(lambda: not processes_naming(f"{marker}x"))
    assert list(toy.root.glob("judge-*")) == []
