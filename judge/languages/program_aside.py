"""A program that lies in the folder of another one, in another language: it is never run."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import JudgeError
from judge.languages.program import (
    SHELLS,
    language_by_suffix,
    language_named,
    program_of_package,
    source_text,
)
from judge.model import Problem


def source_never_run(path: Path, problem: Problem) -> JudgeError | None:
    """What is said of a source in the folder ``path`` that starts as a program in another language
    than the program there; None if there is none. A shell script may call others. Raises
    JudgeError."""
    program = program_of_package(path, problem)
    if not program.language or not path.is_dir() or program.language in SHELLS:
        return None
    its = language_named(program.language)
    for name in program.files:
        other = language_by_suffix(Path(name))
        if other is None or other.name == its.name or Path(name).suffix in its.suffixes:
            continue
        text = source_text(path / name).decode("utf-8", "replace")
        if other.program and other.program.search(text):
            said = f"is not run: the program {path.name} is one in {its.title}"
            return JudgeError(f"{said}; remove one of them", path / name)
    return None
