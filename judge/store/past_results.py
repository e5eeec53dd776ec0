"""All results of one solution in the store, on each problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.common.score_format import ScoreFormat
from judge.store.records import PastResult
from judge.store.store import Store


def results_of_solution(
    store: Store, solution: str, problem: str | None = None
) -> Mapping[str, tuple[Sequence[PastResult], ScoreFormat]]:
    """By problem, the newest first, with the format of its scores. Raises JudgeError for a solution
    or a problem that the store does not have.

    ``solution`` is a name, or a path to a file whose name without its suffix is that of a solution.
    """
    judged = store.solutions()
    name = next(
        (n for n in (solution, Path(solution).name, Path(solution).stem) if n in judged), ""
    )
    if not name:
        hint = did_you_mean(solution, judged)
        raise JudgeError(f"contains no result of {solution!r}: {hint}", store.path)
    problems = judged[name]
    if problem is not None and problem not in problems:
        hint = did_you_mean(problem, problems)
        raise JudgeError(f"contains no result of {name} on {problem!r}: {hint}", store.path)
    chosen = [problem] if problem is not None else sorted(problems)
    return {one: (store.history(one, name), ScoreFormat(store.unit(one))) for one in chosen}
