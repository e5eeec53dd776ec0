"""Limits that a package declares for sources and compilers."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions, make_plan
from judge.model import SolutionResult, Verdict
from tests.packages.written import MODERN, write

RIGHT = "print(input())\n"


def judged(root: Path, limits: str, file: str, source: str) -> SolutionResult:
    write(root / "problems", {"problem.yaml": f"{MODERN}limits: {{time_limit: 5, {limits}}}\n"})
    (root / "solutions/tour").mkdir(parents=True, exist_ok=True)
    (root / "solutions/tour" / file).write_text(source)
    options = RunOptions(root / "problems", root / "solutions", workers=1)
    [result] = listen(evaluate_plan(make_plan(options), options)).problems[0].solutions
    return result


def test_a_source_beyond_the_code_limit_is_not_compiled(tmp_path: Path) -> None:
    small = judged(tmp_path, "code: 1", "echo.py", RIGHT)
    assert small.verdict is Verdict.AC
    large = judged(tmp_path, "code: 1", "echo.py", RIGHT + "#" * 1024)
    assert (large.verdict, large.message) == (
        Verdict.CE,
        "the source has 1,039 bytes, and the code limit is 1,024",
    )


@pytest.mark.long
def test_the_compiler_has_the_memory_that_the_package_names(tmp_path: Path) -> None:
    source = '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d", n); }\n'
    assert judged(tmp_path, "compilation_memory: 1024", "echo.c", source).verdict is Verdict.AC
    assert judged(tmp_path, "compilation_memory: 4", "echo.c", source).verdict is Verdict.CE
