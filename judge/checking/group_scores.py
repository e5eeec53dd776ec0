"""Verdict and score of a solution from those of its cases, as each version of the format says.

Scores are exact. A problem whose groups have LegacyGrading is graded by the default grader of the
legacy format, or by a grader of the package that the caller runs; others by the rules of 2025-09.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from judge.common.score_format import ScoreFormat
from judge.model import (
    Aggregation,
    Case,
    Group,
    GroupResult,
    GroupScoring,
    LegacyGrading,
    OnReject,
    Problem,
    Verdict,
    VerdictMode,
    worst,
)
from judge.plugin import Score

#: The order in which the default grader of the legacy format looks for errors. What it does not
#: know, such as a better answer than the stored one, is a fault of the package.
LEGACY_ORDER = (
    *(Verdict.JE, Verdict.BETTER, Verdict.SKIP, Verdict.CE, Verdict.RTE, Verdict.MLE),
    *(Verdict.TLE, Verdict.OLE, Verdict.WA, Verdict.UNVERIFIED, Verdict.AC),
)
SAMPLE, SECRET = "sample", "secret"
#: A grader of the package: the arguments of a group and the results in it, in order, give the
#: result of the group. Raises ScoreFault.
GroupGrader = Callable[
    [tuple[str, ...], Sequence[tuple[Verdict, Fraction]]], tuple[Verdict, Fraction]
]


class CaseResult(Struct, frozen=True):
    """What the groups need to know of one case."""

    verdict: Verdict
    score: Score | None = None


class GroupsResult(Struct, frozen=True):
    """What the groups make of a solution. ``fault`` says why it is JE. ``not_run`` names the groups
    that a solution is not run on, as it fails what they require."""

    verdict: Verdict
    score: Fraction | None
    groups: tuple[GroupResult, ...] = ()
    fault: str = ""
    not_run: tuple[str, ...] = ()


class ScoreFault(Exception):
    """A validator or the settings of a group break the rules of scoring."""


def is_graded(problem: Problem) -> bool:
    """Whether groups decide on the verdict or the score of a solution."""
    return problem.scoring or (not problem.plugin and problem.has_legacy_grading)


def grade_groups(
    problem: Problem,
    results: Mapping[str, CaseResult],
    grader: GroupGrader | None = None,
    static: Mapping[str, CaseResult] | None = None,
) -> GroupsResult:
    """Verdict and score of a solution; ``results`` are those of all cases, by name.

    ``grader`` grades the groups whose grading is custom. ``static``: of static validation test
    cases, by their groups.
    """
    try:
        if problem.has_legacy_grading:
            return _Legacy(problem, results, grader).whole()
        return _Modern(problem, results, static or {}).whole()
    except ScoreFault as fault:
        return GroupsResult(Verdict.JE, None, (), str(fault))


def case_maximum(problem: Problem, case: Case) -> Fraction | None:
    """The highest score of a case; None for an unbounded one. Raises ScoreFault for a case that has
    no score of its own: one in ``sample``, or in a group of aggregation pass-fail."""
    group = _scoring_group(problem, case.name)
    scoring = group.scoring if group else None
    if group is None or not isinstance(scoring, GroupScoring):
        raise ScoreFault(f"{case.name} has no score of its own")
    if scoring.aggregation is Aggregation.PASS_FAIL:
        raise ScoreFault(
            f"{case.name} is in a group with score_aggregation pass-fail, so it must have no score"
        )
    if scoring.maximum is None:
        return None
    if scoring.aggregation is Aggregation.MINIMUM:
        return Fraction(scoring.maximum)
    counts = problem.case_counts.items()
    size = sum(n for folder, n in counts if _scoring_group(problem, f"{folder}/") == group)
    static = group.static.maximum or 0 if group.static else 0
    return Fraction(scoring.maximum - static, size)


def case_score(
    problem: Problem, case: Case, score: Fraction | None, multiplier: Fraction | None
) -> Fraction | None:
    """The score of an accepted case from what its validator wrote; None where it has none.

    Raises ScoreFault if the validator breaks the rules of the format.
    """
    if not has_score(problem, case):
        return None
    if problem.has_legacy_grading:
        if multiplier is not None:
            raise ScoreFault("score_multiplier.txt is not in this version of the format")
        return score
    try:
        highest = case_maximum(problem, case)
    except ScoreFault:
        if score is not None or multiplier is not None:
            raise
        return None
    if highest is None:
        if score is None:
            raise ScoreFault(f"the score of {case.name} is unbounded: score.txt is missing")
        if score < 0:
            raise ScoreFault(f"score.txt must not be negative: {score}")
        return score
    return bounded_score(highest, score, multiplier)


def static_score(
    problem: Problem, group: Group, score: Fraction | None, multiplier: Fraction | None
) -> Fraction | None:
    """The same of an accepted static validation test case; raises ScoreFault."""
    highest = group.static.maximum if group.static else None
    if highest is None:
        if problem.scoring and (score is not None or multiplier is not None):
            raise ScoreFault("its static_validation_score is pass-fail, so it must have no score")
        return None
    return bounded_score(Fraction(highest), score, multiplier)


def bounded_score(
    highest: Fraction, score: Fraction | None, multiplier: Fraction | None
) -> Fraction:
    """The score of an accepted case with a highest score; raises ScoreFault."""
    shown = ScoreFormat().score
    for name, found, most in (("_multiplier", multiplier, Fraction(1)), ("", score, highest)):
        if found is not None and not 0 <= found <= most:
            said = f"must hold a number from 0 to {shown(most)}, not {shown(found)}"
            raise ScoreFault(f"score{name}.txt {said}")
    own = highest if score is None else score
    return own if multiplier is None else multiplier * highest


def modern_scoring(problem: Problem, case: Case) -> bool:
    """Whether the rules of 2025-09 on scores of cases hold for a case."""
    return has_score(problem, case) and not problem.has_legacy_grading


def has_score(problem: Problem, case: Case) -> bool:
    """Whether a validator may give the case a score; since 2023-07 that of a sample is ignored, and
    so is that of a case that is in no group: outputs and inputs to test validators with."""
    secret = case.name.startswith(f"{SECRET}/")
    return problem.scoring and (secret or problem.has_legacy_grading)


def _scoring_group(problem: Problem, case: str) -> Group | None:
    """The group whose aggregation a case's score goes into: the innermost one."""
    found = None
    for group in problem.groups:
        if case.startswith(f"{group.name}/"):
            found = group
    return found


