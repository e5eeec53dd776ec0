"""Output files among the solutions: never run, but judged and reported like any other."""

from __future__ import annotations

import json
import shutil
import zlib
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import Plan, RunOptions, make_plan
from judge.model import Case, Ended, Kind, Limits, Results, SolutionResult, Verdict
from judge.packages.load import load_problem, select_cases
from judge.packages.loaded_problem import with_plugin
from judge.report.export import json_write
from judge.report.html import page as html_page
from judge.report.html import problem_view
from judge.running import output_file
from judge.solutions.find import find_solutions

BATCHES = Path(__file__).parents[1] / "batches"
FEW, MANY = b"10\n7\n4\n", b"2\n4\n6\n8\n10\n12\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the toy problem and an empty folder of solutions."""
    shutil.copytree(BATCHES, tmp_path / "problems")
    (tmp_path / "solutions/sums").mkdir(parents=True)
    return tmp_path


def put(place: Path, name: str, data: bytes, manifest: str = "") -> Path:
    path = place / "solutions/sums" / name
    path.write_bytes(data)
    if manifest:
        path.with_suffix(".toml").write_text(manifest)
    return path


def options(place: Path, **more: Any) -> RunOptions:
    return RunOptions(place / "problems", place / "solutions", workers=1, sandbox="none", **more)


def judge(place: Path, **more: Any) -> tuple[Plan, Results]:
    chosen = options(place, **more)
    plan = make_plan(chosen)
    return plan, listen(evaluate_plan(plan, chosen))


def judged(place: Path, **more: Any) -> Mapping[str, SolutionResult]:
    return {j.solution.name: j for j in judge(place, **more)[1].problems[0].solutions}


# --- what is an output file ----------------------------------------------------------------


def test_the_ending_or_the_manifest_makes_an_output_of_a_file(place: Path) -> None:
    put(place, "one.out", FEW, 'case = "few"\n')
    put(place, "two.txt", MANY, 'case = "secret/many/*"\nkind = "output"\n')
    problem = with_plugin(load_problem(place / "problems/sums"))
    one, two = find_solutions(place / "solutions", problem, "*")
    assert (one.name, one.kind, one.size, one.case) == ("one", Kind.OUTPUT, len(FEW), "few")
    assert (two.name, two.kind, two.size) == ("two", Kind.OUTPUT, len(MANY))
    assert "not run" in one.settled[0]


@pytest.mark.parametrize(
    ("name", "manifest", "complaint"),
    [
        ("my.out", "", "my.out: an output file must name its case: write case = 'secret/many/1', "),
        ("my.out", 'case = "fewer"\n', "my.toml:1: no case of sums matches: "),
        ("my.out", 'expect = "AC"\ncase = 3\n', "my.toml:2: case must be a string in quotes"),
        ("my.out", 'case = "few"\nkind = "program"\n', "my.toml:2: a file with the suffix .out"),
        ("my.py", 'case = "few"\n', "my.toml:1: case is for output files"),
    ],
)
def test_a_manifest_that_leaves_the_case_open_is_refused_in_one_line(
    place: Path, name: str, manifest: str, complaint: str
) -> None:
    put(place, name, FEW, manifest)
    with pytest.raises(JudgeError) as caught:
        make_plan(options(place))
    assert complaint in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.long
def test_where_there_is_one_case_no_manifest_is_needed(place: Path) -> None:
    for folder in ("sample", "secret/few"):
        shutil.rmtree(place / "problems/sums/data" / folder)
    put(place, "my.out", MANY)
    assert judged(place)["my"].verdict is Verdict.AC


# --- how it is judged ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "verdict"),
    [(FEW, Verdict.AC), (b"10\n7\n5\n", Verdict.WA), (b"10\n7\n", Verdict.WA), (b"", Verdict.WA)],
)
def test_an_output_is_judged_by_its_bytes_on_its_case_alone(
    place: Path, data: bytes, verdict: Verdict
) -> None:
    put(place, "my.out", data, 'case = "few"\n')
    its = judged(place)["my"]
    assert its.verdict is verdict
    assert [outcome.case for outcome in its.outcomes] == ["secret/few/1"]
    assert its.stopped == "an output file for few"
    done = its.outcomes[0].run
    assert done is not None and done.stdout == data and done.cpu_s == 0


def test_an_output_may_answer_several_cases(place: Path) -> None:
    put(place, "my.out", FEW, 'case = "secret"\n')
    verdicts = [outcome.verdict for outcome in judged(place)["my"].outcomes]
    assert verdicts == [Verdict.AC, Verdict.WA]


def test_an_output_is_not_run_whatever_it_looks_like(place: Path) -> None:
    path = put(place, "my.out", b"#!/bin/sh\ntouch ran\necho 10 7 4\n", 'case = "few"\n')
    path.chmod(0o755)
    assert judged(place)["my"].verdict is Verdict.WA
    assert not list(place.rglob("ran"))


