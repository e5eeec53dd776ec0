"""The nouns of the judge: verdicts, limits, cases, problems, solutions, results."""

from __future__ import annotations

from judge.model.convention import Arity, Convention, Input, Kind, Output
from judge.model.execution import GIVE_UP, Ended, Exceeded, Execution, Isolation
from judge.model.problem import Case, FlagsRule, Limits, Problem, Rules, TimeRule
from judge.model.results import (
    Grade,
    GradedExecution,
    Outcome,
    ProblemResult,
    Results,
    Slow,
    SolutionResult,
)
from judge.model.solution import VARIANTS, Size, Solution
from judge.model.verdict import SEVERITY, Reason, Verdict, worst

__all__ = [
    "GIVE_UP",
    "SEVERITY",
    "VARIANTS",
    "Arity",
    "Case",
    "Convention",
    "Ended",
    "Exceeded",
    "Execution",
    "FlagsRule",
    "Grade",
    "GradedExecution",
    "Input",
    "Isolation",
    "Kind",
    "Limits",
    "Outcome",
    "Output",
    "Problem",
    "ProblemResult",
    "Reason",
    "Results",
    "Rules",
    "Size",
    "Slow",
    "Solution",
    "SolutionResult",
    "TimeRule",
    "Verdict",
    "worst",
]
