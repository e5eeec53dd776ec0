"""How groups are scored, in the keys of the other version of the format, where nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from judge.checking.group_scores import SAMPLE, SECRET
from judge.common.errors import JudgeError
from judge.common.program_arguments import joined
from judge.common.yaml_lines import read_mapping
from judge.model import (
    Aggregation,
    FormatVersion,
    Group,
    GroupScoring,
    LegacyGrading,
    Objective,
    OnReject,
    Problem,
    VerdictMode,
)

#: The settings of groups by their folders below ``data``; "" is ``data`` itself.
Settings = Mapping[str, Mapping[str, Any]]


def scores_in(problem: Problem, version: FormatVersion) -> Settings:
    """Raises JudgeError where the scores cannot be said in that version."""
    if not problem.scoring or version is problem.version:
        return {}
    legacy = problem.has_legacy_grading
    if legacy is not (version is FormatVersion.LEGACY):
        if not any(case.name.startswith(f"{SECRET}/") for case in problem.cases):
            raise _refused(problem, "there is no secret case")
        made = _Modern(problem) if legacy else _Legacy(problem)
        return made.settings()
    if version is FormatVersion.V2025_09:
        return {group.name: _declared(group) for group in problem.groups if group.name != SAMPLE}
    return {group.name: _graded(problem, group) for group in problem.groups}


def _refused(problem: Problem, why: str) -> JudgeError:
    said = f"the scores of groups cannot be written in that format: {why}"
    if problem.version is not FormatVersion.DRAFT_2023_07:  # which is not written
        said += f"; choose --format {problem.version.value}"
    return JudgeError(said, problem.folder)


def _graded(problem: Problem, group: Group) -> dict[str, Any]:
    """The rules of a legacy grader, all of them."""
    rules = group.scoring
    assert isinstance(rules, LegacyGrading)
    flags = [rules.verdicts.value, rules.scores.value]
    flags += ["ignore_sample"] if rules.ignore_sample else []
    flags += ["accept_if_any_accepted"] if rules.accept_if_any_accepted else []
    bounds = [
        "-inf" if rules.lowest is None else _decimal(problem, rules.lowest),
        "+inf" if rules.highest is None else _decimal(problem, rules.highest),
    ]
    return {
        "on_reject": rules.on_reject.value,
        "grading": "custom" if rules.custom else "default",
        "grader_flags": joined(rules.arguments) if rules.custom else " ".join(flags),
        "accept_score": _decimal(problem, rules.accept_score),
        "reject_score": _decimal(problem, rules.reject_score),
        "range": " ".join(map(str, bounds)),
    }


def _decimal(problem: Problem, score: Fraction) -> int | float:
    """A score as a number of a file; raises JudgeError for one that is no short decimal."""
    found = int(score) if score.denominator == 1 else float(score)
    if Fraction(str(found)) != score:
        raise _refused(problem, f"the score {score} is no decimal fraction")
    return found


def _declared(group: Group) -> dict[str, Any]:
    assert isinstance(group.scoring, GroupScoring)
    rules = group.scoring
    values: dict[str, Any] = {
        "max_score": "unbounded" if rules.maximum is None else rules.maximum,
        "score_aggregation": rules.aggregation.value,
    }
    return values | ({"require_pass": [*rules.require_pass]} if rules.require_pass else {})


class _Converted:
    """What both directions need to know of a problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.inner = [g for g in problem.groups if g.name.startswith(f"{SECRET}/")]
        #: How many cases are in a group, those of groups in it apart.
        self.sizes = dict.fromkeys((group.name for group in problem.groups), 0)
        for case in problem.cases:
            self.sizes[case.group] = self.sizes.get(case.group, 0) + 1
        nested = [name for name in self.sizes if name.count("/") > 1]
        if nested or (self.inner and self.sizes.get(SECRET)):
            raise self.refused("secret has groups and cases, or groups in groups")

    def refused(self, why: str) -> JudgeError:
        return _refused(self.problem, why)

    def sampled(self) -> bool:
        return self.sizes.get(SAMPLE, 0) > 0


