"""``judge check``: what is wrong with a package is told before any solution runs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.contest import Contest, judge_environment
from tests.forked_judge import started_judge
from tests.packages.malformed_table import PLUGIN

SETTINGS = """
problem_format_version: 2025-09
name: Toy
uuid: 8ee7605a-ab1a-8226-1d71-e346ab1e688d
limits: {time_limit: 1}
"""
NUMBERS = "import sys\nsys.exit(42 if sys.stdin.read().split()[0].isdigit() else 43)\n"
STRICT = (
    "import sys\nwanted = open(sys.argv[2]).read()\n"
    "sys.exit(42 if sys.stdin.read().upper() == wanted else 43)\n"
)


@pytest.fixture
def package(contest: Contest) -> Path:
    """A sound package without a plug-in."""
    contest.use_package({"sample/1": (b"1\n", b"A\n"), "secret/1": (b"2\n", b"B\n")})
    write(contest.problem, "problem.yaml", SETTINGS)
    write(contest.problem, "input_validators/check.py", NUMBERS)
    write(contest.problem, "statement/problem.en.md", "Print.\n")
    write(contest.problem, "submissions/accepted/letter.py", "print(chr(64 + int(input())))\n")
    contest.set_trap()
    return contest.problem


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.long
def test_a_sound_package_has_nothing_to_remark(contest: Contest, package: Path) -> None:
    said = contest.judge("check", "toy")
    assert (said.status, said.err) == (0, "")
    assert said.out == "toy (2025-09): 2 cases: no remarks\n"


@pytest.mark.long
def test_of_many_cases_with_one_input_the_first_are_named(contest: Contest, package: Path) -> None:
    for number in range(2, 10):
        write(package, f"data/secret/{number}.in", "2\n")
        write(package, f"data/secret/{number}.ans", "B\n")
    said = contest.judge("check", "toy").out
    assert said.count("has the same input as secret/1") == 5
    assert "warning: problems/toy/data: 3 more cases with the same input as another one\n" in said


@pytest.mark.parametrize("left", ["README.md", ".gitkeep"])
def test_a_package_without_a_submission_gets_a_note(
    left: str, contest: Contest, package: Path
) -> None:
    shutil.rmtree(package / "submissions")
    write(package, f"submissions/accepted/{left}", "None yet.\n")
    assert contest.judge("check", "toy").out.endswith("no remarks\n")  # it has solutions
    shutil.rmtree(contest.root / "solutions")
    said = contest.judge("check", "toy")
    note = "submissions: there is no submission: nothing shows that a right one passes\n"
    assert said.status == 0 and note in said.out and "1 note" in said.out.splitlines()[-1]


@pytest.mark.parametrize(("beside", "name"), [(".", "toy"), ("toy", ".")])
def test_a_package_may_be_in_the_folder_where_one_is(
    contest: Contest, package: Path, beside: str, name: str
) -> None:
    folder = package.parent / beside
    status, out, err = started_judge(("check", name), folder, judge_environment())
    assert (status, out, err) == (0, b"toy (2025-09): 2 cases: no remarks\n", b"")


def interaction(folder: Path) -> None:
    write(folder, "data/sample/2.interaction", "<1\n")


FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "input rejected": (
        lambda p: write(p, "data/secret/1.in", "x\n"),
        "data/secret/1.in: is rejected by check.py",
    ),
    "invalid input accepted": (
        lambda p: write(p, "data/invalid_input/1.in", "3\n"),
        "data/invalid_input/1.in: is accepted by every validator, and one of them must",
    ),
    "input validator that does not compile": (
        lambda p: write(p, "input_validators/bad.cpp", "int main( {"),
        "input_validators/bad.cpp: the input validator cannot be compiled",
    ),
    "answer rejected": (
        lambda p: write(p, "answer_validators/no.py", "import sys\nsys.exit(43)\n"),
        "data/sample/1.ans: is rejected by no.py",
    ),
    "valid output rejected": (
        lambda p: [write(p, f"data/valid_output/1.{s}", t) for s, t in VALID],
        "data/valid_output/1.out: is rejected (WA)",
    ),
    "valid output without its output": (
        lambda p: [write(p, f"data/valid_output/1.{s}", t) for s, t in VALID if s != "out"],
        "data/valid_output/1.out: is missing: valid_output needs NAME.out and NAME.ans beside",
    ),
    "valid output without its answer": (
        lambda p: [write(p, f"data/valid_output/1.{s}", t) for s, t in VALID if s != "ans"],
        "data/valid_output/1.ans: is missing: valid_output needs NAME.out and NAME.ans beside",
    ),
    "invalid output accepted": (
        lambda p: [write(p, f"data/invalid_output/1.{s}", t) for s, t in INVALID],
        "data/invalid_output/1.out: is accepted, but its folder says",
    ),
    "output validator rejects a sample's answer": (
        lambda p: write(p, "output_validator/check.py", STRICT.replace(".upper()", ".lower()")),
        "data/sample/1.ans: is rejected (WA)",
    ),
    "output validator that fails": (
        lambda p: write(p, "output_validator/check.py", "1 / 0\n"),
        "data/sample/1.ans: cannot be judged",
    ),
    "output validator that does not compile": (
        lambda p: write(p, "output_validator/check.cpp", "int main( {"),
        "output_validator/check.cpp: the output validator cannot be compiled",
    ),
    "argument of the default validator in a group": (
        lambda p: write(p, "data/secret/test_group.yaml", "output_validator_args: [x]\n"),
        "data/secret/test_group.yaml:1: secret/1: default output validator: unknown argument",
    ),
    "arguments for no input validator": (
        lambda p: write(p, "data/secret/test_group.yaml", "input_validator_args: {chek: [x]}\n"),
        "data/secret/test_group.yaml:1: has arguments for 'chek', which is no input",
    ),
    "a sample's output is wrong": (
        lambda p: write(p, "data/sample/1.out", "C\n"),
        "data/sample/1.out: is rejected (WA)",
    ),
    "the output of a secret case is wrong": (
        lambda p: write(p, "data/secret/1.out", "D\n"),
        "data/secret/1.out: is rejected (WA)",
    ),
    "a dialogue where there is none": (
        lambda p: write(p, "data/sample/1.interaction", "<1\n"),
        "data/sample/1.interaction: shows a dialogue",
    ),
    "a shown input of no sample": (
        lambda p: write(p, "data/sample/3.in.statement", "1\n"),
        "data/sample/3.in.statement: belongs to a sample, but there is no 3.in",
    ),
}
VALID = (("in", "1\n"), ("ans", "A\n"), ("out", "B\n"))
INVALID = (("in", "1\n"), ("ans", "A\n"), ("out", "A\n"))


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_file(name: str, contest: Contest, package: Path) -> None:
    plant, said = FAULTS[name]
    plant(package)
    found = contest.judge("check", "toy")
    assert found.status == 1 and found.err == "", found
    assert f"fault: problems/toy/{said}" in found.out
    assert not contest.trap.exists()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 / 0\n", "exit status 1; ZeroDivisionError: division by zero"),
        ("f(\n", "exit status 1; SyntaxError: '(' was never closed"),
        ("", "exit status 0, and 42 accepts"),
    ],
)
def test_a_validator_that_fails_is_told_by_its_last_line_or_status(
    source: str, said: str, contest: Contest, package: Path
) -> None:
    write(package, "input_validators/check.py", source)
    found = contest.judge("check", "toy")
    assert f"rejected by check.py: {said}\n" in found.out
    assert "Traceback" not in found.out and "File" not in found.out


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("print 'AC', 1\n", ":1: needs Python 2, which is not supported: write it in Python 3"),
        ("1 / 0\n", ": the grader grader.py failed: exit status 1; ZeroDivisionError"),
        (
            "print('fine')\n",
            ": the grader grader.py must print a verdict and a score, such as AC 10",
        ),
    ],
)
def test_a_grader_without_a_result_is_a_fault(
    contest: Contest, package: Path, source: str, said: str
) -> None:
    legacy = SETTINGS.replace("2025-09", "legacy").replace("{time_limit: 1}", "{}")
    write(package, "problem.yaml", f"{legacy}type: scoring\n")
    write(package, "data/testdata.yaml", "grading: custom\n")
    write(package, "graders/grader.py", source)
    found = contest.judge("check", "toy")
    assert found.status == 1 and found.err == "", found
    assert f"fault: problems/toy/graders/grader.py{said}" in found.out
    write(package, "graders/grader.py", "print('AC 10')\n")
    assert "fault" not in contest.judge("check", "toy").out


@pytest.mark.long
def test_groups_with_scores_may_repeat_inputs(contest: Contest, package: Path) -> None:
    write(package, "problem.yaml", SETTINGS + "type: scoring\n")
    shutil.rmtree(package / "data/secret")
    for group in "ab":
        write(package, f"data/secret/{group}/test_group.yaml", "max_score: 50\n")
        write(package, f"data/secret/{group}/1.in", "2\n")
        write(package, f"data/secret/{group}/1.ans", "B\n")
    assert contest.judge("check", "toy").out == "toy (2025-09): 3 cases: no remarks\n"


WARNINGS: dict[str, tuple[Callable[[Path], None], str]] = {
    "no statement": (lambda p: shutil.rmtree(p / "statement"), "problems/toy: has no statement"),
    "empty statement": (
        lambda p: write(p, "statement/problem.en.md", " \n"),
        "problem.en.md: the statement is empty",
    ),
    "a statement that is no text": (
        lambda p: (p / "statement/problem.en.md").write_bytes(b"\xff"),
        "problem.en.md: the statement is not UTF-8 text: save it as UTF-8",
    ),
    "a byte order mark": (
        lambda p: (p / "data/secret/1.ans").write_bytes(b"\xef\xbb\xbfB\n"),
        "data/secret/1.ans: begins with a byte order mark",
    ),
    "a link out of the package": (
        lambda p: (p / "statement/photo.png").symlink_to("/"),
        "statement/photo.png: is a link that leads out of the package",
    ),
    "no input validator": (
        lambda p: shutil.rmtree(p / "input_validators"),
        "problems/toy: has no input validator",
    ),
    "no sample": (lambda p: shutil.rmtree(p / "data/sample"), "there is no sample"),
    "an input twice": (
        lambda p: [write(p, f"data/secret/2.{s}", t) for s, t in (("in", "2\n"), ("ans", "B\n"))],
        "data/secret/2.in: has the same input as secret/1",
    ),
    "a secret answer that is no output": (
        lambda p: [
            write(p, "output_validator/check.py", STRICT),
            write(p, "data/secret/1.ans", "b\n"),
        ],
        "data/secret/1.ans: as an output is rejected",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", WARNINGS)
def test_a_warning_is_told_and_is_no_fault(name: str, contest: Contest, package: Path) -> None:
    plant, said = WARNINGS[name]
    plant(package)
    found = contest.judge("check", "toy")
    assert (found.status, found.err) == (0, ""), found
    assert "warning: problems/toy" in found.out and said in found.out, found.out
    assert found.out.endswith(": 1 warning\n")


@pytest.mark.long
def test_an_answer_that_nobody_is_shown_need_be_no_output(contest: Contest, package: Path) -> None:
    write(package, "output_validator/check.py", STRICT.replace(".upper()", ".lower()"))
    assert "fault: problems/toy/data/sample/1.ans" in contest.judge("check", "toy").out
    for suffix in ("statement", "download"):
        write(package, f"data/sample/1.ans.{suffix}", "A\n")
    assert "sample/1.ans" not in contest.judge("check", "toy").out


@pytest.mark.long
def test_notes_of_the_reader_are_shown(contest: Contest, package: Path) -> None:
    (package / "problem.yaml").write_text("problem_format_version: 2025-09\nname: Toy\n")
    found = contest.judge("check", "toy")
    assert "note: problems/toy/problem.yaml: no time limit is given" in found.out
    assert "fault: problems/toy/problem.yaml: problem.yaml has no uuid: add" in found.out
    assert found.status == 1


@pytest.mark.long
def test_every_faulty_case_is_told_not_only_the_first(contest: Contest) -> None:
    for path in (contest.problem / "data").rglob("*.ans"):
        path.write_text("99\n\n")
    found = contest.judge("check", "toy")
    wrong = found.out.count("the stored answer scores 0, and the file says 99")
    assert wrong == len([*(contest.problem / "data").rglob("*.ans")]) > 1


def test_a_package_that_cannot_be_read_is_no_finding(contest: Contest, package: Path) -> None:
    (package / "data/secret/1.ans").unlink()
    assert "data/secret/1.ans: is missing" in contest.refuses("check", "toy")


@pytest.mark.long
def test_after_a_call_that_never_ends_nothing_else_is_checked(contest: Contest) -> None:
    """Each of a hundred cases would take as long."""
    endless = PLUGIN.replace("return answer\n", "\n        while True: pass\n")
    contest.use_package({f"secret/{n}": (b"1\n", b"1\n") for n in range(9)}, endless)
    write(contest.problem, "judge.toml", "plugin_time_limit = 0.1\n")
    said = contest.judge("check", "toy")
    assert said.status == 1
    faults = [line for line in said.out.splitlines() if line.startswith("fault: ")]
    assert len(faults) == 1
    assert "score took more than 0.1 s of CPU time" in faults[0]
    assert faults[0].endswith("; nothing else is checked")
