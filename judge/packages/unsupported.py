"""What a package may ask for that this judge cannot do yet: it is refused by name.

A feature that becomes supported loses its row here, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.common.errors import JudgeError
from judge.model import Problem


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


def _no_interactor(problem: Problem) -> Path | None:
    lacks = problem.interactive and problem.output_validator.path is None
    return _settings(problem) if lacks else None


UNSUPPORTED: tuple[Feature, ...] = (
    Feature("an interactive problem needs an output validator of its own", _no_interactor),
    Feature("static validators are not supported", _folder("static_validator")),
)


def refuse_unsupported(problem: Problem) -> None:
    """Raise JudgeError for the first feature that the package uses and the judge lacks."""
    for feature in UNSUPPORTED:
        place = feature.place(problem)
        if place is not None:
            raise JudgeError(feature.said, place)
