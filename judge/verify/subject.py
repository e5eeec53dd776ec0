"""The subject of the checks: a problem, its plug-in, and the results of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from judge.common.errors import JudgeError, shown_path
from judge.evaluation.plan import Plan
from judge.model import Kind, Limits, Problem, Results, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem
from judge.plugin import IllegalAnswer, InputError, Plugin, Undecodable
from judge.sandbox.layer import Layer

T = TypeVar("T")
_NO = (InputError, Undecodable, IllegalAnswer)


@dataclass(frozen=True)
class Subject:
    """One problem after a run. ``seconds`` is the time limit of each search."""

    loaded: LoadedProblem
    plan: Plan
    results: Results
    layer: Layer
    workers: int
    seconds: float
    seed: int

    @property
    def problem(self) -> Problem:
        return self.loaded.problem

    @property
    def plugin(self) -> Plugin[Any, Any]:
        return self.loaded.plugin

    @cached_property
    def judged(self) -> tuple[SolutionResult, ...]:
        return self.results.problems[0].judged

    @cached_property
    def contexts(self) -> Mapping[str, LoadedCase]:
        """The loaded cases of the run by name."""
        return {
            case.name: context
            for request in self.plan.requests
            for case, context in zip(request.cases, request.contexts, strict=True)
        }

    def rng(self, what: str) -> Random:
        """A random generator for one check, independent of the other checks."""
        return Random(f"{self.seed} {what}")

    @property
    def limits(self) -> Limits:
        """The limits of the problem, or those of the command line."""
        return self.plan.requests[0].limits

    @cached_property
    def references(self) -> tuple[SolutionResult, ...]:
        """The solutions named ``reference…`` that are expected AC and were run; if there are fewer
        than two, other accepted solutions follow."""
        right = [
            j
            for j in self.judged
            if j.solution.expect == {Verdict.AC} and j.solution.kind is not Kind.OUTPUT
        ]
        right = [j for j in right if j.outcomes]
        named = [j for j in right if j.solution.name.startswith("reference")]
        others = [j for j in right if j not in named and j.verdict is Verdict.AC]
        return tuple(named if len(named) > 1 else named + others)


class PluginFault(Exception):
    """The plug-in raised an unexpected exception; the message names method, file and line."""


def ask(method: Callable[..., T], *words: Any) -> T:
    """Call the plug-in; raises PluginFault, or one of the exceptions of the contract."""
    try:
        return method(*words)
    except _NO:
        raise
    except Exception as error:
        raise _fault(method, error) from error


def ask_for(method: Callable[..., Iterable[T]], *words: Any, most: int) -> list[T]:
    """The first ``most`` items that a method of the plug-in yields; raises as ``ask`` does."""

    def listed() -> list[T]:
        return list(islice(method(*words), most))

    listed.__name__ = method.__name__
    return ask(listed)


def _fault(method: Callable[..., Any], error: Exception) -> PluginFault:
    trace, place = error.__traceback__, ""
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path != Path(__file__):
            place = f" ({shown_path(path)}:{trace.tb_lineno})"
        trace = trace.tb_next
    said = f"{method.__name__} raised {type(error).__name__}: {error}{place}"
    return PluginFault(str(JudgeError(said)))  # in one line
