"""Reads a problem folder; an error names the file, the line and the fix."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import chain, combinations
from pathlib import Path

from msgspec.structs import replace

from judge.common import foreign_files
from judge.common.errors import JudgeError, near_path, shown_path
from judge.common.messages import counted, did_you_mean, listed
from judge.common.spooled_list import spooled
from judge.common.yaml_lines import YamlMapping, read_mapping, shown
from judge.model import (
    Case,
    FormatVersion,
    Group,
    LegacyGrading,
    OutputValidator,
    Problem,
    ProblemType,
    Rules,
)
from judge.packages import (
    judge_toml,
    limits,
    metadata,
    read_2023_07,
    read_2025_09,
    read_legacy,
    validator_files,
)
from judge.packages.check_groups import check_structure
from judge.packages.check_legacy import check_validator_names
from judge.packages.check_static import check_static_cases
from judge.packages.data import DEEPEST, PackageData, read_data
from judge.packages.data_files import unread
from judge.packages.entry_names import refuse_misspelt
from judge.packages.file_names import drops_names, left_out
from judge.packages.generators import has_generators
from judge.packages.name_or_path import is_path, named_path
from judge.packages.parts import PackageParts
from judge.packages.setting_place import place_of_setting
from judge.packages.time_files import TimeFiles, read_time_files
from judge.packages.twins import told_apart
from judge.packages.unsupported import refuse_unsupported

__all__ = [
    "find_problems",
    "load_problem",
    "problem_folder",
    "select_cases",
    "split_target",
]

#: The suffixes of archives, in which packages are sent.
ARCHIVES = (".zip", ".kpp")
#: The types whose output validators take part in runs.
_IN_RUN = frozenset({ProblemType.INTERACTIVE, ProblemType.MULTI_PASS})
_READERS: Mapping[FormatVersion, Callable[[Path, YamlMapping], PackageParts]] = {
    FormatVersion.LEGACY: read_legacy.read,
    FormatVersion.DRAFT_2023_07: read_2023_07.read,
    FormatVersion.V2025_09: read_2025_09.read,
}
_VERSIONS: Mapping[str, FormatVersion] = {
    **{version.value: version for version in FormatVersion},
    "legacy-icpc": FormatVersion.LEGACY,
    "2023-07": FormatVersion.DRAFT_2023_07,
    "2025-09-draft": FormatVersion.V2025_09,
}


def find_problems(root: Path, names: Sequence[str], answers: bool = True) -> list[Problem]:
    """Load the named problems, or all below ``root``; raises JudgeError. ``answers``: whether every
    input needs an answer file.

    A name with a slash, ``.`` and ``..`` are paths of packages; another name is that of a folder in
    ``root`` or, if there is none, in the current folder.
    """
    named: dict[str, Path] = {}
    for folder in problem_folders(root, names):
        other = named.setdefault(folder.name, folder)
        if other.absolute() != folder.absolute():
            raise JudgeError(f"has the same name as {other}: judge them in separate runs", folder)
    return told_apart([load_problem(folder, answers) for folder in named.values()])


def problem_folders(root: Path, names: Sequence[str]) -> list[Path]:
    """The folders of the named problems, or of all below ``root``; raises JudgeError."""
    return list(dict.fromkeys(_folder(root, name) for name in names) or _all(root))


def problem_folder(root: Path, name: str) -> Path:
    """The folder of a problem by its name or path; raises JudgeError."""
    return _folder(root, name)


def split_target(root: Path, target: str) -> tuple[str, str]:
    """The problem and the pattern of cases in ``PROBLEM/GROUP/CASE``, where the problem may be a
    path. The first part that is a problem in ``root``, or else the shortest path of a package."""
    name, _, pattern = target.strip("/").partition("/")
    if not target.startswith("/") and root.is_dir() and name and _is_package(root / name):
        return name, pattern
    parts = target.rstrip("/").split("/")
    for end in range(1, len(parts) + 1):
        path = "/".join(parts[:end])
        if path and _has_settings(Path(path)):
            return f"{path}/", "/".join(parts[end:])
    return name, pattern


def _folder(root: Path, name: str) -> Path:
    if is_path(name):
        if not _has_settings(Path(name)):
            raise JudgeError(_no_package(Path(name)), Path(name))
        return named_path(Path(name))
    if root.is_dir() and _is_package(root / name):
        with unread(root / name):
            foreign_files.check_folder(root / name, root)
        return root / name
    if _is_package(Path(name)):
        return Path(name)
    if Path(name).suffix in ARCHIVES and Path(name).is_file():
        raise JudgeError(_no_package(Path(name)), Path(name))
    known = [path.name for path in _all(root)]
    if Path(name).is_dir() and Path(name).samefile(root):
        raise JudgeError("is the folder of problems: leave it out, or name one of them", root)
    raise JudgeError(f"no problem {name!r} in {root}: {did_you_mean(name, known)}")


#: Files by which problems in formats of other judges are told.
_OTHER_FORMATS = {
    "problem.xml": "a package of Polygon",
    "init.yml": "a problem of DMOJ",
    "task.yaml": "a task of CMS",
    "domjudge-problem.ini": "a problem of DOMjudge alone",
}
#: Folders of which nothing but a package has two.
_OF_PACKAGE = ("data", "problem_statement", "statement", "submissions", "output_validators")
_ONE_FILE = "`judge grade PROBLEM FILE` judges one solution"
_WRITE = "write a problem.yaml, and the cases into data/sample and data/secret"


def _no_package(path: Path) -> str:
    if path.is_dir():
        for name, what in _OTHER_FORMATS.items():
            if (path / name).is_file():
                return f"is {what} (it has {name} and no problem.yaml), which is not read: {_WRITE}"
        for other in sorted(path.iterdir()):
            if other.name.lower() in ("problem.yaml", "problem.yml"):
                return f"contains no problem.yaml: rename {other.name} to problem.yaml"
        parts = [name for name in _OF_PACKAGE if (path / name).is_dir()]
        if len(parts) > 1:
            return f"has {listed(parts)}, and no problem.yaml: add one with the line name: TITLE"
        inside = [one.name for one in sorted(path.iterdir()) if _is_package(one)]
        if inside:
            its = f"it holds {counted(len(inside), 'problem')}, such as {inside[0]}"
            return f"contains no problem.yaml: {its}; for all, write --problems {shown_path(path)}"
        return "contains no problem.yaml: name the folder of a problem"
    if path.suffix in ARCHIVES and path.is_file():
        return "is an archive: unpack it, and name the folder with problem.yaml"
    if path.is_file():
        return f"is a file: name the folder of a problem; {_ONE_FILE}"
    return "no such folder"


def _all(root: Path) -> dict[Path, None]:
    """The packages below the folder of problems, by name; raises JudgeError if there are none."""
    if not root.is_dir():
        raise JudgeError("no such folder: name the folder of problems with --problems", root)
    with unread(root):
        found = [path for path in sorted(root.iterdir()) if _is_package(path)]
    if not found:
        raise JudgeError("contains no problem: a problem is a folder with a problem.yaml", root)
    for folder in found:
        with unread(folder):
            foreign_files.check_folder(folder, root)
    return dict.fromkeys(found)


def _is_package(folder: Path) -> bool:
    """Whether it is a problem's folder; raises JudgeError if it cannot be read."""
    with unread(folder):
        if folder.name.startswith(".") or folder.name == "lost+found":
            return False
        return _has_settings(folder)


