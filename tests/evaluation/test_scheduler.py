"""Many runs at once: the same judgement whatever the order, and whatever dies meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

import multiprocess
import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.evaluation import scheduler
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, CasesSkipped, Event, listen
from judge.evaluation.request import Settings
from judge.model import Execution, Results, SolutionResult, Verdict
from judge.running import worker_pool
from tests.contest import RIGHT, Contest, judge_environment, verdicts
from tests.processes import endless, executions_of_endless, processes_naming, wait_for

WRONG = "lambda n,k:[]"
SHIFTED = "lambda n,k:[i+1 for i in sorted(range(len(n)),key=lambda i:-n[i])[:k]if n[i]>0]"
LOOPS_ON_TWO = """
#include <stdio.h>
int main(void) {
    volatile int c;
    while ((c = getchar()) != EOF) {
        while (c == '2') {}
    }
    puts("0");
}
"""


def without_measures(judged: SolutionResult) -> SolutionResult:
    """The same with all that may differ between two equal runs made equal."""

    def bare(run: Execution | None) -> Execution | None:
        return run and replace(run, cpu_s=0.0, wall_s=0.0, peak_mib=0.0, held_s=0.0)

    outcomes = tuple(replace(o, run=bare(o.run)) for o in judged.outcomes)
    return replace(judged, outcomes=outcomes)


def all_bare(results: Results) -> list[SolutionResult]:
    return [without_measures(j) for p in results.problems for j in p.solutions]


# Order


@pytest.mark.long
def test_any_number_of_workers_gives_the_same_judgement_in_the_same_order(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("shifted.py", SHIFTED)
    contest.solution("wrong.py", WRONG)
    contest.solution("fails.py", "lambda n,k:n[1]and[0]")
    contest.solution("no.c", "int main(")
    for i in range(5, 12):
        contest.case(f"secret/{i:02}", [i] * (i % 3 + 1), 1, i, "0")
    one, two = contest.run(workers=1), contest.run(workers=2)
    assert all_bare(one) == all_bare(two)
    judged = {j.solution.name: j for j in one.problems[0].solutions}
    assert {n: j.verdict.value for n, j in judged.items()} == {
        "right": "AC",
        "shifted": "AC",
        "wrong": "WA",
        "fails": "WA",
        "no": "CE",
    }
    names = [case.name for case in one.problems[0].problem.cases]
    assert [o.case for o in judged["right"].outcomes] == names


@pytest.mark.long
def test_cases_come_in_their_order_and_each_once(contest: Contest) -> None:
    for i in range(5, 60):
        contest.case(f"secret/{i:02}", [i], 1, i, "0")
    judged = contest.judge_one("right.c", RIGHT["plain.c"], workers=3)
    names = [case.name for case in contest.plan().requests[0].cases]
    assert [o.case for o in judged.outcomes] == names
    assert judged.passed == len(names) == 60


# One reading for a solution


@pytest.mark.long
def test_a_solution_may_count_from_1_throughout(contest: Contest) -> None:
    judged = contest.judge_one("shifted.py", SHIFTED)
    assert (judged.verdict, judged.reading) == (Verdict.AC, "1-indexed")
    assert judged.reading_why == "3 of 5 cases are legal only with this reading"


@pytest.mark.long
def test_a_declared_base_holds_against_the_outputs(contest: Contest) -> None:
    judged = contest.judge_one("shifted.py", SHIFTED, "base = 0")
    assert (judged.verdict, judged.reading) == (Verdict.WA, "0-indexed")
    assert judged.reading_why == "declared in the manifest"


@pytest.mark.long
def test_right_under_one_reading_here_and_another_there_is_wrong(contest: Contest) -> None:
    fickle = RIGHT["lambda.py"].replace("[i for", "[i+(len(n)==3)for").replace(" if n", "if n")
    judged = contest.judge_one("fickle.py", fickle)
    assert judged.verdict is Verdict.WA
    assert judged.reading == "1-indexed"
    assert verdicts(judged)["04-all"] == "WA" and verdicts(judged)["01-last"] == "AC"
    assert (
        judged.reading_why == "2 of 5 cases are legal only with this reading, 1 only with another"
    )


@pytest.mark.long
def test_an_answer_better_than_the_stored_one_makes_the_problem_the_culprit(
    contest: Contest,
) -> None:
    contest.case("secret/05", [7, 8], 1, 7, "0")
    judged = contest.judge_one("right.py", RIGHT["lambda.py"])
    assert judged.verdict is Verdict.BETTER
    [better] = [o for o in judged.outcomes if o.verdict is Verdict.BETTER]
    assert (better.case, better.score, better.best, better.gap) == ("secret/05", 8, 7, -1)
    assert not judged.as_expected


@pytest.mark.long
def test_a_plugin_that_raises_on_an_answer_is_the_judges_fault_there_alone(
    contest: Contest,
) -> None:
    plugin = contest.problem / "plugin.py"
    text = plugin.read_text()
    plugin.write_text(
        text.replace("        if len(set", "        1 // (2 - len(answer))\n        if len(set")
    )
    judged = contest.judge_one("right.py", RIGHT["lambda.py"])
    assert judged.verdict is Verdict.JE
    assert verdicts(judged)["1"] == "JE" and verdicts(judged)["01-last"] == "AC"
    assert "the plug-in's score raised ZeroDivisionError" in judged.outcomes[0].message


# Giving up


@pytest.fixture
def twos(contest: Contest) -> Contest:
    """Cases 01 to 09, on which LOOPS_ON_TWO loops except on 03 and 09."""
    contest.keep_cases()
    for i in range(1, 10):
        number = 3 if i in (3, 9) else 2
        contest.case(f"secret/{i:02}", [number], 1, number, "0")
    return contest


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 3])
def test_so_many_time_limits_in_a_row_end_a_solution(twos: Contest, workers: int) -> None:
    judged = twos.judge_one("loops.c", LOOPS_ON_TWO, give_up=3, time_limit_s=0.2, workers=workers)
    assert verdicts(judged) == {
        **{"01": "TLE", "02": "TLE", "03": "AC"},
        **{"04": "TLE", "05": "TLE", "06": "TLE"},
    }
    assert judged.verdict is Verdict.TLE
    assert judged.stopped == "stopped after 3 time limits in a row"


@pytest.mark.long
def test_zero_means_never_to_give_up(twos: Contest) -> None:
    judged = twos.judge_one("loops.c", LOOPS_ON_TWO, give_up=0, time_limit_s=0.1)
    assert len(judged.outcomes) == 9
    assert judged.stopped == ""
    assert verdicts(judged)["09"] == "AC"


@pytest.mark.long
def test_a_row_that_ends_with_the_last_case_stops_nothing(twos: Contest) -> None:
    for name in ("07", "08", "09"):
        (twos.problem / f"data/secret/{name}.in").unlink()
        (twos.problem / f"data/secret/{name}.ans").unlink()
    judged = twos.judge_one("loops.c", LOOPS_ON_TWO, give_up=3, time_limit_s=0.1)
    assert len(judged.outcomes) == 6
    assert judged.stopped == ""


@pytest.mark.long
def test_two_are_enough_unless_told_otherwise(twos: Contest) -> None:
    judged = twos.judge_one("loops.c", LOOPS_ON_TWO, time_limit_s=0.1)
    assert judged.stopped == "stopped after 2 time limits in a row"
    assert list(verdicts(judged)) == ["01", "02"]


@pytest.mark.long
def test_limits_of_output_and_memory_count_as_well(twos: Contest) -> None:
    source = "n = input()\nif n == '[2]': print('0 ' * 10**7)\nelse: any(iter(int, 1))"
    judged = twos.judge_one(
        "floods.py", source, 'kind = "program"\nbase = 0', give_up=3, time_limit_s=0.5
    )
    assert verdicts(judged) == {"01": "OLE", "02": "OLE", "03": "TLE"}
    assert judged.verdict is Verdict.OLE
    assert judged.stopped == "stopped after 3 limits in a row"


# Stopping at the first


def picks(*answers: tuple[str, str]) -> str:
    """A solution that prints for each list of numbers what it is told, and right answers else."""
    told = repr(dict(answers))
    return f"numbers, _ = input(), input()\nprint({told}.get(numbers, '0'))\n"


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 3])
def test_a_solution_ends_at_a_wrong_answer_where_asked_for(contest: Contest, workers: int) -> None:
    contest.keep_cases()
    for i in range(1, 10):
        contest.case(f"secret/{i:02}", [i], 1, i, "0")
    manifest = 'kind = "program"\ninput = "native"\nbase = 0'
    source = picks(("[3]", "7"), ("[5]", "7"))
    judged = contest.judge_one("wrong.py", source, manifest, stop_at_first=True, workers=workers)
    assert verdicts(judged) == {"01": "AC", "02": "AC", "03": "WA"}
    assert judged.verdict is Verdict.WA
    assert judged.stopped == "stopped at the first case that it failed"


@pytest.mark.long
def test_without_it_every_case_is_run(contest: Contest) -> None:
    judged = contest.judge_one("wrong.py", "print(99)", 'kind = "program"')
    assert (len(judged.outcomes), judged.stopped) == (5, "")


@pytest.mark.long
@pytest.mark.parametrize(("fault", "verdict"), [("1 // 0", "RTE"), ("any(iter(int, 1))", "TLE")])
def test_every_kind_of_failure_ends_it(contest: Contest, fault: str, verdict: str) -> None:
    contest.keep_cases()
    for i in range(1, 40):
        contest.case(f"secret/{i:02}", [i], 1, i, "0")
    source = f"n = input()\nif n in ('[3]', '[9]'): {fault}\nprint(7 if n == '[20]' else 0)"
    judged = contest.judge_one(
        "fails.py",
        source,
        'kind = "program"\ninput = "native"\nbase = 0',
        stop_at_first=True,
        time_limit_s=0.5,
        workers=2,
    )
    assert verdicts(judged) == {"01": "AC", "02": "AC", "03": verdict}
    assert judged.verdict.value == verdict
    assert judged.stopped == "stopped at the first case that it failed"


@pytest.mark.long
def test_nothing_is_started_that_does_not_count(contest: Contest) -> None:
    """The second of two workers fails at once, while the first one is still at the first case."""
    contest.keep_cases()
    for i in range(1, 61):
        contest.case(f"secret/{i:02}", [i], 1, i, "0")
    source = (
        "n = input()\nif n == '[1]':\n import time\n time.sleep(1)\nprint(0 if n < '[2' else 7)"
    )
    contest.solution("late.py", source, 'kind = "program"\ninput = "native"\nbase = 0')
    asked = {"stop_at_first": True, "workers": 2}
    heard: list[Event] = []
    listen(evaluate_plan(contest.plan(**asked), contest.options(**asked)), heard.append)
    skipped = sum(event.cases for event in heard if isinstance(event, CasesSkipped))
    judged = sum(isinstance(event, CaseJudged) for event in heard)
    assert skipped + judged == 60 and skipped >= 30


@pytest.mark.long
def test_it_goes_on_while_another_reading_may_be_right(contest: Contest) -> None:
    """[2, 1] and "1" is right only if indices start at 1; [1, 2] and "1" only at 0."""
    contest.keep_cases()
    for name, numbers, right in (("01", [2, 1], "0"), ("02", [3, 1], "0"), ("03", [1, 2], "1")):
        contest.case(f"secret/{name}", numbers, 1, max(numbers), right)
    contest.case("secret/04", [5], 1, 5, "0")
    judged = contest.judge_one("ones.py", "print(1)", 'kind = "program"', stop_at_first=True)
    assert list(verdicts(judged)) == ["01", "02", "03"]
    assert judged.verdict is Verdict.WA and judged.stopped


@pytest.mark.long
def test_a_right_solution_runs_on_every_case(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"], 'kind = "program"')
    contest.solution("fails.py", "1 // 0", 'kind = "program"')
    whole, stopped = (contest.judged(stop_at_first=asked) for asked in (False, True))
    assert {n: j.verdict for n, j in whole.items()} == {n: j.verdict for n, j in stopped.items()}
    assert len(stopped["right"].outcomes) == len(whole["right"].outcomes)
    assert len(stopped["fails"].outcomes) == 1


# Workers that die


def killer(contest: Contest, times: int) -> str:
    """A solution that kills its worker, unsandboxed, on the case [5, 1, 8], so many times."""
    return f"""
