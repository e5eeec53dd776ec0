"""What a caller names as a source -> solutions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field

from judge.common.errors import JudgeError
from judge.common.safe_text import one_line
from judge.model import Solution
from judge.packages.loaded_problem import LoadedProblem
from judge.solutions.find import find_solutions, sources_in
from judge.solutions.load import load_solution, solution_of_text
from judge.solutions.package_rules import as_package_asks


class Source(Struct, frozen=True):
    """A source without a file. ``manifest`` has further keys of a manifest, such as ``kind``."""

    text: str | bytes
    language: str
    name: str = "source"
    manifest: Mapping[str, str] = field(default_factory=dict)


#: What texts have, and hardly any path.
CODE = re.compile(r"[\n(){};=:]")

#: The path of a source, of an output file, or of a folder that contains some; or a text.
AnySource = str | os.PathLike[str] | Source


def solutions_of(
    problem: LoadedProblem, sources: AnySource | Iterable[AnySource] | None, usual: Path
) -> list[Solution]:
    """The solutions that a caller names; None stands for those of the problem in the folder
    ``usual`` and in its package. Raises JudgeError for a fault, and for two of the same name."""
    if sources is None:
        return find_solutions(usual, problem, "*")
    many = [sources] if isinstance(sources, str | os.PathLike | Source) else sources
    if not isinstance(many, Iterable) or isinstance(many, bytes | bytearray):
        raise _other_type(many)
    found: dict[str, Solution] = {}
    for one in many:
        for solution in _solutions(problem, one):
            if solution.name in found:
                said = f"two sources are named {solution.name!r}: rename one"
                raise JudgeError(said, solution.path)
            found[solution.name] = solution
    return [*found.values()]


def one_solution(problem: LoadedProblem, source: AnySource) -> Solution:
    """The solution that a text or the path of a file is; raises JudgeError."""
    if not isinstance(source, Source | str | os.PathLike):
        raise _other_type(source)
    if not isinstance(source, Source):
        if isinstance(source, str) and CODE.search(source) and not Path(source).exists():
            raise JudgeError(
                f"no file {one_line(source, 40)!r}: write judge.Source(text, language)"
            )
        solution = load_solution(
            Path(source), problem.name, problem.plugin.readings, problem.problem.rules
        )
    else:
        text = _encoded(source) if isinstance(source.text, str) else source.text
        declared = {"language": source.language, **source.manifest}
        solution = solution_of_text(
            source.name, text, declared, problem.problem, problem.plugin.readings
        )
    return as_package_asks(solution, problem.problem)


def _encoded(source: Source) -> bytes:
    try:
        return str(source.text).encode()
    except UnicodeEncodeError as error:
        said = f"character {error.start + 1} of its text is half a character: give it as bytes"
        raise JudgeError(f"source {source.name!r}: {said}") from error


def _other_type(value: object) -> TypeError:
    return TypeError(f"sources are paths or judge.Source, not {type(value).__name__}")


def _solutions(problem: LoadedProblem, source: AnySource) -> list[Solution]:
    if isinstance(source, str | os.PathLike) and Path(source).is_dir():
        return [one_solution(problem, path) for path in sources_in(Path(source))]
    return [one_solution(problem, source)]
