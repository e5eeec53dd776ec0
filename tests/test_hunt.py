"""A wrong solution is caught on a small board, a right one survives, nobody is blamed wrongly."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from judge import cli
from judge.commands import hunt as command
from judge.common.errors import JudgeError
from judge.hunting.instances import FEW, SHORT, STRETCH, climb, generate_instances, size_of, stretch
from judge.hunting.result import HuntResult
from judge.hunting.search import hunt
from judge.hunting.target import HuntOptions, plan_hunt
from judge.model import Grade, Reason, Verdict
from judge.packages.plugin_loader import load_plugin
from judge.report.terminal.hunt import report
from tests.house import RIGHT, House, judge_environment
from tests.processes import processes_naming, wait_for

ROOT = Path(__file__).parents[1]
#: Takes one too few as soon as it may take three.
SHY = "lambda n,k:[i for i in sorted(range(len(n)),key=lambda i:-n[i])[:k-(k>2)]if n[i]>0]\n"
#: Takes numbers below zero.
LAMBDA = RIGHT["lambda.py"].strip()
GREEDY = "lambda n,k:sorted(range(len(n)),key=lambda i:-n[i])[:k]\n"
TWICE = "lambda n,k:[0,0]if n and k>1 else[i for i in range(len(n))if n[i]==max(n)and n[i]>0][:k]\n"


@pytest.fixture
def toy(house: House) -> House:
    house.solution("reference-lambda.py", RIGHT["lambda.py"])
    return house


def options(house: House, solution: str, **more: Any) -> HuntOptions:
    roots = (house.root / "problems", house.root / "solutions")
    return HuntOptions(*roots, problem="toy", solution=solution, **{"seconds": 120.0, **more})


def run(house: House, solution: str, **more: Any) -> HuntResult:
    chosen = options(house, solution, **more)
    return hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)


def caught(house: House, file: str, source: str, **more: Any) -> HuntResult:
    house.solution(file, source, more.pop("manifest", ""))
    return run(house, Path(file).stem, **more)


# What it finds


def test_the_smallest_board_that_shows_the_mistake(toy: House) -> None:
    hunted = caught(toy, "shy.py", SHY)
    (one,) = hunted.caught
    assert (one.finding.fault.verdict, one.finding.fault.reason) == (Verdict.WA, Reason.SUBOPTIMAL)
    assert one.finding.instance.most == 3
    assert one.finding.instance.numbers == (1, 1, 1) and one.minimal


def test_failures_of_several_kinds_are_kept_apart(toy: House) -> None:
    both = f"lambda n,k:({TWICE.strip()})(n,k)if len(n)<4 else({GREEDY.strip()})(n,k)"
    hunted = caught(toy, "both.py", both, failures=5)
    told = {(str(one.finding.fault), len(one.finding.instance.numbers)) for one in hunted.caught}
    assert ("WA illegal a number is picked once", 1) in told
    assert len(told) == len(hunted.caught)


@pytest.mark.parametrize(
    ("file", "source", "verdict"),
    [
        ("crashes.py", f"lambda n,k:n[len(n)]if k>2 else({LAMBDA})(n,k)", Verdict.RTE),
        ("loops.js", "(n,k)=>{while(n.length>1);return[]}", Verdict.TLE),
        ("chatters.py", "lambda n,k:'what?'", Verdict.WA),
        ("aborts.c", "#include <stdlib.h>\nint main(void) { abort(); }", Verdict.RTE),
    ],
)
def test_every_way_to_fail_counts(toy: House, file: str, source: str, verdict: Verdict) -> None:
    (toy.problem / "problem.yaml").write_text(
        (toy.problem / "problem.yaml").read_text().replace("time_limit: 10", "time_limit: 0.2")
    )
    hunted = caught(toy, file, source)
    assert verdict in {one.finding.fault.verdict for one in hunted.caught}
    assert not any(one.finding.flaky for one in hunted.caught)


def test_what_is_too_slow_for_large_instances_alone(toy: House) -> None:
    """Sizes up to 10 are usual: a few larger ones show it, and the command knows them again."""
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 0.2"))
    slow = f"(n,k)=>{{while(n.length>11);return({RIGHT['arrow.js'].strip()})(n,k)}}\n"
    hunted = caught(toy, "slow.js", slow, seconds=20.0)
    (one,) = hunted.caught
    assert one.finding.fault.verdict is Verdict.TLE
    assert len(one.finding.instance.numbers) == 12 and one.minimal
    again = toy.judge("hunt", "toy", "slow", "--only", str(one.number))
    assert again.status == 1, again.err
    assert f"\n{list(one.finding.instance.numbers)}\n" in again.out
    assert run(toy, "slow", sizes=(1, 9), seconds=1.0).caught == ()


def test_a_climb_is_ever_steeper_and_its_numbers_say_their_size() -> None:
    sizes = [size for size, _ in climb(1, 60)]
    assert sizes[:4] == [1, 2, 3, 4] and max(sizes) > 45
    assert all(a < b <= 2 * a for a, b in pairwise(sizes))
    assert {size_of(n, (1, 3)) for size, numbers in climb(7, 60) for n in numbers} == {
        size for size, _ in climb(7, 60)
    }
    assert [size for size, _ in climb(3, 5)] == [3, 4, 5]


def test_a_right_solution_survives(toy: House) -> None:
    hunted = caught(toy, "arrow.js", RIGHT["arrow.js"], seconds=2.0)
    assert hunted.caught == () and hunted.tried


def test_an_answer_that_beats_the_reference_is_the_reference_s_fault(house: House) -> None:
    house.solution("reference-shy.py", SHY)
    house.solution("right.py", RIGHT["def.py"])
    said = house.judge("hunt", "toy", "right", "--seconds", "120", "-j", "1")
    assert said.status == 1 and "BETTER" in said.out
    assert "it beats reference-shy: the reference is at fault" in said.out


# Nobody is blamed wrongly


def test_a_solution_that_keeps_state_is_named_flaky_with_both_answers(toy: House) -> None:
    source = """
