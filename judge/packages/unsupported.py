"""What a package may ask for that this judge cannot do yet: it is refused by name.

A feature that becomes supported loses its row here, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.common.errors import JudgeError
from judge.model import LegacyGrading, Problem


@dataclass(frozen=True)
class Feature:
    """A feature, and where a package uses it; None where it does not."""

    said: str
    place: Callable[[Problem], Path | None]


def _settings(problem: Problem) -> Path:
    return problem.folder / "problem.yaml"


def _folder(name: str) -> Callable[[Problem], Path | None]:
    def place(problem: Problem) -> Path | None:
        folder = problem.folder / name
        return folder if folder.is_dir() and any(folder.iterdir()) else None

    return place


def _grader(problem: Problem) -> Path | None:
    for group in problem.groups:
        if isinstance(group.scoring, LegacyGrading) and group.scoring.custom:
            return problem.folder / "data" / group.name / "testdata.yaml"
    return None


def _no_interactor(problem: Problem) -> Path | None:
    lacks = problem.interactive and problem.output_validator.path is None
    return _settings(problem) if lacks else None


UNSUPPORTED: tuple[Feature, ...] = (
    Feature("an interactive problem needs an output validator of its own", _no_interactor),
    Feature("static validators are not supported", _folder("static_validator")),
    Feature("custom graders are not supported", _grader),
)


def refuse_unsupported(problem: Problem) -> None:
    """Raise JudgeError for the first feature that the package uses and the judge lacks."""
    for feature in UNSUPPORTED:
        place = feature.place(problem)
        if place is not None:
            raise JudgeError(feature.said, place)
