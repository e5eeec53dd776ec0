"""Verdict and score of a solution from those of its cases, as each version of the format says."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from judge.checking.group_scores import (
    CaseResult,
    GroupsResult,
    ScoreFault,
    case_score,
    grade_groups,
)
from judge.model import Case, Problem, Verdict
from judge.packages.load import load_problem
from tests.packages.written import DRAFT, MODERN, case, fault, read

AC, WA, TLE, RTE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.JE
LEGACY = "type: scoring\n"
SCORING = MODERN + "type: scoring\n"


def problem(root: Path, settings: str, groups: dict[str, str], *cases: str) -> Problem:
    """A problem with one sample, the given secret cases, and settings of groups by folder."""
    name = "test_group.yaml" if settings == SCORING else "testdata.yaml"
    files = {f"data/{folder}/{name}": text for folder, text in groups.items()}
    for one in cases:
        files |= {f"data/secret/{one}.in": "", f"data/secret/{one}.ans": ""}
    return read(root, settings, files)


def graded(problem: Problem, *verdicts: Verdict, **scores: int) -> GroupsResult:
    """The result for one verdict for each case: the sample, then the secret ones."""
    results = {
        case.name: CaseResult(verdict, scores.get(case.name.rpartition("/")[2]))
        for case, verdict in zip(problem.cases, verdicts, strict=True)
    }
    return grade_groups(problem, results)


# Legacy


def test_the_default_grader_stops_at_the_first_error_and_adds_scores(tmp_path: Path) -> None:
    its = problem(tmp_path, LEGACY, {}, "ga", "gb", "gc")
    full = graded(its, AC, AC, AC, AC)
    assert (full.verdict, full.score) == (AC, 4)
    stopped = graded(its, AC, AC, TLE, WA)
    assert (stopped.verdict, stopped.score) == (TLE, 2)


def test_with_on_reject_continue_the_worst_error_counts(tmp_path: Path) -> None:
    its = problem(tmp_path, LEGACY, {".": "on_reject: continue\n"}, "ga", "gb", "gc")
    assert graded(its, AC, WA, RTE, AC).verdict is RTE
    assert graded(its, AC, WA, RTE, AC).score == 2
    assert graded(its, AC, WA, TLE, AC).verdict is TLE


@pytest.mark.parametrize(
    ("flags", "verdict", "score"),
    [
        ("worst_error sum", RTE, 20),
        ("first_error", WA, 20),
        ("no_errors min", RTE, 0),
        ("max", RTE, 10),
        ("avg", RTE, 5),
        ("always_accept", AC, 20),
        ("accept_if_any_accepted", AC, 20),
        ("min sum max", RTE, 10),
    ],
)
def test_the_flags_of_the_default_grader(
    tmp_path: Path, flags: str, verdict: Verdict, score: int
) -> None:
    settings = {
        ".": "on_reject: continue\ngrader_flags: ignore_sample\n",
        "secret": f"grader_flags: {flags}\naccept_score: 10\n",
    }
    its = problem(tmp_path, LEGACY, settings, "ga", "gb", "gc", "gd")
    found = graded(its, AC, AC, WA, RTE, AC)
    assert (found.verdict, found.score) == (verdict, score)


@pytest.mark.parametrize("version", [LEGACY, DRAFT + "type: scoring\n"])
def test_the_samples_are_ignored_at_the_root_alone(version: str, tmp_path: Path) -> None:
    settings = {".": "on_reject: continue\ngrader_flags: ignore_sample\n"}
    its = problem(tmp_path, version, settings, "ga", "gb", "gc", "h/d", "h/e")
    assert graded(its, WA, AC, AC, AC, AC, AC).score == 5


def test_a_score_of_the_validator_takes_the_place_of_the_usual_one(tmp_path: Path) -> None:
    its = problem(tmp_path, LEGACY, {}, "ga", "gb")
    assert graded(its, AC, AC, AC, ga=7, gb=5).score == 1 + 7 + 5


def test_subtasks_as_in_the_examples_of_problemtools(tmp_path: Path) -> None:
    settings = {
        ".": "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
        "sample": "accept_score: 0\ngrader_flags: first_error\n",
        "secret": "on_reject: continue\ngrader_flags: first_error accept_if_any_accepted\n",
        "secret/g1": "on_reject: break\naccept_score: 50\ngrader_flags: min\n",
        "secret/g2": "on_reject: break\naccept_score: 50\ngrader_flags: min\n",
    }
    its = problem(tmp_path, DRAFT + "type: scoring\n", settings, "g1/1", "g1/2", "g2/1", "g2/2")
    full = graded(its, AC, AC, AC, AC, AC)
    assert (full.verdict, full.score) == (AC, 100)
    half = graded(its, WA, AC, AC, AC, WA)
    assert (half.verdict, half.score) == (AC, 50)
    assert [(g.name, g.verdict, g.score) for g in half.groups] == [
        *(("", AC, 50), ("sample", WA, 0), ("secret", AC, 50)),
        *(("secret/g1", AC, 50), ("secret/g2", WA, 0)),
    ]
    none = graded(its, AC, WA, AC, TLE, AC)
    assert (none.verdict, none.score) == (WA, 0)


def test_a_score_outside_the_range_is_a_fault_of_the_package(tmp_path: Path) -> None:
    its = problem(tmp_path, LEGACY, {"secret": "range: 0 1\n"}, "ga", "gb")
    found = graded(its, AC, AC, AC)
    assert (found.verdict, found.score) == (JE, None)
    assert found.fault == "the score of secret, 2, is outside its range"


def test_a_fault_of_the_judge_is_never_accepted(tmp_path: Path) -> None:
    its = problem(tmp_path, LEGACY, {"secret": "grader_flags: always_accept\n"}, "ga", "gb")
    assert graded(its, AC, JE, AC).verdict is JE


# 2025-09


def scored(root: Path, secret: str, groups: dict[str, str], *cases: str) -> Problem:
    settings = {"secret": secret, **{f"secret/{name}": text for name, text in groups.items()}}
    return problem(root, SCORING, settings, *cases)


def test_without_groups_each_case_has_its_share_of_100(tmp_path: Path) -> None:
    its = scored(tmp_path, "", {}, "ga", "gb", "gc")
    assert graded(its, AC, AC, AC, AC).score == 100
    found = graded(its, WA, AC, WA, AC)
    assert (found.verdict, found.score) == (WA, Fraction(200, 3))


def test_the_smallest_score_of_a_case_counts_with_min(tmp_path: Path) -> None:
    its = scored(tmp_path, "score_aggregation: min\nmax_score: 9\n", {}, "ga", "gb")
    assert graded(its, AC, AC, AC).score == 9
    assert graded(its, AC, AC, AC, ga=4, gb=6).score == 4
    assert graded(its, AC, AC, TLE).score == 0


@pytest.fixture
def groups() -> dict[str, str]:
    return {
        "g1": "max_score: 30\n",
        "g2": "max_score: 60\nscore_aggregation: sum\nrequire_pass: secret/g1\n",
        "g3": "max_score: 10\nscore_aggregation: min\nrequire_pass: [sample]\n",
    }


CASES = ("g1/1", "g1/2", "g2/1", "g2/2", "g3/1")


def test_the_scores_of_groups_are_added(tmp_path: Path, groups: dict[str, str]) -> None:
    its = scored(tmp_path, "", groups, *CASES)
    assert graded(its, AC, AC, AC, AC, AC, AC).score == 100
    part = graded(its, AC, AC, AC, AC, WA, AC)
    assert [(g.name, g.score) for g in part.groups] == [
        *(("sample", None), ("secret", 70)),
        *(("secret/g1", 30), ("secret/g2", 30), ("secret/g3", 10)),
    ]


def test_a_group_whose_requirement_failed_has_score_0(
    tmp_path: Path, groups: dict[str, str]
) -> None:
    its = scored(tmp_path, "", groups, *CASES)
    found = graded(its, WA, AC, WA, AC, AC, AC)
    assert found.score == 0
    assert [g.why for g in found.groups][-2:] == ["requirement not met"] * 2
    assert [g.verdict for g in found.groups] == [WA, WA, WA, Verdict.SKIP, Verdict.SKIP]


def test_a_group_that_was_not_run_is_not_passed(tmp_path: Path) -> None:
    chain = {
        "g1": "max_score: 10\n",
        "g2": "max_score: 20\nrequire_pass: secret/g1\n",
        "g3": "max_score: 70\nrequire_pass: secret/g2\n",
    }
    its = scored(tmp_path, "", chain, "g1/1", "g2/1", "g3/1")
    assert graded(its, AC, WA, AC, AC).score == 0


def test_cases_of_a_group_that_is_not_run_decide_on_no_verdict(
    tmp_path: Path, groups: dict[str, str]
) -> None:
    its = scored(tmp_path, "", groups, *CASES)
    found = graded(its, AC, WA, AC, JE, TLE, AC)
    assert (found.verdict, found.score, found.not_run) == (WA, 10, ("secret/g2",))
    assert [g.verdict for g in found.groups] == [AC, WA, WA, Verdict.SKIP, AC]


def test_no_group_in_secret_is_run_if_secret_is_not(tmp_path: Path, groups: dict[str, str]) -> None:
    its = scored(tmp_path, "require_pass: sample\n", groups, *CASES)
    found = graded(its, RTE, WA, AC, AC, TLE, AC)
    assert (found.verdict, found.score) == (RTE, 0)
    assert [g.verdict for g in found.groups] == [RTE, *[Verdict.SKIP] * 4]


def test_secret_may_pass_or_fail_as_a_whole(tmp_path: Path) -> None:
    groups = {"g1": "", "g2": ""}
    secret = "score_aggregation: pass-fail\nmax_score: 50\n"
    its = scored(tmp_path, secret, dict.fromkeys(groups, "max_score: 5\n"), "g1/1", "g2/1")
    assert graded(its, AC, AC, AC).score == 50
    assert graded(its, AC, AC, WA).score == 0


def test_an_unbounded_case_has_the_score_that_its_validator_writes(tmp_path: Path) -> None:
    its = scored(tmp_path, "max_score: unbounded\n", {}, "ga", "gb")
    assert graded(its, AC, AC, AC, ga=1000, gb=24).score == 1024
    assert graded(its, AC, AC, AC, ga=1000).fault == (
        "the score of secret/gb is unbounded: score.txt is missing"
    )


@pytest.mark.parametrize(
    ("score", "multiplier", "expected"),
    [(None, None, 50), (None, Fraction(1, 4), Fraction(25, 2)), (20, None, 20), (0, None, 0)],
)
def test_what_a_validator_writes_decides_on_the_score_of_a_case(
    tmp_path: Path, score: int | None, multiplier: Fraction | None, expected: Fraction
) -> None:
    its = scored(tmp_path, "", {}, "ga", "gb")
    own = None if score is None else Fraction(score)
    assert case_score(its, case(its, "secret/ga"), own, multiplier) == expected
    assert case_score(its, case(its, "sample/1"), own, multiplier) is None
    for name in ("0", "valid_output/1"):  # to test validators with, and in no group
        assert case_score(its, Case(name, "", tmp_path), own, multiplier) is None


@pytest.mark.parametrize(
    ("secret", "score", "multiplier", "said"),
    [
        ("", 51, None, "score.txt must hold a number from 0 to 50, not 51"),
        ("", -1, None, "score.txt must hold a number from 0 to 50"),
        ("", None, 2, "score_multiplier.txt must hold a number from 0 to 1, not 2"),
        (
            "score_aggregation: pass-fail\n",
            5,
            None,
            "aggregation pass-fail, so it must have no score",
        ),
        ("max_score: unbounded\n", None, 1, "unbounded: score.txt is missing"),
        ("max_score: unbounded\n", -1, None, "score.txt must not be negative: -1"),
    ],
)
def test_a_validator_that_breaks_the_rules_is_a_fault(
    tmp_path: Path, secret: str, score: int | None, multiplier: int | None, said: str
) -> None:
    its = scored(tmp_path, secret, {}, "ga", "gb")
    with pytest.raises(ScoreFault, match=said):
        case_score(
            its,
            case(its, "secret/ga"),
            None if score is None else Fraction(score),
            None if multiplier is None else Fraction(multiplier),
        )


# Groups that contradict each other are refused before anything runs


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ({"g1": ""}, "g1/test_group.yaml: max_score is missing: secret has 100, so each group"),
        (
            {"g1": "max_score: 5\nrequire_pass: secret/g0\n"},
            "g1/test_group.yaml:2: require_pass: 'secret/g0' is not an earlier group: known: s",
        ),
        (
            {"g1": "max_score: 5\nrequire_pass: secret/g1\n"},
            "g1/test_group.yaml:2: require_pass: 'secret/g1' is not an earlier group: known: sampl",
        ),
        (
            {"g2": "max_score: 5\n", "g1": "max_score: 5\nrequire_pass: secret/g2\n"},
            "g1/test_group.yaml:2: require_pass: secret/g2 does not come before secret/g1 in the",
        ),
        (
            {"g0": "max_score: 5\nscore_aggregation: min\n"}
            | {"g1": "max_score: 5\nrequire_pass: secret/g0\n"},
            "g1/test_group.yaml:2: require_pass: secret/g0 must have score_aggregation pass-fail",
        ),
        (
            {"": "score_aggregation: pass-fail\n", "g1": "max_score: 5\nscore_aggregation: sum\n"},
            "g1/test_group.yaml:2: score_aggregation must be pass-fail, as that of secret is",
        ),
        (
            {"": "max_score: unbounded\n", "g1": ""},
            "g1/test_group.yaml: a group with score_aggregation pass-fail needs a max_score",
        ),
    ],
)
def test_groups_that_contradict_each_other_are_refused(
    tmp_path: Path, groups: dict[str, str], said: str
) -> None:
    files: dict[str, str] = {}
    for name, text in groups.items():
        folder = f"data/secret/{name}".rstrip("/")
        files[f"{folder}/test_group.yaml"] = text
        files |= {f"{folder}/1.in": "", f"{folder}/1.ans": ""} if name else {}
    assert fault(tmp_path, SCORING, files).startswith(f"data/secret/{said}")


def test_cases_outside_the_groups_are_refused(tmp_path: Path) -> None:
    files = {"data/secret/g1/test_group.yaml": "max_score: 5\n", "data/secret/2.in": ""}
    files |= {"data/secret/2.ans": "", "data/secret/g1/1.in": "", "data/secret/g1/1.ans": ""}
    assert fault(tmp_path, SCORING, files).startswith("data/secret/2.in: is in no group")


def test_scores_of_groups_are_for_scoring_problems(tmp_path: Path) -> None:
    files = {"data/secret/test_group.yaml": "args: [a]\nmax_score: 5\n"}
    assert fault(tmp_path, MODERN, files).startswith(
        "data/secret/test_group.yaml:2: max_score, score_aggregation and require_pass are for"
    )


def test_a_problem_with_samples_alone_has_the_score_of_an_empty_secret(tmp_path: Path) -> None:
    problem = read(tmp_path, SCORING)
    shutil.rmtree(problem.folder / "data/secret")
    alone = load_problem(problem.folder)
    assert [group.name for group in alone.groups] == ["sample", "secret"]
    result = grade_groups(alone, {"sample/1": CaseResult(Verdict.AC)})
    assert (result.verdict, result.score, result.fault) == (Verdict.AC, 0, "")
