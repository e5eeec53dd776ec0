"""The folder of a package -> a problem."""

from __future__ import annotations

import os
from pathlib import Path

from judge.packages.loaded_problem import LoadedProblem, load_problems


def load_problem(path: str | os.PathLike[str]) -> LoadedProblem:
    """Read and check the package in a folder, and import its plug-in; raises JudgeError with file,
    line and fix. The files of cases are read when they are needed."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"a problem is the path of its folder, not {type(path).__name__}")
    [loaded] = load_problems(Path(), [os.path.join(path, "")])  # noqa: PTH118 (a slash at the end)
    return loaded


def as_problem(problem: LoadedProblem | str | os.PathLike[str]) -> LoadedProblem:
    """A problem, or the one in the folder of this path; raises JudgeError."""
    return problem if isinstance(problem, LoadedProblem) else load_problem(problem)


def usual_solutions(problem: LoadedProblem) -> Path:
    """The folder of solutions beside the folder of problems."""
    return problem.problem.folder.parent.parent / "solutions"
