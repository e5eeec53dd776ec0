"""Building the candidates for a calling convention."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.evaluation import worker
from judge.model import Output, Verdict
from tests.contest import Contest
from tests.evaluation.test_convention_trial import CASES, PLUGIN


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each build, in whichever process."""
    log = tmp_path / "builds"
    build = worker.built_solution

    def counted(solution: Any, *rest: Any) -> Any:
        with log.open("a") as file:
            file.write(f"{solution.convention.output.value}\n")
        return build(solution, *rest)

    monkeypatch.setattr(worker, "built_solution", counted)
    return log


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "source", "output"),
    [
        (
            "changed.c",
            "c(char**a,char**b){return strcmp(*a,*b);}\nvoid f(char**w,int n){qsort(w,n,8,c);}",
            Output.MUTATED,
        ),
        (
            "changed.cpp",
            "using namespace std;int f(vector<string>&w){sort(begin(w),end(w));return 0;}",
            Output.MUTATED,
        ),
        (
            "printed.cpp",
            "using namespace std;void f(vector<string>w){sort(begin(w),end(w));"
            "for(auto x:w)cout<<x<<' ';}",
            Output.STDOUT,
        ),
    ],
    ids=["changed.c", "changed.cpp", "printed.cpp"],
)
def test_a_function_is_compiled_once_wherever_it_answers(
    contest: Contest, builds: Path, file: str, source: str, output: Output
) -> None:
    contest.use_package(CASES, PLUGIN)
    contest.solution(file, source)
    [judged] = contest.judged(workers=1).values()
    assert judged.solution.convention.output is output
    assert judged.verdict is Verdict.AC
    assert len(builds.read_text().splitlines()) == 1
