"""The validators of a package as programs: what cannot be one, and what in their folders would
never be run."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from judge.common.errors import JudgeError
from judge.languages.program import program_of_package
from judge.languages.program_aside import lacks_start, source_never_run, source_never_used
from judge.model import FormatVersion, Problem
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.validator_files import (
    FOLDERS,
    LEGACY_FOLDERS,
    SCRIPTS,
    programs,
    without_language,
)
from judge.running.checkers import has_validator

#: The folders of the output validator, by the versions of the format.
_FOLDERS = ("output_validator", "output_validators")


def check_validators(loaded: LoadedProblem, version: FormatVersion | None = None) -> None:
    """Raise JudgeError for a validator that decides on verdicts and may be the wrong one of two
    programs. Format 2025-09 allows sources in one language, or a script; the legacy format leaves
    it open. ``version``: of the package as it is exported."""
    for fault in validator_faults(loaded.problem, version):
        raise fault


def check_readable(problem: Problem) -> None:
    """Raise JudgeError for a validator or grader that decides on verdicts and, as its files show
    before they are compiled, is no program that can run here, such as one in Python 2."""
    unused = () if problem.static_groups else (problem.static_validator,)
    for path in (*_deciding(problem), problem.grader):
        if path is not None and path not in unused:
            program_of_package(path, problem)


def validator_faults(
    problem: Problem, version: FormatVersion | None = None
) -> Iterator[JudgeError]:
    """All that ``check_validators`` refuses."""
    if (version or problem.version) is not FormatVersion.LEGACY:
        yield from _second_programs(_deciding(problem), problem)


def validator_doubts(problem: Problem) -> Iterator[JudgeError]:
    """What lies in the folders of deciding validators and decides nothing."""
    if problem.version is FormatVersion.LEGACY:
        yield from _second_programs(_deciding(problem), problem)
    yield from _second_programs(_deciding(problem), problem, source_never_used)
    for folder in (problem.folder / name for name in _FOLDERS):
        unused = problem.output_validator.path is None and folder.is_dir()
        if unused and not programs(folder, problem.folder):
            decides = "the plug-in decides" if problem.plugin else "they are compared with answers"
            yield JudgeError(f"holds no program that judges outputs: {decides}", folder)
    folder = problem.folder / "static_validator"
    unused = problem.version is FormatVersion.V2025_09 and problem.static_validator is None
    if unused and folder.is_dir() and any(folder.iterdir()):
        yield JudgeError("holds no program that judges sources: nothing runs it", folder)


def aside_doubts(problem: Problem) -> Iterator[JudgeError]:
    """The same of validators that decide on no verdict, and what the format forbids in the folders
    of any."""
    aside = (*problem.input_validators, *problem.answer_validators)
    yield from _second_programs(aside, problem)
    if problem.version is FormatVersion.V2025_09:
        yield from _second_programs((*_deciding(problem), *aside), problem, lacks_start)
    if problem.version is not FormatVersion.DRAFT_2023_07:
        yield from _same_names(problem.input_validators)
        yield from _same_names(problem.answer_validators)
    for path in (*_deciding(problem), *aside):
        for script in (path / name for name in sorted(SCRIPTS)):
            if script.is_file() and not script.stat().st_mode & stat.S_IXUSR:
                said = "is not executable, and other judges start it as it is: chmod +x"
                yield JudgeError(said, script)
    for name in dict.fromkeys((*FOLDERS, *LEGACY_FOLDERS)):
        for path in without_language(problem.folder / name):
            said = "is not run: give it the suffix of its language, or begin it with #!"
            yield JudgeError(said, path)


def _same_names(programs: Iterable[Path]) -> Iterator[JudgeError]:
    """Programs with the name of another one: a suffix is no part of it."""
    first: dict[str, Path] = {}
    for path in programs:
        name = path.name if path.is_dir() else path.stem
        if (other := first.setdefault(name, path)) is not path:
            said = f"has the same name as {other.name}, {name}, in the format: rename one of them"
            yield JudgeError(said, path)


def _deciding(problem: Problem) -> Iterator[Path]:
    if has_validator(problem):
        yield from (one.path for one in problem.output_validator.all if one.path)
    if problem.static_validator is not None:
        yield problem.static_validator


def _second_programs(
    paths: Iterable[Path],
    problem: Problem,
    said_of: Callable[[Path, Problem], JudgeError | None] = source_never_run,
) -> Iterator[JudgeError]:
    for path in paths:
        try:
            said = said_of(path, problem)
        except JudgeError:  # reported where it is compiled
            continue
        if said is not None:
            yield said
