"""Where a package says the arguments of validators that a case has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.yaml_lines import read_mapping
from judge.model import Case, Problem
from judge.packages.data import GROUP_FILES

OUTPUT_VALIDATOR = ("output_validator_args", "output_validator_flags", "validator_flags")
INPUT_VALIDATORS = ("input_validator_args", "input_validator_flags")


def place_of_arguments(
    problem: Problem, case: Case, keys: tuple[str, ...] = OUTPUT_VALIDATOR
) -> tuple[Path, int | None]:
    """The nearest file that has one of the keys, and its line; else problem.yaml."""
    for path in _files(problem, case):
        try:
            settings = read_mapping(path, problem.folder, empty=True)
        except JudgeError:
            continue
        for key in keys:
            if settings.has(key):
                return path, settings.lines[key]
    return problem.folder / "problem.yaml", None


def _files(problem: Problem, case: Case) -> Iterator[Path]:
    """From the case's own file up to problem.yaml, those that exist."""
    data = problem.folder / "data"
    folders = [data, *(data / name for name in _prefixes(case.name))]
    paths = [case.input_path.with_suffix(".yaml")]
    paths += [folder / name for folder in reversed(folders) for name in GROUP_FILES]
    yield from (path for path in (*paths, problem.folder / "problem.yaml") if path.is_file())


def _prefixes(name: str) -> Iterator[str]:
    """``a`` and ``a/b`` of ``a/b/c``."""
    parts = name.split("/")[:-1]
    yield from ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
