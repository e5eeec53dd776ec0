"""Solution -> BuiltSolution: a posted source, or a submission that is a program of a package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.languages.included import included_files
from judge.languages.program import Program, program_of_package, with_included
from judge.languages.table import all_languages
from judge.languages.toolchain import find_toolchain
from judge.model import ON_COMMAND_LINE, Kind, Problem, Solution
from judge.running.compile import BRANCHES, BUFFERED, BuiltSolution, prepare
from judge.running.program import build_program, file_of
from judge.running.tool_session import CompileError, compile_limits
from judge.sandbox.layer import Layer
from judge.solutions.load import source_of
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
    if solution.unbuildable:
        raise CompileError(solution.unbuildable)
    if solution.program is None:
        return _prepared_with((), solution, problem, layer, folder, examples)
    included = included_files(problem, solution.language)
    program = with_included(program_of(solution, solution.program, problem), included)
    program = replace(program, constants=problem.constants)
    built = build_program(program, layer, folder, limits=compile_limits(problem.declared))
    return BuiltSolution(
        solution,
        built.argv,
        built.view,
        built.warm,
        environment=built.environment,
        cold=built.cold,
        beside=_beside(program),
        read_only=_is_read_only(solution, problem),
    )


def program_of(solution: Solution, path: Path, problem: Problem) -> Program:
    """The files of a submission that has ``path`` as its program; raises JudgeError."""
    language = "" if solution.language == UNKNOWN_LANGUAGE else solution.language
    return program_of_package(path, problem, language, start_of(solution))


def start_of(solution: Solution) -> str:
    """The path of the file that starts a submission, below the folder of its files."""
    folder = _parent(solution.program or solution.path)
    return solution.path.relative_to(folder).as_posix()


def traced_solution(
    solution: Solution, problem: Problem, layer: Layer, folder: Path
) -> BuiltSolution | None:
    """The program, compiled so that it reports what it does; None if its language has no such way.
    Raises as ``prepare`` does."""
    traced = _traced(solution)
    return _prepared_with(traced, solution, problem, layer, folder) if traced else None


def marked_solution(
    solution: Solution,
    problem: Problem,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]] = (),
) -> BuiltSolution | None:
    """The solution, compiled so that it reports in batches which branches it takes; None if its
    language has no such way. Raises as ``prepare`` does."""
    entry = all_languages().get(solution.language)
    if entry is None or not entry.marked or solution.program is not None:
        return None
    built = _prepared_with(entry.marked, solution, problem, layer, folder, examples)
    return replace(built, branches=BRANCHES) if built.many else None


def repeated_solution(
    solution: Solution,
    problem: Problem,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]] = (),
    traced: bool = False,
    switched: bool = False,
) -> BuiltSolution | None:
    """The solution, linked so that it answers many inputs in one process; None if its language has
    no such way, the machine no libraries for it, or if the source may call the kernel by itself.
    ``traced``: it reports what it does, if its language has a way; ``switched``: it has many
    changes, of which a variable chooses one, and None as well if its language has no such way.
    Raises as ``prepare`` does."""
    language = all_languages()[solution.language]
    if (
        not language.repeated
        or (switched and not language.switched)
        or solution.program is not None
        or solution.convention.input in ON_COMMAND_LINE
    ):
        return None
    if not find_toolchain(language).flags:
        return None
    if language.own_calls and language.own_calls.search(source_of(solution).decode("latin-1")):
        return None
    added = language.repeated + (_traced(solution) if traced else ())
    added += language.switched if switched else ()
    built = _prepared_with(added, solution, problem, layer, folder, examples)
    many = (*built.argv, "--many", solution.kind.value)
    return replace(built, many=many, buffered=BUFFERED)


def _is_read_only(solution: Solution, problem: Problem) -> bool:
    """Whether it must not write files; a language that needs some to start may write them."""
    entry = all_languages().get(solution.language)
    return not problem.allow_file_writing and not (entry and entry.scratch)


def _traced(solution: Solution) -> tuple[str, ...]:
    if solution.kind is Kind.FUNCTION or solution.program is not None:
        return ()
    return all_languages()[solution.language].traced


def _prepared_with(
    added: tuple[str, ...],
    solution: Solution,
    problem: Problem,
    layer: Layer,
    folder: Path,
    examples: Sequence[Sequence[Any]] = (),
) -> BuiltSolution:
    included = included_files(problem, solution.language)
    limits = compile_limits(problem.declared)
    made = prepare(solution, layer, folder, examples, limits, included, added)
    return replace(made, read_only=_is_read_only(solution, problem))


def _beside(program: Program) -> dict[str, bytes]:
    """What a submission finds in its working folder: its files that are no sources, and those that
    come with every submission. In a language without a compiler it may read its sources, too."""
    names = {*program.files} - {*program.sources} | {*program.included}
    if program.language and program.path.is_dir():
        if not all_languages()[program.language].compile:
            names |= {*program.files}
        return {name: file_of(program, name, program.folder / name) for name in sorted(names)}
    return dict(program.included)


def _parent(program: Path) -> Path:
    """The folder that the names of a program's files begin at."""
    return program if program.is_dir() else program.parent
