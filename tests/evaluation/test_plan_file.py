"""``judge grade`` goes the way of ``judge run``: a plan of one file, evaluated like any other."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.evaluation import better_answer
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, SolutionBuilt, listen
from judge.evaluation.plan_file import GradeOptions, plan_source, with_whole_outputs
from judge.model import Kind, Results, SolutionResult, Verdict
from judge.report.terminal.grade import grade_text
from judge.running import worker_pool
from tests.contest import RIGHT, Contest

BATCHES = Path(__file__).parents[1] / "batches"


def options(contest: Contest, file: Path, target: str = "toy", **more: Any) -> GradeOptions:
    return GradeOptions(contest.root / "problems", target, str(file), workers=1, **more)


def graded(chosen: GradeOptions) -> Results:
    return listen(evaluate_plan(*plan_source(chosen)))


def told(judged: SolutionResult) -> list[object]:
    outcomes = [(o.case, o.verdict, o.reason, o.message, o.score, o.gap) for o in judged.outcomes]
    return [judged.verdict, judged.reading, judged.reading_why, judged.message, outcomes]


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("right.py", RIGHT["lambda.py"]),
        ("wrong.py", "lambda n,k:[]"),
        ("fails.py", "1 // 0"),
        ("no.c", "int main("),
    ],
)
def test_a_source_is_judged_as_it_is_in_a_run(contest: Contest, file: str, source: str) -> None:
    path = contest.solution(file, source)
    [in_a_run] = contest.run().problems[0].solutions
    [alone] = graded(options(contest, path)).problems[0].solutions
    assert told(alone) == told(in_a_run)


@pytest.mark.long
def test_an_output_is_judged_as_it_is_in_a_run(contest: Contest) -> None:
    path = contest.solution("my.out", "0 1\n", 'case = "04-all"\n')
    [in_a_run] = contest.run().problems[0].solutions
    [alone] = graded(options(contest, path, "toy/04-all")).problems[0].solutions
    assert told(alone) == told(in_a_run)


def test_a_source_s_plan_holds_the_chosen_cases(contest: Contest) -> None:
    path = contest.solution("right.py", RIGHT["lambda.py"])
    plan, chosen = plan_source(options(contest, path, "toy/secret"))
    [request] = plan.requests
    assert {case.name.split("/")[0] for case in request.cases} == {"secret"}
    assert plan.runs == len(request.cases) == 4 and chosen.sandbox == "auto"


@pytest.mark.long
def test_an_output_s_plan_is_one_case_and_needs_no_sandbox(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = contest.root / "my.txt"
    path.write_text("0\n")
    plan, chosen = plan_source(options(contest, path, "toy/01-last"))
    [request] = plan.requests
    assert (request.solution.kind, chosen.sandbox, plan.runs) == (Kind.OUTPUT, "none", 1)
    kinds = [type(event) for event in evaluate_plan(plan, chosen)]
    assert kinds.count(SolutionBuilt) == kinds.count(CaseJudged) == 1


def test_an_unknown_sandbox_is_refused_for_an_output_too(contest: Contest) -> None:
    path = contest.root / "my.txt"
    path.write_text("0\n")
    with pytest.raises(JudgeError, match="unknown sandbox 'bubble': did you mean"):
        plan_source(options(contest, path, "toy/01-last", sandbox="bubble"))


@pytest.mark.long
def test_an_output_is_read_once(contest: Contest) -> None:
    path = contest.root / "my.txt"
    path.write_text("nonsense\n")
    plan, chosen = plan_source(options(contest, path, "toy/01-last"))
    path.unlink()
    [judged] = listen(evaluate_plan(plan, chosen)).problems[0].solutions
    assert judged.verdict is Verdict.WA


@pytest.mark.long
def test_what_of_a_long_output_is_wrong_is_shown_to_its_end(tmp_path: Path) -> None:
    """More than what travels back from a worker."""
    shutil.copytree(BATCHES, tmp_path / "problems")
    settings = tmp_path / "problems/sums/problem.yaml"
    settings.write_text(settings.read_text().replace("output: 0.001", "output: 1"))
    path = tmp_path / "my.txt"
    path.write_text("10\n7\n" + " " * 200_000 + "5\n")
    plan, chosen = plan_source(GradeOptions(tmp_path / "problems", "sums/few", str(path)))
    results = with_whole_outputs(listen(evaluate_plan(plan, chosen)))
    text = grade_text(plan, results, 0.0)
    assert "200,007 bytes" in text and "line 3: 2 + 2 = 4" in text


@pytest.mark.long
def test_a_long_output_that_beats_the_stored_answer_is_kept_whole(contest: Contest) -> None:
    contest.case("secret/05", [7, 8], 1, 7, "0")
    path = contest.root / "my.txt"
    path.write_text(" " * 200_000 + "1\n")
    plan, chosen = plan_source(options(contest, path, "toy/05"))
    results = with_whole_outputs(listen(evaluate_plan(plan, chosen)))
    [witness] = better_answer.better_answers(results, plan)
    assert witness.best is not None and witness.best.score == 8


def test_no_worker_is_started_for_a_file_that_cannot_be_read(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool.WorkerPool, "start", None)
    with pytest.raises(JudgeError, match=r"gone\.txt: cannot be read: No such file"):
        plan_source(options(contest, contest.root / "gone.txt", "toy/01-last"))