class _Legacy:
    """Graders of the legacy format: each group makes verdict and score of what is in it."""

    def __init__(
        self,
        problem: Problem,
        results: Mapping[str, CaseResult],
        grader: GroupGrader | None,
    ) -> None:
        self._grader = grader
        self._problem = problem
        self._results = results
        self._cases: dict[str, list[str]] = {}
        for case in problem.cases:
            self._cases.setdefault(case.group, []).append(case.name)
        self._groups: dict[str, list[Group]] = {}
        for group in problem.groups:
            if group.name:
                self._groups.setdefault(group.parent, []).append(group)
        self._graded: list[GroupResult] = []

    def whole(self) -> GroupsResult:
        top = next(group for group in self._problem.groups if group.name == "")
        verdict, score = self._grade(top) or (Verdict.JE, Fraction(0))
        order = [group.name for group in self._problem.groups]
        graded = sorted(self._graded, key=lambda result: order.index(result.name))
        return GroupsResult(verdict, score if self._problem.scoring else None, tuple(graded))

    def _grade(self, group: Group) -> tuple[Verdict, Fraction] | None:
        """None for a group without cases."""
        rules = group.scoring
        assert isinstance(rules, LegacyGrading)
        found: list[tuple[Verdict, Fraction]] = []
        for item in self._items(group):
            result = self._grade(item) if isinstance(item, Group) else self._case(item, rules)
            if result is None:
                continue
            found.append(result)
            if result[0] is not Verdict.AC and rules.on_reject is OnReject.BREAK:
                break
        if not found:
            return None
        made = self._made(rules, found)
        score = made[1] if self._problem.scoring else None
        if score is not None and not _within(rules, score):
            raise ScoreFault(f"the score of {group.name or 'data'}, {score}, is outside its range")
        self._graded.append(GroupResult(group.name, made[0], score))
        return made

    def _made(
        self, rules: LegacyGrading, found: Sequence[tuple[Verdict, Fraction]]
    ) -> tuple[Verdict, Fraction]:
        """A fault of the judge or the package in a group is none that a grader could judge."""
        if not rules.custom or any(verdict is Verdict.JE for verdict, _ in found):
            return _default_grader(rules, found)
        if self._grader is None:
            raise ScoreFault("grading is custom, and there is no grader")
        return self._grader(rules.arguments, found)

    def _items(self, group: Group) -> Sequence[Group | str]:
        """Cases and groups in it, by name."""
        cases: list[Group | str] = [*self._cases.get(group.name, ())]
        groups = self._groups.get(group.name, [])
        return sorted([*cases, *groups], key=lambda i: i.name if isinstance(i, Group) else i)

    def _case(self, name: str, rules: LegacyGrading) -> tuple[Verdict, Fraction]:
        result = self._results[name]
        usual = rules.accept_score if result.verdict is Verdict.AC else rules.reject_score
        return result.verdict, usual if result.score is None else Fraction(result.score)


