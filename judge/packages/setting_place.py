"""Where a package says the settings of a group, and the arguments of validators of a case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.yaml_lines import read_mapping
from judge.model import Case, Problem
from judge.packages.data_files import GROUP_FILES

OUTPUT_VALIDATOR = ("output_validator_args", "output_validator_flags", "validator_flags")
INPUT_VALIDATORS = ("input_validator_args", "input_validator_flags")


def place_of_arguments(
    problem: Problem, case: Case, keys: tuple[str, ...] = OUTPUT_VALIDATOR
) -> tuple[Path, int | None]:
    """The nearest file that has one of the keys, and its line; else problem.yaml."""
    paths = [case.input_path.with_suffix(".yaml"), *_files(problem.folder, case.group)]
    return _place(problem.folder, paths, keys) or (problem.folder / "problem.yaml", None)


def place_of_setting(package: Path, group: str, *keys: str) -> tuple[Path, int | None]:
    """The nearest file with one of these keys of a group, from its own one up to problem.yaml, and
    the line; else the file of the group."""
    paths = [*_files(package, group)]
    return _place(package, paths, keys) or (paths[0], None)


def _place(
    package: Path, paths: Iterable[Path], keys: tuple[str, ...]
) -> tuple[Path, int | None] | None:
    for path in paths:
        try:
            settings = read_mapping(path, package, empty=True)
        except JudgeError:  # there is none, or it is told when it is read
            continue
        for key in keys:
            if settings.has(key):
                return path, settings.lines[key]
    return None


def _files(package: Path, group: str) -> Iterator[Path]:
    """Where settings of a group may stand, from its own files up to problem.yaml."""
    data = package / "data"
    for name in (*reversed([*_prefixes(group)]), ""):
        yield from (data / name / file for file in GROUP_FILES)
    yield package / "problem.yaml"


def _prefixes(name: str) -> Iterator[str]:
    """``a`` and ``a/b`` of ``a/b``."""
    parts = name.split("/") if name else []
    yield from ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
