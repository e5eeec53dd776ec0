"""What the checks look at: a problem, its plug-in, and the results on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, TypeVar

from judge.evaluation.plan import Plan
from judge.model import Limits, Problem, Results, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.plugin_faults import REFUSALS, calling_plugin
from judge.plugin import Plugin
from judge.sandbox.layer import Layer
from judge.solutions.references import reference_solutions

T = TypeVar("T")


@dataclass(frozen=True)
class Subject:
    """One problem, judged: what every check starts from. ``seconds`` bounds each search."""

    problem: Problem
    plugin: Plugin[Any, Any]
    plan: Plan
    results: Results
    layer: Layer
    workers: int
    seconds: float
    seed: int

    @cached_property
    def judged(self) -> tuple[SolutionResult, ...]:
        return self.results.problems[0].judged

    @cached_property
    def contexts(self) -> Mapping[str, LoadedCase]:
        """Instance and stored answer of every case that was judged, by its name."""
        return {
            case.name: context
            for request in self.plan.requests
            for case, context in zip(request.cases, request.contexts, strict=True)
        }

    def rng(self, what: str) -> Random:
        """Chance of a check's own: the same for a seed, whatever the other checks draw."""
        return Random(f"{self.seed} {what}")

    @property
    def limits(self) -> Limits:
        """What a run may use: the problem's limits, unless the command line said otherwise."""
        return self.plan.requests[0].limits

    @property
    def unit(self) -> Fraction:
        return self.plugin.unit

    @cached_property
    def references(self) -> tuple[SolutionResult, ...]:
        """Those that were run, with the solutions that may stand in for a second one."""
        ran = {j.solution: j for j in self.judged if j.outcomes}
        accepted = [one for one, j in ran.items() if j.verdict is Verdict.AC]
        return tuple(ran[one] for one in reference_solutions(ran, accepted))


def ask(method: Callable[..., T], *words: Any) -> T:
    """Call the plug-in; raises PluginFault, or what the contract knows as a way to say no."""
    with calling_plugin(method.__name__, allowed=REFUSALS, located=True):
        return method(*words)


def ask_for(method: Callable[..., Iterable[T]], *words: Any, most: int) -> list[T]:
    """The first ``most`` items that a method of the plug-in yields; raises as ``ask`` does."""

    def listed() -> list[T]:
        return list(islice(method(*words), most))

    listed.__name__ = method.__name__
    return ask(listed)
