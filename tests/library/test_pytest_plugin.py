"""``pytest --judge DIR``: each solution on each case is a test."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.contest import Contest

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
NAME = "judge.library.pytest_plugin"
#: Where it is installed, pytest loads it by its entry point.
INSTALLED = any(entry.value == NAME for entry in entry_points(group="pytest11"))
LOADED = ["-p", "no:randomly", *([] if INSTALLED else ["-p", NAME])]
CASES = 5

Tests = Callable[..., pytest.RunResult]


@pytest.fixture
def tests(toy: Contest, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Tests:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess(*LOADED, "--judge", str(toy.problem), *arguments)

    return run


def test_the_project_declares_the_plugin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"judge": NAME}


@pytest.mark.long
def test_each_case_is_a_test_and_a_failure_says_why(toy: Contest, tests: Tests) -> None:
    toy.solution("wrong.py", "lambda n,k:[0]\n")
    toy.solution("known-wrong.py", "lambda n,k:[0]\n", 'expect = "WA"\n')
    toy.solution("names-nothing.py", "lambda n,k:[]\n")
    toy.solution("broken.c", "int main( {\n")
    done = tests("-v")
    # Of names-nothing, secret/02-none is accepted.
    done.assert_outcomes(passed=CASES + 1, failed=3 * CASES - 1, xfailed=CASES)
    failed = {line for line in done.stdout.lines if line.startswith("FAILED")}
    assert {line.split("::")[1] for line in failed} == {"broken", "names-nothing", "wrong"}
    text = done.stdout.str()
    assert "WA suboptimal, gap " in text and "data/secret/" in text and "CE" in text
    assert "Traceback" not in text
    assert done.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.long
def test_a_solution_that_should_fail_and_does_not_is_a_failure(toy: Contest, tests: Tests) -> None:
    right = (toy.solutions / "reference-lambda.py").read_text()
    toy.solution("known-wrong.py", right, 'expect = "WA"\n')
    done = tests("-k", "known-wrong")
    done.assert_outcomes(failed=CASES, deselected=CASES)
    assert "expected WA, and all cases are accepted" in done.stdout.str()
    tests("-k", "known-wrong and 1").assert_outcomes(passed=2, deselected=2 * CASES - 2)


@pytest.mark.long
def test_tests_are_selected_and_distributed_as_others_are(tests: Tests) -> None:
    tests("-k", "sample").assert_outcomes(passed=1, deselected=CASES - 1)
    tests("-n", "2").assert_outcomes(passed=CASES)


@pytest.mark.long
def test_named_tests_run_beside_those_of_a_package(tests: Tests, pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile("def test_own(): pass")
    tests().assert_outcomes(passed=CASES)
    tests(str(path)).assert_outcomes(passed=CASES + 1)


@pytest.mark.long
def test_a_mistake_is_one_line(toy: Contest, tests: Tests) -> None:
    (toy.problem / "problem.yaml").write_text("limits: 3\n")
    done = tests()
    assert "problem.yaml:1: limits" in done.stdout.str()
    assert "Traceback" not in done.stdout.str() and done.ret == pytest.ExitCode.INTERRUPTED
    (toy.problem / "problem.yaml").unlink()
    done = tests()
    assert "no such file: name the folder of a package" in done.stderr.str()
    assert done.ret == pytest.ExitCode.USAGE_ERROR
