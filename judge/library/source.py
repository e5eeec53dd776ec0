"""What a caller names as a source -> solutions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judge.common.errors import JudgeError
from judge.model import Solution
from judge.packages.loaded_problem import LoadedProblem
from judge.solutions.find import find_solutions, sources_in
from judge.solutions.load import load_solution, solution_of_text
from judge.solutions.package_rules import as_package_asks


@dataclass(frozen=True)
class Source:
    """A source without a file. ``manifest`` has further keys of a manifest, such as ``kind``."""

    text: str | bytes
    language: str
    name: str = "source"
    manifest: Mapping[str, str] = field(default_factory=dict)


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
    if not isinstance(many, Iterable):
        raise TypeError(f"sources are paths or judge.Source, not {type(many).__name__}")
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
    if not isinstance(source, Source):
        solution = load_solution(
            Path(source), problem.name, problem.plugin.readings, problem.problem.rules
        )
    else:
        text = source.text.encode() if isinstance(source.text, str) else source.text
        declared = {"language": source.language, **source.manifest}
        solution = solution_of_text(
            source.name, text, declared, problem.problem, problem.plugin.readings
        )
    return as_package_asks(solution, problem.problem)


def _solutions(problem: LoadedProblem, source: AnySource) -> list[Solution]:
    if isinstance(source, Source) or not Path(source).is_dir():
        return [one_solution(problem, source)]
    return [one_solution(problem, path) for path in sources_in(Path(source))]
