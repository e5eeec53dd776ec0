"""Static validation test cases that contradict the rest of a package are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages.written import MODERN, fault, read

SCORING = "type: scoring\n"
STATIC = {"static_validator/check.py": ""}
CASE = {"data/secret/g1/a.in": "", "data/secret/g1/a.ans": ""}
NAME = "static_validation_score"


@pytest.mark.parametrize(
    ("settings", "files", "said"),
    [
        (
            "",
            {"data/secret/test_group.yaml": f"{NAME}: pass-fail\n"},
            f"data/secret/test_group.yaml:1: {NAME} needs a static validator",
        ),
        (
            "type: submit-answer\n",
            STATIC,
            "static_validator: a problem of type submit-answer has no static validator",
        ),
        (
            "",
            {**STATIC, "data/secret/test_group.yaml": f"{NAME}: 5\n"},
            f"data/secret/test_group.yaml:1: {NAME} must be pass-fail, as the group has no score",
        ),
        (
            SCORING,
            {**STATIC, "data/sample/test_group.yaml": f"{NAME}: 5\n"},
            f"data/sample/test_group.yaml:1: {NAME} must be pass-fail, as the group has no score",
        ),
        (
            SCORING,
            {**STATIC, **CASE, "data/secret/g1/test_group.yaml": f"max_score: 100\n{NAME}: 5\n"},
            f"data/secret/g1/test_group.yaml:2: {NAME} must be pass-fail, as its score_aggregat",
        ),
        (
            SCORING,
            {
                **STATIC,
                **CASE,
                "data/secret/g1/test_group.yaml": "max_score: 100\nscore_aggregation: sum\n"
                f"{NAME}: pass-fail\n",
            },
            f"data/secret/g1/test_group.yaml:3: {NAME} must be a number, as score_aggregation of",
        ),
        (
            SCORING,
            {
                **STATIC,
                **CASE,
                "data/secret/g1/test_group.yaml": "max_score: 100\n",
                "data/secret/test_group.yaml": f"{NAME}: 5\n",
            },
            f"data/secret/test_group.yaml:1: {NAME} belongs into the groups of secret",
        ),
        (
            SCORING,
            {**STATIC, "data/secret/test_group.yaml": f"{NAME}: 101\n"},
            f"data/secret/test_group.yaml:1: {NAME} is 101, more than max_score of the group, 100",
        ),
        (
            "",
            {**STATIC, "data/secret/test_group.yaml": "static_validator_args: [a]\n"},
            "data/secret/test_group.yaml:1: static_validator_args needs a static_validation_score",
        ),
        (
            "",
            {
                **STATIC,
                "data/valid_output/1.in": "",
                "data/valid_output/1.ans": "",
                "data/valid_output/1.out": "",
                "data/valid_output/test_group.yaml": f"{NAME}: pass-fail\n",
            },
            f"data/valid_output/test_group.yaml:1: {NAME} is not permitted in valid_output",
        ),
    ],
)
def test_a_contradiction_is_refused(
    tmp_path: Path, settings: str, files: dict[str, str], said: str
) -> None:
    assert fault(tmp_path, MODERN + settings, files).startswith(said)


def test_a_static_validator_that_no_group_asks_for_is_noted(tmp_path: Path) -> None:
    problem = read(tmp_path, MODERN, STATIC)
    assert any("static_validator/ is not run" in note for note in problem.notes)


def test_the_legacy_format_has_no_static_validators(tmp_path: Path) -> None:
    assert "the legacy format has no static validators" in fault(tmp_path, "name: Tour\n", STATIC)
