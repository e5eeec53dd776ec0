"""Sources on the cases of a problem: ``run``, ``events`` and ``grade``."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, Unpack

from judge.evaluation.events import Event, Listener
from judge.evaluation.plan import plan_solutions
from judge.evaluation.plan_file import SUFFIXES, GradeOptions, plan_file_of, with_whole_outputs
from judge.library.planned_run import PlannedRun
from judge.library.problem_folder import as_problem
from judge.library.run_keywords import RunKeywords, run_options, store_of
from judge.library.run_result import RunResult
from judge.library.source import AnySource, Source, solutions_of
from judge.packages.loaded_problem import LoadedProblem

AnyProblem = LoadedProblem | str | os.PathLike[str]


def run(
    problem: AnyProblem,
    sources: AnySource | Iterable[AnySource] | None = None,
    *,
    listener: Listener | None = None,
    **keywords: Unpack[RunKeywords],
) -> RunResult:
    """Judge sources on the cases of a problem, as ``judge run`` does; raises JudgeError.

    ``sources``: paths of files or folders, and texts (``Source``); by default all solutions of the
    problem. ``listener`` is called with each event. Ctrl-C ends the run early: the result then has
    what was done, and is ``interrupted``.
    """
    planned = _planned(problem, sources, keywords, "run")
    return RunResult.of(planned.plan, planned.results(*([listener] if listener else [])))


def events(
    problem: AnyProblem,
    sources: AnySource | Iterable[AnySource] | None = None,
    **keywords: Unpack[RunKeywords],
) -> Generator[Event, None, None]:
    """What happens in such a run, as it happens: ``RunFinished`` comes last. Raises JudgeError.
    Leaving the loop early ends the run when the generator is closed."""
    return _planned(problem, sources, keywords, "events").events()


def grade(problem: AnyProblem, source: AnySource, **keywords: Unpack[RunKeywords]) -> RunResult:
    """Judge one source or one output file, as ``judge grade`` does; raises JudgeError.

    An output file (``.out``, ``.txt``, ``.ans``) answers one case: ``cases`` must select it.
    """
    if not isinstance(source, Source | str | os.PathLike):
        raise TypeError(f"grade() wants one source, not {type(source).__name__}")
    if isinstance(source, Source) or Path(source).suffix not in SUFFIXES:
        planned = _planned(problem, source, keywords, "grade")
        return RunResult.of(planned.plan, planned.results())
    loaded = as_problem(problem)
    options = run_options(loaded, keywords, "grade")
    asked = GradeOptions(
        options.problems_root, loaded.name, os.fspath(source), command=options.command
    )
    plan, chosen = plan_file_of(loaded, options.case, asked)
    planned = PlannedRun(plan, chosen, store_of(keywords))
    return RunResult.of(plan, with_whole_outputs(planned.results()))


def _planned(
    problem: AnyProblem,
    sources: AnySource | Iterable[AnySource] | None,
    keywords: Any,
    function: str,
) -> PlannedRun:
    """All that can be wrong with problem, sources and keywords is found here."""
    loaded = as_problem(problem)
    options = run_options(loaded, keywords, function)
    solutions = solutions_of(loaded, sources, options.solutions_root)
    plan = plan_solutions(loaded, solutions, options)
    return PlannedRun(plan, options, store_of(keywords))