import math
def solve(n, k):
    math.calls = getattr(math, "calls", 0) + 1
    order = sorted(range(len(n)), key=lambda i: -n[i])
    return [] if math.calls > 5 else [i for i in order[:k] if n[i] > 0]
"""
    toy.solution("remembers.py", source)
    said = toy.judge("hunt", "toy", "remembers", "--seconds", "120", "-j", "1")
    assert said.status == 1 and "FLAKY" in said.out
    assert len(re.findall(r"^its answer, score", said.out, re.M)) == 2


def test_a_program_of_which_batches_are_a_poor_likeness_is_not_blamed(toy: House) -> None:
    source = RIGHT["program.py"].replace("print(", "import os\nos.write(1, ' '.join(map(str,")
    source = source.replace("numbers[i] > 0])", "numbers[i] > 0])).encode())").replace("*[", "[")
    hunted = caught(toy, "writes.py", source, seconds=2.0)
    assert hunted.caught == ()


@pytest.mark.parametrize("wrong_of_256", [16, 128])
def test_chance_is_flaky(toy: House, wrong_of_256: int) -> None:
    chance = f"    import os\n    if os.urandom(1)[0] < {wrong_of_256}: return [0, 0, 0]\n    order"
    source = RIGHT["def.py"].replace("    order", chance)
    hunted = caught(toy, "chance.py", source)
    assert hunted.caught and any(one.finding.flaky for one in hunted.caught)


def test_the_reading_is_that_of_the_stored_cases_where_tiny_boards_do_not_tell(toy: House) -> None:
    """The first stretch is of empty rows; under the most natural reading the next ones fail."""
    source = LAMBDA.replace("[i for", "[i+1 for")
    hunted = caught(toy, "from-one.py", source, seconds=2.0, sizes=(0, 6))
    assert (hunted.reading, hunted.caught) == ("1-indexed", ())
    number = next(n for n in range(999) if size_of(n, (0, 6)) == 3)
    alone = run(toy, "from-one", sizes=(0, 6), only=number)
    assert (alone.reading, alone.tried, alone.caught) == ("1-indexed", 1, ())


def test_a_failure_on_a_stored_case_is_not_the_hunt_s(toy: House) -> None:
    source = f"lambda n,k:[0]if n==[-2,-3]else({LAMBDA})(n,k)"
    hunted = caught(toy, "stored.py", source, seconds=1.0, sizes=(0, 0))
    assert hunted.caught == () and hunted.tried


def test_the_pairs_of_combat_may_be_the_other_way_round() -> None:
    chosen = HuntOptions(ROOT / "problems", ROOT / "solutions", "combat", "attacker-first", seed=1)
    chosen = replace(chosen, seconds=3.0)
    hunted = hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)
    assert (hunted.reading, hunted.caught) == ("0-indexed, attacker first", ())


# A soft time limit

SLOW_FROM_4 = f"(n,k)=>{{while(n.length>3);return({RIGHT['arrow.js'].strip()})(n,k)}}\n"


@pytest.fixture
def soft(toy: House) -> House:
    settings = toy.problem / "problem.yaml"
    settings.write_text(settings.read_text().replace("time_limit: 10", "time_limit: 0.2"))
    (toy.problem / "judge.toml").write_text('time = "soft"\n')
    return toy


def test_right_but_slow_it_survives_and_most_of_the_time_goes_to_what_it_can_do(
    soft: House,
) -> None:
    soft.solution("slow.js", SLOW_FROM_4)
    for seconds in ("4", "30", "300"):  # a machine that does other things gets more time
        said = soft.judge("hunt", "toy", "slow", "--seconds", seconds, "-j", "1")
        assert said.status == 0 and "it survived" in said.out
        told = re.search(
            r"^(\d+) were too slow, the smallest of size 4: no failure, .* soft\n\n"
            r"\[-?\d(, -?\d){3}\]\n\d\n",
            said.out,
            re.M,
        )
        tried = re.search(r"^([\d,]+) instances in", said.out, re.M)
        if told and tried and 4 * int(told[1]) < int(tried[1].replace(",", "")):
            return
    pytest.fail(said.out)


def test_a_hard_limit_does_not_forgive_it(soft: House) -> None:
    (soft.problem / "judge.toml").unlink()
    hunted = caught(soft, "slow.js", SLOW_FROM_4, failures=1)
    (one,) = hunted.caught
    assert one.finding.fault.verdict is Verdict.TLE and hunted.too_slow is None
    assert len(one.finding.instance.numbers) == 4 and one.minimal


def test_one_slow_instance_is_under_the_terms_of_the_whole_hunt(soft: House) -> None:
    hunted = caught(soft, "slow.js", SLOW_FROM_4, only=0, sizes=(6, 6))
    assert hunted.caught == () and hunted.too_slow and hunted.too_slow.count == 1
    assert len(hunted.too_slow.smallest.numbers) == 6


def test_a_wrong_answer_is_found_behind_slow_ones(soft: House) -> None:
    """With this seed the first row of three equal numbers comes after the first of four."""
    rare = "if(n.length==3&&n[0]==n[1]&&n[1]==n[2])return[0,0];return"
    source = SLOW_FROM_4.replace("return", rare)
    hunted = caught(soft, "both.js", source, failures=1, seed=11, seconds=20.0)
    assert [len(one.finding.instance.numbers) for one in hunted.caught] == [3]
    assert hunted.too_slow is not None


def test_what_is_wrong_for_large_instances_alone_is_seen_early_all_the_same(soft: House) -> None:
    crash = f"(n,k)=>{{if(n.length>11)throw 1;return({RIGHT['arrow.js'].strip()})(n,k)}}\n"
    (one,) = caught(soft, "array-of-11.js", crash, seconds=20.0).caught
    assert one.finding.fault.verdict is Verdict.RTE
    assert len(one.finding.instance.numbers) == 12 and one.minimal


def test_what_answers_nothing_in_time_fails_by_that(soft: House) -> None:
    hunted = caught(soft, "loops.js", "(n,k)=>{for(;;);}\n", failures=1)
    (one,) = hunted.caught
    assert one.finding.fault.verdict is Verdict.TLE and hunted.too_slow is None
    assert one.finding.instance.numbers == () and one.minimal


# The same again


def test_a_seed_says_everything_whatever_the_number_of_workers(toy: House) -> None:
    toy.solution("greedy.py", GREEDY)
    first, second = (run(toy, "greedy", seed=7, workers=n) for n in (1, 2))
    assert first.tried == second.tried
    assert [(c.number, c.finding.instance) for c in first.caught] == [
        (c.number, c.finding.instance) for c in second.caught
    ]


def test_instances_are_those_of_their_numbers(toy: House) -> None:
    chosen = options(toy, "reference-lambda", seed=3)
    plugin = load_plugin(toy.problem)
    together = list(generate_instances(plugin, chosen, range(20, 24)))
    assert together == [
        row for n in range(20, 24) for row in generate_instances(plugin, chosen, [n])
    ]
    other = options(toy, "reference-lambda", seed=4)
    assert together != list(generate_instances(plugin, other, range(20, 24)))


def test_stretches_cover_all_numbers_once_and_sizes_grow_from_small_to_large() -> None:
    numbers = [n for place in range(9) for n in stretch(place)]
    assert numbers == list(range(FEW * SHORT + (9 - FEW) * STRETCH))
    sizes = [size_of(n, (1, 6)) for n in numbers]
    assert set(sizes[:SHORT]) == {1} and max(sizes) == 6 and set(sizes[-20:]) == set(range(1, 7))
    assert {size_of(n, (4, 4)) for n in range(999)} == {4}


def test_the_command_that_it_prints_finds_the_same_again(toy: House) -> None:
    toy.solution("greedy.py", GREEDY)
    first = toy.judge("hunt", "toy", "greedy", "--seconds", "120", "--failures", "1", "-j", "1")
    command = shlex.split(first.out.splitlines()[-1])
    assert command[:4] == ["judge", "hunt", "toy", "greedy"]
    again = toy.judge(*command[1:])
    assert (first.status, again.status) == (1, 1)
    assert first.out.split("\n\n", 2)[2] == again.out.split("\n\n", 2)[2]


# A case more


def test_saved_it_is_a_case_that_the_solution_fails(toy: House) -> None:
    toy.solution("greedy.py", GREEDY, 'expect = "WA"\n')
    words = ("hunt", "toy", "greedy", "--seconds", "120", "--failures", "1", "-j", "1", "--save")
    said = toy.judge(*words)
    assert said.status == 1
    folder = toy.problem / "data/secret"
    assert (folder / "hunt-greedy-1.in").read_text() == "[-1]\n1\n"
    assert (folder / "hunt-greedy-1.ans").read_text() == "0\n\n"
    about = (folder / "hunt-greedy-1.yaml").read_text()
    assert "greedy" in about and "seed 0" in about and "reference-lambda" in about
    (command,) = [line for line in said.out.splitlines() if line.startswith("  judge run")]
    assert toy.judge(*shlex.split(command)[1:]).status == 0
    again = toy.judge(*words)
    assert (again.status, again.err.count("\n")) == (2, 1)
    assert "secret/hunt-greedy-1 is this very instance already" in again.err


def test_what_the_package_s_own_validator_refuses_is_not_saved(toy: House) -> None:
    strict = toy.problem / "input_validators/strict.py"
    strict.parent.mkdir()
    strict.write_text("import sys\nprint('no such luck', file=sys.stderr)\nsys.exit(43)\n")
    toy.solution("greedy.py", GREEDY)
    before = sorted((toy.problem / "data").rglob("*"))
    words = ("--seconds", "120", "--failures", "1", "-j", "1", "--save")
    said = toy.judge("hunt", "toy", "greedy", *words)
    assert said.status == 2 and "again:" in said.out and "saved" not in said.out
    assert said.err.count("\n") == 1
    assert "strict.py" in said.err and "no such luck" in said.err
    assert sorted((toy.problem / "data").rglob("*")) == before


# Faults of others, in one line


def test_names_that_are_not_there(toy: House) -> None:
    assert "did you mean 'toy'" in toy.refuses("hunt", "toi", "reference-lambda")
    assert "did you mean 'reference-lambda'" in toy.refuses("hunt", "toy", "reference-lamda")
    assert "no solution 'x'" in toy.refuses("hunt", "toy", "reference-lambda", "--against", "x")
    assert "such as 2-5" in toy.refuses("hunt", "toy", "reference-lambda", "--size", "big")
    assert "smaller size comes first" in toy.refuses("hunt", "toy", "a", "--size", "5-2")


def test_without_a_reference(house: House) -> None:
    house.solution("greedy.py", GREEDY)
    house.solution("reference-doubted.py", GREEDY, 'expect = ["AC", "TLE"]\n')
    line = house.refuses("hunt", "toy", "greedy")
    assert "no reference" in line and "--against" in line


def test_an_output_is_no_quarry(toy: House) -> None:
    toy.solution("handed-in.out", "0\n", 'case = "01-last"\n')
    assert "is an output" in toy.refuses("hunt", "toy", "handed-in")


def test_what_does_not_compile(toy: House) -> None:
    toy.solution("broken.c", "int main(")
    assert "does not compile" in toy.refuses("hunt", "toy", "broken")


def test_a_generator_that_raises(toy: House) -> None:
    plugin = toy.problem / "plugin.py"
    text = plugin.read_text()
    plugin.write_text(text.replace("return Row(tuple(rng", "1 // 0\n        return Row(tuple(rng"))
    toy.solution("greedy.py", GREEDY)
    line = toy.refuses("hunt", "toy", "greedy", "-j", "1")
    assert "generate raised ZeroDivisionError" in line and "seed 0, instance 0" in line


def test_a_reference_that_fails_is_named_with_the_instance(house: House) -> None:
    house.solution("reference-hasty.py", GREEDY.replace("[:k]", "[:k+1]"))
    house.solution("right.py", RIGHT["def.py"])
    said = house.judge("hunt", "toy", "right", "-j", "1")
    assert said.status == 2 and said.err.count("\n") == 1
    assert "reference-hasty fails on the instance above: too many" in said.err
    assert re.fullmatch(r"\[.*\]\n\d+\n", said.out)


def test_a_reference_that_hangs_is_not_waited_for_longer_than_a_hunt_lasts(soft: House) -> None:
    soft.solution("right.py", RIGHT["def.py"])
    soft.solution("hangs.js", "(n,k)=>{for(;;);}\n")
    words = ("hunt", "toy", "right", "--seconds", "0.5", "-j", "1")
    said = soft.judge(*words, "--against", "hangs")
    told = r"hangs fails on the instance above: (CPU time: 0|wall time: \d+)\."
    assert said.status == 2 and re.search(told, said.err), said.err
    soft.solution("reference-a-hangs.js", "(n,k)=>{for(;;);}\n")
    assert "right against reference-lambda" in soft.judge(*words).out


def test_a_crash_is_told_with_the_error_that_it_named(house: House) -> None:
    house.solution("reference-lambda.py", RIGHT["lambda.py"])
    house.solution("reference-raises.py", "lambda n,k:1//0\n")
    said = house.judge("hunt", "toy", "reference-raises", "-j", "1")
    assert "\nRTE exit status 1\n" in said.out
    told = "exit status 1; ZeroDivisionError: integer division or modulo by zero"
    assert f"\nit gave no answer: {told}\n" in said.out
    said = house.judge("hunt", "toy", "reference-lambda", "-j", "1")
    assert said.status == 2 and f"the instance above: {told}; mend it" in said.err


def test_both_answers_of_a_flaky_solution_are_told_as_each_ended(toy: House) -> None:
    hunted = caught(toy, "raises.py", "lambda n,k:1//0\n")
    (one,) = hunted.caught
    crashed = one.finding.run
    well = replace(crashed, exit_status=0, stderr=b"", result=b"[]", note="")
    twice = replace(one.finding, grade=Grade(Verdict.AC), run=well, other=crashed)
    hunted = replace(hunted, caught=(replace(one, finding=twice),))
    chosen = options(toy, "raises")
    text = report(plan_hunt(chosen), chosen, hunted, {})
    first, second = text.partition("answered twice:\n")[2].split("\nand\n")
    assert first.startswith("its answer, score 0:\n")
    assert second.startswith("it gave no answer: exit status 1; ZeroDivisionError: ")


def test_a_source_from_anywhere_can_be_hunted(toy: House) -> None:
    path = toy.root / "mine.py"
    path.write_text(GREEDY)
    said = toy.judge("hunt", "toy", "mine.py", "--seconds", "120", "-j", "1")
    assert said.status == 1 and "mine against reference-lambda" in said.out


def test_saved_from_a_source_elsewhere_it_has_a_plain_name_and_a_command_that_works(
    toy: House,
) -> None:
    """The package format allows few characters in the name of a case."""
    (toy.root / "my täst.py").write_text(GREEDY)
    words = ("hunt", "toy", "my täst.py", "--seconds", "120", "--failures", "1", "-j", "1")
    said = toy.judge(*words, "--save")
    assert said.status == 1 and "saved as secret/hunt-my-t-st-1; judge it with" in said.out
    command = shlex.split(said.out.splitlines()[-3])
    assert command[:3] == ["judge", "run", "toy"]
    assert toy.judge(*command[1:]).status == 0


def test_ctrl_c_ends_it_with_what_it_has(toy: House, marker: str) -> None:
    toy.solution(f"{marker}.py", RIGHT["def.py"])
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", "hunt", "toy", marker, "--seconds", "900"],
        cwd=toy.root,
        env=judge_environment(TMPDIR=str(toy.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(lambda: processes_naming(f"/{marker}.py"))  # it has begun
    os.killpg(judge.pid, signal.SIGINT)
    out, err = judge.communicate(timeout=900)
    assert judge.returncode == 130 and err == b""
    assert b"interrupted after" in out


# Bundled ones


def test_ctrl_c_that_ends_a_tool_is_not_blamed_on_the_tool(
    toy: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal sends it to all that the judge has started."""
    toy.solution("right.py", RIGHT["def.py"])

    def interrupted(*words: object) -> HuntResult:
        os.kill(os.getpid(), signal.SIGINT)
        raise JudgeError("node does not work")

    monkeypatch.setattr(command, "hunt", interrupted)
    monkeypatch.chdir(toy.root)
    assert cli.main(["hunt", "toy", "right"]) == 130


