"""Every language of the first table, judged on the toy problem: as a program, and as a function."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import SolutionResult, Verdict
from tests.contest import make_contest
from tests.languages.toy_solutions import FUNCTIONS, PROGRAMS


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SolutionResult]:
    """All of them, judged at once; by file name."""
    contest = make_contest(tmp_path_factory.mktemp("languages"))
    for file, source in {**FUNCTIONS, **PROGRAMS}.items():
        path = Path(file)
        contest.solution(f"{path.stem}-{path.suffix[1:]}{path.suffix}", source)
    return {f"{name.split('-')[0]}.{name.split('-')[1]}": j for name, j in contest.judged().items()}


@pytest.mark.long
@pytest.mark.parametrize("file", [*FUNCTIONS, *PROGRAMS])
def test_it_is_right_and_detected(judged: dict[str, SolutionResult], file: str) -> None:
    one = judged[file]
    if one.verdict is Verdict.SKIP:
        pytest.skip(one.message)
    assert one.verdict is Verdict.AC, [one.message, *(o.message for o in one.outcomes)]
    assert one.solution.kind.value == Path(file).stem
