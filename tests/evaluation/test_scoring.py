"""Solutions of scoring problems get a score, which the store, the report and the JSON file keep."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.evaluation import rescore
from judge.evaluation.evaluate import evaluate_plan
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
    [judged] = results.problems[0].solutions
    return [("", judged.score), *((group.name, group.score) for group in judged.groups)]


EXPECTED = [("", 70), ("sample", None), ("secret", 70), ("secret/g1", 40), ("secret/g2", 30)]


@pytest.mark.long
def test_a_solution_has_the_score_of_its_groups(options: RunOptions) -> None:
    results = listen(evaluate_plan(make_plan(options), options))
    [judged] = results.problems[0].solutions
    assert judged.verdict is Verdict.WA  # the sample is odd, and so is one secret case
    assert scores(results) == EXPECTED
    facts = json_write.results_as_facts(results)["problems"][0]["solutions"][0]
    assert (facts["score"], facts["groups"][-1]["score"]) == (70, 30)


@pytest.mark.long
def test_the_store_keeps_scores_and_grades_again(options: RunOptions, tmp_path: Path) -> None:
    store = open_store(tmp_path / "store.sqlite")
    listen(evaluate_plan(make_plan(options), options, store))
    restored = restore.restore_run(store, 1, tmp_path / "restored")
    assert scores(restored.results) == EXPECTED
    problem = restored.results.problems[0].problem
    assert [group.name for group in problem.groups][1:] == ["secret", "secret/g1", "secret/g2"]
    (tmp_path / "problems/tour/data/secret/g2/7.ans").write_text("0\n")
    again = rescore.rescore_run(restored, (), "judge rescore")
    assert scores(again.results)[0] == ("", 100)


@pytest.mark.long
def test_a_run_of_some_cases_has_no_score(options: RunOptions) -> None:
    some = replace(options, case="g1")
    assert scores(listen(evaluate_plan(make_plan(some), some))) == [("", None)]


@pytest.mark.long
def test_a_scoring_problem_is_run_to_its_end(options: RunOptions, tmp_path: Path) -> None:
    """Elsewhere a solution stops after some limits in a row."""
    (tmp_path / "solutions/tour/even.py").write_text("while True: pass\n")
    some = replace(options, time_limit_s=0.05, give_up=1)
    [judged] = listen(evaluate_plan(make_plan(some), some)).problems[0].solutions
    assert [o.verdict for o in judged.outcomes] == [Verdict.TLE] * 5
    assert (judged.score, judged.stopped) == (0, "")


VALIDATOR = """
import sys
from pathlib import Path

feedback = Path(sys.argv[3])
value = sys.stdin.read().strip()
if value == "no":
    sys.exit(43)
if value:
    feedback.joinpath(sys.argv[4]).write_text(value)
sys.exit(42)
"""


#: What a solution prints for the inputs 2, 4 (a group of 40 points), 6 and 7 (30 points each).
@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "printed", "verdict", "score"),
    [
        ("score_multiplier.txt", ["1", "0.5", "1", "no"], Verdict.WA, 20 + 30),
        ("score_multiplier.txt", ["1.5", "", "", ""], Verdict.JE, None),
        ("score.txt", ["", "10", "", "20.5"], Verdict.AC, "121/2"),
        ("score.txt", ["", "", "31", ""], Verdict.JE, None),
        ("score.txt", ["", "ten", "", ""], Verdict.JE, None),
    ],
)
def test_a_validator_decides_on_the_scores_of_cases(
    options: RunOptions,
    tmp_path: Path,
    file: str,
    printed: list[str],
    verdict: Verdict,
    score: object,
) -> None:
    problem = tmp_path / "problems/tour"
    (problem / "output_validator").mkdir()
    (problem / "output_validator/check.py").write_text(VALIDATOR)
    for group, scores in (("g1", "max_score: 40"), ("g2", "max_score: 60")):
        aggregation = "min" if group == "g1" else "sum"
        (problem / f"data/secret/{group}/test_group.yaml").write_text(
            f"{scores}\nscore_aggregation: {aggregation}\noutput_validator_args: [{file}]\n"
        )
    answers = {"1": "", **dict(zip("2467", printed, strict=True))}
    (tmp_path / "solutions/tour/even.py").write_text(f"print({answers!r}[input()])\n")
    some = replace(options, sandbox="auto")
    results = listen(evaluate_plan(make_plan(some), some))
    [judged] = results.problems[0].solutions
    assert judged.verdict is verdict, [o.message for o in judged.outcomes]
    facts = json_write.results_as_facts(results)["problems"][0]["solutions"][0]
    assert facts["score"] == score


WRITES = """
import sys
from pathlib import Path

