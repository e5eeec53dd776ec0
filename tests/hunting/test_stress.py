"""Every way to fail counts, and nobody is blamed wrongly."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from judge.hunting.instances import size_of
from judge.hunting.search import hunt
from judge.hunting.target import HuntOptions, plan_hunt
from judge.model import Verdict
from tests.contest import RIGHT, Contest
from tests.hunting.doubles_plugin import doubles
from tests.hunting.toy_hunt import LAMBDA, ROOT, SLOW_FROM_4, break_plugin, caught, run


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source", "verdict"),
    [
        ("crashes.py", f"lambda n,k:n[len(n)]if k>2 else({LAMBDA})(n,k)", Verdict.RTE),
        ("loops.js", "(n,k)=>{while(n.length>1);return[]}", Verdict.TLE),
        ("chatters.py", "lambda n,k:'what?'", Verdict.WA),
        ("aborts.c", "#include <stdlib.h>\nint main(void) { abort(); }", Verdict.RTE),
    ],
)
def test_every_way_to_fail_counts(toy: Contest, file: str, source: str, verdict: Verdict) -> None:
    (toy.problem / "problem.yaml").write_text(
        (toy.problem / "problem.yaml").read_text().replace("time_limit: 10", "time_limit: 0.2")
    )
    hunt_result = caught(toy, file, source)
    assert verdict in {one.counterexample.fault.verdict for one in hunt_result.failures}
    assert not any(one.counterexample.flaky for one in hunt_result.failures)


# Nobody is blamed wrongly


@pytest.mark.long
def test_a_solution_that_answers_by_chance_is_named_flaky_with_both_answers(toy: Contest) -> None:
    source = """
import random
def solve(n, k):
    order = sorted(range(len(n)), key=lambda i: -n[i])
    return [] if random.random() < 0.5 else [i for i in order[:k] if n[i] > 0]
"""
    toy.solution("guesses.py", source)
    done = toy.judge("hunt", "toy", "guesses", "--seconds", "120", "-j", "1")
    assert done.status == 1 and "FLAKY" in done.out
    # It may also fail twice in the same way by chance: that is another failure.
    flaky = done.out[done.out.index("answered twice:") :].partition("a best answer")[0]
    assert len(re.findall(r"^its answer, score", flaky, re.M)) == 2


@pytest.mark.long
def test_a_solution_that_keeps_state_is_right_as_in_a_run(toy: Contest) -> None:
    source = """
import math
def solve(n, k):
    math.calls = getattr(math, "calls", 0) + 1
    order = sorted(range(len(n)), key=lambda i: -n[i])
    return [] if math.calls > 5 else [i for i in order[:k] if n[i] > 0]
"""
    assert caught(toy, "remembers.py", source, seconds=0.5).failures == ()
    hidden = source.replace("math.calls =", "math.__dict__['calls'] =")
    assert caught(toy, "hides.py", hidden, seconds=0.5).failures == ()


@pytest.mark.long
def test_a_program_of_which_batches_are_a_poor_likeness_is_not_blamed(toy: Contest) -> None:
    source = RIGHT["program.py"].replace("print(", "import os\nos.write(1, ' '.join(map(str,")
    source = source.replace("numbers[i] > 0])", "numbers[i] > 0])).encode())").replace("*[", "[")
    hunt_result = caught(toy, "writes.py", source, seconds=0.5)
    assert hunt_result.failures == ()


@pytest.mark.long
@pytest.mark.parametrize("wrong_of_256", [16, 128])
def test_chance_is_flaky(toy: Contest, wrong_of_256: int) -> None:
    chance = f"    import os\n    if os.urandom(1)[0] < {wrong_of_256}: return [0, 0, 0]\n    order"
    source = RIGHT["def.py"].replace("    order", chance)
    hunt_result = caught(toy, "chance.py", source)
    assert hunt_result.failures and any(one.counterexample.flaky for one in hunt_result.failures)


@pytest.mark.long
def test_the_reading_is_that_of_the_stored_cases_where_tiny_boards_do_not_tell(
    toy: Contest,
) -> None:
    """The first stretch is of empty rows; under the most natural reading the next ones fail."""
    source = LAMBDA.replace("[i for", "[i+1 for")
    hunt_result = caught(toy, "from-one.py", source, seconds=1.0, sizes=(0, 6))
    assert (hunt_result.reading, hunt_result.failures) == ("1-indexed", ())
    assert run(toy, "from-one", seconds=1e-6, sizes=(0, 6)).reading == "1-indexed", "in no time"
    number = next(n for n in range(999) if size_of(n, (0, 6)) == 3)
    alone = run(toy, "from-one", sizes=(0, 6), only=number)
    assert (alone.reading, alone.tried, alone.failures) == ("1-indexed", 1, ())


@pytest.mark.long
def test_a_failure_on_a_stored_case_is_not_the_hunt_s(toy: Contest) -> None:
    source = f"lambda n,k:[0]if n==[-2,-3]else({LAMBDA})(n,k)"
    hunt_result = caught(toy, "stored.py", source, seconds=0.3, sizes=(0, 0))
    assert hunt_result.failures == () and hunt_result.tried


@pytest.mark.long
def test_the_pairs_of_combat_may_be_the_other_way_round() -> None:
    chosen = HuntOptions(ROOT / "problems", ROOT / "solutions", "combat", "attacker-first", seed=1)
    chosen = replace(chosen, seconds=900.0)
    heard: list[int] = []
    hunt_result = hunt(plan_hunt(chosen), chosen, lambda: sum(heard) > 300, heard.append)
    assert (hunt_result.reading, hunt_result.failures) == ("0-indexed, attacker first", ())


@pytest.mark.long
def test_a_hard_limit_does_not_forgive_it(soft: Contest) -> None:
    (soft.problem / "judge.toml").unlink()
    hunt_result = caught(soft, "slow.js", SLOW_FROM_4, failures=1)
    (one,) = hunt_result.failures
    assert one.counterexample.fault.verdict is Verdict.TLE and hunt_result.too_slow is None
    assert len(one.counterexample.instance.numbers) == 4 and one.minimal


@pytest.mark.long
def test_one_slow_instance_is_under_the_terms_of_the_whole_hunt(soft: Contest) -> None:
    hunt_result = caught(soft, "slow.js", SLOW_FROM_4, only=0, sizes=(6, 6))
    assert hunt_result.failures == () and hunt_result.too_slow and hunt_result.too_slow.count == 1
    assert len(hunt_result.too_slow.smallest.numbers) == 6


@pytest.mark.long
@pytest.mark.parametrize("method", ["score", "render", "arguments"])
def test_a_plug_in_that_raises_is_named(toy: Contest, method: str) -> None:
    break_plugin(toy, method)
    line = toy.refuses("hunt", "toy", "greedy", "-j", "1")
    assert "the plug-in" in line and "raised ZeroDivisionError" in line


@pytest.mark.long
def test_the_input_is_told_on_which_the_plugin_failed(contest: Contest) -> None:
    source = doubles(7, before="if instance == 7: raise KeyError(instance)")
    contest.use_package({"secret/1": (b"3\n", b"6\n")}, source)
    contest.solution("reference.py", "print(2 * int(input()))\n")
    contest.solution("square.py", "print(int(input()) ** 2)\n")
    said = contest.refuses("hunt", "toy", "square", "--seconds", "60", "-j", "1")
    assert "the plug-in's compare raised KeyError: 7 " in said
    assert said.endswith("on the input 7⟨LF⟩\n")
