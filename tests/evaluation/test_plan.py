"""``judge run`` without a terminal: what is chosen, under which limits, and what is told."""

from __future__ import annotations

import shutil
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.evaluation import executors
from judge.model import Case, Verdict
from tests.contest import RIGHT, Contest, verdicts


@pytest.fixture
def two(contest: Contest) -> Contest:
    """A right solution in C and a wrong one in Python."""
    contest.solution("right.c", RIGHT["plain.c"])
    contest.solution("wrong.py", "lambda n,k:[]", 'expect = "WA"')
    return contest


def test_a_run_says_what_is_wrong_in_settings_that_decide_nothing(contest: Contest) -> None:
    contest.solution("right.c", RIGHT["plain.c"])
    settings = contest.problem / "problem.yaml"
    settings.write_text(settings.read_text() + "oj-lab-metadata: 1\nlicense: mit\n")
    [note] = contest.plan().notes
    assert "problem.yaml:" in note and "unknown key 'oj-lab-metadata' is not used" in note
    assert note.endswith("(1 other as well)")


def second_problem(contest: Contest) -> None:
    shutil.copytree(contest.problem, contest.root / "problems" / "other")


def refusal(contest: Contest, **options: object) -> str:
    with pytest.raises(JudgeError) as caught:
        contest.plan(**options)
    return str(caught.value)


# The plan


def test_every_solution_meets_every_case(two: Contest) -> None:
    plan = two.plan()
    assert [r.solution.name for r in plan.requests] == ["right", "wrong"]
    assert [len(r.cases) for r in plan.requests] == [5, 5]
    assert plan.runs == 10
    assert [r.contexts[0].best.score for r in plan.requests] == [7, 7]
    assert plan.requests[0].contexts is plan.requests[1].contexts  # of a million cases one list


def test_each_file_of_a_case_is_read_once(two: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Counter[str]()
    read_regular = foreign_files.read_regular

    def counted(name: str, *most: int) -> bytes:
        opened[name] += 1
        return read_regular(name, *most)

    monkeypatch.setattr(foreign_files, "read_regular", counted)
    plan = two.plan()
    files = [str(path) for case in plan.requests[0].cases for path in paths_of(case)]
    assert [opened[name] for name in files] == [1] * 10


def paths_of(case: Case) -> tuple[Path, Path]:
    return case.input_path, case.answer_path


def test_a_glob_picks_solutions(two: Contest) -> None:
    assert [r.solution.name for r in two.plan(solution="*.c").requests] == ["right"]


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("sample/1", ["sample/1"]),
        ("03-ties", ["secret/03-ties"]),
        ("secret/0[12]*", ["secret/01-last", "secret/02-none"]),
        ("1", ["sample/1"]),
    ],
)
def test_a_glob_picks_cases_by_whole_or_last_name(
    two: Contest, pattern: str, names: list[str]
) -> None:
    assert [c.name for c in two.plan(case=pattern).requests[0].cases] == names


def test_a_problem_without_solutions_is_passed_over(two: Contest) -> None:
    second_problem(two)
    assert {r.problem.name for r in two.plan().requests} == {"toy"}


@pytest.mark.long
def test_solutions_of_several_problems_are_judged_in_one_go(two: Contest) -> None:
    second_problem(two)
    shutil.copytree(two.solutions, two.root / "solutions" / "other")
    results = two.run()
    assert [p.problem.name for p in results.problems] == ["other", "toy"]
    assert all([j.verdict.value for j in p.solutions] == ["AC", "WA"] for p in results.problems)
    assert {p.problem.name for p in two.run(names=("toy",)).problems} == {"toy"}


