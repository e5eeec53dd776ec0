"""The facts of a run as JSON: exact, bounded, and readable by strict readers."""

from __future__ import annotations

import json
from base64 import b64decode
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.model import Ended, ProblemResult, Results
from judge.report.export import json_write
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    usual,
)


def outcome_of(results: Results) -> dict[str, Any]:
    """The one outcome of the one solution, after a round trip through JSON."""
    data = json.loads(json.dumps(json_write.results_as_facts(results)))
    return data["problems"][0]["solutions"][0]["outcomes"][0]  # type: ignore[no-any-return]


def one_run(folder: Path, **run: Any) -> Results:
    problem = make_problem(folder)
    judged = make_judged(problem, make_solution(folder, "it"), [make_run(**run)])
    return make_results(ProblemResult(problem, (judged,)))


def test_the_file_says_what_the_results_say(tmp_path: Path) -> None:
    results = usual(tmp_path)
    path = tmp_path / "not" / "yet" / "there.json"
    json_write.write_json(results, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data == json.loads(json.dumps(json_write.results_as_facts(results)))
    assert (data["schema"], data["as_expected"], data["interrupted"]) == (1, False, False)
    assert data["toolchains"] == {"python3": "Python 3.11.2"}
    assert data["seed"] is None
    (problem,) = data["problems"]
    assert [case["name"] for case in problem["cases"]] == [
        "sample/1",
        "secret/2",
        "secret/3",
        "secret/4",
    ]
    seen = {s["name"]: (s["verdict"], s["expect"], s["as_expected"]) for s in problem["solutions"]}
    assert seen == {
        "first": ("WA", ["AC"], False),
        "right": ("AC", ["AC"], True),
        "tiny": ("AC", ["AC"], True),
        "last": ("WA", ["WA"], True),
        "babble": ("WA", ["WA"], True),
        "slow": ("TLE", ["TLE"], True),
        "torn": ("CE", ["AC"], False),
        "absent": ("SKIP", ["AC"], True),
    }
    slow = problem["solutions"][5]
    assert (slow["stopped"], slow["passed"]) == ("two cases were enough", 1)
    assert [o["run"]["ended"] for o in slow["outcomes"]] == ["exited", "CPU time limit"]
    assert problem["solutions"][6]["message"].startswith("torn.c:1:10")


def test_an_outcome_carries_verdict_reason_and_gap(tmp_path: Path) -> None:
    message = outcome_of(one_run(tmp_path, stdout=b"0\n"))
    assert (message["verdict"], message["reason"]) == ("WA", "suboptimal")
    assert (message["score"], message["best"], message["gap"]) == (3, 10, 7)


@pytest.mark.parametrize(
    ("score", "shown"), [(10**40, 10**40), (Fraction(-1, 3), "-1/3"), (Fraction(4), "4/1")]
)
def test_scores_are_exact(tmp_path: Path, score: Any, shown: Any) -> None:
    results = one_run(tmp_path)
    judged = results.problems[0].solutions[0]
    changed = replace(judged, outcomes=(replace(judged.outcomes[0], score=score, gap=score),))
    problem = replace(results.problems[0], solutions=(changed,))
    message = outcome_of(replace(results, problems=(problem,)))
    assert (message["score"], message["gap"]) == (shown, shown)


def test_long_output_keeps_its_head_and_long_stderr_its_tail(tmp_path: Path) -> None:
    out = b"0123456789" * 1000
    run = outcome_of(one_run(tmp_path, stdout=out, stderr=out, ended=Ended.OUTPUT_LIMIT))["run"]
    head, tail = run["stdout"], run["stderr"]
    assert (head["bytes"], head["from"], head["to"]) == (10_000, 0, 4096)
    assert head["text"].encode() == out[:4096]
    assert (tail["bytes"], tail["from"], tail["to"]) == (10_000, 10_000 - 4096, 10_000)
    assert tail["text"].encode() == out[-4096:]


def test_a_character_is_never_cut_in_two(tmp_path: Path) -> None:
    run = outcome_of(one_run(tmp_path, stdout="€".encode() * 5000))["run"]
    assert run["stdout"]["replaced"] is False
    assert run["stdout"]["text"] == "€" * (4096 // 3)


def test_bytes_that_are_not_utf8_are_replaced_and_kept_exactly(tmp_path: Path) -> None:
    out = b"a\xffb\xed\xa0\x80\x00"
    shown = outcome_of(one_run(tmp_path, stdout=out))["run"]["stdout"]
    assert shown["replaced"] is True
    assert shown["text"].startswith("a\ufffdb") and shown["text"].endswith("\0")
    assert b64decode(shown["base64"]) == out


def test_a_function_result_and_its_absence_differ(tmp_path: Path) -> None:
    assert outcome_of(one_run(tmp_path, result=b""))["run"]["result"]["text"] == ""
    assert outcome_of(one_run(tmp_path))["run"]["result"] is None


def test_names_in_broken_utf8_do_not_spoil_the_file(tmp_path: Path) -> None:
    results = replace(one_run(tmp_path), command="judge run \udcff")
    path = tmp_path / "facts.json"
    json_write.write_json(results, path)
    assert json.loads(path.read_bytes().decode("utf-8"))["command"] == "judge run \ufffd"