def test_the_published_answer_falls_to_one_attacker_and_one_blocker() -> None:
    chosen = HuntOptions(
        ROOT / "problems", ROOT / "solutions", "combat", "published-348", failures=1
    )
    hunted = hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)
    (one,) = hunted.caught
    attackers, defenders = one.finding.instance
    assert len(attackers) == len(defenders) == 1
    assert max(attackers[0] + defenders[0]) <= 4
    assert one.finding.fault.reason is Reason.SUBOPTIMAL


def test_an_input_of_many_cases_is_taken_apart() -> None:
    chosen = HuntOptions(
        ROOT / "problems", ROOT / "solutions", "mana", "wrong-life-zero", failures=1
    )
    hunted = hunt(plan_hunt(chosen), chosen, lambda: False, lambda tried: None)
    (one,) = hunted.caught
    (situation,) = one.finding.instance
    assert len(situation.battlefield) + len(situation.library) <= 4


def break_plugin(toy: House, method: str) -> None:
    """Make one method of the plug-in raise."""
    plugin = toy.problem / "plugin.py"
    text = plugin.read_text()
    signature = re.search(rf"    def {method}\(.*:\n", text)
    assert signature
    plugin.write_text(text.replace(signature[0], f"{signature[0]}        1 // 0\n"))
    toy.solution("greedy.py", GREEDY)