import json, os, pathlib, signal
numbers, most = json.loads(input()), int(input())
count = pathlib.Path({str(contest.root / "count")!r})
if numbers == [5, 1, 8]:
    dead = len(count.read_bytes()) if count.exists() else 0
    if dead < {times}:
        count.write_bytes(b"x" * (dead + 1))
        above = os.getppid()
        if pathlib.Path(f"/proc/{{above}}/comm").read_text().startswith("guard"):
            above = int(pathlib.Path(f"/proc/{{above}}/stat").read_text().split()[3])
        os.kill(above, signal.SIGKILL)
        signal.pause()  # its guard ends it now
order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
print(*[i for i in order[:most] if numbers[i] > 0])
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("times", [1, 2])
def test_a_case_whose_worker_died_is_run_again(contest: Contest, times: int, workers: int) -> None:
    judged = contest.judge_one("k.py", killer(contest, times), sandbox="none", workers=workers)
    assert len((contest.root / "count").read_bytes()) == times
    assert judged.verdict is Verdict.AC
    assert judged.passed == 5


@pytest.mark.long
@pytest.mark.parametrize(("manifest", "deaths"), [('input = "native"', 3), ("", 5)])
def test_a_case_that_kills_three_workers_is_the_judges_fault_and_the_rest_are_judged(
    contest: Contest, manifest: str, deaths: int
) -> None:
    """Two more die in the trial of conventions, which is then left out."""
    judged = contest.judge_one("k.py", killer(contest, 99), manifest, sandbox="none")
    assert len((contest.root / "count").read_bytes()) == deaths
    assert verdicts(judged) == {
        "1": "AC",
        **{"01-last": "JE", "02-none": "AC", "03-ties": "AC", "04-all": "AC"},
    }
    assert judged.outcomes[1].message.startswith("the worker died 3 times on this case")
    assert judged.verdict is Verdict.JE


