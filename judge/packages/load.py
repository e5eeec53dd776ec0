"""Reads a problem folder; an error names the file, the line and the fix."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path
from typing import Any

from judge.common import foreign_files
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.yaml_lines import YamlMapping, read_mapping
from judge.model import Case, Limits, Problem
from judge.packages import descriptions, judge_toml

FORMAT = "2025-09"
#: The keys of problem.yaml and of its ``limits`` in the package format.
KEYS = frozenset(
    "problem_format_version type name uuid version credits source license rights_owner "
    "embargo_until limits keywords languages allow_file_writing constants".split()
)
LIMIT_KEYS = frozenset(
    "time_multipliers time_limit time_resolution memory output code compilation_time "
    "compilation_memory validation_time validation_memory validation_output "
    "validation_passes".split()
)
CASE_KEYS = frozenset(
    "args input_validator_args output_validator_args input_visualizer_args "
    "output_visualizer_args full_feedback hint description".split()
)
#: The largest limit in seconds or MiB: the sandbox counts nanoseconds and bytes in 64 bits.
LARGEST_NUMBER = 10**6
GROUPS = ("sample", "secret")


def find_problems(root: Path, names: list[str]) -> list[Problem]:
    """Load the named problems below ``root``, or all of them; raises JudgeError."""
    if not root.is_dir():
        raise JudgeError("no such folder: name the folder of problems with --problems", root)
    with _unread(root):
        known = sorted(p.name for p in root.iterdir() if _is_package(p))
    for name in names:
        if not _is_package(root / name) and known:
            raise JudgeError(f"no problem {name!r} in {root}: {did_you_mean(name, known)}")
    chosen = names or known
    if not known and not any(_is_package(root / name) for name in names):
        raise JudgeError("contains no problem: a problem is a folder with a problem.yaml", root)
    for name in chosen:
        with _unread(root / name):
            foreign_files.check_folder(root / name, root)
    return [load_problem(root / name) for name in dict.fromkeys(chosen)]


def _is_package(folder: Path) -> bool:
    """Whether it is a problem's folder; raises JudgeError if it cannot be read."""
    with _unread(folder):
        if folder.name.startswith(".") or folder.name == "lost+found" or not folder.is_dir():
            return False
        try:
            (folder / "problem.yaml").lstat()
        except FileNotFoundError:
            return False
        return True


def load_problem(folder: Path) -> Problem:
    """Read and check one problem folder; raises JudgeError with file and line."""
    settings = read_mapping(folder / "problem.yaml", folder)
    settings.refuse_unknown(KEYS)
    version = settings.values.get("problem_format_version")
    if str(version) != FORMAT:
        raise settings.error(
            "problem_format_version", f"problem_format_version must be {FORMAT!r}, not {version!r}"
        )
    _refuse_links(folder)
    cases = tuple(_cases(folder))
    if not any(case.name.startswith("secret/") for case in cases):
        raise JudgeError(
            "contains no test case: put NAME.in and NAME.ans there", folder / "data/secret"
        )
    return Problem(
        folder.name,
        folder,
        _titles(settings),
        _limits(settings),
        cases,
        judge_toml.load_rules(folder),
    )


def select_cases(cases: Iterable[Case], pattern: str) -> tuple[Case, ...]:
    """The cases whose full name, or a part of it such as the group, matches a glob.

    ``b`` and ``b/c`` are parts of ``a/b/c``. If ``pattern`` is the full name of a case, only that
    case is selected.
    """
    cases = tuple(cases)
    exact = tuple(case for case in cases if case.name == pattern)
    return exact or tuple(case for case in cases if _matches(case.name, pattern))


def _matches(name: str, pattern: str) -> bool:
    parts = name.split("/")
    ranges = combinations(range(len(parts) + 1), 2)
    return any(fnmatchcase("/".join(parts[start:end]), pattern) for start, end in ranges)


