"""Writes a package that other judges accept: plain files, without this judge and its plug-in."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from judge.common import foreign_files
from judge.common.errors import JudgeError, not_utf_8, reason, unreadable
from judge.common.messages import counted, listed
from judge.languages.table import all_languages
from judge.model import FormatVersion, Input, Kind, Problem, ProblemType, Solution
from judge.packages import submission_rules
from judge.packages.data_files import unread
from judge.packages.file_names import NAME, drops_names, well_named
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.new_package import TEMPLATES
from judge.packages.statements import statement_files
from judge.packages.time_files import TIME
from judge.solutions.copied_files import copy_folder
from judge.solutions.export_data import (
    declare_strict,
    has_single_arguments,
    quoted_argument,
    write_data,
)
from judge.solutions.export_scores import Settings, scores_in
from judge.solutions.load import source_of
from judge.solutions.older_python import for_older_python
from judge.solutions.output_answers import answers_from_outputs
from judge.solutions.package_settings import settings_text
from judge.solutions.plain_package import submission_folder, write_validator
from judge.solutions.submission_program import held, sources_by_language
from judge.solutions.tex_statement import as_tex

GENERIC = TEMPLATES / "export" / "output_validator"
#: Folders that are copied as they are.
COPIED = ("attachments", "include", "solution")
#: Folders that make other parts of a package, and are no part of an exported one.
TOOLS = ("generators", "input_visualizer", "output_visualizer", "visualizers")
#: What legacy packages have submissions for.
_LEGACY_FOLDERS = frozenset(
    {"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "partially_accepted"}
)


def export_package(
    loaded: LoadedProblem, solutions: Iterable[Solution], target: Path, version: FormatVersion
) -> tuple[str, ...]:
    """Write the package; returns what had to be left out, each in a sentence.

    Raises JudgeError, and then nothing is written, also if ``target`` is anything but a new or an
    empty folder.
    """
    problem = loaded.problem
    check_target(target)
    if target.resolve().is_relative_to(problem.folder.resolve()):
        raise JudgeError("is in the package itself: name a folder elsewhere", target)
    scores = scores_in(problem, version)
    if version is FormatVersion.LEGACY:
        for lacks, used in _not_in_legacy(problem):
            if used:
                raise JudgeError(f"the format legacy has no {lacks}", problem.folder)
    elif len(problem.output_validator.all) > 1 and loaded.plugin.own is None:
        said = f"the format {version.value} has one output validator, and this package several"
        raise JudgeError(f"{said}: choose --format legacy", problem.folder)
    if wrong := _wrong_names(problem):
        said = f"the format {version.value} allows no such name: rename it"
        raise JudgeError(said, wrong[0])
    left_out: list[str] = []
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".export-", dir=target.parent) as name:
            new = Path(name) / "package"
            new.mkdir()
            _write(loaded, solutions, new, version, scores, left_out)
            if target.exists():
                target.rmdir()  # it is empty
            new.rename(target)
    except (OSError, shutil.Error) as error:
        raise JudgeError(f"cannot be written: {reason(error)}", target) from error
    return tuple(left_out)


def _not_in_legacy(problem: Problem) -> tuple[tuple[str, bool], ...]:
    """What the legacy format cannot say, and whether the problem uses it."""
    settings = [case.settings for case in problem.cases]
    odd = None if problem.version is FormatVersion.LEGACY else quoted_argument(problem)
    return (
        ("multi-pass problems", problem.multi_pass),
        ("submissions of answers", ProblemType.SUBMIT_ANSWER in problem.types),
        ("arguments of a case (args)", any(one.arguments for one in settings)),
        ("files of a case (.files)", any(one.files is not None for one in settings)),
        ("constants", bool(problem.constants)),
        (
            "arguments of validators for single cases, and each would be a group with a score",
            problem.scoring and has_single_arguments(problem),
        ),
        (
            f"arguments that are empty or have spaces, quotes or backslashes, such as {odd!r}",
            odd is not None,
        ),
        ("different arguments for several input validators", _has_named_arguments(problem)),
    )


def _has_named_arguments(problem: Problem) -> bool:
    """Whether the input validators of one case have different arguments."""
    names = [path.name for path in problem.input_validators]
    return any(
        len({case.settings.input_arguments(name) for name in names}) > 1
        for case in problem.cases
        if case.settings.arguments_by_input_validator
    )


def _wrong_names(problem: Problem) -> list[Path]:
    """The cases and validators that a package of the draft has, and other formats do not read."""
    if drops_names(problem.version):
        return []  # they are left out already
    parts = {part: case.input_path for case in problem.cases for part in Path(case.name).parts}
    wrong = [path for part, path in parts.items() if not NAME.fullmatch(part)]
    validators = (*problem.input_validators, *problem.answer_validators)
    outputs = [one.path for one in problem.output_validator.all if one.path is not None]
    static = [problem.static_validator] if problem.static_validator is not None else []
    return [*wrong, *(path for path in (*validators, *outputs, *static) if not well_named(path))]


def check_target(target: Path) -> None:
    """Raise JudgeError unless it is a new or an empty folder."""
    try:
        if target.is_symlink() or (target.exists() and not target.is_dir()):
            raise JudgeError("is no folder: name a new one", target)
        if target.exists() and any(target.iterdir()):
            raise JudgeError("is not empty: name a new folder", target)
    except OSError as error:
        raise unreadable(error, target) from error


def _write(
    loaded: LoadedProblem,
    solutions: Iterable[Solution],
    new: Path,
    version: FormatVersion,
    scores: Settings,
    left_out: list[str],
) -> None:
    problem = loaded.problem
    answers = answers_from_outputs(loaded)
    generic = loaded.plugin.own is not None and not problem.validated_in_run
    generic = generic and (answers is not None or problem.output_validator.path is None)
    has_validator = generic or problem.output_validator.path is not None
    text = settings_text(problem, version, has_validator)
    (new / "problem.yaml").write_text(text, encoding="utf-8")
    left_out += _lost(problem, version)
    if version is FormatVersion.LEGACY and problem.time_limit_named:
        (new / TIME).write_text(f"{problem.limits.cpu_s:g}\n")
    _statement(problem, new, version)
    left_out += write_data(problem, answers, new / "data", version, scores)
    _validators(problem, new, version, generic, answers is not None, left_out)
    if (new / "output_validator" / "plugin.py").exists():
        declare_strict(new / "data")
    for name in COPIED:
        if (problem.folder / name).is_dir():
            copy_folder(problem.folder / name, new / name, problem.folder)
    _submissions(problem, solutions, new / "submissions", version, left_out)
    left_out += _without_wrong_names(new, version)


def _lost(problem: Problem, version: FormatVersion) -> Iterator[str]:
    """What no file of the new package says, and a judge or its tools would use."""
    if version is FormatVersion.LEGACY and problem.languages:
        yield "languages of problem.yaml: the format has no such key"
    for name in TOOLS:
        if (problem.folder / name).is_dir():
            yield f"{name}: only the tools of the package itself use it"


def _without_wrong_names(new: Path, version: FormatVersion) -> Iterator[str]:
    """Without what the formats do not read, in which other tools would find a fault, and
    which is no part of a package of that format."""
    for path in sorted(new.rglob("*"), reverse=True):
        if not path.name.startswith(".") and not well_named(path):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
            yield f"{path.relative_to(new)}: the format {version.value} allows no such name"


def _statement(problem: Problem, new: Path, version: FormatVersion) -> None:
    """All statements as TeX, unless there is one in a language already; other files as they are."""
    files = statement_files(problem.folder)
    if not files:
        return
    for file in files:
        with unread(file.path):
            foreign_files.check(file.path, problem.folder)
    legacy = version is FormatVersion.LEGACY
    folder = new / ("problem_statement" if legacy else "statement")
    source = files[0].path.parent
    if source == problem.folder:
        folder.mkdir()
    else:
        copy_folder(source, folder, problem.folder)
    in_tex = {file.language for file in files if file.kind == "tex"}
    for file in files:
        path = folder / f"problem.{file.language}.tex"
        if file.kind == "md":
            (folder / file.path.name).unlink(missing_ok=True)
            if file.language not in in_tex:
                text = as_tex(_markdown(file.path, problem.folder))
                if legacy:
                    name = problem.titles.get(file.language, problem.title)
                    text = text.replace(r"\problemname{}", rf"\problemname{{{name}}}", 1)
                path.write_text(text, encoding="utf-8")
        elif file.kind == "tex":
            path.write_bytes(file.path.read_bytes())
            if file.path.name != path.name:  # problem.tex, which newer formats do not know
                (folder / file.path.name).unlink(missing_ok=True)


def _markdown(path: Path, package: Path) -> str:
    try:
        with unread(path):
            return foreign_files.read_text(path, package)
    except UnicodeDecodeError as error:
        raise not_utf_8(error, path) from error


def _validators(
    problem: Problem,
    new: Path,
    version: FormatVersion,
    generic: bool,
    converted: bool,
    left_out: list[str],
) -> None:
    for path in problem.input_validators:
        _validator(problem, path, new / "input_validators" / path.name)
    if problem.answer_validators and (converted or version is FormatVersion.LEGACY):
        said = "answer files are outputs there" if converted else "the format has none"
        left_out.append(f"answer_validators: {said}")
    else:
        for path in problem.answer_validators:
            _validator(problem, path, new / "answer_validators" / path.name)
    static = problem.static_validator
    if static is not None and version is FormatVersion.LEGACY:
        left_out.append("static_validator: the format has none")
    elif static is not None:
        _validator(problem, static, new / "static_validator" / static.name)
    if problem.grader is not None:
        _validator(problem, problem.grader, new / "graders" / problem.grader.name)
    own = [one.path for one in problem.output_validator.all if one.path is not None]
    programs = [GENERIC] if generic else own
    for number, program in enumerate(programs, 1):
        folder = new / "output_validator"
        if version is FormatVersion.LEGACY:
            folder = new / "output_validators" / f"validator{number if len(programs) > 1 else ''}"
        if program.is_file():
            folder = folder / program.name
        _validator(problem, program, folder)


def _validator(problem: Problem, program: Path, target: Path) -> None:
    write_validator(problem.folder, program, target)
    files = [target] if target.is_file() else [*target.rglob("*")]
    for path in files:
        if path.suffix == ".py":
            path.write_bytes(for_older_python(path))
        if path.is_file() and (path.read_bytes()[:2] == b"#!" or path.name in ("build", "run")):
            path.chmod(0o755)


def _submissions(
    problem: Problem,
    solutions: Iterable[Solution],
    new: Path,
    version: FormatVersion,
    left_out: list[str],
) -> None:
    own = problem.folder / "submissions"
    if own.is_dir():
        copy_folder(own, new, problem.folder)
        left_out += _without_unknown_folders(new, version)
        if problem.version is FormatVersion.LEGACY is not version:
            left_out += _without_mixed_languages(new)
    untold: dict[str, list[str]] = {}
    for solution in solutions:
        if own in solution.path.parents:
            continue  # copied with its folder
        folder = submission_folder(solution)
        if why := _why_not(problem, solution, folder, version):
            untold.setdefault(why, []).append(solution.path.name)
            continue
        assert folder is not None
        path = new / folder / solution.path.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            untold.setdefault("the package has that file itself", []).append(path.name)
            continue
        path.write_bytes(source_of(solution))
    left_out += [f"{_counted(names)}: {why}" for why, names in untold.items()]


def _without_unknown_folders(submissions: Path, version: FormatVersion) -> Iterator[str]:
    """Without the folders that the format does not know, and those in which nothing is left."""
    legacy = version is FormatVersion.LEGACY
    for path in sorted(submissions.iterdir()):
        if not path.is_dir():
            if legacy and path.name == submission_rules.FILE:
                path.unlink()
                yield f"submissions/{path.name}: the format has none"
            continue
        names = [one.name for one in sorted(path.iterdir())]
        unknown = legacy and path.name not in _LEGACY_FOLDERS
        if unknown or not names:
            shutil.rmtree(path)
        if unknown and names:
            yield f"submissions/{path.name} ({listed(names)}): the format has no such folder"


def _without_mixed_languages(submissions: Path) -> Iterator[str]:
    """Without the programs in several languages: newer formats, which unlike the legacy one say
    what becomes of them, do not build them."""
    for path in sorted(submissions.glob("*/*")):
        sources = sources_by_language(path) if path.is_dir() else {}
        if len(sources) > 1:
            shutil.rmtree(path)
            yield f"submissions/{path.relative_to(submissions)}: sources in {held(sources)}"


def _counted(names: list[str]) -> str:
    return f"{counted(len(names), 'solution')} ({listed(names)})"


def _why_not(
    problem: Problem, solution: Solution, folder: str | None, version: FormatVersion
) -> str:
    """Why other judges cannot run a solution; empty if they can."""
    if solution.kind is not Kind.PROGRAM:
        return f"kind {solution.kind.value}, and other judges run programs only"
    if solution.convention.input is not Input.NATIVE:
        return "it does not read the input file as it is"
    if solution.requires or solution.flags:
        return "it needs packages or flags"
    if folder is None:
        return "no folder of the format has its expected verdict"
    if version is FormatVersion.LEGACY and folder not in _LEGACY_FOLDERS:
        return f"the format has no folder {folder}"
    language = all_languages().get(solution.language)
    reserved = language.reserves_mib if language else 0
    if version is FormatVersion.LEGACY and reserved > problem.limits.memory_mib:
        # problemtools limits the address space, but for a few languages that it names.
        limit = f"the limit of {problem.limits.memory_mib} MiB"
        return (
            f"its language reserves more memory than {limit}, and tools for this format count that"
        )
    return ""
