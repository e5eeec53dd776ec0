"""A contest judge and batch runner for problems whose answers are not unique.

The names below are the library; docs/library.md shows them in use. Each is loaded when it is first
used, so that ``import judge`` takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.common.errors import JudgeError as JudgeError
    from judge.evaluation.events import CaseJudged as CaseJudged
    from judge.evaluation.events import CasesSkipped as CasesSkipped
    from judge.evaluation.events import LimitTried as LimitTried
    from judge.evaluation.events import RunFinished as RunFinished
    from judge.evaluation.events import RunStarted as RunStarted
    from judge.evaluation.events import SolutionBuilt as SolutionBuilt
    from judge.evaluation.events import SolutionEnded as SolutionEnded
    from judge.library.hunt_report import HuntReport as HuntReport
    from judge.library.hunt_report import hunt as hunt
    from judge.library.problem_folder import load_problem as load_problem
    from judge.library.run_result import RunResult as RunResult
    from judge.library.source import Source as Source
    from judge.library.source_run import events as events
    from judge.library.source_run import grade as grade
    from judge.library.source_run import run as run
    from judge.model import Isolation as Isolation
    from judge.model import Verdict as Verdict
    from judge.packages.loaded_problem import LoadedProblem as LoadedProblem

#: The only place that holds the version: the command, the reports and the package read it here.
__version__ = "0.2.0.dev0"

#: Where each name of the library is.
_MODULES = {
    "CaseJudged": "judge.evaluation.events",
    "CasesSkipped": "judge.evaluation.events",
    "HuntReport": "judge.library.hunt_report",
    "Isolation": "judge.model",
    "JudgeError": "judge.common.errors",
    "LimitTried": "judge.evaluation.events",
    "LoadedProblem": "judge.packages.loaded_problem",
    "RunFinished": "judge.evaluation.events",
    "RunResult": "judge.library.run_result",
    "RunStarted": "judge.evaluation.events",
    "SolutionBuilt": "judge.evaluation.events",
    "SolutionEnded": "judge.evaluation.events",
    "Source": "judge.library.source",
    "Verdict": "judge.model",
    "events": "judge.library.source_run",
    "grade": "judge.library.source_run",
    "hunt": "judge.library.hunt_report",
    "load_problem": "judge.library.problem_folder",
    "run": "judge.library.source_run",
}


if not TYPE_CHECKING:  # a type checker would take every name for known

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'judge' has no attribute {name!r}")
        return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