def test_a_plug_in_that_cannot_reduce_does_not_cost_what_was_found(toy: House) -> None:
    break_plugin(toy, "smaller")
    said = toy.judge("hunt", "toy", "greedy", "-j", "1", "--failures", "1")
    assert said.status == 1 and "WA suboptimal" in said.out
    assert said.err.count("\n") == 1
    assert "not reduced to the end: the plug-in raised ZeroDivisionError" in said.err


def test_a_reference_that_fails_later_does_not_cost_what_was_found(house: House) -> None:
    """By then the search looks for more than the one sort of failure."""
    house.solution("reference-hasty.py", f"lambda n,k:n[99]if len(n)>1 else({LAMBDA})(n,k)\n")
    house.solution("greedy.py", GREEDY)
    said = house.judge("hunt", "toy", "greedy", "-j", "1", "--failures", "5")
    assert said.status == 1 and "WA suboptimal" in said.out
    assert "warning: the search ended early: the reference" in said.err


@pytest.mark.parametrize("method", ["score", "render", "arguments"])
def test_a_plug_in_that_raises_is_named(toy: House, method: str) -> None:
    break_plugin(toy, method)
    line = toy.refuses("hunt", "toy", "greedy", "-j", "1")
    assert "the plug-in" in line and "raised ZeroDivisionError" in line


def test_a_plug_in_that_cannot_draw_or_save_does_not_cost_what_was_found(toy: House) -> None:
    break_plugin(toy, "sketch")
    said = toy.judge("hunt", "toy", "greedy", "-j", "1")
    assert (said.status, said.err) == (1, "")
    assert "\n[-1]\n" in said.out and "(the plug-in raised ZeroDivisionError" in said.out
    break_plugin(toy, "render_answer")
    said = toy.judge("hunt", "toy", "greedy", "-j", "1", "--save")
    assert said.status == 2 and "\n[-1]\n" in said.out
    assert said.err.count("\n") == 1 and "raised ZeroDivisionError" in said.err
