"""The results of each solution in earlier runs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from judge.model import Results
from judge.store.records import PastResult
from judge.store.store import Store

#: Earlier results by (problem, solution), the newest first.
History = Mapping[tuple[str, str], tuple[PastResult, ...]]
NOTHING: History = MappingProxyType({})


def past_results(store: Store, results: Results, before: int | None) -> History:
    """The stored history of all solutions in ``results``; with ``before`` only of runs with a
    smaller number. Raises JudgeError."""
    return {
        (p.problem.name, j.solution.name): store.history(p.problem.name, j.solution.name, before)
        for p in results.problems
        for j in p.solutions
    }
