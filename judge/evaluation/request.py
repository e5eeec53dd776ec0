"""What a batch is asked to do, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.checking import stopping
from judge.evaluation.executors import Executors, LocalExecutors
from judge.model import GIVE_UP, Case, Isolation, Limits, Problem, Solution
from judge.packages.case_files import LoadedCase


@dataclass(frozen=True)
class Settings:
    """How a batch is run. ``give_up``: cases in a row that hit a limit and end a solution, 0 for
    never; ``stop_at_first``: end a solution as soon as no further case can change its verdict."""

    workers: int
    isolation: Isolation = Isolation.SOLUTION
    give_up: int = GIVE_UP
    stop_at_first: bool = False
    executors: Executors = field(default_factory=LocalExecutors)

    @property
    def rules(self) -> stopping.Rules:
        return stopping.Rules(self.give_up, self.stop_at_first)


@dataclass(frozen=True)
class Request:
    """One solution to be judged on these cases of its problem."""

    problem: Problem
    solution: Solution
    readings: tuple[str, ...]
    cases: tuple[Case, ...]
    contexts: Sequence[LoadedCase]
    limits: Limits
    #: How long its executions took together when it last ran, in seconds; None if it never did.
    expected_s: float | None = None
    #: Names of cases to run before the others; what the verdict is does not depend on it.
    first: frozenset[str] = frozenset()
