"""The result of a solution whose executions are done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judge.checking import soft_limit
from judge.checking.reading import settle_reading
from judge.model import Grade, GradedExecution, Outcome, Solution, SolutionResult, TimeRule, worst


def solution_result(
    solution: Solution,
    readings: Sequence[str],
    grades: Sequence[Mapping[str, Grade]],
    graded: Iterable[GradedExecution],
    stopped: str = "",
    rule: TimeRule = TimeRule.HARD,
) -> SolutionResult:
    """The result of a solution whose executions are done: one reading for all cases.

    ``grades`` are those of ``graded``, of which there may be very many: each is taken once.
    """
    reading, why = settle_reading(readings, solution.readings, grades)
    outcomes, sizes = [], {}
    for one in graded:
        outcomes.append(_outcome(solution, one, one.grades[reading]))
        if rule is TimeRule.SOFT:
            sizes[one.case] = one.size
    verdict = worst(frozenset(outcome.verdict for outcome in outcomes))
    judged = SolutionResult(solution, verdict, reading, why, tuple(outcomes), "", stopped)
    return soft_limit.forgiven(judged, sizes) if rule is TimeRule.SOFT else judged


def _outcome(solution: Solution, graded: GradedExecution, its: Grade) -> Outcome:
    return Outcome(
        solution.problem,
        solution.name,
        graded.case,
        its.verdict,
        its.reason,
        its.message,
        its.score,
        graded.best,
        its.gap,
        graded.run,
    )
