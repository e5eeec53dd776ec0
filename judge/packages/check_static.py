"""Rules of format 2025-09 for static validators; checked before anything runs."""

from __future__ import annotations

from judge.common.errors import JudgeError
from judge.model import Aggregation, Group, GroupScoring, Problem
from judge.packages.check_groups import SECRET, setting_error

KEY = "static_validation_score"


def check_static_cases(problem: Problem) -> None:
    """Raise JudgeError for static validation test cases that contradict the rest of the package."""
    folder = problem.folder / "static_validator"
    if problem.static_validator is not None and problem.submits_answers:
        said = "a problem of type submit-answer has no static validator: remove it"
        raise JudgeError(said, folder)
    for group in problem.static_groups:
        if problem.static_validator is None:
            said = f"{KEY} needs a static validator: add one to static_validator, or remove the key"
            raise setting_error(problem, group, said, KEY)
        if wrong := _wrong_score(problem, group):
            raise setting_error(problem, group, wrong, KEY)


def _wrong_score(problem: Problem, group: Group) -> str:
    """What is wrong with the score of a static validation test case; empty if nothing is."""
    rules, static = group.scoring, group.static
    assert isinstance(rules, GroupScoring) and static is not None
    scored = problem.scoring and group.name.split("/")[0] == SECRET
    if not scored or rules.aggregation is Aggregation.PASS_FAIL:
        if static.maximum is None:
            return ""
        why = "its score_aggregation is pass-fail" if scored else "the group has no score"
        return f"{KEY} must be pass-fail, as {why}"
    if static.maximum is None:
        aggregation = rules.aggregation.value
        return f"{KEY} must be a number, as score_aggregation of the group is {aggregation}"
    if group.name == SECRET and any(g.name.startswith(f"{SECRET}/") for g in problem.groups):
        return f"{KEY} belongs into the groups of secret: secret has its score from them"
    if rules.maximum is not None and static.maximum > rules.maximum:
        return f"{KEY} is {static.maximum}, more than max_score of the group, {rules.maximum}"
    return ""