sample = Path(sys.argv[1]).read_text() == "1\\n"
Path(sys.argv[3], "score.txt").write_text({text})
sys.exit(42)
"""


def scored_by(tmp_path: Path, files: dict[str, str]) -> tuple[Verdict, object]:
    write(tmp_path / "problems", {**files, "submissions/accepted/a.py": "print(input())\n"})
    options = RunOptions(tmp_path / "problems", tmp_path / "solutions", workers=1)
    [judged] = listen(evaluate_plan(make_plan(options), options)).problems[0].solutions
    return judged.verdict, judged.score


@pytest.mark.long
def test_what_a_validator_writes_on_a_sample_is_ignored(tmp_path: Path) -> None:
    text = "'nonsense' if sample else '7'"
    files = {
        "problem.yaml": MODERN + "type: scoring\nlimits: {time_limit: 5}\n",
        "output_validator/check.py": WRITES.format(text=text),
    }
    assert scored_by(tmp_path, files) == (Verdict.AC, 7)


@pytest.mark.long
def test_scores_of_a_legacy_package_may_be_negative(tmp_path: Path) -> None:
    files = {
        "problem.yaml": "type: scoring\nvalidation: custom score\nlimits: {time_limit: 5}\n"
        "grading: {objective: min}\n",
        "output_validators/check.py": WRITES.format(text="'2' if sample else '-5'"),
    }
    assert scored_by(tmp_path, files) == (Verdict.AC, -3)


@pytest.mark.long
def test_the_store_keeps_the_groups_of_a_legacy_package(tmp_path: Path) -> None:
    files = {"problem.yaml": "type: scoring\n", "data/secret/testdata.yaml": "range: 0 50\n"}
    write(tmp_path / "problems", {**files, "data/testdata.yaml": "accept_score: 25\n"})
    (tmp_path / "solutions/tour").mkdir(parents=True)
    (tmp_path / "solutions/tour/echo.py").write_text("print(input())\n")
    options = RunOptions(tmp_path / "problems", tmp_path / "solutions", workers=1, sandbox="none")
    store = open_store(tmp_path / "store.sqlite")
    results = listen(evaluate_plan(make_plan(options), options, store))
    restored = restore.restore_run(store, 1, tmp_path / "restored").results
    assert restored.problems[0].problem.groups == results.problems[0].problem.groups
    assert scores(restored)[0] == ("", 50)


@pytest.mark.long
def test_cases_of_a_group_that_is_not_run_count_as_skipped(
    options: RunOptions, tmp_path: Path
) -> None:
    group = tmp_path / "problems/tour/data/secret/g2/test_group.yaml"
    group.write_text("max_score: 60\nscore_aggregation: sum\nrequire_pass: sample\n")
    store = open_store(tmp_path / "store.sqlite")
    listen(evaluate_plan(make_plan(options), options, store))
    restored = restore.restore_run(store, 1, tmp_path / "restored")
    again = rescore.rescore_run(restored, (), "judge rescore")
    for results in (restored.results, again.results):
        [judged] = results.problems[0].solutions
        assert (judged.verdict, judged.score, judged.passed) == (Verdict.WA, 40, 2)
        skipped = [one for one in judged.outcomes if one.verdict is Verdict.SKIP]
        assert [one.case for one in skipped] == ["secret/g2/6", "secret/g2/7"]
        assert skipped[0].message == "not run: secret/g2 requires sample"
