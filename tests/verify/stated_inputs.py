"""Small problems as checks on inputs see them: a statement and some inputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from judge.model import Case
from judge.verify.input_bounds import StoredNumbers, stored_numbers


def stored_inputs(folder: Path, statement: str, texts: Sequence[str]) -> StoredNumbers:
    """The inputs as ``data/0.in``, ``data/1.in`` … of a problem with this statement."""
    (folder / "problem.en.md").write_text(statement)
    (folder / "data").mkdir()
    cases = [Case(str(number), "", folder / "data") for number in range(len(texts))]
    for case, text in zip(cases, texts, strict=True):
        case.input_path.write_text(text)
    problem: Any = SimpleNamespace(cases=cases, folder=folder)
    return stored_numbers(problem, ())
