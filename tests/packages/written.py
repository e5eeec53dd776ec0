"""Packages that tests write, file by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Case, Problem
from judge.packages import load
from judge.packages.unsupported import refuse_unsupported
from judge.verify.remark import Remark

SAMPLE = {"data/sample/1.in": "1\n", "data/sample/1.ans": "1\n"}
SECRET = {"data/secret/2.in": "2\n", "data/secret/2.ans": "2\n"}
MODERN = "problem_format_version: 2025-09\nname: Tour\nuuid: 8ee7605a-ab1a-8226-1d71-e346ab1e688d\n"
DRAFT = MODERN.replace("2025-09", "2023-07-draft")


def write(root: Path, files: dict[str, str]) -> Path:
    """A package with one sample, one secret case unless files bring theirs in groups ``g…``, and
    the given files."""
    folder = root / "tour"
    grouped = any(path.startswith("data/secret/g") and path.endswith(".in") for path in files)
    for path, text in (SAMPLE | ({} if grouped else SECRET) | files).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def read(root: Path, settings: str, files: dict[str, str] | None = None) -> Problem:
    """The problem, whether or not the judge supports all that it uses."""
    folder = write(root, {"problem.yaml": settings, **(files or {})})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "refuse_unsupported", lambda problem: None)
        return load.load_problem(folder)


def fault(root: Path, settings: str, files: dict[str, str] | None = None) -> str:
    """What reading the package complains of, in one line, without the folder's name."""
    with pytest.raises(JudgeError) as caught:
        refuse_unsupported(read(root, settings, files))
    message = str(caught.value)
    assert "\n" not in message
    return message.removeprefix(f"{root / 'tour'}/")


def told(remark: Remark, folder: Path) -> str:
    """A remark on a file of the package, as ``PATH:LINE: MESSAGE``."""
    line = f":{remark.line}" if remark.line else ""
    return f"{remark.path.relative_to(folder).as_posix()}{line}: {remark.message}"


def case(problem: Problem, name: str) -> Case:
    return next(case for case in problem.cases if case.name == name)
