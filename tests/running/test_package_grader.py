"""Graders of legacy packages make verdict and score of a group, in the sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from judge.checking.group_scores import CaseResult, GroupsResult, grade_groups
from judge.model import Problem, Verdict
from judge.running.package_grader import PackageGraders
from tests.contest import Contest
from tests.packages.written import fault, read

SCORING = "name: Tour\ntype: scoring\n"
#: The score is twice the best one, and an argument is added; a word makes it misbehave.
GRADER = """\
import sys
results = [line.split() for line in sys.stdin]
if "crash" in sys.argv:
    sys.exit("out of order")
if "chat" in sys.argv:
    print("hello")
if "loop" in sys.argv:
    while True:
        pass
best = max(float(score) for code, score in results)
code = next((code for code, score in results if code != "AC"), "AC")
print("AC" if "forgive" in sys.argv else code, 2 * best + int(sys.argv[-1]))
"""
CASES = {
    f"data/secret/g{group}/{case}.{suffix}": "1\n"
    for group in (1, 2)
    for case in "ab"
    for suffix in ("in", "ans")
}


def package(root: Path, flags: str, settings: str = SCORING, range_: str = "0 100") -> Problem:
    custom = f"grading: custom\non_reject: continue\ngrader_flags: {flags}\nrange: {range_}\n"
    files = {
        **CASES,
        "graders/grader.py": GRADER,
        "data/secret/g2/testdata.yaml": custom,
    }
    return read(root, settings, files)


@pytest.fixture
def graders() -> Iterator[PackageGraders]:
    with closing(PackageGraders()) as found:
        yield found


def graded(problem: Problem, graders: PackageGraders, second: Verdict = Verdict.AC) -> GroupsResult:
    """With a verdict on the first case of the second group; each case has the score 1/4."""
    results = {case.name: CaseResult(Verdict.AC, Fraction(1, 4)) for case in problem.cases}
    results["secret/g2/a"] = CaseResult(second, Fraction(1, 4))
    return grade_groups(problem, results, graders.of(problem))


@pytest.mark.long
def test_a_grader_makes_the_result_of_its_groups_and_of_no_other(
    tmp_path: Path, graders: PackageGraders
) -> None:
    problem = package(tmp_path, "-- 3")
    result = graded(problem, graders)
    scores = {group.name: (group.verdict, group.score) for group in result.groups}
    assert scores["secret/g1"] == (Verdict.AC, Fraction(1, 2))
    assert scores["secret/g2"] == (Verdict.AC, Fraction(7, 2))
    assert result.score == Fraction(17, 4)
    for verdict, told in ((Verdict.WA, Verdict.WA), (Verdict.MLE, Verdict.RTE)):
        result = graded(problem, graders, second=verdict)
        assert {group.name: group.verdict for group in result.groups}["secret/g2"] is told


def test_a_grader_may_accept_what_has_failed(tmp_path: Path, graders: PackageGraders) -> None:
    result = graded(package(tmp_path, "forgive 0"), graders, second=Verdict.TLE)
    assert result.verdict is Verdict.AC


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("crash 0", "the grader grader.py failed: exit status 1; out of order"),
        ("chat 0", "the grader grader.py must print a verdict and a score, such as AC 10, not"),
    ],
)
def test_a_grader_that_breaks_the_rules_is_a_judge_error(
    tmp_path: Path, graders: PackageGraders, flags: str, said: str
) -> None:
    result = graded(package(tmp_path, flags), graders)
    assert result.verdict is Verdict.JE
    assert result.fault.startswith(said)


def test_a_score_stays_in_the_range_of_its_group(tmp_path: Path, graders: PackageGraders) -> None:
    result = graded(package(tmp_path, "99", range_="0 10"), graders)
    assert result.verdict is Verdict.JE
    assert result.fault == "the score of secret/g2, 199/2, is outside its range"


@pytest.mark.long
def test_a_grader_that_never_ends_is_stopped(tmp_path: Path, graders: PackageGraders) -> None:
    problem = package(tmp_path, "loop 0", f"{SCORING}limits:\n  validation_time: 1\n")
    result = graded(problem, graders)
    assert result.verdict is Verdict.JE
    assert result.fault.startswith("the grader grader.py failed: ")


def test_one_that_cannot_be_compiled_is_a_judge_error(
    tmp_path: Path, graders: PackageGraders
) -> None:
    problem = package(tmp_path, "0")
    (problem.folder / "graders" / "grader.py").write_text("this is not Python")
    assert graded(problem, graders).verdict is Verdict.JE


def test_custom_grading_needs_exactly_one_grader(tmp_path: Path) -> None:
    settings = {"data/secret/testdata.yaml": "grading: custom\n"}
    assert fault(tmp_path / "a", SCORING, settings) == (
        "data/secret/testdata.yaml:1: grading is custom, but graders/ contains no program: "
        "add one, or remove the key"
    )
    above = {"data/testdata.yaml": "on_reject: break\ngrading: custom\n"}
    assert fault(tmp_path / "c", SCORING, above).startswith("data/testdata.yaml:2: grading is cus")
    two = {"graders/a.py": "", "graders/b.py": ""}
    assert fault(tmp_path / "b", SCORING, settings | two) == (
        "graders: holds 2 graders: this judge runs one, remove the others"
    )


def test_arguments_of_the_default_grader_are_inherited_as_such(tmp_path: Path) -> None:
    files = {
        **CASES,
        "graders/grader.py": GRADER,
        "data/secret/testdata.yaml": "grading: custom\ngrader_flags: strange=1\n",
        "data/secret/g1/testdata.yaml": "grading: default\n",
    }
    said = fault(tmp_path, SCORING, files)
    assert said.startswith("data/secret/g1/testdata.yaml") and "'strange=1'" in said


def add(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


@pytest.mark.long
@pytest.mark.parametrize(
    "name, text, said",
    [
        ("grader.c", "int main(void) { return", "the grader cannot be compiled: "),
        ("grader.py", "this is not Python", "the grader grader.py failed: "),
        ("grader.py", "import sys\nsys.exit(1)", "the grader grader.py failed: exit status 1"),
    ],
)
def test_one_that_never_works_is_told_before_a_submission_runs(
    contest: Contest, name: str, text: str, said: str
) -> None:
    folder = package(contest.root, "0").folder
    (folder / "graders" / "grader.py").unlink()
    add(folder, {f"graders/{name}": text, "submissions/accepted/a.py": "print(input())\n"})
    told = contest.judge("run", f"{folder}/", "--no-store")
    assert told.status == 2 and said in told.err and "Traceback" not in told.out + told.err
    assert "a.py" not in told.out


@pytest.mark.long
def test_one_that_fails_on_some_results_only_is_tried_on_those_of_submissions(
    contest: Contest,
) -> None:
    folder = package(contest.root, "0").folder
    text = "import sys\nlines = list(sys.stdin)\nassert 'AC' in lines[0]\nprint('AC 1')\n"
    files = {"graders/grader.py": text, "submissions/accepted/a.py": "print(input())\n"}
    add(folder, files)
    told = contest.judge("run", f"{folder}/", "--no-store")
    assert told.status == 0, told
