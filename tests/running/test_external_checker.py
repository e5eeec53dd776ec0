"""Output validators of a package as its checker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Grade, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.load import load_problem
from judge.running import output_file
from judge.running.external_checker import ExternalChecker, scored_grade
from judge.running.validator import ValidatorResult
from judge.sandbox.layer import Layer
from tests.packages.written import write

FIRST = 'read line; [ "$line" != wrong ] && exit 42; exit 43\n'
SECOND = 'read line; echo second > "$3judgemessage.txt"; [ "$line" = right ] && exit 42; exit 43\n'


@pytest.fixture
def checker(tmp_path: Path, layer: Layer, system_tools: None) -> Iterator[ExternalChecker]:
    """That of a legacy package with two output validators."""
    files = {
        "problem.yaml": "name: Tour\nvalidation: custom\n",
        "output_validators/first.sh": FIRST,
        "output_validators/second.sh": SECOND,
    }
    made = ExternalChecker(load_problem(write(tmp_path, files)), layer)
    yield made
    made.close()


def test_every_output_validator_of_a_legacy_package_must_accept(checker: ExternalChecker) -> None:
    problem = checker._problem
    case = problem.cases[0]

    def grade(output: bytes) -> Grade:
        run = output_file.as_run(output, problem.limits)
        [found] = checker.grade(case, LoadedCase(case), run).values()
        return found

    assert grade(b"right\n").verdict is Verdict.AC
    assert grade(b"wrong\n").verdict is Verdict.WA
    second = grade(b"other\n")
    assert (second.verdict, second.message) == (Verdict.WA, "second")


def test_settings_may_name_the_only_validator_that_is_run(
    tmp_path: Path, layer: Layer, system_tools: None
) -> None:
    flags = "output_validator_flags: {name: first, flags: a}\n"
    files = {
        "problem.yaml": "name: Tour\nvalidation: custom\n",
        "output_validators/first.sh": f'[ "$4" = a ] || exit 1\n{FIRST}',
        "output_validators/second.sh": "exit 43\n",
        "data/secret/testdata.yaml": flags,
    }
    folder = write(tmp_path, files)
    checker = ExternalChecker(problem := load_problem(folder), layer)
    run = output_file.as_run(b"right\n", problem.limits)
    secret = next(case for case in problem.cases if case.group == "secret")
    [named] = checker.grade(secret, LoadedCase(secret), run).values()
    checker.close()
    assert named.verdict is Verdict.AC, named
    (folder / "data/secret/testdata.yaml").write_text(flags.replace("first", "third"))
    with pytest.raises(JudgeError, match=r"yaml:1: .* names 'third', which is no output validator"):
        load_problem(folder)


def test_every_worker_is_told_the_same_of_a_program_that_cannot_be_built(
    tmp_path: Path, layer: Layer, system_tools: None
) -> None:
    """Whatever the reason: the folder in which the first one tried is there."""
    run = "output_validators/first/run"
    files = {"problem.yaml": "name: Tour\nvalidation: custom\n", run: "#!/no/such/program\n"}
    folder = write(tmp_path, files)
    (folder / run).chmod(0o755)
    (tmp_path / "shared").mkdir()
    said = set()
    for _ in range(2):
        checker = ExternalChecker(load_problem(folder), layer, tmp_path / "shared")
        with pytest.raises(JudgeError) as fault:
            checker.open_validator()
        checker.close()
        said.add(str(fault.value))
    [one] = said
    assert one.startswith(f"{folder / run}:1: ") and "/no/such/program" in one


def test_what_is_better_than_the_answer_file_needs_no_score(tmp_path: Path) -> None:
    files = {
        "problem.yaml": "problem_format_version: 2025-09\nname: Tour\ntype: scoring\n",
        "data/secret/test_group.yaml": "max_score: unbounded\n",
    }
    problem = load_problem(write(tmp_path, files))
    secret = problem.cases[-1]
    assert scored_grade(ValidatorResult(Verdict.AC, ""), problem, secret).verdict is Verdict.JE
    better = scored_grade(ValidatorResult(Verdict.BETTER, "3 < 4"), problem, secret)
    assert (better.verdict, better.message, better.score) == (Verdict.BETTER, "3 < 4", None)


@pytest.mark.parametrize(
    ("printed", "status", "verdict", "score"),
    [
        ("points 5 some", 7, Verdict.AC, 5),
        ("points 0 none", 7, Verdict.WA, 0),
        ("points -1 none", 7, Verdict.WA, -1),
        ("partially correct (30) a third", 30, Verdict.WA, 30),
    ],
)
def test_points_of_a_testlib_checker_are_scores_or_decide_by_themselves(
    tmp_path: Path, layer: Layer, printed: str, status: int, verdict: Verdict, score: int
) -> None:
    for kind in ("pass-fail", "scoring"):
        folder = tmp_path / kind
        files = {
            "problem.yaml": f"name: Tour\nvalidation: custom\ntype: {kind}\n",
            "judge.toml": 'validator = "testlib"\n',
            "output_validators/check.sh": f"echo '{printed}' >&2; exit {status}\n",
            **({"output_validators/before.sh": "exit 0\n"} if kind == "pass-fail" else {}),
        }
        made = ExternalChecker(load_problem(write(folder, files)), layer)
        problem = made._problem
        secret, run = problem.cases[-1], output_file.as_run(b"", problem.limits)
        [grade] = made.grade(secret, LoadedCase(secret), run).values()
        made.close()
        if kind == "scoring":
            assert (grade.verdict, grade.score) == (Verdict.AC, score)
        else:
            assert (grade.verdict, grade.score) == (verdict, None)
            told = f"the checker gives points ({score})".replace("-", "−")
            assert verdict is Verdict.AC or grade.message.startswith(told)