@pytest.mark.long
def test_workers_killed_from_outside_change_no_verdict(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("wrong.py", WRONG)
    for i in range(5, 9):
        contest.case(f"secret/{i:02}", [i, -i], 1, i, "0")
    calm = all_bare(contest.run(workers=2))
    deaths: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, CaseJudged) and len(deaths) < 2:
            for process in multiprocess.active_children():
                process.kill()
                process.join()  # a worker that dies later may be given the same task again
                deaths.append(process.pid)

    options = contest.options(workers=2)
    disturbed = all_bare(listen(evaluate_plan(contest.plan(), options), kill))
    assert len(deaths) >= 2
    assert disturbed == calm


@pytest.mark.long
def test_a_worker_that_dies_in_the_middle_of_an_answer_is_replaced(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag = contest.root / "died"
    honest = worker_pool.serve

    def serve(connection: Any, *rest: Any) -> None:
        if not flag.exists():
            flag.touch()
            connection.recv()
            os.write(connection.fileno(), b"\0\0\1\0half")
            os._exit(1)
        honest(connection, *rest)

    monkeypatch.setattr(worker_pool, "serve", serve)
    judged = contest.judge_one("right.py", RIGHT["lambda.py"])
    assert flag.exists()
    assert judged.verdict is Verdict.AC


@pytest.mark.long
def test_no_process_and_no_folder_is_left(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(contest.root / "tmp"))
    (contest.root / "tmp").mkdir()
    contest.judge_one("right.py", RIGHT["lambda.py"], workers=2)
    assert multiprocess.active_children() == []
    assert list((contest.root / "tmp").iterdir()) == []


# Ctrl-C

DRIVER = """
import json, sys
from pathlib import Path
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions
from judge.evaluation.plan import make_plan
root, layer, solution = sys.argv[1:]
options = RunOptions(Path(root, "problems"), Path(root, "solutions"), workers=2, sandbox=layer,
                      time_limit_s=300)
results = listen(evaluate_plan(make_plan(options), options))
print(json.dumps({
    "interrupted": results.interrupted,
    "judged": {j.solution.name: [j.stopped, j.verdict.value, j.passed]
               for p in results.problems for j in p.solutions},
}))
"""


@pytest.mark.long
@pytest.mark.parametrize("layer", ["auto", "none"])
def test_ctrl_c_stops_at_once_leaves_nothing_and_keeps_what_was_done(
    contest: Contest, marker: str, layer: str
) -> None:
    contest.solution("a-right.py", RIGHT["lambda.py"])
    contest.solution(f"b-{marker}.py", endless(marker), 'input = "native"')
    judge = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(contest.root), layer, marker],
        env=judge_environment(TMPDIR=str(contest.root)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )
    wait_for(lambda: executions_of_endless(marker) == 2)  # both workers run it
    os.killpg(judge.pid, signal.SIGINT)
    out, err = judge.communicate(timeout=900)  # by itself it would take 15 minutes a case
    assert err == b""
    assert json.loads(out) == {"interrupted": True, "judged": {"a-right": ["", "AC", 5]}}
    wait_for(lambda: not processes_naming(marker))
    assert list(contest.root.glob("judge-*")) == []


