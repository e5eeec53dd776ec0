"""Rules of format 2025-09 that groups must keep together; checked before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.common.yaml_lines import shown
from judge.model import Aggregation, Group, GroupScoring, Problem
from judge.packages.group_settings import SCORING_KEYS
from judge.packages.setting_place import place_of_setting

SECRET = "secret"
_FOR_SCORING = (
    "max_score, score_aggregation and require_pass are for problems of type scoring: "
    "write type: scoring in problem.yaml, or remove them"
)


def check_structure(problem: Problem) -> None:
    """Raise JudgeError for groups of a scoring problem that contradict each other, and for scores
    of groups in another problem."""
    if problem.has_legacy_grading:
        return
    if not problem.scoring:
        _check_no_scores(problem)
        return
    inner = [group for group in problem.groups if group.name.startswith(f"{SECRET}/")]
    secret = next(group for group in problem.groups if group.name == SECRET)
    for fault in structure_faults(problem):
        raise fault
    for group in (*inner, secret):
        _check_requirements(problem, group)
    for group in inner:
        _check_inner(problem, secret, group)
    if not inner or _rules(secret).aggregation is Aggregation.PASS_FAIL:
        _check_bounded(problem, secret)


def _check_no_scores(problem: Problem) -> None:
    for group in problem.groups:
        usual = GroupScoring(100, Aggregation.SUM) if group.name == SECRET else GroupScoring()
        if replace(_rules(group), declared=False) != usual:
            raise setting_error(problem, group, _FOR_SCORING, *SCORING_KEYS)


def structure_faults(problem: Problem) -> Iterator[JudgeError]:
    """Groups that hold what they may not, and cases outside all groups: faults in a scoring
    problem, and without an influence on verdicts in another."""
    inner = [group for group in problem.groups if group.name.startswith(f"{SECRET}/")]
    for case in problem.cases if inner else ():
        grouped = any(case.name.startswith(f"{group.name}/") for group in inner)
        if case.name.startswith(f"{SECRET}/") and not grouped:
            said = "is in no group, but other cases are: add a test_group.yaml to its folder"
            yield JudgeError(said, case.input_path)
            break
    for group in inner:
        empty = not any(case.name.startswith(f"{group.name}/") for case in problem.cases)
        if empty and group.static is None:
            said = "contains no test case: put NAME.in and NAME.ans there, or remove the folder"
            yield JudgeError(said, settings_file(problem, group).parent)
        if any(other.name.startswith(f"{group.name}/") for other in inner):
            said = "a group must not contain another one: remove the inner test_group.yaml"
            yield JudgeError(said, settings_file(problem, group))
    for group in problem.groups:
        if group.name.startswith("sample/"):
            said = "samples must not be in groups: remove this file"
            yield JudgeError(said, settings_file(problem, group))
        if not problem.scoring and _rules(group).declared:
            yield setting_error(problem, group, _FOR_SCORING, *SCORING_KEYS)


def sum_fault(problem: Problem) -> JudgeError | None:
    """Where the groups add up to more than secret may have: a right submission would be JE."""
    if not problem.scoring:
        return None
    inner = [group for group in problem.groups if group.name.startswith(f"{SECRET}/")]
    secret = next((group for group in problem.groups if group.name == SECRET), None)
    if secret is None or any(not isinstance(g.scoring, GroupScoring) for g in (secret, *inner)):
        return None
    most, rules = [_rules(group).maximum for group in inner], _rules(secret)
    if rules.maximum is None or rules.aggregation is not Aggregation.SUM or None in most:
        return None
    total = sum(filter(None, most))
    if total <= rules.maximum:
        return None
    said = f"the groups of secret add up to {total}, and its max_score is {rules.maximum}"
    return setting_error(problem, secret, f"{said}: write max_score: {total} there", "max_score")


def unbounded_fault(problem: Problem) -> JudgeError | None:
    """Where cases have unbounded scores, and no validator gives them: a right submission would be
    JE."""
    own = problem.plugin or problem.output_validator.path is not None
    if own or not problem.scoring or problem.has_legacy_grading:
        return None
    inner = [group for group in problem.groups if group.name.startswith(f"{SECRET}/")]
    for group in inner or [group for group in problem.groups if group.name == SECRET]:
        rules = _rules(group)
        if rules.maximum is None and rules.aggregation is not Aggregation.PASS_FAIL:
            said = "the scores of cases are unbounded, and no output validator gives them"
            return setting_error(problem, group, f"{said}: write a max_score", "max_score")
    return None


def _check_inner(problem: Problem, secret: Group, group: Group) -> None:
    rules, above = _rules(group), _rules(secret)
    pass_fail = Aggregation.PASS_FAIL
    if above.aggregation is pass_fail and rules.aggregation is not pass_fail:
        said = "score_aggregation must be pass-fail, as that of secret is"
        raise setting_error(problem, group, said, "score_aggregation")
    if rules.maximum is None and above.maximum is not None:
        said = f"max_score is missing: secret has {above.maximum}, so each group needs its own"
        raise setting_error(problem, group, said, "max_score")
    if above.aggregation is not pass_fail:
        _check_bounded(problem, group)


def _check_bounded(problem: Problem, group: Group) -> None:
    rules = _rules(group)
    if rules.aggregation is Aggregation.PASS_FAIL and rules.maximum is None:
        said = "a group with score_aggregation pass-fail needs a max_score"
        raise setting_error(problem, group, said, "max_score", "score_aggregation")


def _check_requirements(problem: Problem, group: Group) -> None:
    key = "require_pass"
    known = {other.name: other for other in problem.groups}
    for name in _rules(group).require_pass:
        required = known.get(name)
        itself = name in (SECRET, group.name)
        if required is None or itself or (group.name == SECRET and name != "sample"):
            said = f"{shown(name)} is not an earlier group: {_earlier(known, group)}"
        elif name >= group.name:
            said = f"{name} does not come before {group.name} in the order of their names: "
            said += f"rename one of them; {_earlier(known, group)}"
        elif name != "sample" and _rules(required).aggregation is not Aggregation.PASS_FAIL:
            said = f"{name} must have score_aggregation pass-fail: write it there, or remove {key}"
        else:
            continue
        raise setting_error(problem, group, f"{key}: {said}", key)


def _earlier(known: Iterable[str], group: Group) -> str:
    """What ``require_pass`` of a group may name."""
    several = group.name != SECRET
    names = [n for n in known if n == "sample" or (several and SECRET < n < group.name)]
    return f"known: {', '.join(names) or 'none'}"


def _rules(group: Group) -> GroupScoring:
    assert isinstance(group.scoring, GroupScoring)
    return group.scoring


def setting_error(problem: Problem, group: Group, said: str, *keys: str) -> JudgeError:
    """An error about one of these keys of a group, with its line."""
    path, line = place_of_setting(problem.folder, group.name, *keys)
    own = path == settings_file(problem, group)
    return JudgeError(said, settings_file(problem, group), line if own else None)


def settings_file(problem: Problem, group: Group) -> Path:
    """The file with the settings of a group."""
    return problem.folder / "data" / group.name / "test_group.yaml"
