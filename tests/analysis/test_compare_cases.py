"""Two sets of results, case by case."""

from __future__ import annotations

from math import isclose
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.analysis.compare_cases import compare_by_case, geometric_mean, pair
from judge.model import ProblemResult, SolutionResult
from tests.report.toy_results import make_judged, make_problem, make_run, make_solution, printed


def test_a_mean_of_ratios_is_geometric_and_has_noise() -> None:
    even = geometric_mean([2.0, 0.5])
    assert even is not None and isclose(even.mean, 1) and even.low < 1 < even.high
    assert not even.telling
    steady = geometric_mean([2.0, 2.02, 1.98, 2.0])
    assert steady is not None and isclose(steady.mean, 2, rel_tol=0.01) and steady.telling
    one = geometric_mean([3.0])
    assert one is not None and (one.low, one.high) == (one.mean, one.mean) and not one.telling
    assert geometric_mean([]) is None


@pytest.fixture
def two(tmp_path: Path) -> tuple[SolutionResult, SolutionResult]:
    problem = make_problem(tmp_path)
    old = make_judged(problem, make_solution(tmp_path, "it", b"12345678"), printed(1, 1, 0, 0))
    runs = [make_run(b"1\n", cpu_s=0.024), *printed(0, 0, 0)]
    return old, make_judged(problem, make_solution(tmp_path, "it", b"1234"), runs)


def test_only_cases_that_differ_are_kept(two: tuple[SolutionResult, SolutionResult]) -> None:
    found = pair("toy", *two)
    assert [case.case for case in found.differing] == ["secret/2"]
    assert found.common == 4 and found.size == 0.5
    assert found.time is not None and isclose(found.time.mean, 2 ** (1 / 4))


def test_solutions_are_matched_by_problem_and_name(
    two: tuple[SolutionResult, SolutionResult], tmp_path: Path
) -> None:
    old, new = two
    problem = make_problem(tmp_path)
    other = replace(new, solution=replace(new.solution, name="other"))
    found = compare_by_case(
        [ProblemResult(problem, (old,))], [ProblemResult(problem, (other, new))]
    )
    assert [p.after.solution.name for p in found] == ["it"]
