"""What validators find in their working folder: the files of a submission, the files that come with
every submission, and what the compiler made of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from judge.common import foreign_files
from judge.languages.format_languages import languages_by_code
from judge.languages.included import included_files, included_main
from judge.languages.program import language_named
from judge.model import FormatVersion, Kind, Problem, Solution
from judge.packages.constants import replaced_in_bytes
from judge.packages.given_files import LONGEST_PATH, MOST_FILES
from judge.running.build import program_of, start_of
from judge.running.compiled_program import ARTIFACT
from judge.solutions.load import source_of

#: How much a validator is shown of a submission, in bytes.
MOST_BYTES = 64 * 2**20


def files_of_submission(
    solution: Solution, problem: Problem, built: Path | None = None
) -> Mapping[str, bytes]:
    """The files by their paths; ``built`` is the folder in which the solution was compiled. None in
    the legacy format, which shows validators no submission. Raises JudgeError, OSError."""
    if problem.version is FormatVersion.LEGACY or solution.kind is Kind.OUTPUT or solution.skipped:
        return {}
    files = dict(_own_files(solution, problem))
    files |= included_files(problem, solution.language)
    if built is not None and ARTIFACT not in files:
        with suppress(OSError):
            files[ARTIFACT] = (built / ARTIFACT).read_bytes()
    shown = {name: data for name, data in files.items() if _can_be_shown(name)}
    fits = len(shown) <= MOST_FILES and sum(map(len, shown.values())) <= MOST_BYTES
    return shown if fits else {}


def entry_point(solution: Solution, problem: Problem) -> str:
    """What starts a submission, as the format names it: a file, or a class."""
    included = included_files(problem, solution.language)
    start = included_main(included, language_named(solution.language)) or start_of(solution)
    codes = languages_by_code().values()
    shape = next((one.entry_point for one in codes if one.own == solution.language), "")
    stem = Path(start).stem
    return shape.format(stem=stem, Stem=stem[:1].upper() + stem[1:]) if shape else start


def _own_files(solution: Solution, problem: Problem) -> Mapping[str, bytes]:
    if solution.program is None:
        return {solution.path.name: source_of(solution)}
    program = program_of(solution, solution.program, problem)
    return {
        name: replaced_in_bytes(foreign_files.read(program.folder / name), problem.constants)
        for name in program.files
    }


def _can_be_shown(name: str) -> bool:
    parts = name.split("/")
    return len(name.encode()) <= LONGEST_PATH and not any(part.startswith(".") for part in parts)
