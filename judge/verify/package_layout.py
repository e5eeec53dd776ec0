"""Files and folders of a package that are not as the format wants them, or of no effect."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.foreign_files import CASE_BYTES
from judge.common.messages import did_you_mean, others_too
from judge.languages.format_languages import languages_by_code
from judge.languages.included import DEFAULT
from judge.model import FormatVersion, Kind, Problem, Solution
from judge.packages.check_groups import structure_faults, sum_fault, unbounded_fault
from judge.packages.file_names import left_out
from judge.packages.generated_data import GeneratedData
from judge.packages.generator_files import missing_files, unknown_settings
from judge.packages.generators import FILE as GENERATORS_FILE
from judge.packages.generators import FOLDER as GENERATORS
from judge.packages.generators import has_generators, read_generators
from judge.packages.match_patterns import FILES, unmatched
from judge.packages.statements import FILE as STATEMENT
from judge.packages.statements import KINDS as STATEMENT_KINDS
from judge.packages.statements import statement_files
from judge.packages.validator_files import FOLDERS
from judge.running.validator_programs import aside_doubts, validator_doubts, validator_faults
from judge.solutions.package_submissions import read_submissions
from judge.verify.case_names import doubtful_names
from judge.verify.folded_names import colliding_names
from judge.verify.format_rules import (
    answered_invalid_inputs,
    coarse_time_limit,
    colliding_files,
    lacks_accepted,
    too_many_samples,
    unlike_variants,
)
from judge.verify.legacy_rules import broken_rules, missing_texts
from judge.verify.remark import Remark, Severity, fault, of_error, warning
from judge.verify.statement_pictures import missing_pictures
from judge.verify.unknown_constants import unknown_names
from judge.verify.unread_names import name_remarks

_FOLDERS = ("data", "statement", "problem_statement", "include", "submissions")
#: The folder of attachments with code to start from, one folder a language.
TEMPLATES = "templates"
#: How a text in UTF-16 begins.
_MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_WIDE = "is UTF-16, which no language reads: save it as UTF-8"
_SOLUTION = re.compile(r"solution(\.[a-z]{2,3}(-[A-Z]{2})?)?\.(tex|md|pdf)")


def layout_remarks(problem: Problem) -> Iterator[Remark]:
    """All that is found beside the cases; never raises."""
    top = problem.folder
    for name in _FOLDERS:
        if os.path.lexists(top / name) and not (top / name).is_dir():
            yield fault(top / name, "must be a folder")
    yield from name_remarks(problem)
    yield from _outside(top)
    if not any(case.name.startswith("secret/") for case in problem.cases):
        said = "there is no secret case: only the samples are judged"
        yield warning(top / "data/secret", said)
    yield from _validator(problem)
    yield from _second_statements(top)
    unchecked = not (problem.answer_validators or problem.plugin)
    if problem.tests.invalid_answers and unchecked:
        path = top / "data" / f"{problem.tests.invalid_answers[0]}.ans"
        yield warning(path, "tests nothing: there is no program in answer_validators")
    yield from _submissions(problem)
    yield from _generators(problem)
    if problem.version is FormatVersion.V2025_09:
        yield from _statements(top / "statement")
        yield from _attachments(top / "attachments")
        yield from _solution(top / "solution")
        for error in structure_faults(problem):
            yield of_error(error, top)
        yield from (*too_many_samples(problem), *colliding_files(problem))
        yield from answered_invalid_inputs(problem)
        for said in unlike_variants(problem):
            yield warning(top / "problem.yaml", said)
        if said := coarse_time_limit(problem):
            yield fault(top / "problem.yaml", said)
        for error in filter(None, (sum_fault(problem), unbounded_fault(problem))):
            yield of_error(error, top)
    if lacks_accepted(problem):
        yield warning(top / "submissions", "holds no accepted submission: add one")
    yield from broken_rules(problem)
    yield from missing_texts(problem)
    yield from missing_pictures(top)
    yield from doubtful_names(problem)
    yield from colliding_names(top)
    yield from unknown_names(problem)
    if problem.left_out:
        said = left_out(problem.left_out)
        yield (fault if _is_missed(problem) else warning)(problem.left_out[0], said)


def _is_missed(problem: Problem) -> bool:
    """Whether what is left out for its name looks like a case or a validator of a new package."""
    return problem.version is FormatVersion.V2025_09 and any(
        path.suffix in (".in", ".ans") or path.parent.name in FOLDERS for path in problem.left_out
    )


def _statements(folder: Path) -> Iterator[Remark]:
    """Statements that no judge finds, by the rules of format 2025-09."""
    for path in sorted(folder.glob("problem*")) if folder.is_dir() else ():
        kind = path.suffix.removeprefix(".")
        if kind not in STATEMENT_KINDS or path.is_dir():
            continue
        named = STATEMENT.fullmatch(path.name)
        if named is None or named[1] is None:
            said = f"name it by its language, such as problem.en.{kind}, as other judges do"
            yield warning(path, said)


def _second_statements(top: Path) -> Iterator[Remark]:
    """Statements in a language that has one: all versions of the format want one file for each."""
    first: dict[str, Path] = {}
    for file in statement_files(top):
        if (other := first.setdefault(file.language, file.path)) is not file.path:
            said = f"is in the language of {other.name}, {file.language}: keep one of the two"
            yield warning(file.path, said)


def _solution(folder: Path) -> Iterator[Remark]:
    """A folder for descriptions of solutions that holds none by its name."""
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    shown = [name for name in names if not name.startswith((".", "README"))]
    if shown and not any(_SOLUTION.fullmatch(name) for name in shown):
        said = "holds no description of the solution, as solution.en.md, .tex or .pdf: rename it"
        yield warning(folder, said)


def _attachments(folder: Path) -> Iterator[Remark]:
    """Folders among the attachments that format 2025-09 does not know."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not path.is_dir() or path.name.startswith("."):
            continue
        if path.name != TEMPLATES:
            said = f"attachments are files: put the folder into an archive, or name it {TEMPLATES}"
            yield fault(path, said)
            continue
        codes = [DEFAULT, *languages_by_code()]
        for code in sorted(path.iterdir()):
            if code.is_dir() and code.name not in codes:
                near = did_you_mean(code.name, codes)
                yield warning(code, f"is not a language of the format: {near}")


