"""The first result of a run comes before very many cases are listed, and belongs to the run."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.evaluation import convention_trial
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.first_result import FirstResult, first_result_of
from judge.evaluation.plan import make_plan
from judge.evaluation.probes import Probes
from judge.model import Results, Verdict
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest

#: They settle the calling convention.
NATIVE = 'input = "native"\n'
CALLED = 'kind = "function"\narity = "args"\noutput = "return"\n'
#: The toy has five cases, each with two files.
FEW = 9


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "store.sqlite")


def first(
    contest: Contest, store: Store | None = None, very_many: int = FEW, **options: Any
) -> FirstResult | None:
    chosen = contest.options(**options)
    return first_result_of(chosen, Probes(chosen.sandbox), lambda: store, very_many)


def run(
    contest: Contest, store: Store | None, found: FirstResult | None, **options: Any
) -> Results:
    chosen = contest.options(**options)
    executed, plan = frozenset[bytes](), make_plan(chosen)
    if found:
        executed, plan = found.executed, found.used_in(plan)
    return listen(evaluate_plan(plan, chosen, store, executed=executed))


def known(results: Results) -> int:
    return sum(one.known for problem in results.problems for one in problem.solutions)


def test_it_is_that_of_a_sample(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"], NATIVE)
    found = first(contest)
    assert found is not None
    assert found.judged.solution.name == "right"
    assert found.judged.graded.case.startswith("sample/")
    assert found.judged.verdict is Verdict.AC


def test_a_package_with_few_cases_is_not_looked_into(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"], NATIVE)
    assert first(contest, very_many=100) is None


@pytest.mark.long
@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(
    ("source", "manifest"),
    [(RIGHT["program.py"], NATIVE), (RIGHT["program.py"], ""), (RIGHT["lambda.py"], "")],
)
def test_it_is_executed_once_and_counts_as_executed(
    contest: Contest, store: Store, source: str, manifest: str, fresh: bool
) -> None:
    """Also where the trial of other calling conventions begins with it."""
    contest.solution("right.py", source, manifest)
    found = first(contest, store, fresh=fresh)
    assert found is not None and len(found.executed) == 1
    results = run(contest, store, found, fresh=fresh)
    assert known(results) == 0
    [outcome] = [
        one
        for one in results.problems[0].solutions[0].outcomes
        if one.case == found.judged.graded.case
    ]
    assert outcome.run is not None
    assert outcome.run.wall_s == found.judged.graded.run.wall_s  # it is the same execution


@pytest.mark.long
@pytest.mark.parametrize("manifest", [NATIVE, ""])
def test_it_is_executed_once_without_a_store(contest: Contest, manifest: str) -> None:
    contest.solution("right.py", RIGHT["program.py"], manifest)
    found = first(contest)
    assert found is not None
    outcomes = run(contest, None, found).problems[0].solutions[0].outcomes
    [outcome] = [one for one in outcomes if one.case == found.judged.graded.case]
    assert outcome.run is not None
    assert outcome.run.wall_s == found.judged.graded.run.wall_s


@pytest.mark.long
def test_it_is_executed_once_where_the_trial_takes_other_cases(
    contest: Contest, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convention_trial, "further_indices", lambda _: ())
    data = contest.problem / "data"
    for number in range(120):
        for suffix in (".in", ".ans"):
            shutil.copy(data / f"sample/1{suffix}", data / f"secret/{number:03}{suffix}")
    contest.solution("right.py", RIGHT["lambda.py"])
    found = first(contest, store)
    assert found is not None
    request = make_plan(contest.options()).requests[0]
    index = [case.name for case in request.cases].index(found.judged.graded.case)
    assert index not in convention_trial.small_indices(request.contexts)
    results = run(contest, store, found)
    outcome = results.problems[0].solutions[0].outcomes[index]
    assert outcome.run is not None
    assert outcome.run.wall_s == found.judged.graded.run.wall_s  # it is the same execution


@pytest.mark.long
def test_what_an_earlier_run_has_executed_is_known(contest: Contest, store: Store) -> None:
    contest.solution("right.py", RIGHT["program.py"], NATIVE)
    run(contest, store, None)
    found = first(contest, store)
    assert found is not None and found.executed == frozenset()
    assert known(run(contest, store, found)) == 5
    again = first(contest, store, fresh=True)
    assert again is not None and len(again.executed) == 1


@pytest.mark.long
def test_a_wrong_answer_under_an_open_convention_is_not_shown(contest: Contest) -> None:
    """Another case may settle a convention under which it is right."""
    contest.solution("wrong.py", "lambda n,k:[]")
    assert first(contest) is None
    contest.solution("wrong.py", "lambda n,k:[]", CALLED)
    found = first(contest)
    assert found is not None and found.judged.verdict is Verdict.WA


def test_a_solution_that_is_expected_to_be_slow_is_not_the_first(contest: Contest) -> None:
    contest.solution("a.py", "while 1: pass", NATIVE + 'expect = "TLE"\n')
    contest.solution("b.py", RIGHT["program.py"], NATIVE)
    found = first(contest)
    assert found is not None and found.judged.solution.name == "b"


@pytest.mark.parametrize(
    ("file", "source"), [("broken.c", "int main("), ("nothing.txt", "7\n0 1\n")]
)
def test_without_a_program_there_is_none(contest: Contest, file: str, source: str) -> None:
    contest.solution(file, source)
    assert first(contest) is None


def test_chosen_cases_and_clusters_wait_for_the_plan(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"], NATIVE)
    assert first(contest, case="sample") is None
    assert first(contest, cluster="local") is None


def test_faults_are_left_to_the_plan(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["program.py"], "colour = 1\n")
    assert first(contest) is None
    assert first(contest, names=("nosuch",)) is None
    for path in (contest.problem / "data").rglob("*.ans"):
        path.write_text("1000\n")
    contest.solution("right.py", RIGHT["program.py"], NATIVE)
    assert first(contest) is None


def test_a_limit_that_is_measured_is_not_guessed(contest: Contest) -> None:
    settings = contest.problem / "problem.yaml"
    lines = settings.read_text().splitlines()
    kept = [line for line in lines if "time_limit" not in line]
    settings.write_text("\n".join([*kept, ""]))
    submission = contest.problem / "submissions/accepted/right.py"
    submission.parent.mkdir(parents=True)
    submission.write_text(RIGHT["program.py"])
    assert first(contest) is None
    assert first(contest, time_limit_s=5.0) is not None