def test_limits_are_the_problems_unless_told_otherwise(two: Contest) -> None:
    limits = two.plan().requests[0].limits
    assert (limits.cpu_s, limits.memory_mib) == (10, 512)
    changed = two.plan(time_limit_s=0.5, memory_limit_mib=64).requests[0].limits
    assert changed == replace(limits, cpu_s=0.5, memory_mib=64)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"names": ("tyo",)}, "no problem 'tyo' in "),
        ({"solution": "rihgt"}, "no solution matches 'rihgt': did you mean 'right'?"),
        ({"case": "secret/03-tie"}, "no case of toy matches 'secret/03-tie': did you mean 'secret"),
        ({"sandbox": "bubblewarp"}, "unknown sandbox 'bubblewarp': did you mean 'bubblewrap'?"),
        ({"sandbox": ""}, "unknown sandbox '': known: "),
    ],
)
def test_a_choice_of_nothing_is_refused_with_the_near_one(
    two: Contest, options: dict[str, object], said: str
) -> None:
    assert refusal(two, **options).startswith(said)


def test_where_there_is_no_solution_it_says_where_to_put_one(contest: Contest) -> None:
    said = refusal(contest)
    assert said.startswith("no solution to judge: put sources into ")
    assert str(contest.solutions) in said


def test_a_fault_in_any_case_is_found_before_anything_runs(two: Contest) -> None:
    (two.problem / "data/secret/04-all.in").write_text("?\n")
    assert "secret/04-all.in:1: " in refusal(two)


@pytest.mark.long
def test_no_more_workers_are_hired_than_there_are_runs(
    two: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Pool(executors.WorkerPool):
        def __init__(self, workers: int, *more: Any, **options: Any) -> None:
            asked.append(workers)
            super().__init__(1, *more, **options)

    monkeypatch.setattr(executors, "WorkerPool", Pool)
    two.run(workers=1000)
    two.run(workers=3)
    assert asked == [10, 3]


# The results


@pytest.mark.long
def test_results_tell_what_ran_where_and_how(two: Contest) -> None:
    results = two.run(command="judge run --case 1", case="1")
    assert results.command == "judge run --case 1"
    assert results.sandbox.startswith("bubblewrap; memory")
    assert datetime.fromisoformat(results.started).tzinfo
    assert results.wall_s > 0
    assert "cores" in results.machine
    assert set(results.toolchains) == {"C", "Python 3"}
    assert not results.interrupted


@pytest.mark.long
def test_only_verdicts_that_differ_from_the_manifest_are_unexpected(two: Contest) -> None:
    assert two.run().unexpected == ()
    two.solution("wrong.py", "lambda n,k:[]", 'expect = ["AC", "TLE"]')
    assert [j.solution.name for j in two.run().unexpected] == ["wrong"]


@pytest.mark.long
def test_an_outcome_holds_score_best_gap_and_run(two: Contest) -> None:
    judged = two.judged()["wrong"]
    first = judged.outcomes[0]
    assert (first.problem, first.solution, first.case) == ("toy", "wrong", "sample/1")
    assert (first.verdict, first.score, first.best, first.gap) == (Verdict.WA, 0, 7, 7)
    assert first.run is not None and first.run.result == b"[]"
    assert (judged.passed, judged.worst_gap) == (1, 8)


@pytest.mark.long
def test_limits_given_are_those_applied(contest: Contest) -> None:
    contest.keep_cases("01-last")
    loops = contest.judge_one(
        "loops.c", "int main(void) { volatile int i = 1; while (i); }\n", time_limit_s=0.1
    )
    assert verdicts(loops) == {"01-last": "TLE"}
    greedy = contest.judge_one("greedy.py", "x = b'x' * (100 << 20)\nprint(2)", memory_limit_mib=64)
    assert verdicts(greedy) == {"01-last": "MLE"}
    enough = contest.judge_one(
        "greedy.py", "x = b'x' * (100 << 20)\nprint(2)", memory_limit_mib=400
    )
    assert verdicts(enough) == {"01-last": "AC"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("print(2)", "AC"),
        ("print(0)", "WA"),
        ("1 / 0", "RTE"),
        ("import os\nos.abort()", "RTE"),
        ("while 1: print('x' * 9999)", "OLE"),
    ],
)
def test_each_end_has_its_verdict(contest: Contest, source: str, verdict: str) -> None:
    contest.keep_cases("01-last")
    assert verdicts(contest.judge_one("some.py", source)) == {"01-last": verdict}
