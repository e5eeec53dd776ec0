"""Which cases the page shows: those that were selected, and of very many only some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from judge.common.spooled_list import spooled
from judge.model import Case, Kind, Outcome, ProblemResult, SolutionResult, Verdict

#: The most cases of a problem on a page: with more it takes long to make and to open.
MOST_CASES = 25_000


def narrowed(result: ProblemResult) -> ProblemResult:
    """The result without cases that were not selected, such as with ``--case``.

    If a solution was stopped early, its missing cases cannot be distinguished from others that were
    not selected, and all cases stay.
    """
    solution_results = result.solutions
    cut = any(j.stopped and j.solution.kind is not Kind.OUTPUT for j in solution_results)
    most = max((len(j.outcomes) for j in solution_results), default=0)
    if cut or most in (0, len(result.problem.cases)):
        return result
    ran = {outcome.case for j in solution_results for outcome in j.outcomes}
    cases = spooled(case for case in result.problem.cases if case.name in ran)
    return replace(result, problem=replace(result.problem, cases=cases))


def with_fewer_cases(result: ProblemResult, most: int) -> ProblemResult:
    """The result with ``most`` of its cases at most, spread evenly: at least half of these are some
    that a solution failed, if there are so many. The totals of its solutions stay."""
    cases = result.problem.cases
    if len(cases) <= most:
        return result
    failed = bytearray(len(cases))
    for one in result.solutions:
        for place, outcome in enumerate(_aligned(cases, one.outcomes)):
            if outcome is not None and outcome.verdict is not Verdict.AC:
                failed[place] = True
    passes = len(cases) - sum(failed)
    failures = min(sum(failed), max(most // 2, most - passes))
    chosen = _spread(failed, (most - failures, failures))
    return replace(
        result,
        problem=replace(
            result.problem,
            cases=tuple(case for case, its in zip(cases, chosen, strict=True) if its),
        ),
        solutions=tuple(_with_outcomes(one, cases, chosen) for one in result.solutions),
    )


def _spread(failed: bytearray, rooms: Sequence[int]) -> bytearray:
    """Marks of so many cases that nobody failed and of so many others, each kind spread evenly."""
    counts = [len(failed) - sum(failed), sum(failed)]
    seen, chosen = [0, 0], bytearray(len(failed))
    for place, kind in enumerate(failed):
        before = seen[kind] * rooms[kind] // counts[kind]
        seen[kind] += 1
        chosen[place] = seen[kind] * rooms[kind] // counts[kind] > before
    return chosen


def _with_outcomes(
    result: SolutionResult, cases: Iterable[Case], chosen: bytearray
) -> SolutionResult:
    pairs = zip(_aligned(cases, result.outcomes), chosen, strict=True)
    outcomes = tuple(outcome for outcome, its in pairs if outcome is not None and its)
    return replace(result, outcomes=outcomes, whole=result.totals)


def _aligned(cases: Iterable[Case], outcomes: Iterable[Outcome]) -> Iterator[Outcome | None]:
    """The outcome of each case, None where it was not run. They are in the order of the cases."""
    its = iter(outcomes)
    following = next(its, None)
    for case in cases:
        if following is not None and following.case == case.name:
            yield following
            following = next(its, None)
        else:
            yield None
