"""A program that lies in the folder of another one: it is never run."""

from __future__ import annotations

from pathlib import Path

from judge.common.errors import JudgeError
from judge.languages.format_languages import folder_start
from judge.languages.program import (
    SHELLS,
    language_by_suffix,
    language_named,
    program_of_package,
    source_text,
)
from judge.languages.starting_file import MAIN, is_imported, looks_like_program
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


def source_never_used(path: Path, problem: Problem) -> JudgeError | None:
    """What is said of a second source in the folder ``path`` that looks like a program, in the same
    language, where none is called main and no other file imports it; None if there is none. Raises
    JudgeError."""
    program = program_of_package(path, problem)
    if not program.language or not path.is_dir() or Path(program.main).stem.lower() in MAIN:
        return None
    its = language_named(program.language)
    if its.compile:
        return None  # all sources are in the program
    texts = {
        name: source_text(path / name).decode("utf-8", "replace")
        for name in program.files
        if Path(name).suffix in its.suffixes
    }
    for name, text in texts.items():
        is_used = name == program.main or is_imported(name, texts)
        if not is_used and looks_like_program(text, its):
            said = f"is not run: the program {path.name} starts in {program.main}"
            fix = f"remove it, or call the one that starts main{Path(name).suffix}"
            return JudgeError(f"{said}; {fix}", path / name)
    return None


def lacks_start(path: Path, problem: Problem) -> JudgeError | None:
    """What is said of a folder of several sources without the one that the format starts, where it
    names one; None if nothing is. Raises JudgeError."""
    program = program_of_package(path, problem)
    start = folder_start(program.language)
    if not path.is_dir() or not start or len(program.sources) < 2 or start in program.files:
        return None
    if source_never_run(path, problem) or source_never_used(path, problem):
        return None  # that says what to do
    said = f"has {len(program.sources)} sources and no {start}, which the format starts"
    return JudgeError(f"{said}: rename {program.main} to it", path)