def _titles(settings: YamlMapping) -> dict[str, str]:
    name = settings.values.get("name")
    titles: dict[str, Any] = dict(name.values) if isinstance(name, YamlMapping) else {"en": name}
    if not titles or not all(isinstance(t, str) and t for t in titles.values()):
        raise settings.error("name", "name must be a string, or a map from language to string")
    return titles


def _limits(settings: YamlMapping) -> Limits:
    limits = settings.child("limits")
    limits.refuse_unknown(LIMIT_KEYS)

    def positive(key: str, default: float) -> float:
        value = limits.values.get(key, default)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 < value < float("inf"):
            raise limits.error(key, f"{key} must be a number above 0, not {value!r}")
        if value > LARGEST_NUMBER:
            raise limits.error(key, f"{key} must be at most {LARGEST_NUMBER}, not {value!r}")
        return float(value)

    default_limits = Limits()
    memory_mib = positive("memory", default_limits.memory_mib)
    if not memory_mib.is_integer():
        raise limits.error("memory", f"memory must be a whole number of MiB, not {memory_mib}")
    return Limits(
        cpu_s=positive("time_limit", default_limits.cpu_s),
        memory_mib=int(memory_mib),
        output_bytes=int(positive("output", default_limits.output_bytes / 2**20) * 2**20),
    )


def _cases(folder: Path) -> Iterator[Case]:
    data = folder / "data"
    refuse = _Refusal(folder)
    tables: dict[Path, Mapping[str, str]] = {}
    for group in GROUPS:
        paths = sorted(_files(data / group))
        inputs = [path for path in paths if path.suffix == ".in"]
        answers = [path for path in paths if path.suffix == ".ans"]
        for path in answers:
            if not os.path.lexists(path.with_suffix(".in")):
                raise JudgeError("has no input file (.in) beside it", path)
        for path in inputs:
            answer = path.with_suffix(".ans")
            if not os.path.lexists(answer):
                raise JudgeError("is missing: every input needs an answer file", answer)
            refuse(path)
            refuse(answer)
            relative = path.relative_to(data).with_suffix("")
            if path.parent not in tables:
                tables[path.parent] = descriptions.load(path.parent, folder)
            known = tables[path.parent].get(path.stem, "")
            yield Case(
                name=relative.as_posix(),
                group=sys.intern(relative.parent.as_posix()),
                data=data,
                description=_description(path.with_suffix(".yaml"), folder) or known,
            )


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder, if it exists; raises JudgeError if a folder cannot be read."""

    def refuse(error: OSError) -> None:
        raise JudgeError(f"cannot be read: {error.strerror}", Path(error.filename)) from error

    if os.path.lexists(folder):
        for parent, _, names in os.walk(folder, onerror=refuse):
            yield from (Path(parent, name) for name in names)


class _Refusal:
    """Raises JudgeError for a file of a case that is not a regular file inside the package."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        #: Folders known to be inside the package: checked once, not for each of many cases.
        self._known: set[Path] = set()

    def __call__(self, path: Path) -> None:
        with _unread(path):
            own = path.parent in self._known and stat.S_ISREG(path.lstat().st_mode)
            if not own:
                foreign_files.check(path, self._folder)
                self._known.add(path.parent)


@contextmanager
def _unread(path: Path) -> Iterator[None]:
    """Turn an OSError into a JudgeError."""
    try:
        yield
    except OSError as error:
        raise JudgeError(f"cannot be read: {error.strerror}", path) from error


def _refuse_links(folder: Path) -> None:
    """Raise JudgeError if a link leads out of the package, among the files that the judge or the
    plug-in may read."""
    with _unread(folder):
        beside = [path for path in folder.iterdir() if path.is_symlink()]
    for path in (*beside, *folder.glob("statement/problem.*")):
        with _unread(path):
            if path.is_dir():
                foreign_files.check_folder(path, folder)
            else:
                foreign_files.check(path, folder)


def _description(path: Path, folder: Path) -> str:
    if not os.path.lexists(path):
        return ""
    settings = read_mapping(path, folder)
    settings.refuse_unknown(CASE_KEYS)
    return str(settings.values.get("description", ""))
