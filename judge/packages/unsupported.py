"""What a package may ask for that this judge cannot do yet: it is refused by name.

A feature that becomes supported loses its row here, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.common.yaml_lines import read_mapping
from judge.model import FormatVersion, Problem, ProblemType


class Feature(Struct, frozen=True):
    """A feature, and where a package uses it; None where it does not."""

    said: str
    place: Callable[[Problem], Path | None]


def _settings(problem: Problem) -> Path:
    return problem.folder / "problem.yaml"


def _lacks_validator(kind: ProblemType) -> Callable[[Problem], Path | None]:
    def place(problem: Problem) -> Path | None:
        lacks = kind in problem.types and problem.output_validator.path is None
        return _settings(problem) if lacks else None

    return place


def _legacy_static_validator(problem: Problem) -> Path | None:
    folder = problem.folder / "static_validator"
    return folder if problem.version is FormatVersion.LEGACY and folder.exists() else None


_NEEDS = "needs an output validator of its own: put it into output_validator"
UNSUPPORTED: tuple[Feature, ...] = (
    Feature(f"an interactive problem {_NEEDS}", _lacks_validator(ProblemType.INTERACTIVE)),
    Feature(f"a multi-pass problem {_NEEDS}", _lacks_validator(ProblemType.MULTI_PASS)),
    Feature(
        "the legacy format has no static validators: see problem_format_version",
        _legacy_static_validator,
    ),
)


def refuse_unsupported(problem: Problem) -> None:
    """Raise JudgeError for the first feature that the package uses and the judge lacks."""
    for feature in UNSUPPORTED:
        place = feature.place(problem)
        if place is not None:
            raise JudgeError(feature.said, place, _line_of_type(problem, place))


def _line_of_type(problem: Problem, place: Path) -> int | None:
    """Where problem.yaml says the type, or in the legacy format how outputs are validated."""
    if place != _settings(problem):
        return None
    lines = read_mapping(place, problem.folder, empty=True).lines
    return lines.get("type", lines.get("validation"))
