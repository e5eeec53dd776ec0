"""Which solutions are proved up to a bound, from the store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.model import ProblemResult, Results
from judge.store.proofs import ProofStore, source_key


def with_proofs(results: Results, store: Path | None) -> Results:
    """The results, each solution with the largest bound that it is proved to. A store that is
    missing or faulty changes nothing."""
    if store is None or not store.is_file():
        return results
    try:
        with closing(ProofStore(store)) as proofs:
            problems = tuple(_with_proofs(one, proofs) for one in results.problems)
    except (JudgeError, OSError):  # whoever needs the store has said so
        return results
    return replace(results, problems=problems)


def _with_proofs(result: ProblemResult, proofs: ProofStore) -> ProblemResult:
    bounds = proofs.bounds(result.problem.folder)
    if not bounds:
        return result
    solutions = tuple(
        replace(one, proved=bounds.get(source_key(one.solution), ())) for one in result.solutions
    )
    return replace(result, solutions=solutions)
