"""The programs and files that ``generators.yaml`` names, looked for before anything is run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.yaml_lines import shown
from judge.model import Problem
from judge.packages.generated_data import GeneratedCase, GeneratedData
from judge.packages.generators import COPIED, FILE, FOLDER
from judge.packages.group_settings import CASE_KEYS, GROUP_KEYS

GROUP_FILE = "test_group.yaml"
#: A key of a mapping in block style, as settings are written.
_TOP_KEY = re.compile(r"^([A-Za-z_][\w-]*):", re.MULTILINE)
#: A line of a mapping in either style, or the sign before one.
_OF_MAPPING = re.compile(r"""(?:["'\w?].*:|\{|---|%)""")


def case_error(package: Path, case: GeneratedCase, said: str) -> JudgeError:
    """What is wrong with a case, with the line of ``generators.yaml`` that defines it."""
    return JudgeError(f"{case.name}: {said}", package / FOLDER / FILE, case.line)


def missing_file(package: Path, path: Path) -> str:
    """Why a file or folder below the package cannot be used; empty if it is there."""
    # Path.exists raises OSError for a name that is too long for the system.
    if os.path.exists(path):  # noqa: PTH110
        return ""
    near = ""
    if ".." not in path.parts and os.path.isdir(path.parent):  # noqa: PTH112
        known = [other.name for other in path.parent.glob("*") if other.suffix != ".yaml"]
        near = f": {did_you_mean(path.name, known)}" if known else ""
    return f"there is no {path.relative_to(package)}{near}"


def copied_files(package: Path, case: GeneratedCase) -> dict[str, Path]:
    """The files that a case copies, by their suffixes; raises JudgeError if there is none."""
    base = package / FOLDER / case.copy
    paths = {suffix: base.with_name(f"{base.name}.{suffix}") for suffix in COPIED}
    found = {suffix: path for suffix, path in paths.items() if os.path.lexists(path)}
    if not found:
        raise case_error(package, case, f"copy: there is no file {FOLDER}/{case.copy}.*")
    return found


def missing_files(package: Path, data: GeneratedData) -> Iterator[JudgeError]:
    """An error for each program, solution or file to copy that is not there, each once."""
    seen = set[str]()
    for case in data.cases:
        for said in _missing(package, data, case):
            if said not in seen:
                seen.add(said)
                yield case_error(package, case, said)


def _missing(package: Path, data: GeneratedData, case: GeneratedCase) -> Iterator[str]:
    wanted = []
    if case.command:
        program = case.command.program
        wanted += [package / FOLDER / name for name in data.programs.get(program, (program,))]
    if case.solution and "ans" not in case.texts:
        wanted.append(package / case.solution.lstrip("/"))
    for path in wanted:
        if said := missing_file(package, path):
            yield said
    if case.copy:
        try:
            copied_files(package, case)
        except JudgeError as error:
            yield error.message.removeprefix(f"{case.name}: ")


def unknown_settings(package: Path, data: GeneratedData) -> Iterator[JudgeError]:
    """An error for each key of 2025-09 settings that would be refused once they are written."""
    files = {
        path: (text, GROUP_KEYS) for path, text in data.groups.items() if path.endswith(GROUP_FILE)
    }
    files |= {
        f"{case.name}.yaml": (case.texts["yaml"], CASE_KEYS)
        for case in data.cases
        if "yaml" in case.texts
    }
    for path, (text, known) in files.items():
        if not _is_mapping(text):
            said = f"{path}: must be a mapping of keys to values, not {shown(text.strip())}"
            yield JudgeError(said, package / FOLDER / FILE)
        for key in _TOP_KEY.findall(text):
            if key not in known:
                said = f"{path}: unknown key {key!r}: {did_you_mean(key, known)}"
                yield JudgeError(said, package / FOLDER / FILE)


def _is_mapping(text: str) -> bool:
    """Whether settings can be keys with values; comments alone say nothing."""
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if line and not line.startswith("#")]
    return not told or any(map(_OF_MAPPING.match, told))


def missing_cases(problem: Problem, data: GeneratedData) -> tuple[str, ...]:
    """The cases that ``generators.yaml`` defines and that are not in ``data``."""
    known: Mapping[str, object] = {case.name: case for case in problem.cases}
    names = (*(case.name for case in data.cases if _has_input(case)), *data.included)
    judged = (name for name in names if name.partition("/")[0] in ("sample", "secret"))
    return tuple(name for name in judged if name not in known)


def _has_input(case: GeneratedCase) -> bool:
    return bool(case.command or case.copy or "in" in case.texts)