def _has_settings(folder: Path) -> bool:
    with unread(folder):
        if not folder.is_dir():
            return False
        try:
            (folder / "problem.yaml").lstat()
        except FileNotFoundError:
            return False
        return True


def load_problem(
    folder: Path, answers: bool = True, without_cases: bool = False, data_in: Path | None = None
) -> Problem:
    """Read and check one problem folder; raises JudgeError with file and line.

    ``answers``: whether every input needs an answer file. ``without_cases``: whether there may be
    no case. ``data_in``: a folder whose ``data`` is read in place of that of the package.
    """
    settings = read_mapping(folder / "problem.yaml", folder, empty=True)
    version = _version(settings)
    _refuse_links(folder)
    refuse_misspelt(folder)
    with unread(folder):
        _check_depth(folder)
    parts = _READERS[version](folder, settings)
    in_run = parts.output_validator.path is not None and bool(_IN_RUN & parts.types)
    data = read_data(data_in or folder, parts.data, answers, by_hand=in_run)
    if not data.cases and not without_cases:
        said = "contains no test case: put NAME.in and NAME.ans there"
        if has_generators(folder):
            said = f"contains no test case: run judge generate {near_path(folder)}"
        elif data.left_out:
            raise JudgeError(left_out(data.left_out), data.left_out[0])
        raise JudgeError(said, folder / "data/secret")
    problem = _problem(folder, version, settings, parts, data)
    refuse_unsupported(problem)
    check_structure(problem)
    check_validator_names(problem)
    check_static_cases(problem)
    return problem


def _version(settings: YamlMapping) -> FormatVersion:
    value = settings.values.get("problem_format_version")
    if value is None:
        return FormatVersion.LEGACY
    if str(value) not in _VERSIONS:
        known = ", ".join(version.value for version in FormatVersion)
        said = f"problem_format_version must be one of {known}, not {shown(value)}"
        raise settings.error("problem_format_version", said)
    return _VERSIONS[str(value)]


