"""The subject of the checks: a problem, its plug-in, and the results of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random

from msgspec import Struct

from judge.checking.checker import Checker
from judge.evaluation.plan import Plan
from judge.model import Case, Limits, Outcome, Problem, Results, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem
from judge.packages.problem_plugin import ProblemPlugin
from judge.running.checkers import open_checker
from judge.sandbox.layer import Layer
from judge.solutions.references import reference_solutions

#: The verdict on an output of a case, and the message.
Judgement = Callable[[Case, bytes], tuple[Verdict, str]]


class Subject(Struct, frozen=True, dict=True):
    """One problem after a run. ``seconds`` is the time limit of each search."""

    loaded: LoadedProblem
    plan: Plan
    results: Results
    layer: Layer
    workers: int
    seconds: float
    seed: int
    #: Whether to save outputs and inputs that would notice a change of the plug-in.
    save: bool = False
    #: Whether nothing of earlier verifications counts.
    fresh: bool = False

    @property
    def problem(self) -> Problem:
        return self.loaded.problem

    @property
    def plugin(self) -> ProblemPlugin:
        return self.loaded.plugin

    @cached_property
    def solution_results(self) -> tuple[SolutionResult, ...]:
        return self.results.problems[0].solutions

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """The cases of the run by name."""
        return {case.name: case for request in self.plan.requests for case in request.cases}

    @cached_property
    def contexts(self) -> Mapping[str, LoadedCase]:
        """The loaded cases of the run by name."""
        return {
            case.name: context
            for request in self.plan.requests
            for case, context in zip(request.cases, request.contexts, strict=True)
        }

    def outcomes_on(self, case: str) -> Iterator[tuple[SolutionResult, Outcome]]:
        """Each solution with its outcome on a case, in the order of the solutions."""
        for number, place in self._places.get(case, ()):
            result = self.solution_results[number]
            yield result, result.outcomes[place]

    @cached_property
    def _places(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For each case the places of solutions and of their outcomes on it: to look for them in
        all outcomes, for each case anew, takes the square of the time."""
        found: dict[str, list[tuple[int, int]]] = {}
        for number, result in enumerate(self.solution_results):
            for place, outcome in enumerate(result.outcomes):
                found.setdefault(outcome.case, []).append((number, place))
        return found

    @cached_property
    def checker(self) -> Checker:
        """What grades the problem's outputs; ``close`` ends it."""
        return open_checker(self.loaded, self.layer)

    def close(self) -> None:
        if "checker" in vars(self):
            self.checker.close()

    def rng(self, what: str) -> Random:
        """A random generator for one check, independent of the other checks."""
        return Random(f"{self.seed} {what}")

    @property
    def limits(self) -> Limits:
        """The limits of the problem, or those of the command line."""
        return self.plan.requests[0].limits

    @cached_property
    def references(self) -> tuple[SolutionResult, ...]:
        """The references of the problem that were run; where there are fewer than two, other
        accepted solutions follow."""
        ran = {j.solution: j for j in self.solution_results if j.outcomes}
        accepted = [one for one, j in ran.items() if j.verdict is Verdict.AC]
        return tuple(ran[one] for one in reference_solutions(ran, accepted))
