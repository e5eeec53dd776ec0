"""Solution -> BuiltSolution: a posted source, or a submission that is a program of a package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge.languages.included import included_files
from judge.languages.program import Program, read_program, with_included
from judge.languages.table import all_languages
from judge.model import Kind, Problem, Solution
from judge.running.compile import BuiltSolution, compile_limits, prepare
from judge.running.program import build_program, file_of
from judge.sandbox.layer import Layer
from judge.solutions.package_submissions import UNKNOWN_LANGUAGE


def built_solution(
    solution: Solution,
    problem: Problem,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]] = (),
) -> BuiltSolution:
    """Write the files, and what the compiler makes of them, to ``folder``.

    ``examples``: arguments that a function will be called with. Raises as ``prepare`` does.
    """
    included = included_files(problem, solution.language)
    limits = compile_limits(problem.declared)
    if solution.program is None:
        return prepare(solution, layer, folder, examples, limits, included)
    start = solution.path.relative_to(_parent(solution.program)).as_posix()
    language = "" if solution.language == UNKNOWN_LANGUAGE else solution.language
    program = read_program(solution.program, problem.folder, language, start)
    program = replace(with_included(program, included), constants=problem.constants)
    built = build_program(program, layer, folder, limits=limits)
    return BuiltSolution(
        solution,
        built.argv,
        built.view,
        built.warm,
        environment=built.environment,
        cold=built.cold,
        beside=_beside(program),
    )


def traced_solution(
    solution: Solution, problem: Problem, layer: Layer, folder: Path
) -> BuiltSolution | None:
    """The program, compiled so that it reports what it does; None if its language has no such way.
    Raises as ``prepare`` does."""
    traced = all_languages()[solution.language].traced
    if not traced or solution.kind is Kind.FUNCTION or solution.program is not None:
        return None
    included = included_files(problem, solution.language)
    limits = compile_limits(problem.declared)
    return prepare(solution, layer, folder, (), limits, included, traced=True)


def _beside(program: Program) -> dict[str, bytes]:
    """What a submission finds in its working folder: its files that are no sources, and those that
    come with every submission."""
    names = {*program.files} - {*program.sources} | {*program.included}
    if program.language and program.path.is_dir():
        return {name: file_of(program, name, program.folder / name) for name in sorted(names)}
    return dict(program.included)


def _parent(program: Path) -> Path:
    """The folder that the names of a program's files begin at."""
    return program if program.is_dir() else program.parent