def _default_grader(
    rules: LegacyGrading, found: Sequence[tuple[Verdict, Fraction]]
) -> tuple[Verdict, Fraction]:
    used = found[-1:] if rules.ignore_sample else found
    verdicts = [verdict for verdict, _ in used]
    scores = [score for _, score in used]
    return _verdict(rules, verdicts), _aggregate(rules.scores, scores)


def _verdict(rules: LegacyGrading, verdicts: Sequence[Verdict]) -> Verdict:
    if Verdict.JE in verdicts:
        return Verdict.JE
    if rules.verdicts is VerdictMode.ALWAYS_ACCEPT:
        return Verdict.AC
    if rules.accept_if_any_accepted and Verdict.AC in verdicts:
        return Verdict.AC
    if rules.verdicts is VerdictMode.FIRST_ERROR:
        return next((v for v in verdicts if v is not Verdict.AC), Verdict.AC)
    return min(verdicts, key=LEGACY_ORDER.index)


def _aggregate(how: Aggregation, scores: Sequence[Fraction]) -> Fraction:
    match how:
        case Aggregation.MINIMUM:
            return min(scores)
        case Aggregation.MAXIMUM:
            return max(scores)
        case Aggregation.AVERAGE:
            return sum(scores, Fraction(0)) / len(scores)
    return sum(scores, Fraction(0))


def _within(rules: LegacyGrading, score: Fraction) -> bool:
    above = rules.lowest is None or rules.lowest <= score
    return above and (rules.highest is None or score <= rules.highest)


