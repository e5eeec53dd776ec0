"""The JSON form is what its schema says, whatever a solution does."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from msgspec.structs import replace

from judge.model import Results, Verdict
from judge.report.export import json_write
from tests.contest import Contest
from tests.report.html.test_hostile import PAYLOADS, hostile
from tests.report.toy_results import usual

SCHEMA = json.loads(
    (Path(json_write.__file__).parent / "schemas" / "facts.schema.json").read_text()
)
VALIDATOR = Draft202012Validator(SCHEMA)


def valid(results: Results) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(json_write.results_as_facts(results)))
    VALIDATOR.validate(data)
    return data


def test_the_schema_is_one_and_has_the_number_of_the_form() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["schema"]["const"] == json_write.SCHEMA
    verdicts = set(SCHEMA["$defs"]["verdict"]["enum"])
    assert verdicts == {verdict.value for verdict in Verdict}


def test_every_field_is_described(tmp_path: Path) -> None:
    """The other way round: what is written is in the schema by name."""
    data = valid(usual(tmp_path))
    problem = data["problems"][0]
    solution = problem["solutions"][0]
    outcome = solution["outcomes"][0]
    for part, described in (
        (data, SCHEMA),
        (problem, SCHEMA["$defs"]["problem"]),
        (problem["limits"], SCHEMA["$defs"]["problem"]["properties"]["limits"]),
        (problem["cases"][0], SCHEMA["$defs"]["problem"]["properties"]["cases"]["items"]),
        (solution, SCHEMA["$defs"]["solution"]),
        (outcome, SCHEMA["$defs"]["outcome"]),
        (outcome["run"], SCHEMA["$defs"]["run"]),
        (outcome["run"]["stdout"], SCHEMA["$defs"]["excerpt"]),
    ):
        assert set(part) <= set(described["properties"])


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_results_are_valid_too(tmp_path: Path, payload: str) -> None:
    valid(hostile(tmp_path, payload))


@pytest.mark.parametrize("score", [10**40, Fraction(-1, 3), None])
def test_every_score_is_valid(tmp_path: Path, score: Any) -> None:
    results = usual(tmp_path)
    judged = results.problems[0].solutions[0]
    outcome = replace(judged.outcomes[0], score=score, gap=score)
    problem = replace(results.problems[0], solutions=(replace(judged, outcomes=(outcome,)),))
    valid(replace(results, problems=(problem,)))


@pytest.mark.long
def test_a_real_run_is_valid(contest: Contest) -> None:
    contest.solution("some.py", "lambda n,k:[]")
    contest.solution("broken.c", "int main(void) { oops }")
    data = valid(contest.run())
    assert len(data["problems"][0]["solutions"][0]["sha256"]) == 64


def test_what_is_not_of_the_form_is_refused(tmp_path: Path) -> None:
    data = valid(usual(tmp_path))
    data["problems"][0]["solutions"][0]["worst_gap"] = 0.5
    with pytest.raises(ValidationError):
        VALIDATOR.validate(data)