def _problem(
    folder: Path,
    version: FormatVersion,
    settings: YamlMapping,
    parts: PackageParts,
    data: PackageData,
) -> Problem:
    beside = read_time_files(folder)
    limit = _time_limit(folder, settings, parts, beside)
    strict = version is FormatVersion.V2025_09
    misnamed = _unread_programs(folder, version)
    lacks = metadata.missing(parts.metadata)
    about = replace(
        parts.metadata,
        faults=(*parts.faults, *parts.metadata.faults),
        missing=lacks if strict else (),
    )
    notes = (*map(str, about.faults), *lacks, *parts.notes, *beside.notes, *data.notes)
    if limit is None:
        usual = f"{limits.USUAL.cpu_s:g} s"
        said = f"judge run measures it on submissions that are right; without any it is {usual}"
        notes = (*notes, f"{limits.NOT_NAMED}: {said}")
    if parts.static_validator and not any(group.static for group in data.groups):
        said = "static_validator/ is not run: no test_group.yaml has a static_validation_score"
        notes = (*notes, said)
    rules = judge_toml.load_rules(folder)
    return Problem(
        name=folder.name,
        folder=folder,
        titles=parts.titles or {"en": beside.name or folder.name},
        limits=limits.of_execution(
            settings.child("limits"), limit, strict and parts.allow_file_writing
        ),
        cases=data.cases,
        rules=rules,
        version=version,
        types=parts.types,
        plugin=os.path.lexists(folder / "plugin.py"),
        output_validator=_called(parts.output_validator, rules),
        static_validator=parts.static_validator,
        input_validators=parts.input_validators,
        answer_validators=validator_files.programs(
            folder / "answer_validators", folder, strict=drops_names(version)
        ),
        grader=_grader(folder, data.groups, drops_names(version)),
        groups=data.groups,
        objective=parts.objective,
        metadata=about,
        declared=parts.limits,
        languages=parts.languages,
        allow_file_writing=parts.allow_file_writing,
        constants=parts.constants,
        tests=data.tests,
        time_limit_named=limit is not None,
        notes=notes,
        left_out=(*misnamed, *data.left_out),
    )


def _unread_programs(folder: Path, version: FormatVersion) -> tuple[Path, ...]:
    """The validators, graders and files that come with submissions that are not read because of
    their names."""
    if not drops_names(version):
        return ()
    legacy = version is FormatVersion.LEGACY
    names = validator_files.LEGACY_FOLDERS if legacy else validator_files.FOLDERS
    return validator_files.unread_programs(folder, (*names, "include"))


def _grader(folder: Path, groups: Iterable[Group], strict: bool) -> Path | None:
    """The program that grades groups, if one needs it; raises JudgeError if there is none."""
    for group in groups:
        if isinstance(group.scoring, LegacyGrading) and group.scoring.custom:
            program = validator_files.one_program(folder / "graders", folder, "graders", strict)
            if program is None:
                fix = "add one, or remove the key"
                said = f"grading is custom, but graders/ contains no program: {fix}"
                raise JudgeError(said, *place_of_setting(folder, group.name, "grading"))
            return program
    return None


def _called(validator: OutputValidator, rules: Rules) -> OutputValidator:
    """The validator with the protocol that judge.toml names, if it names one."""
    if rules.validator is None:
        return validator
    others = tuple(_called(other, rules) for other in validator.others)
    return replace(validator, protocol=rules.validator, others=others)


def _time_limit(
    folder: Path, settings: YamlMapping, parts: PackageParts, beside: TimeFiles
) -> float | None:
    """In seconds, as declared; raises JudgeError if two files declare different ones."""
    declared = parts.limits.time_limit
    if declared is not None and beside.time_limit not in (None, declared):
        said = f"time_limit is {declared:g}, and a file beside it says {beside.time_limit:g}"
        raise settings.child("limits").error("time_limit", f"{said}: remove one of them")
    return declared or beside.time_limit


def select_cases(cases: Sequence[Case], pattern: str) -> Sequence[Case]:
    """The cases whose full name, or a part of it such as the group, matches a glob.

    ``b`` and ``b/c`` are parts of ``a/b/c``. If ``pattern`` is the full name of a case, only that
    case is selected.
    """
    if pattern == "*":
        return cases
    exact = tuple(case for case in cases if case.name == pattern)
    return exact or spooled(case for case in cases if _matches(case.name, pattern))


def _matches(name: str, pattern: str) -> bool:
    parts = name.split("/")
    ranges = combinations(range(len(parts) + 1), 2)
    return any(fnmatchcase("/".join(parts[start:end]), pattern) for start, end in ranges)


def _refuse_links(folder: Path) -> None:
    """Raise JudgeError if a link leads out of the package, among the files that the judge or the
    plug-in may read. It reads no PDF."""
    with unread(folder):
        beside = [path for path in folder.iterdir() if path.is_symlink()]
    stated = (folder.glob(f"{name}/problem.*") for name in ("statement", "problem_statement"))
    for path in (*beside, *chain(*stated)):
        if path.suffix == ".pdf":
            continue
        with unread(path):
            if path.is_dir():
                foreign_files.check_folder(path, folder)
            else:
                foreign_files.check(path, folder)


def _check_depth(folder: Path, depth: int = 0) -> None:
    """Raise JudgeError for folders of a package below which nobody could name a file, and OSError.
    Links are not followed; ``data`` is checked while it is read."""
    if depth > DEEPEST:
        raise JudgeError(f"is more than {DEEPEST} folders deep", folder)
    with os.scandir(folder) as found:
        inner = [one.name for one in found if one.is_dir(follow_symlinks=False)]
    for name in inner:
        if not name.startswith(".") and (depth or name != "data"):
            _check_depth(folder / name, depth + 1)
