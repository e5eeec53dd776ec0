"""All cases of a solution in one line."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from judge.model import SolutionResult, Verdict
from judge.report.html.case_strip import strip
from tests.report.toy_results import make_judged, make_problem, make_solution, printed


def judged(folder: Path, last: Verdict) -> SolutionResult:
    """Right on the first case, wrong on the second one, and with a given verdict on the third."""
    problem = make_problem(folder)
    result = make_judged(problem, make_solution(folder, "first", b"x"), printed(1, 99, 1))
    first, second, third, *_ = result.outcomes
    first = replace(first, verdict=Verdict.AC)
    return replace(result, outcomes=(first, second, replace(third, verdict=last)))


def test_each_verdict_has_a_path(tmp_path: Path) -> None:
    result = judged(tmp_path, Verdict.TLE)
    assert result.outcomes[1].verdict is Verdict.WA
    paths = dict(strip(make_problem(tmp_path).cases[:3], result))
    assert paths == {"ac": "M0 .5h1", "wa": "M1 .5h1", "tle": "M2 .5h1"}


def test_a_case_that_does_not_count_as_run_has_no_part_and_refutes_nothing(tmp_path: Path) -> None:
    result = judged(tmp_path, Verdict.SKIP)
    assert [*dict(strip(make_problem(tmp_path).cases[:3], result))] == ["ac", "wa"]
    assert [outcome.case for outcome in result.failed] == [result.outcomes[1].case]
