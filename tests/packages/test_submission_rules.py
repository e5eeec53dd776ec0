"""What a package expects of its submissions: folders by version, and submissions.yaml."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.model import Expectation, FormatVersion, TimeLimitUse, Verdict
from judge.model.expectation import CaseResult, WholeResult, unmet
from judge.packages.submission_rules import (
    SubmissionRule,
    impossible_scores,
    read_rules,
    rules_of,
    unmatched,
)
from tests.packages.written import MODERN, read

YAML = "submissions/submissions.yaml"
AC, WA, TLE, RTE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE


def rules(root: Path, text: str = "", settings: str = MODERN) -> tuple[SubmissionRule, ...]:
    return read_rules(read(root, settings, {YAML: text} if text else {}))


def of(found: tuple[SubmissionRule, ...], name: str) -> list[Expectation]:
    return [one for rule in found if rule.glob.matches(name) for one in rule.expectations]


def complaint(root: Path, text: str, settings: str = MODERN) -> str:
    with pytest.raises(JudgeError) as caught:
        rules(root, text, settings)
    return str(caught.value).removeprefix(f"{root / 'tour' / YAML}:")


@pytest.mark.parametrize(
    ("folder", "permitted", "required"),
    [
        ("accepted", {AC}, {AC, WA, TLE, RTE}),
        ("rejected", {AC, WA, TLE, RTE}, {WA, TLE, RTE}),
        ("wrong_answer", {AC, WA}, {WA}),
        ("time_limit_exceeded", {AC, TLE}, {TLE}),
        ("run_time_error", {AC, RTE}, {RTE}),
        ("brute_force", {AC, TLE, RTE}, {TLE, RTE}),
        ("compiler_error", {Verdict.CE}, {Verdict.CE}),
    ],
)
def test_folders_of_the_format(
    folder: str, permitted: set[Verdict], required: set[Verdict], tmp_path: Path
) -> None:
    [found] = of(rules(tmp_path), f"{folder}/a.py")
    assert (found.permitted, found.required) == (permitted, required)


def test_in_a_legacy_package_what_is_too_slow_may_be_wrong(tmp_path: Path) -> None:
    [found] = of(rules(tmp_path, settings="name: Tour\n"), "time_limit_exceeded/a.py")
    assert (found.permitted, found.required) == ({AC, WA, TLE}, {TLE})


@pytest.mark.parametrize(
    ("folder", "verdict"),
    [("wrong_answer", WA), ("time_limit_exceeded", TLE), ("memory_limit", Verdict.MLE)],
)
def test_in_a_legacy_package_the_verdict_over_all_suffices(
    folder: str, verdict: Verdict, tmp_path: Path
) -> None:
    """After the case that decides, others may fail otherwise."""
    fails = [CaseResult("1", verdict), CaseResult("2", WA), CaseResult("3", RTE)]
    [legacy] = of(rules(tmp_path, settings="name: Tour\n"), f"{folder}/a.py")
    assert unmet(legacy, fails, WholeResult(verdict)) == ""
    assert unmet(legacy, fails, WholeResult(AC)) != ""
    [newer] = of(rules(tmp_path), f"{folder}/a.py")
    assert unmet(newer, fails, WholeResult(verdict)) != ""


def test_nothing_is_expected_of_mixed_verdicts(tmp_path: Path) -> None:
    assert of(rules(tmp_path), "mixed-verdicts/a.py") == []


def test_a_folder_may_be_redefined_and_keeps_what_is_not_said(tmp_path: Path) -> None:
    [found] = of(
        rules(tmp_path, "time_limit_exceeded:\n  permitted: [AC, WA, TLE]\n"),
        "time_limit_exceeded/a",
    )
    assert (found.permitted, found.required) == ({AC, WA, TLE}, {TLE})


def test_a_glob_adds_to_the_folder(tmp_path: Path) -> None:
    found = of(rules(tmp_path, "wrong_answer/*.py:\n  required: [AC]\n"), "wrong_answer/a.py")
    assert [one.required for one in found] == [{WA}, {AC}]


def test_groups_and_cases_have_expectations_of_their_own(tmp_path: Path) -> None:
    text = (
        "a.py:\n  sample: {permitted: [AC]}\n"
        "  secret/*-hard:\n    required: [TLE]\n    message: slow\n"
    )
    found = of(rules(tmp_path, text), "a.py")
    assert [one.cases for one in found] == ["", "sample", "secret/*-hard"]
    assert (found[1].permitted, found[2].message) == ({AC}, "slow")
    assert found[2].origin == "by submissions.yaml:3"


def test_language_entry_authors_and_time_limit(tmp_path: Path) -> None:
    text = (
        "accepted/*:\n  language: python3\n  entrypoint: start.py\n  model_solution: true\n"
        "  authors: [Ada <ada@example.org>, {name: Bob}]\n  use_for_time_limit: false\n"
        "slow/*: {use_for_time_limit: upper}\n"
    )
    *_, rule, upper = rules(tmp_path, text)
    assert (rule.language, rule.entry, rule.model) == ("python3", "start.py", True)
    assert [person.name for person in rule.authors] == ["Ada", "Bob"]
    assert rule.expectations[0].time_limit is TimeLimitUse.NEVER
    assert upper.expectations[0].time_limit is TimeLimitUse.UPPER


def test_scores_are_exact_and_for_scoring_problems(tmp_path: Path) -> None:
    scoring = f"{MODERN}type: scoring\n"
    assert of(rules(tmp_path / "a", "a: {score: 0.1}\n", scoring), "a")[0].score == (
        Fraction(1, 10),
        Fraction(1, 10),
    )
    said = complaint(tmp_path / "b", "a: {score: [3, 2]}\n", scoring)
    assert said.startswith("1: score must be a number, or a list of its minimum and maximum")
    assert complaint(tmp_path / "c", "a: {score: 1}\n").startswith("1: score is for problems")


@pytest.mark.parametrize(
    ("score", "group", "possible"),
    [
        ("100", "", True),
        ("100.5", "", False),
        ("[90, 110]", "", True),
        ("-1", "", False),
        ("[-1, 0]", "", True),
        ("8", "max_score: 7\n", False),
        ("101", "max_score: unbounded\n", True),
    ],
)
def test_scores_that_no_submission_can_get_are_doubted(
    score: str, group: str, possible: bool, tmp_path: Path
) -> None:
    files = {YAML: f"a: {{score: {score}}}\n", "data/secret/test_group.yaml": group}
    problem = read(tmp_path, f"{MODERN}type: scoring\n", files)
    found = impossible_scores(problem, read_rules(problem))
    assert len(found) == (0 if possible else 1)
    assert all(f"{YAML}:1: 'a': scores are from 0 to" in str(one) for one in found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: {permitted: [OK]}", "1: unknown verdict 'OK'"),
        ("a: {permitted: []}", "1: permitted must name a verdict"),
        ("a: {permited: [AC]}", "1: unknown key 'permited': did you mean 'permitted'?"),
        ("a: {group1: {permitted: [AC]}}", "1: group1 matches no case: a glob of cases begins"),
        ("a: {sample: {permited: [AC]}}", "1: unknown key 'permited'"),
        ("a: [AC]", "1: a must be a mapping of keys to values"),
        ("'a[b]': {}", "1: [ is not supported in a glob"),
        ("a: {use_for_time_limit: both}", "1: use_for_time_limit must be true, false, lower"),
        ("a: {authors: []}", "1: authors must not be an empty list"),
        ("- a", "1: must contain a mapping"),
    ],
)
def test_faults_are_told_with_their_line(text: str, said: str, tmp_path: Path) -> None:
    assert complaint(tmp_path, text + "\n").startswith(said)


def test_globs_that_match_nothing_are_noted(tmp_path: Path) -> None:
    problem = read(tmp_path, MODERN, {YAML: "accepted/b.py: {secret/9: {permitted: [AC]}}\n"})
    first, second = unmatched(problem, read_rules(problem), ["accepted/a.py"])
    assert str(first).endswith(
        "'accepted/b.py' matches no submission: did you mean 'accepted/a.py'?"
    )
    assert str(second).endswith("'accepted/b.py': 'secret/9' matches no case")


def test_a_folder_of_tools_adds_nothing_to_verdicts_of_submissions_yaml(tmp_path: Path) -> None:
    text = (
        "slow/a.py: {permitted: [WA]}\nslow/b.py: {message: late}\n"
        "accepted/a.py: {permitted: [WA]}\n"
    )

    def held(name: str, settings: str) -> list[str]:
        its = rules(tmp_path / settings[:3], text, settings)
        version = FormatVersion.V2025_09 if settings == MODERN else FormatVersion.LEGACY
        return [rule.folder for rule in rules_of(its, name, version)]

    assert held("slow/a.py", MODERN) == ["slow/a.py"]
    assert held("slow/b.py", MODERN) == ["slow", "slow/b.py"]
    assert held("accepted/a.py", MODERN) == ["accepted", "accepted/a.py"]
    assert held("slow/a.py", "name: Tour\n") == ["slow", "slow/a.py"]
