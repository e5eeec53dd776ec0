"""The solutions of a problem: sources in a folder, and the submissions of its package."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, unreadable
from judge.common.messages import did_you_mean
from judge.model import VARIANTS, Solution
from judge.packages.loaded_problem import LoadedProblem
from judge.solutions import variants
from judge.solutions.answer_files import answers, is_answer_archive
from judge.solutions.cases import check_case
from judge.solutions.load import load_solution, loaded
from judge.solutions.package_rules import as_package_asks
from judge.solutions.package_submissions import PackageSubmissions, read_submissions

IGNORED = frozenset({".toml", ".md"})


def find_solutions(
    root: Path,
    its: LoadedProblem,
    pattern: str,
    brought: PackageSubmissions | None = None,
) -> list[Solution]:
    """Load the problem's solutions whose name or file name matches a glob; raises JudgeError.

    They are those of the problem's folder in ``root``, by the names of their files without suffix,
    and the submissions of its package, by their paths such as ``accepted/sum.c``. A solution whose
    full name is ``pattern`` is the only match. ``brought``: the submissions, if they were read.
    """
    problem, readings = its.problem, its.plugin.readings
    folder = root / problem.name
    found = folder_files(folder, root)
    archives = [p for p in found if problem.submits_answers and _is_archive(p)]
    solutions = [
        load_solution(path, problem.name, readings, problem.rules, within=root)
        for path in folder_sources(folder, found, archives)
    ]
    made = variants.folder_variants(folder, root)
    solutions += [loaded(one, problem.name, readings, problem.rules) for one in made]
    solutions = [as_package_asks(solution, problem) for solution in solutions]
    solutions += [answers(path, problem, path.stem, root) for path in archives]
    solutions.sort(key=lambda solution: solution.path)
    solutions += (brought or read_submissions(problem)).solutions
    named: dict[str, Solution] = {}
    for solution in solutions:
        first = named.setdefault(solution.name, solution)
        if first is not solution:
            raise duplicate_name(first, solution)
    for solution in solutions:
        check_case(solution, problem)
    if pattern in named:
        return [named[pattern]]
    return [
        s for s in solutions if fnmatchcase(s.name, pattern) or fnmatchcase(s.path.name, pattern)
    ]


def sources_in(folder: Path) -> list[Path]:
    """The sources and output files in a folder, by name; raises JudgeError."""
    try:
        found = sorted(path for path in folder.iterdir() if _is_source(path))
    except OSError as error:
        raise unreadable(error, folder) from error
    if not found:
        raise JudgeError("contains no source", folder)
    return found


def folder_files(folder: Path, root: Path) -> list[Path]:
    """What is in a folder below ``root``, in order; nothing where there is none. Raises
    JudgeError."""
    try:
        foreign_files.check_folder(folder, root)
        return sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError as error:
        raise unreadable(error, folder) from error


def folder_sources(folder: Path, files: list[Path], without: Sequence[Path] = ()) -> list[Path]:
    """The sources among the files of a folder; raises JudgeError for a manifest without one."""
    paths = [path for path in files if _is_source(path) and path not in without]
    stems = {path.stem for path in paths}
    for manifest in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        if manifest.stem not in stems and manifest.name != VARIANTS:
            raise JudgeError(
                f"manifest without a solution: {did_you_mean(manifest.stem, stems)}", manifest
            )
    return paths


def duplicate_name(first: Solution, second: Solution) -> JudgeError:
    made, other = (first, second) if first.variant_of else (second, first)
    place = made.path.with_name(VARIANTS) if made.variant_of else made.path
    named = f"{made.name}: " if made.variant_of else ""
    return JudgeError(f"{named}shares its name with {other.path.name}: rename one", place)


def _is_archive(path: Path) -> bool:
    return is_answer_archive(path) and not path.name.startswith((".", "_"))


def _is_source(path: Path) -> bool:
    return (  # a pipe or a broken link is an error when it is read
        not path.is_dir() and path.suffix not in IGNORED and not path.name.startswith((".", "_"))
    )