@pytest.mark.long
def test_outputs_stand_beside_programs_that_run_on_every_case(place: Path) -> None:
    put(place, "my.out", MANY, 'case = "many"\n')
    put(place, "run.py", b"lambda pairs: [a + b for a, b in pairs]\n")
    both = judged(place)
    assert len(both["my"].outcomes) == 1 and len(both["run"].outcomes) == 3
    assert both["my"].verdict is both["run"].verdict is Verdict.AC


@pytest.mark.long
def test_a_choice_of_cases_leaves_out_the_outputs_of_others(place: Path) -> None:
    put(place, "few.out", FEW, 'case = "few"\n')
    put(place, "many.out", MANY, 'case = "many"\n')
    assert set(judged(place, case="many")) == {"many"}
    with pytest.raises(JudgeError, match="no case that 'sample' matches is answered by few, many"):
        make_plan(options(place, case="sample"))


def test_an_output_beyond_the_limit_is_an_ole(place: Path) -> None:
    put(place, "my.out", FEW + b"\n" * 1048, 'case = "few"\n')
    its = judged(place)["my"]
    assert its.verdict is Verdict.OLE
    assert its.outcomes[0].run is not None and len(its.outcomes[0].run.stdout) == 1048


def test_an_output_that_is_gone_is_the_judges_trouble(place: Path) -> None:
    path = put(place, "my.out", FEW, 'case = "few"\n')
    plan = make_plan(options(place))
    path.unlink()
    (its,) = listen(evaluate_plan(plan, options(place))).problems[0].solutions
    assert its.verdict is Verdict.JE and "my.out cannot be read" in its.outcomes[0].message


def test_the_bound_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "some.out"
    path.write_bytes(b"x" * 10)
    assert output_file.read(path, Limits(output_bytes=10)).ended is Ended.EXITED
    cut = output_file.read(path, Limits(output_bytes=9))
    assert cut.ended is Ended.OUTPUT_LIMIT and cut.stdout == b"x" * 9


# --- how it is reported --------------------------------------------------------------------


@pytest.mark.long
def test_the_report_tells_an_output_from_a_run(place: Path) -> None:
    put(place, "my.out", b"10\n7\n5\n", 'case = "few"\n')
    plan, results = judge(place)
    page = html_page.render(results, plan.problems)
    assert "an output file for few" in page
    shown = problem_view.view_of_problem(results.problems[0], plan.problems["sums"])
    place_of_few = [case.name for case in problem_view.ordered(shown.problem.cases)].index(
        "secret/few/1"
    )
    [pack] = json.loads(zlib.decompress(b64decode(shown.blocks[place_of_few])))
    cell = {key: value for key, (value,) in pack["cells"].items()}
    assert pack["drawings"][cell["draw"]] == "<p>3 sums, (10, 7, 5)</p>"
    assert cell["more"] == [["Execution", "none: an output file of 7 bytes"]]
    assert cell["cpu"] is cell["ended"] is None
    assert shown.rows[0].cpu_ms == shown.rows[0].peak_mib == "–"
    (told,) = json_write.results_as_facts(results)["problems"][0]["solutions"]
    assert (told["kind"], told["bytes"], told["verdict"]) == ("output", 7, "WA")


@pytest.mark.long
def test_an_output_is_not_ranked_among_the_solutions(place: Path) -> None:
    put(place, "my.out", FEW, 'case = "few"\n')
    put(place, "run.py", b"lambda pairs: [a + b for a, b in pairs]\n")
    plan, results = judge(place)
    rows = problem_view.view_of_problem(results.problems[0], plan.problems["sums"]).rows
    assert [(row.result.solution.name, row.rank) for row in rows] == [("run", 1), ("my", None)]


# --- naming cases --------------------------------------------------------------------------


def case(name: str) -> Case:
    return Case(name, "", Path())


@pytest.mark.parametrize(
    ("pattern", "chosen"),
    [
        ("s/m1/1", "s/m1/1"),
        ("1", "s/m1/1 s/m2/1"),
        ("m1", "s/m1/1 s/m1/10"),
        ("m2/1", "s/m2/1"),
        ("s/m1", "s/m1/1 s/m1/10"),
        ("s", "s/m1/1 s/m1/10 s/m2/1"),
        ("m?", "s/m1/1 s/m1/10 s/m2/1"),
        ("*0", "s/m1/10"),
        ("x", "x"),
        ("s/1", ""),
        ("m", ""),
    ],
)
def test_a_case_is_named_by_any_stretch_of_its_name(pattern: str, chosen: str) -> None:
    cases = [case(name) for name in ("s/m1/1", "s/m1/10", "s/m2/1", "x", "y/x")]
    assert [c.name for c in select_cases(cases, pattern)] == chosen.split()
