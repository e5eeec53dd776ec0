"""Scores of groups that are exported in the other version of the format stay what they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from judge.checking.group_scores import CaseResult, grade_groups
from judge.common.errors import JudgeError
from judge.model import FormatVersion, LegacyGrading, Problem, Verdict
from judge.packages.load import load_problem
from judge.packages.loaded_problem import load_problems
from judge.solutions.export import export_package
from tests.packages.written import MODERN, write

SCORING = MODERN + "type: scoring\n"
OLD = "name: Tour\ntype: scoring\n"
LEGACY, NEW = FormatVersion.LEGACY, FormatVersion.V2025_09
#: The usual settings of an olympiad.
TOP = {"data/testdata.yaml": "on_reject: continue\ngrader_flags: ignore_sample\n"}
PARTS = "on_reject: continue\ngrader_flags: sum accept_if_any_accepted\nrange: 0 100\n"


def package(root: Path, settings: str, groups: dict[str, int], files: dict[str, str]) -> Path:
    """A package with a sample and with so many cases in each group of ``secret``."""
    cases = {
        f"data/secret/{group}/{number}.{end}": f"{number}\n"
        for group, size in groups.items()
        for number in range(size)
        for end in ("in", "ans")
    }
    return write(root, {"problem.yaml": settings, **cases, **files})


def exported(folder: Path, version: FormatVersion) -> Problem:
    (loaded,) = load_problems(folder.parent, [folder.name])
    target = folder.parent.with_name("exported") / "tour"
    export_package(loaded, (), target, version)
    return load_problem(target)


def scores(problem: Problem) -> Iterator[Fraction]:
    """The score for every way in which cases may be accepted or not. What is not accepted over all
    has none in a legacy package."""
    names = [case.name for case in problem.cases]
    for verdicts in product((Verdict.AC, Verdict.WA), repeat=len(names)):
        results = {n: CaseResult(v, None) for n, v in zip(names, verdicts, strict=True)}
        found = grade_groups(problem, results)
        assert found.score is not None, found
        graders = isinstance(problem.groups[0].scoring, LegacyGrading)
        accepted = not graders or found.verdict is Verdict.AC
        yield Fraction(found.score) if accepted else Fraction(0)


@pytest.mark.parametrize(
    ("groups", "files"),
    [
        (
            {"g1": 2, "g2": 3},
            {
                **TOP,
                "data/secret/testdata.yaml": PARTS,
                "data/secret/g1/testdata.yaml": "accept_score: 30\nrange: 0 30\n"
                "grader_flags: min\non_reject: break\n",
                "data/secret/g2/testdata.yaml": "accept_score: 5\nrange: 0 15\n",
            },
        ),
        (
            {"g1": 1, "g2": 2},
            {
                "data/testdata.yaml": "grader_flags: ignore_sample\n",
                "data/sample/testdata.yaml": "grader_flags: sum\n",
                "data/secret/testdata.yaml": "on_reject: continue\naccept_score: 7\n"
                "grader_flags: min always_accept\n",
            },
        ),
        ({"g1": 2}, {**TOP, "data/secret/testdata.yaml": "accept_score: 9\ngrader_flags: min\n"}),
        ({}, {**TOP, "data/secret/testdata.yaml": f"{PARTS}accept_score: 25\n"}),
    ],
)
def test_scores_of_a_legacy_package_are_said_in_the_new_format(
    tmp_path: Path, groups: dict[str, int], files: dict[str, str]
) -> None:
    folder = package(tmp_path / "own", OLD, groups, files)
    new = exported(folder, NEW)
    assert new.version is NEW and new.scoring
    assert list(scores(new)) == list(scores(load_problem(folder)))


@pytest.mark.parametrize(
    ("groups", "files"),
    [
        (
            {"g1": 2, "g2": 2},
            {
                "data/secret/g1/test_group.yaml": "max_score: 40\n",
                "data/secret/g2/test_group.yaml": "max_score: 61\nscore_aggregation: sum\n",
                "data/secret/test_group.yaml": "max_score: 101\n",
            },
        ),
        (
            {"g1": 2, "g2": 2},
            {
                "data/secret/test_group.yaml": "score_aggregation: min\nmax_score: 20\n",
                "data/secret/g1/test_group.yaml": "max_score: 40\n",
                "data/secret/g2/test_group.yaml": "max_score: 20\nscore_aggregation: min\n",
            },
        ),
        (
            {"g1": 2, "g2": 1},
            {
                "data/secret/test_group.yaml": "score_aggregation: pass-fail\nmax_score: 50\n"
                "require_pass: sample\n",
                "data/secret/g1/test_group.yaml": "max_score: 50\n",
                "data/secret/g2/test_group.yaml": "max_score: 50\n",
            },
        ),
        ({}, {"data/secret/test_group.yaml": "max_score: 10\n"}),
    ],
)
def test_scores_of_a_new_package_are_said_in_the_legacy_format(
    tmp_path: Path, groups: dict[str, int], files: dict[str, str]
) -> None:
    folder = package(tmp_path / "own", SCORING, groups, files)
    old = exported(folder, LEGACY)
    assert old.version is LEGACY and old.scoring
    assert list(scores(old)) == list(scores(load_problem(folder)))


def test_a_draft_with_legacy_graders_is_written_in_both_formats(tmp_path: Path) -> None:
    settings = OLD.replace("type", "problem_format_version: 2023-07-draft\ntype")
    groups = {
        "data/secret/testdata.yaml": PARTS,
        "data/secret/g1/testdata.yaml": "accept_score: 30\ngrader_flags: min first_error\n",
    }
    folder = package(tmp_path / "own", settings, {"g1": 2, "g2": 1}, {**TOP, **groups})
    own = load_problem(folder)
    assert own.version is FormatVersion.DRAFT_2023_07
    old = exported(folder, LEGACY)
    assert old.version is LEGACY and list(scores(old)) == list(scores(own))
    folder = package(tmp_path / "two/own", settings, {"g1": 2, "g2": 1}, {**TOP, **groups})
    assert list(scores(exported(folder, NEW))) == list(scores(own))


def test_a_validator_that_only_accepts_is_no_obstacle(tmp_path: Path) -> None:
    files = {**TOP, "data/secret/testdata.yaml": PARTS, "output_validators/check.py": "pass\n"}
    folder = package(tmp_path / "own", f"{OLD}validation: custom\n", {"g1": 2}, files)
    assert list(scores(exported(folder, NEW))) == list(scores(load_problem(folder)))
    scoring = f"{OLD}validation: custom score\n"
    folder = package(tmp_path / "two/own", scoring, {"g1": 2}, files)
    with pytest.raises(JudgeError, match="the output validator may give scores"):
        exported(folder, NEW)


def test_what_an_older_package_says_of_scores_stays_in_its_own_format(tmp_path: Path) -> None:
    grading = "grading: {accept_score: 5, on_reject: worst_error, range: 0 50}\n"
    files = {"data/testdata.yaml": "reject_score: 1\nrange: 0 60\n"}
    folder = package(tmp_path / "own", OLD + grading, {"g1": 2}, files)
    same = exported(folder, LEGACY)
    assert "accept_score" not in (same.folder / "problem.yaml").read_text()
    assert same.groups == load_problem(folder).groups


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"problem.yaml": OLD + "grading: {objective: min}\n"}, "the objective is min"),
        ({"data/testdata.yaml": "on_reject: continue\n"}, "the samples have a score"),
        ({"data/secret/testdata.yaml": "grader_flags: min\n"}, "takes away their scores"),
        (
            {"data/secret/testdata.yaml": f"{PARTS}reject_score: 1\n"},
            "reject_score of secret/g1 is",
        ),
        ({"data/secret/g1/testdata.yaml": "grader_flags: max\n"}, "secret/g1 is neither of min"),
        ({"data/secret/g1/testdata.yaml": "accept_score: 0.3\n"}, "is 3/5, no whole number"),
        ({"data/secret/g1/testdata.yaml": "range: 0 1\n"}, "a range excludes scores"),
        ({"data/secret/h/i/1.in": "1\n", "data/secret/h/i/1.ans": "1\n"}, "groups in groups"),
    ],
)
def test_what_the_new_format_cannot_say_is_refused(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    usual = {**TOP, "data/secret/testdata.yaml": PARTS}
    folder = package(tmp_path / "own", OLD, {"g1": 2, "g2": 2}, {**usual, **files})
    with pytest.raises(JudgeError, match=said) as caught:
        exported(folder, NEW)
    assert "choose --format legacy" in str(caught.value)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"data/secret/g2/test_group.yaml": "score_aggregation: sum\nmax_score: unbounded\n"},
            "is unbounded",
        ),
        (
            {"data/secret/g2/test_group.yaml": "max_score: 9\nrequire_pass: sample\n"},
            "require_pass",
        ),
        (
            {
                "data/secret/g2/test_group.yaml": "max_score: 9\nscore_aggregation: sum\n",
                "output_validator/check.py": "",
            },
            "may give scores to cases of secret/g2",
        ),
        (
            {"data/secret/g2/test_group.yaml": "max_score: 10\nscore_aggregation: sum\n"},
            "the score 10/3 is no decimal fraction",
        ),
    ],
)
def test_what_the_legacy_format_cannot_say_is_refused(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    usual = {
        "data/secret/test_group.yaml": "max_score: unbounded\n",
        "data/secret/g1/test_group.yaml": "max_score: 1\n",
    }
    if "unbounded" not in str(files):
        usual["data/secret/test_group.yaml"] = "max_score: 100\n"
    folder = package(tmp_path / "own", SCORING, {"g1": 1, "g2": 3}, {**usual, **files})
    with pytest.raises(JudgeError, match=said) as caught:
        exported(folder, LEGACY)
    assert "choose --format 2025-09" in str(caught.value)


@pytest.mark.parametrize(("settings", "version"), [(SCORING, LEGACY), (OLD, NEW)])
def test_scores_without_a_secret_case_are_refused(
    tmp_path: Path, settings: str, version: FormatVersion
) -> None:
    folder = package(tmp_path / "own", settings, {}, {})
    shutil.rmtree(folder / "data/secret")
    with pytest.raises(JudgeError, match="there is no secret case"):
        exported(folder, version)