class _Modern:
    """The rules of 2025-09: ``secret`` is scored by its groups, or else by its cases."""

    def __init__(
        self,
        problem: Problem,
        results: Mapping[str, CaseResult],
        static: Mapping[str, CaseResult],
    ) -> None:
        self._problem = problem
        self._results = results
        self._static = static
        self._passed: dict[str, bool] = {}

    def whole(self) -> GroupsResult:
        groups = [group for group in self._problem.groups if group.name != SECRET]
        graded = [self._grade(group) for group in groups]
        secret = next(group for group in self._problem.groups if group.name == SECRET)
        if not self._may_run(secret):
            graded = [_not_run(one.name) if one.name != SAMPLE else one for one in graded]
        inner = [result for result in graded if result.name.startswith(f"{SECRET}/")]
        graded.append(self._secret(secret, inner))
        order = [group.name for group in self._problem.groups]
        graded.sort(key=lambda result: order.index(result.name))
        not_run = tuple(result.name for result in graded if result.why)
        verdict = worst(self._verdicts_outside(not_run))
        score = None if verdict is Verdict.JE else self._score_of(graded)
        return GroupsResult(verdict, score, tuple(graded), not_run=not_run)

    def _verdicts_outside(self, groups: Sequence[str]) -> frozenset[Verdict]:
        every = (*self._results.items(), *((f"{name}/", one) for name, one in self._static.items()))
        return frozenset(one.verdict for name, one in every if not is_in(name, groups))

    def _score_of(self, graded: Sequence[GroupResult]) -> Fraction | None:
        score = next(result.score for result in graded if result.name == SECRET)
        return None if score is None else Fraction(score)

    def _cases(self, group: Group) -> list[Case]:
        return [c for c in self._problem.cases if c.name.startswith(f"{group.name}/")]

    def _results_in(self, group: Group, not_run: Sequence[str] = ()) -> list[CaseResult]:
        """Of a group's cases and its static validation, but for groups that are not run."""
        cases = [self._results[c.name] for c in self._cases(group) if not is_in(c.name, not_run)]
        names = (name for name in self._static if is_in(f"{name}/", [group.name]))
        return [*cases, *(self._static[name] for name in names if not is_in(f"{name}/", not_run))]

    def _grade(self, group: Group) -> GroupResult:
        """A group without groups in it: ``sample``, or one in ``secret``."""
        results = self._results_in(group)
        verdict = worst(frozenset(result.verdict for result in results))
        self._passed[group.name] = all(result.verdict is Verdict.AC for result in results)
        if group.name == SAMPLE or not results:
            return GroupResult(group.name, verdict if results else Verdict.AC, None)
        if not self._may_run(group):
            self._passed[group.name] = False
            return _not_run(group.name)
        return GroupResult(group.name, verdict, self._score(group, self._scores(group)))

    def _secret(self, group: Group, inner: Sequence[GroupResult]) -> GroupResult:
        if not self._may_run(group):
            return _not_run(group.name)
        not_run = [result.name for result in inner if result.why]
        ran = self._results_in(group, not_run)
        verdict = worst(frozenset(result.verdict for result in ran))
        if not inner:
            return GroupResult(group.name, verdict, self._score(group, self._scores(group)))
        if _rules(group).aggregation is Aggregation.PASS_FAIL:
            passed = all(self._passed[result.name] for result in inner)
            own = self._static.get(group.name)
            passed = passed and (own is None or own.verdict is Verdict.AC)
            return GroupResult(group.name, verdict, _all_or_nothing(group, passed))
        scores = [Fraction(result.score or 0) for result in inner]
        return GroupResult(group.name, verdict, self._score(group, scores))

    def _may_run(self, group: Group) -> bool:
        return all(self._passed.get(name, False) for name in _rules(group).require_pass)

    def _scores(self, group: Group) -> list[Fraction]:
        """Of each case in a group: 0 for a failed one, else what it got, or its maximum."""
        pass_fail = _rules(group).aggregation is Aggregation.PASS_FAIL
        if pass_fail:
            return [Fraction(one.verdict is Verdict.AC) for one in self._results_in(group)]
        scores = []
        for case in self._cases(group):
            result = self._results[case.name]
            own = None if result.score is None else Fraction(result.score)
            accepted = result.verdict is Verdict.AC
            scores.append((accepted and case_score(self._problem, case, own, None)) or Fraction(0))
        if static := self._static.get(group.name):
            scores.append(Fraction(static.score or 0))
        return scores

    def _score(self, group: Group, scores: Sequence[Fraction]) -> Fraction:
        rules = _rules(group)
        if rules.aggregation is Aggregation.PASS_FAIL:
            return _all_or_nothing(group, all(scores))
        score = _aggregate(rules.aggregation, scores)
        if rules.maximum is not None and score > rules.maximum:
            raise ScoreFault(f"the score of {group.name}, {score}, exceeds its max_score")
        return score


def is_in(case: str, groups: Sequence[str]) -> bool:
    """Whether a case is in one of the groups."""
    return any(case.startswith(f"{name}/") for name in groups)


def _not_run(name: str) -> GroupResult:
    """A group whose requirement is not met: none of its cases counts as accepted."""
    return GroupResult(name, Verdict.SKIP, Fraction(0), "requirement not met")


def _rules(group: Group) -> GroupScoring:
    assert isinstance(group.scoring, GroupScoring)
    return group.scoring


def _all_or_nothing(group: Group, passed: bool) -> Fraction:
    maximum = _rules(group).maximum
    if maximum is None:
        raise ScoreFault(f"{group.name} has score_aggregation pass-fail, but no max_score")
    return Fraction(maximum) if passed else Fraction(0)
