"""The contestants of an arena: sources in a folder of the problem's solutions, or named files."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.model import Kind, Solution
from judge.packages.arena_game import ArenaGame
from judge.packages.loaded_problem import LoadedProblem
from judge.running import calling
from judge.solutions.find import duplicate_name, folder_files, folder_sources
from judge.solutions.load import load_solution

#: The folder of contestants in the folder of a problem's solutions.
FOLDER = "arena"


def find_contestants(
    root: Path, loaded: LoadedProblem, game: ArenaGame, names: Sequence[str]
) -> tuple[Solution, ...]:
    """The contestants that match a glob in ``names`` or are a file named there, or all.

    Raises JudgeError if there are fewer than two, or one cannot be fed.
    """
    folder = root / loaded.name / FOLDER
    known = [
        _loaded(path, loaded, root) for path in folder_sources(folder, folder_files(folder, root))
    ]
    found = known if not names else [s for name in names for s in _matching(name, known, loaded)]
    unique = _without_duplicates(found)
    for solution in unique:
        if solution.kind is Kind.OUTPUT:
            raise JudgeError("is an output file, which cannot play", solution.path)
        calling.check(solution, game.inputs)
    if len(unique) < 2:
        known_names = "" if len(unique) else "; a contestant is a source that plays both roles"
        raise JudgeError(
            f"an arena needs two contestants, found {len(unique)}{known_names}", folder
        )
    return unique


def _loaded(path: Path, loaded: LoadedProblem, within: Path | None = None) -> Solution:
    rules = loaded.problem.rules
    return load_solution(path, loaded.name, loaded.plugin.readings, rules, within=within)


def _matching(name: str, known: Sequence[Solution], loaded: LoadedProblem) -> list[Solution]:
    found = [s for s in known if fnmatchcase(s.name, name) or fnmatchcase(s.path.name, name)]
    if not found and Path(name).is_file():
        return [_loaded(Path(name), loaded)]
    if not found:
        hint = did_you_mean(name, [s.name for s in known])
        raise JudgeError(f"no contestant {name!r} of {loaded.name}, and no such file: {hint}")
    return found


def _without_duplicates(found: Sequence[Solution]) -> tuple[Solution, ...]:
    """Each file once; raises JudgeError for two files of one name."""
    named: dict[str, Solution] = {}
    for solution in found:
        first = named.setdefault(solution.name, solution)
        if first.path.resolve() != solution.path.resolve():
            raise duplicate_name(first, solution)
    return tuple(named.values())
