"""``judge.run``, ``judge.events`` and ``judge.grade``: what a program gets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import judge
from tests.contest import RIGHT, Contest

WRONG = "lambda n,k:[]\n"


@pytest.fixture
def problem(toy: Contest) -> judge.LoadedProblem:
    return judge.load_problem(toy.problem)


def test_importing_judge_loads_nothing_of_it() -> None:
    code = "import judge, sys; print([n for n in sys.modules if n.startswith('judge.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_every_name_of_the_library_can_be_imported() -> None:
    assert {"run", "events", "grade", "hunt", "load_problem", "Source"} <= set(dir(judge))
    assert all(getattr(judge, name) is not None for name in judge._MODULES)
    with pytest.raises(AttributeError, match="no attribute 'runs'"):
        judge.runs  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.long
def test_files_folders_and_texts_are_sources(toy: Contest, problem: judge.LoadedProblem) -> None:
    more = toy.root / "more"
    more.mkdir()
    (more / "wrong.py").write_text(WRONG)
    typed = judge.Source(RIGHT["lambda.py"], "python", name="typed")
    mine = toy.solutions / "reference-lambda.py"
    result = judge.run(problem, [mine, str(more), typed], workers=1)
    assert {name: verdict.value for name, verdict in result.verdicts.items()} == {
        "reference-lambda": "AC",
        "wrong": "WA",
        "typed": "AC",
    }
    assert not result.as_expected and len(result) == 3
    places = result.ranking.overall.places  # of one size: the faster one is first
    assert {place.result.solution.name for place in places} == {"reference-lambda", "typed"}
    assert result["typed"].passed == len(problem.problem.cases)
    assert result["typed"].solution.source == RIGHT["lambda.py"].encode()
    with pytest.raises(judge.JudgeError, match="did you mean 'typed'"):
        result["type"]
    with pytest.raises(judge.JudgeError, match="has 3 solutions"):
        _ = result.solution


def test_without_sources_all_solutions_of_the_problem_are_judged(toy: Contest) -> None:
    result = judge.run(toy.problem, cases="sample", workers=1)
    assert result.solution.solution.name == "reference-lambda" and len(result) == 1
    assert [outcome.case for outcome in result.solution.outcomes] == ["sample/1"]


@pytest.mark.long
def test_limits_are_those_of_the_keywords(problem: judge.LoadedProblem) -> None:
    endless = judge.Source("while True: pass\n", "python", manifest={"kind": "program"})
    result = judge.grade(problem, endless, cases="sample", time_limit_s=0.1, workers=1)
    assert result.solution.verdict is judge.Verdict.TLE


@pytest.mark.long
def test_events_come_as_they_happen_and_end_with_the_results(toy: Contest) -> None:
    found = [*judge.events(toy.problem, workers=1)]
    assert isinstance(found[0], judge.RunStarted) and isinstance(found[-1], judge.RunFinished)
    cases = [event.graded.case for event in found if isinstance(event, judge.CaseJudged)]
    assert len(cases) == len(set(cases)) == len(judge.load_problem(toy.problem).problem.cases)
    heard: list[object] = []
    judge.run(toy.problem, listener=heard.append, workers=1)
    assert [type(event) for event in heard] == [type(event) for event in found]


@pytest.mark.long
def test_a_store_spares_executions(toy: Contest) -> None:
    store = toy.root / "runs.sqlite"
    first = judge.run(toy.problem, store=store, workers=1).solution
    again = judge.run(toy.problem, store=store, workers=1).solution
    fresh = judge.run(toy.problem, store=store, fresh=True, workers=1).solution
    assert (first.known, again.known, fresh.known) == (0, len(first.outcomes), 0)


def test_an_output_file_is_graded_on_its_case(toy: Contest) -> None:
    output = toy.root / "mine.txt"
    output.write_bytes((toy.problem / "data/sample/1.ans").read_bytes().partition(b"\n")[2])
    assert judge.grade(toy.problem, output, cases="sample").solution.verdict is judge.Verdict.AC
    with pytest.raises(judge.JudgeError, match="an output answers one case"):
        judge.grade(toy.problem, output)


def test_a_mistake_is_one_line(toy: Contest, problem: judge.LoadedProblem) -> None:
    source = judge.Source(WRONG, "python")
    for call, said in [
        (lambda: judge.load_problem(toy.root / "nothing"), "nothing: no such folder"),
        (lambda: judge.run(problem, toy.root / "no.py"), "no.py: cannot be read"),
        (lambda: judge.run(problem, "lambda n,k:[]"), r"write judge\.Source\(text, language\)"),
        (lambda: judge.run(problem, judge.Source("\udc80", "python")), "half a character"),
        (lambda: judge.run(problem, judge.Source("", "pithon")), "did you mean 'python'"),
        (lambda: judge.run(problem, judge.Source("", "python", "../x")), "a name is letters"),
        (lambda: judge.run(problem, [source, source]), "two sources are named 'source'"),
        (lambda: judge.run(problem, source, cases="smaple"), "did you mean 'sample/1'"),
        (lambda: judge.run(problem, []), "no solution to judge"),
        (lambda: judge.run(problem, source, sandbox="bubble"), "bubble"),
        (lambda: judge.hunt(problem, "reference-lamda"), "did you mean 'reference-lambda'"),
    ]:
        with pytest.raises(judge.JudgeError, match=said) as raised:
            call()
        assert "\n" not in str(raised.value)
    with pytest.raises(TypeError, match="no keyword 'worker': did you mean 'workers'"):
        judge.run(problem, source, worker=1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("keyword", "value", "said"),
    [
        ("workers", 0, "wants workers from 1 on, not 0"),
        ("workers", -1, "wants workers from 1 on, not -1"),
        ("workers", True, "wants int as workers, not bool"),
        ("time_limit_s", "2", "wants int or float as time_limit_s, not str"),
        ("time_limit_s", float("nan"), "wants time_limit_s from 0.001 on, not nan"),
        ("memory_limit_mib", 0, "wants memory_limit_mib from 1 on, not 0"),
        ("give_up", -1, "wants give_up from 0 on, not -1"),
        ("stop_at_first", "no", "wants bool as stop_at_first, not str"),
        ("store", 3, "wants str or PathLike as store, not int"),
        ("isolation", "none", "isolation is 'solution' or 'case', not 'none'"),
    ],
)
def test_a_value_that_a_keyword_cannot_have_is_refused_at_once(
    problem: judge.LoadedProblem, keyword: str, value: object, said: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        judge.run(problem, judge.Source("0", "python"), **{keyword: value})  # type: ignore[arg-type]


def test_sources_of_another_type_and_unknown_keys_are_refused(
    problem: judge.LoadedProblem,
) -> None:
    with pytest.raises(TypeError, match=r"sources are paths or judge\.Source, not int"):
        judge.run(problem, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"sources are paths or judge\.Source, not bytes"):
        judge.run(problem, b"lambda n,k:[]")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"sources are paths or judge\.Source, not NoneType"):
        judge.run(problem, [None])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"grade\(\) wants one source, not list"):
        judge.grade(problem, ["a.py"])  # type: ignore[arg-type]
    for value in (None, 3, [problem]):
        with pytest.raises(TypeError, match="a problem is the path of its folder, not"):
            judge.run(value)  # type: ignore[arg-type]
    with pytest.raises(judge.JudgeError, match=r"unknown key 'knd': did you mean 'kind'"):
        judge.grade(problem, judge.Source("0", "python", manifest={"knd": "program"}))


@pytest.mark.long
def test_a_result_writes_the_files_of_a_run(toy: Contest, tmp_path: Path) -> None:
    result = judge.run(toy.problem, workers=1)
    result.write_report(tmp_path / "page.html")
    result.write_json(tmp_path / "facts.json")
    assert "reference-lambda" in (tmp_path / "page.html").read_text()
    assert '"reference-lambda"' in (tmp_path / "facts.json").read_text()
    with pytest.raises(judge.JudgeError, match="cannot be written"):
        result.write_json(tmp_path)
    source = toy.solutions / "reference-lambda.py"
    before = source.read_text()
    for write in (result.write_json, result.write_report):
        with pytest.raises(judge.JudgeError, match="exists and is not a report"):
            write(source)
    assert source.read_text() == before


@pytest.mark.long
def test_a_result_is_found_by_the_name_of_its_solution(toy: Contest) -> None:
    result = judge.run(toy.problem, workers=1)
    assert "reference-lambda" in result and "nobody" not in result
    assert result["reference-lambda"] in result
    with pytest.raises(judge.JudgeError, match="no solution 'nobody'"):
        result["nobody"]
    with pytest.raises(TypeError, match="by the name of a solution, not int"):
        result[0]  # type: ignore[index]


@pytest.mark.long
def test_a_notebook_shows_a_leaderboard_in_which_strangers_texts_are_inert(toy: Contest) -> None:
    hostile = "<script>alert(1)</script>"
    toy.solution("wrong.py", f"lambda n,k:{hostile!r}\n")
    shown = judge.run(toy.problem, workers=1)._repr_html_()
    assert shown.index("reference-lambda") < shown.index("wrong")
    assert "not as expected" in shown and "&lt;script&gt;" in shown
    assert "<script" not in shown and "http" not in shown


@pytest.mark.long
def test_a_hunt_finds_the_smallest_failure(problem: judge.LoadedProblem) -> None:
    source = judge.Source("lambda n,k:[0]if n else[]\n", "python", name="first")
    found = judge.hunt(problem, source, seconds=20, failures=1, workers=1)
    [failure] = found.failures
    assert len(failure.counterexample.instance.numbers) == 1
    assert "first against reference-lambda" in str(found)
    assert found._repr_html_().startswith("<pre>")


CONSUMER = """
import judge

problem: judge.LoadedProblem = judge.load_problem("problems/toy")
result = judge.run(problem, [judge.Source("x", "python")], workers=1, store=None)
verdict: judge.Verdict = result["source"].verdict
size: int | None = result.ranking.overall.best
for event in judge.events(problem, cases="sample"):
    if isinstance(event, judge.CaseJudged):
        case: str = event.graded.case
report: judge.HuntReport = judge.hunt(problem, "name", seconds=1.0, sizes=(1, 3))
reveal_type(judge.grade(problem, "x.py"))
judge.run(problem, worker=1)
judge.run(problem, workers="1")
judge.nothing
"""


@pytest.mark.slow
def test_a_type_checker_knows_the_library(tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER)
    checker = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run([*checker, "consumer.py"], cwd=tmp_path, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert "RunResult" in lines[0]
    wrong = [line.split(":")[1] for line in lines if ": error:" in line]
    assert wrong == ["13", "14", "15"], done.stdout
