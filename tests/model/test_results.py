"""What was expected of a solution, and what is not known yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import (
    INTERRUPTED,
    Expectation,
    Grade,
    Kind,
    Solution,
    SolutionResult,
    StaticResult,
    Verdict,
)


@pytest.mark.parametrize(
    ("verdict", "stopped", "as_expected"),
    [
        (Verdict.WA, "", True),
        (Verdict.AC, "", False),
        (Verdict.AC, INTERRUPTED, True),  # the case that it fails may be among the rest
        (Verdict.RTE, INTERRUPTED, False),
        (Verdict.SKIP, "", True),
    ],
)
def test_a_run_that_was_ended_early_says_nothing_of_the_cases_left(
    verdict: Verdict, stopped: str, as_expected: bool
) -> None:
    path = Path("wrong.py")
    wrong = frozenset({Verdict.WA})
    solution = Solution("toy", "wrong", path, "python", Kind.PROGRAM, 1, expect=wrong)
    result = SolutionResult(solution, verdict, None, "", (), stopped=stopped)
    assert result.as_expected is as_expected


def test_a_fault_of_the_package_over_all_cases_is_never_as_expected() -> None:
    right = frozenset({Verdict.AC})
    solution = Solution("toy", "a.py", Path("a.py"), "python", Kind.PROGRAM, 1, expect=right)
    solution = replace(solution, expectations=(Expectation(right, right, origin="by a rule"),))
    grade = Grade(Verdict.AC)
    done = SolutionResult(solution, Verdict.AC, None, "", (), static=(StaticResult("g", grade),))
    assert done.as_expected
    assert replace(done, verdict=Verdict.JE).unexpected == "AC, not JE over all"


@pytest.mark.parametrize(("stopped", "as_expected"), [("", False), (INTERRUPTED, True)])
def test_a_part_of_the_score_is_not_known_before_all_cases_are_judged(
    stopped: str, as_expected: bool
) -> None:
    solution = Solution("toy", "a.py", Path("a.py"), "python", Kind.PROGRAM, 1)
    solution = replace(solution, expectations=(Expectation(partial=True, origin="by a rule"),))
    result = SolutionResult(solution, Verdict.WA, None, "", (), stopped=stopped)
    assert result.as_expected is as_expected