def _outside(top: Path) -> Iterator[Remark]:
    """Links that leave the package, or lead nowhere: they are not followed."""
    found = []
    home = top.resolve()
    for folder, folders, files in os.walk(top):
        for name in (*folders, *files):
            path = Path(folder, name)
            if path.is_symlink() and not _leads_inside(path, home):
                found.append(path)
    if found:
        yield _first(
            sorted(found), "is a link that leads out of the package or nowhere, and is not followed"
        )


def _leads_inside(path: Path, home: Path) -> bool:
    try:
        return path.resolve(strict=True).is_relative_to(home)
    except (OSError, RuntimeError):
        return False


def _validator(problem: Problem) -> Iterator[Remark]:
    for error in validator_faults(problem):
        yield of_error(error, problem.folder)
    for doubt in (*validator_doubts(problem), *aside_doubts(problem)):
        yield of_error(doubt, problem.folder, Severity.WARNING)
    own = problem.output_validator.path
    if own is not None:
        if problem.plugin and not problem.validated_in_run and not _is_the_plugin(own):
            said = "decides nothing here, as there is a plug-in: judge verify compares the two"
            yield warning(own, said)
        return
    if problem.rules.validator is not None:
        said = "validator has no effect: the package has no output validator"
        yield warning(problem.folder / "judge.toml", said)


def _is_the_plugin(validator: Path) -> bool:
    """Whether a validator calls the plug-in, as what is written for other judges does."""
    start = validator / "__main__.py" if validator.is_dir() else validator
    try:
        return b"plugin" in start.read_bytes()
    except OSError:
        return False


def _wide_files(solution: Solution, package: Path) -> Iterator[Path]:
    """The sources of a submission in UTF-16, as some editors save."""
    if solution.kind is Kind.OUTPUT:
        return
    top = solution.path
    for path in sorted(top.rglob("*")) if top.is_dir() else (top,):
        try:
            data = foreign_files.read(path, package) if path.is_file() else b""
        except (JudgeError, OSError):
            continue  # found by other checks
        if data.startswith(_MARKS_OF_UTF_16) or (path == top and b"\0" in data[:2]):
            yield path


def _submissions(problem: Problem) -> Iterator[Remark]:
    """What is wrong with submissions.yaml, and what may be with the submissions."""
    folder = problem.folder / "submissions"
    try:
        found = read_submissions(problem)
    except JudgeError as error:
        yield of_error(error, folder)
        return
    yield from (of_error(one, folder) for one in found.faults)
    said: dict[tuple[str, int | None], list[Path]] = {}
    for doubt in (one for one in found.doubts if one not in found.faults):
        said.setdefault((doubt.message, doubt.line), []).append(doubt.path or folder)
    for solution in found.solutions:
        if solution.skipped:
            text = f"cannot be judged: {solution.skipped}"
            said.setdefault((text, None), []).append(solution.path)
        for path in _wide_files(solution, problem.folder):
            said.setdefault((_WIDE, None), []).append(path)
    for (text, line), paths in said.items():
        yield _first(paths, text, line)


def _generators(problem: Problem) -> Iterator[Remark]:
    """What ``judge generate`` would refuse: the cases are there all the same."""
    if not has_generators(problem.folder):
        return
    try:
        data = read_generators(problem.folder, problem.constants)
    except JudgeError as error:
        yield of_error(error, problem.folder / "generators", Severity.WARNING)
        return
    for missing in (*data.notes, *missing_files(problem.folder, data)):
        yield of_error(missing, problem.folder / "generators", Severity.WARNING)
    if problem.version is FormatVersion.V2025_09:
        for unknown in unknown_settings(problem.folder, data):
            yield of_error(unknown, problem.folder / "generators", Severity.WARNING)
    yield from _unmatched(problem, data)


def _unmatched(problem: Problem, data: GeneratedData) -> Iterator[Remark]:
    """Stored cases that are not as ``match`` asks for."""
    for case in (case for case in data.cases if case.patterns):
        paths = {suffix: problem.folder / "data" / f"{case.name}.{suffix}" for suffix in FILES}
        if not paths["in"].is_file():
            continue  # not generated yet
        try:
            files = {
                suffix: foreign_files.read(path, problem.folder, CASE_BYTES)
                for suffix, path in paths.items()
                if path.is_file()
            }
        except OSError:
            continue  # said elsewhere
        for line, said in unmatched(case, files):
            place = problem.folder / GENERATORS / GENERATORS_FILE
            yield of_error(JudgeError(said, place, line), place, Severity.WARNING)


def _first(paths: list[Path], said: str, line: int | None = None) -> Remark:
    """One line for several files with the same fault."""
    return warning(paths[0], said + others_too(len(paths), "other file"), line)