@pytest.mark.long
@pytest.mark.parametrize("layer", ["auto", "none"])
def test_a_judge_that_is_killed_takes_its_workers_along(
    contest: Contest, marker: str, layer: str
) -> None:
    contest.solution(f"b-{marker}.py", endless(marker))
    judge = subprocess.Popen(
        [sys.executable, "-c", DRIVER.replace("300", "1"), str(contest.root), layer, marker]
    )
    wait_for(lambda: executions_of_endless(marker) == 2)
    judge.kill()
    judge.wait()
    wait_for(lambda: not processes_naming(marker))


def press_ctrl_c(event: Event) -> None:
    """After a case."""
    if isinstance(event, CaseJudged):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.long
def test_an_interrupted_solution_says_so(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["lambda.py"])

    results = listen(evaluate_plan(contest.plan(), contest.options()), press_ctrl_c)
    [judged] = results.problems[0].solutions
    assert results.interrupted
    assert judged.stopped == "interrupted"
    assert 1 <= len(judged.outcomes) < 5
    assert multiprocess.active_children() == []


@pytest.mark.long
def test_solutions_not_begun_at_an_interrupt_are_left_out(contest: Contest) -> None:
    contest.solution("a.py", RIGHT["lambda.py"])
    contest.solution("b.py", RIGHT["lambda.py"])

    results = listen(evaluate_plan(contest.plan(), contest.options()), press_ctrl_c)
    assert [j.solution.name for j in results.problems[0].solutions] == ["a"]


def test_a_batch_of_nothing_is_empty() -> None:
    layer = sandbox.choose("none")
    assert scheduler.run([], layer, Settings(workers=1)) == ([], False)


@pytest.mark.long
def test_a_run_close_to_its_limit_is_run_again_alone(contest: Contest) -> None:
    """The limit is a small one: the wall limit is far away then, whatever else the machine does."""
    spin = "import time\nwhile time.process_time() < 0.25:\n    pass\nprint()\n"
    judged = contest.judge_one("close.py", spin, time_limit_s=0.3, case="1")
    assert [len(o.run.tries_s) for o in judged.outcomes if o.run] == [2]
    assert judged.verdict is not Verdict.TLE


@pytest.mark.long
def test_a_run_far_from_its_limit_is_run_once(contest: Contest) -> None:
    judged = contest.judge_one("quick.py", "print()\n", case="1")
    assert [o.run.tries_s for o in judged.outcomes if o.run] == [()]
