"""The result of a run of one problem."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from judge.analysis.leaderboard import Ranking, rank_solutions
from judge.common import atomic_write
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.evaluation.plan import Plan
from judge.model import ProblemResult, Results, SolutionResult, Verdict
from judge.packages.loaded_problem import LoadedProblem


class RunResult(Struct, frozen=True):
    """One problem and what became of its solutions. A notebook shows it as a leaderboard.

    ``result["name"]`` is the result of a solution; iteration goes over all of them.
    """

    problem: LoadedProblem
    results: Results

    @classmethod
    def of(cls, plan: Plan, results: Results) -> RunResult:
        """Of a plan with one problem."""
        [problem] = plan.problems.values()
        return cls(problem, results)

    @property
    def solutions(self) -> tuple[SolutionResult, ...]:
        """Lacks solutions of which nothing was executed, because the run was interrupted."""
        return self._result.solutions

    @property
    def solution(self) -> SolutionResult:
        """The only one; raises JudgeError if there are several, or none."""
        if len(self.solutions) != 1:
            raise JudgeError(f"the run has {len(self.solutions)} solutions: name one of them")
        return self.solutions[0]

    @property
    def verdicts(self) -> Mapping[str, Verdict]:
        """The verdict of each solution, by its name."""
        return {one.solution.name: one.verdict for one in self.solutions}

    @property
    def as_expected(self) -> bool:
        """Whether each verdict is one that its solution expects, by default AC."""
        return not self.results.unexpected

    @property
    def interrupted(self) -> bool:
        return self.results.interrupted

    @property
    def ranking(self) -> Ranking:
        """The leaderboards: of all languages, and of each."""
        return rank_solutions(self.solutions)

    def __getitem__(self, name: str) -> SolutionResult:
        """The result of a solution by its name; raises JudgeError."""
        if not isinstance(name, str):
            raise TypeError(
                f"a result is found by the name of a solution, not {type(name).__name__}"
            )
        found = next((one for one in self.solutions if one.solution.name == name), None)
        if found is None:
            hint = did_you_mean(name, [one.solution.name for one in self.solutions])
            raise JudgeError(f"the run has no solution {name!r}: {hint}")
        return found

    def __contains__(self, name: object) -> bool:
        """Whether there is a solution of this name."""
        return any(name in (one.solution.name, one) for one in self.solutions)

    def __iter__(self) -> Iterator[SolutionResult]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)

    def write_report(self, path: str | os.PathLike[str]) -> None:
        """Write the page that ``judge run --report`` writes; raises JudgeError."""
        from judge.report.html import page  # slow to load

        problems = {self.problem.name: self.problem}
        _written(Path(path), lambda target: page.write(self.results, problems, target))

    def write_json(self, path: str | os.PathLike[str]) -> None:
        """Write the facts that ``judge run --json`` writes; raises JudgeError."""
        from judge.report.export import json_write

        _written(Path(path), lambda target: json_write.write_json(self.results, target))

    @property
    def _result(self) -> ProblemResult:
        [result] = self.results.problems
        return result

    def __repr__(self) -> str:
        said = ", ".join(f"{name}: {verdict.value}" for name, verdict in self.verdicts.items())
        return f"<RunResult {self.problem.name}: {said or 'nothing was executed'}>"

    def _repr_html_(self) -> str:
        from judge.report.html.notebook import render_result

        return render_result(self._result, self.interrupted)


def _written(path: Path, write: Callable[[Path], None]) -> None:
    if not atomic_write.is_replaceable(path):
        raise JudgeError("exists and is not a report: name another file, or delete it", path)
    try:
        write(path)
    except OSError as error:
        raise JudgeError(f"cannot be written: {error.strerror}", path) from error
