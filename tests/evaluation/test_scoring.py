"""Solutions of scoring problems get a score, which the store, the report and the JSON file keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.evaluation import rescore
from judge.evaluation.evaluate import evaluate
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions, make_plan
from judge.model import Results, Verdict
from judge.report.export import json_write
from judge.store import restore
from judge.store.store import open_store
from tests.packages.written import MODERN, write

#: Right for even numbers only, and too slow for none.
EVEN = "n = int(input())\nprint(n if n % 2 == 0 else 0)\n"
FILES = {
    "problem.yaml": MODERN + "type: scoring\nlimits: {time_limit: 5}\nembargo_until: 2030-01-01\n",
    "data/secret/g1/test_group.yaml": "max_score: 40\n",
    "data/secret/g2/test_group.yaml": "max_score: 60\nscore_aggregation: sum\n",
    **{
        f"data/secret/g{g}/{n}.{end}": f"{n}\n"
        for g, n in ((1, 2), (1, 4), (2, 6), (2, 7))
        for end in ("in", "ans")
    },
}


@pytest.fixture
def options(tmp_path: Path) -> RunOptions:
    write(tmp_path / "problems", FILES)
    solutions = tmp_path / "solutions/tour"
    solutions.mkdir(parents=True)
    (solutions / "even.py").write_text(EVEN)
    (solutions / "even.toml").write_text('kind = "program"\nexpect = "WA"\n')
    return RunOptions(tmp_path / "problems", tmp_path / "solutions", workers=1, sandbox="none")


def scores(results: Results) -> list[tuple[str, object]]:
    [judged] = results.problems[0].judged
    return [("", judged.score), *((group.name, group.score) for group in judged.groups)]


EXPECTED = [("", 70), ("sample", None), ("secret", 70), ("secret/g1", 40), ("secret/g2", 30)]


def test_a_solution_has_the_score_of_its_groups(options: RunOptions) -> None:
    results = listen(evaluate(make_plan(options), options))
    [judged] = results.problems[0].judged
    assert judged.verdict is Verdict.WA  # the sample is odd, and so is one secret case
    assert scores(results) == EXPECTED
    facts = json_write.results_as_facts(results)["problems"][0]["solutions"][0]
    assert (facts["score"], facts["groups"][-1]["score"]) == (70, 30)


def test_the_store_keeps_scores_and_grades_again(options: RunOptions, tmp_path: Path) -> None:
    store = open_store(tmp_path / "store.sqlite")
    listen(evaluate(make_plan(options), options, store))
    restored = restore.restore_run(store, 1, tmp_path / "restored")
    assert scores(restored.results) == EXPECTED
    problem = restored.results.problems[0].problem
    assert [group.name for group in problem.groups][1:] == ["secret", "secret/g1", "secret/g2"]
    (tmp_path / "problems/tour/data/secret/g2/7.ans").write_text("0\n")
    again = rescore.rescore_run(restored, (), "judge rescore")
    assert scores(again.results)[0] == ("", 100)


def test_a_run_of_some_cases_has_no_score(options: RunOptions) -> None:
    some = RunOptions(**{**vars(options), "case": "g1"})
    assert scores(listen(evaluate(make_plan(some), some))) == [("", None)]


def test_a_scoring_problem_is_run_to_its_end(options: RunOptions, tmp_path: Path) -> None:
    """Elsewhere a solution stops after some limits in a row."""
    (tmp_path / "solutions/tour/even.py").write_text("while True: pass\n")
    some = RunOptions(**{**vars(options), "time_limit_s": 0.05, "give_up": 1})
    [judged] = listen(evaluate(make_plan(some), some)).problems[0].judged
    assert [o.verdict for o in judged.outcomes] == [Verdict.TLE] * 5
    assert (judged.score, judged.stopped) == (0, "")