class _Modern(_Converted):
    """Legacy graders in the keys of 2025-09."""

    def settings(self) -> Settings:
        rules = {group.name: self._rules(group) for group in self.problem.groups}
        if self.problem.objective is Objective.MINIMISE:
            raise self.refused("the objective is min")
        if self.problem.output_validator.path is not None and self._validator_scores():
            raise self.refused("the output validator may give scores")
        top, secret = rules[""], rules[SECRET]
        if self.sampled() and not (top.ignore_sample and top.scores is Aggregation.SUM):
            raise self.refused("the samples have a score")
        found: dict[str, dict[str, Any]] = {}
        if self.inner:
            found = {group.name: self._group(group.name, rules[group.name]) for group in self.inner}
            found[SECRET] = self._whole(secret, [one["max_score"] for one in found.values()])
        else:
            found[SECRET] = self._group(SECRET, secret)
        self._check_range(secret, found[SECRET]["max_score"])
        if self.sampled() and top.on_reject is OnReject.BREAK:
            sample = rules[SAMPLE]
            if sample.accept_if_any_accepted or sample.verdicts is VerdictMode.ALWAYS_ACCEPT:
                raise self.refused("sample is accepted with cases that are not")
            found[SECRET]["require_pass"] = [SAMPLE]
        return found

    def _validator_scores(self) -> bool:
        """Whether problem.yaml lets the output validator give scores, as far as is known."""
        if self.problem.version is not FormatVersion.LEGACY:
            return True
        folder = self.problem.folder
        settings = read_mapping(folder / "problem.yaml", folder, empty=True)
        return "score" in settings.string("validation").split()

    def _rules(self, group: Group) -> LegacyGrading:
        assert isinstance(group.scoring, LegacyGrading)
        if group.scoring.custom:
            raise self.refused("graders/ grades")
        return group.scoring

    def _group(self, name: str, rules: LegacyGrading) -> dict[str, Any]:
        """A group of cases only."""
        size = self.sizes[name]
        alike = size == 1 or rules.scores is Aggregation.MINIMUM
        summed = rules.scores is Aggregation.SUM and rules.on_reject is OnReject.CONTINUE
        if rules.reject_score != 0:
            raise self.refused(f"the reject_score of {name} is not 0")
        if not alike and not (summed and _counts_parts(rules)):
            raise self.refused(f"{name} is neither of min, nor of sum with all its cases")
        highest = rules.accept_score * (1 if alike else size)
        self._check_range(rules, highest)
        aggregation = Aggregation.PASS_FAIL if alike else Aggregation.SUM
        return {"max_score": self._whole_number(name, highest), **_aggregated(aggregation)}

    def _whole(self, rules: LegacyGrading, scores: list[int]) -> dict[str, Any]:
        """``secret`` with groups in it."""
        several = len(scores) > 1
        if several and (rules.on_reject is OnReject.BREAK or not _counts_parts(rules)):
            raise self.refused("a group that fails ends the others, or takes away their scores")
        if not several or rules.scores is Aggregation.SUM:
            return {"max_score": sum(scores), **_aggregated(Aggregation.SUM)}
        if rules.scores is Aggregation.MINIMUM:
            return {"max_score": min(scores), **_aggregated(Aggregation.MINIMUM)}
        raise self.refused(f"secret has the {rules.scores.value} of its groups")

    def _check_range(self, rules: LegacyGrading, highest: Fraction | int) -> None:
        low, high = rules.lowest, rules.highest
        if (low is not None and low > 0) or (high is not None and high < highest):
            raise self.refused("a range excludes scores that there can be")

    def _whole_number(self, name: str, score: Fraction) -> int:
        if score < 0 or score.denominator != 1:
            raise self.refused(f"the highest score of {name} is {score}, no whole number from 0")
        return int(score)


class _Legacy(_Converted):
    """Scores of 2025-09 as flags of the default grader."""

    def settings(self) -> Settings:
        rules = {group.name: self._rules(group) for group in self.problem.groups}
        secret = rules[SECRET]
        found: dict[str, dict[str, Any]] = {}
        if self.sampled():
            found[""] = {
                "on_reject": "continue",
                "grader_flags": "ignore_sample",
                "range": f"0 {secret.maximum}",
            }
            found[SAMPLE] = {"accept_score": 0, "grader_flags": "sum"}
        if secret.require_pass:
            found.setdefault("", {})["on_reject"] = "break"
        if not self.inner:
            found[SECRET] = self._group(SECRET, secret)
            return found
        whole = secret.aggregation is Aggregation.PASS_FAIL
        for group in self.inner:
            own = GroupScoring(secret.maximum) if whole else rules[group.name]
            found[group.name] = self._group(group.name, own)
        flags = "min" if whole else f"{secret.aggregation.value} accept_if_any_accepted"
        found[SECRET] = {
            "on_reject": "break" if whole else "continue",
            "grader_flags": flags,
            "range": f"0 {secret.maximum}",
        }
        return found

    def _rules(self, group: Group) -> GroupScoring:
        rules = group.scoring
        assert isinstance(rules, GroupScoring)
        if group.static is not None:
            raise self.refused("there are static validators")
        if group.name == SAMPLE:
            return rules
        if rules.maximum is None:
            raise self.refused(f"the score of {group.name} is unbounded")
        if rules.require_pass and group.name != SECRET:
            raise self.refused(f"{group.name} has require_pass")
        scored = rules.aggregation is not Aggregation.PASS_FAIL
        validated = self.problem.output_validator.path is not None or self.problem.plugin
        if scored and validated and not (group.name == SECRET and self.inner):
            raise self.refused(f"the output validator may give scores to cases of {group.name}")
        return rules

    def _group(self, name: str, rules: GroupScoring) -> dict[str, Any]:
        """A group of cases only."""
        assert rules.maximum is not None
        summed = rules.aggregation is Aggregation.SUM
        score = Fraction(rules.maximum, self.sizes[name] if summed else 1)
        return {
            "on_reject": "continue" if summed else "break",
            "accept_score": _decimal(self.problem, score),
            "reject_score": 0,
            "grader_flags": "sum accept_if_any_accepted" if summed else "min",
            "range": f"0 {rules.maximum}",
        }


def _counts_parts(rules: LegacyGrading) -> bool:
    """Whether the score counts although something in the group is not accepted."""
    return rules.accept_if_any_accepted or rules.verdicts is VerdictMode.ALWAYS_ACCEPT


def _aggregated(how: Aggregation) -> dict[str, str]:
    return {"score_aggregation": how.value}
