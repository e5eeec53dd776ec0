"""What the package format demands of text files: UTF-8 without a byte order mark, lines that end
with LF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge.common.foreign_files import CASE_BYTES, InsideFolders
from judge.common.messages import others_too
from judge.model import Problem
from judge.packages.statements import statement_files
from judge.verify.remark import Remark, warning

_MARK = b"\xef\xbb\xbf"
#: Settings, whose readers accept either.
_SETTINGS = (
    *("problem.yaml", "judge.toml", "submissions/submissions.yaml"),
    "generators/generators.yaml",
)


def text_remarks(problem: Problem) -> Iterator[Remark]:
    """One for each kind of fault: the first file that has it."""
    marked, returns, unended, others = list[Path](), list[Path](), list[Path](), list[Path]()
    folders = InsideFolders(problem.folder)
    for path in _files(problem):
        try:
            data = folders.read(str(path), CASE_BYTES)
        except OSError:
            continue  # found by other checks
        is_data = path.suffix in (".in", ".ans")
        # What is no text elsewhere, or in a problem with a plug-in, is found where it is read.
        if is_data and not problem.plugin and not _is_utf_8(data):
            others.append(path)
        if data.startswith(_MARK):
            marked.append(path)
        if b"\r" in data:
            returns.append(path)
        if is_data and data and data[-1] not in b"\n\r":
            unended.append(path)
    if others:
        yield _of_first(others, "is not UTF-8 text: save it as UTF-8")
    if marked:
        yield _of_first(marked, "begins with a byte order mark: remove its first three bytes")
    if unended:
        yield _of_first(unended, "does not end with a newline: add one to its last line")
    if returns:
        yield _of_first(returns, "has carriage returns (CR): let lines end with LF alone")


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _of_first(paths: list[Path], said: str) -> Remark:
    return warning(paths[0], said + others_too(len(paths), "other file"))


def _files(problem: Problem) -> Iterator[Path]:
    """Settings, statements, and the files of cases."""
    yield from (problem.folder / name for name in _SETTINGS)
    yield from (one.path for one in statement_files(problem.folder) if one.kind != "pdf")
    yield from sorted((problem.folder / "data").rglob("*.yaml"))
    for case in problem.cases:
        yield case.input_path
        yield case.answer_path
