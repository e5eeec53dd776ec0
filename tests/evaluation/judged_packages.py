"""Packages that tests write and judge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import RunOptions, make_plan
from judge.model import SolutionResult
from tests.packages.written import MODERN, write

LIMITS = "limits: {time_limit: 5}\n"


def judged(
    root: Path,
    files: Mapping[str, str],
    solutions: Mapping[str, str] | None = None,
    settings: str = MODERN + LIMITS,
    sandbox: str = "auto",
) -> dict[str, SolutionResult]:
    """The results by the names of the solutions."""
    root.chmod(0o755)
    write(root / "problems", {"problem.yaml": settings, **files})
    for name, source in (solutions or {}).items():
        path = root / "solutions/tour" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    (root / "solutions").mkdir(exist_ok=True)
    options = RunOptions(root / "problems", root / "solutions", workers=1, sandbox=sandbox)
    [problem] = listen(evaluate_plan(make_plan(options), options)).problems
    return {result.solution.name: result for result in problem.solutions}
