"""What became of mutants in earlier verifications that had no time for all: the next one tries the
others.

It depends on all that a finding depends on: the package, the solutions and their verdicts, the
judge, the sandbox and the seed. Nothing is kept of a mutant that was not decided.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import judge
from judge.running import artifact_cache
from judge.verify.result_cache import content, described, keep, loaded, results_context
from judge.verify.subject import Subject


class KeptMutants:
    """Results of mutants by what identifies them."""

    def __init__(self, key: str) -> None:
        """An empty ``key`` keeps nothing."""
        self._key = key
        self._results: dict[object, Any] = (key and loaded(key, dict)) or {}

    @classmethod
    def of(cls, subject: Subject, name: str) -> Self:
        """What a check with this name has kept for the subject."""
        if subject.fresh or subject.save:
            return cls("")
        try:
            code = [*content(subject.problem.folder), *content(Path(judge.__file__).parent)]
        except OSError:
            return cls("")
        results = results_context(subject.solution_results, subject.seed)
        limits = described(subject.limits)
        return cls(
            artifact_cache.key_of(("mutants", name, subject.layer.name, limits, results, *code), {})
        )

    def result(self, mutant: object) -> Any:
        """What became of a mutant; None if that is not known."""
        return self._results.get(mutant)

    def add(self, mutant: object, result: object) -> None:
        self._results[mutant] = result

    def keep(self) -> None:
        if self._key:
            keep(self._key, self._results)
