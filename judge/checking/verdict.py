"""The result of a solution whose executions are done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from judge.checking import group_scores, soft_limit
from judge.checking.answer import NOTHING, VOID, answer_bytes
from judge.checking.reading import settle_reading
from judge.common.messages import listed
from judge.common.spooled_list import spooled
from judge.languages.table import all_languages
from judge.model import (
    RIGHT,
    Grade,
    GradedExecution,
    GroupScoring,
    Kind,
    Outcome,
    Output,
    Problem,
    Reason,
    Solution,
    SolutionResult,
    StaticResult,
    TimeRule,
    Verdict,
    worst,
)
from judge.plugin import Score


def solution_result(
    solution: Solution,
    readings: Sequence[str],
    grades: Iterable[Mapping[str, Grade]],
    graded: Iterable[GradedExecution],
    stopped: str = "",
    rule: TimeRule = TimeRule.HARD,
    problem: Problem | None = None,
    grader: group_scores.GroupGrader | None = None,
    static: tuple[StaticResult, ...] = (),
    results: int | None = None,
) -> SolutionResult:
    """The result of a solution whose executions are done: one reading for all cases. Where the
    groups of its problem decide on verdict or score, they do so once all cases have been run;
    ``grader`` is the one of the package, and ``static`` what its static validator says.

    ``grades`` are those of ``graded``, of which there may be very many: each is taken once. It is
    one of so many ``results``, if their number is known.
    """
    reading, why = settle_reading(readings, solution.readings, grades)
    seen: set[Verdict] = set()

    def judged() -> Iterator[Outcome]:
        for one in graded:
            its = one.grades[reading]
            seen.add(its.verdict)
            yield _outcome(solution, one, its)

    first = spooled(judged(), results)
    outcomes = _answered_one_way(solution, first)
    verdicts = seen if outcomes is first else {one.verdict for one in outcomes}
    verdict = worst(frozenset(verdicts | {one.grade.verdict for one in static}))
    said = _silence(solution, outcomes) if verdict is Verdict.WA else ""
    said = _static_said(static) or said
    result = SolutionResult(solution, verdict, reading, why, outcomes, said, stopped, static=static)
    if problem is not None and group_scores.is_graded(problem):
        result = _by_groups(problem, result, grader)
    return soft_limit.forgiven(result) if rule is TimeRule.SOFT else result


def _answered_one_way(solution: Solution, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    """A function that returns its answer on some cases answers by that on all of them: what it only
    prints on others is no answer."""
    of_returns = solution.kind is Kind.FUNCTION and solution.convention.output is Output.RETURN
    if not of_returns or not any(_has_returned(outcome) for outcome in outcomes):
        return outcomes
    # What is compiled returns something in any case, unless it prints.
    compiled = bool(all_languages()[solution.language].host_compile)
    empty = NOTHING if compiled else (*NOTHING, VOID)
    if not any(_only_printed(one, empty) for one in outcomes):
        return outcomes
    return spooled(_refused(one) if _only_printed(one, empty) else one for one in outcomes)


def _has_returned(outcome: Outcome) -> bool:
    result = outcome.run.result if outcome.run else None
    return result is not None and result not in (*NOTHING, VOID)


def _only_printed(outcome: Outcome, empty: Collection[bytes]) -> bool:
    run = outcome.run
    right = outcome.verdict in RIGHT
    return right and run is not None and run.result in empty and bool(run.stdout.strip())


def _refused(outcome: Outcome) -> Outcome:
    said = (
        "the function prints its answer here and returns it on other cases: "
        'it may do one of them, or its manifest needs output = "stdout"'
    )
    return replace(
        outcome, verdict=Verdict.WA, reason=Reason.UNDECODABLE, message=said, score=None, gap=None
    )


_CAUSES = {
    Kind.PROGRAM: 'if it only defines a function, its manifest needs kind = "function"; '
    "if it reads another form of input, the key input",
    Kind.FUNCTION: 'if it changes its argument, its manifest needs output = "mutated"; if it is a '
    'program, kind = "program"',
    Kind.TEMPLATE: "the header and the footer of its manifest may not fit",
}


def _silence(solution: Solution, outcomes: Sequence[Outcome]) -> str:
    """What is said of a solution that gives no answer on any case, with the likely cause."""
    runs = (outcome.run for outcome in outcomes)
    if solution.kind not in _CAUSES or any(
        run is None or answer_bytes(run).strip() for run in runs
    ):
        return ""
    return f"it answers nothing on any of {len(outcomes)} cases: {_CAUSES[solution.kind]}"


def _by_groups(
    problem: Problem, result: SolutionResult, grader: group_scores.GroupGrader | None
) -> SolutionResult:
    """A plug-in's score is not one of the package, which counts accepted cases."""
    results = {
        o.case: group_scores.CaseResult(o.verdict, None if problem.plugin else o.score)
        for o in result.outcomes
    }
    static = {
        one.group: group_scores.CaseResult(one.grade.verdict, one.grade.score)
        for one in result.static
    }
    if any(case.name not in results for case in problem.cases):
        return result
    if any(group.name not in static for group in problem.static_groups):
        return result
    found = group_scores.grade_groups(problem, results, grader, static)
    if found.not_run:
        result = _not_run(problem, result, found.not_run)
    return replace(
        result,
        verdict=found.verdict,
        score=_whole(found.score),
        groups=tuple(replace(group, score=_whole(group.score)) for group in found.groups),
        message=found.fault or _static_said(result.static),
    )


def _not_run(problem: Problem, result: SolutionResult, groups: Sequence[str]) -> SolutionResult:
    """Cases of groups whose requirement is not met count as not run, whatever came of them: they
    were executed before that was known."""
    reasons = {
        group.name: f"not run: {group.name} requires {listed(group.scoring.require_pass)}"
        for group in problem.groups
        if isinstance(group.scoring, GroupScoring) and group.scoring.require_pass
    }

    def counted(outcome: Outcome) -> Outcome:
        if not group_scores.is_in(outcome.case, groups):
            return outcome
        said = next((reasons[g] for g in reasons if group_scores.is_in(outcome.case, [g])), "")
        return replace(
            outcome, verdict=Verdict.SKIP, reason=None, message=said, score=None, gap=None
        )

    static = tuple(
        replace(one, grade=Grade(Verdict.SKIP)) if one.group in groups else one
        for one in result.static
    )
    return replace(result, outcomes=spooled(map(counted, result.outcomes)), static=static)


def _static_said(static: Sequence[StaticResult]) -> str:
    """What the static validator says where it does not accept."""
    failed = [one for one in static if one.grade.verdict not in (Verdict.AC, Verdict.SKIP)]
    parts = ((one.name, one.grade.verdict.value, one.grade.message) for one in failed)
    return "; ".join(": ".join(filter(None, part)) for part in parts)


def _whole(score: Score | None) -> Score | None:
    """The same score, as an integer if it is one."""
    return int(score) if score is not None and score == int(score) else score


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
        graded.executed_at,
        graded.size,
    )
