"""Static validators judge the source of a submission, once for each group that asks for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contest import Contest
from tests.packages.written import MODERN, write

LIMIT = "limits: {time_limit: 10}\n"
#: Rejects what calls eval, halves the score of what is long, and misbehaves for some words.
STATIC = """\
import os
import sys

language, entry_point, feedback, *words = sys.argv[1:]
text = open(entry_point).read()
files = sorted(os.listdir("."))
with open(feedback + "judgemessage.txt", "w") as message:
    message.write(f"{language} {entry_point} {words}")
if "both" in text:
    open(feedback + "score.txt", "w").write("1")
if "both" in text or (words and len(text) > int(words[0])):
    open(feedback + "score_multiplier.txt", "w").write("0.5")
if "crash" in text:
    sys.exit("out of order")
sys.exit(43 if "eval" in text or os.path.exists("feedback") else 42)
"""
#: Accepts the answer, and says what lies beside it.
OUTPUT = """\
import os
import sys

with open(sys.argv[3] + "judgemessage.txt", "w") as message:
    message.write(" ".join(sorted(os.listdir("."))))
sys.exit(42 if sys.stdin.read() == open(sys.argv[2]).read() else 43)
"""
CASES = {
    f"data/secret/g{group}/{case}.{suffix}": f"{case}\n"
    for group in (1, 2)
    for case in "12"
    for suffix in ("in", "ans")
}
GROUPS = {
    "data/secret/g1/test_group.yaml": "max_score: 60\nscore_aggregation: sum\n"
    'static_validation_score: 20\nstatic_validator_args: ["30"]\n',
    "data/secret/g2/test_group.yaml": "max_score: 40\nstatic_validation_score: pass-fail\n",
}
SHORT = "print(input())\n"
LONG = SHORT + "# a comment that is longer than all of the source\n"
EVAL = "print(eval('input()'))\n"


def judged(contest: Contest, settings: str, files: dict[str, str], *more: str) -> dict[str, Any]:
    """The results by name of the submission."""
    package = write(contest.root, {"problem.yaml": MODERN + LIMIT + settings, **files})
    facts = contest.root / "facts.json"
    said = contest.judge("run", f"{package}/", "--json", str(facts), *more)
    assert said.status == 0, said
    [problem] = json.loads(facts.read_text())["problems"]
    return {solution["name"]: solution for solution in problem["solutions"]}


@pytest.mark.long
def test_the_scores_of_groups_count_what_the_static_validator_says(contest: Contest) -> None:
    files = {
        **CASES,
        **GROUPS,
        "static_validator/check.py": STATIC,
        "submissions/accepted/short.py": SHORT,
        "submissions/accepted/long.py": LONG,
        "submissions/wrong_answer/eval.py": EVAL,
    }
    for _ in range(2):  # the second time its executions are known
        found = judged(contest, "type: scoring\n", files)
        assert found["accepted/short.py"]["score"] == 100
        assert found["accepted/long.py"]["score"] == 90
        failed = found["wrong_answer/eval.py"]
        assert (failed["verdict"], failed["score"]) == ("WA", 40)
        assert failed["message"].startswith(
            "secret/g1/static validation: WA: python3 eval.py ['30']; secret/g2/static validation:"
        )


@pytest.mark.long
def test_a_pass_fail_problem_is_accepted_only_if_the_source_is(contest: Contest) -> None:
    files = {
        "data/secret/test_group.yaml": "static_validation_score: pass-fail\n",
        "static_validator/check.py": STATIC,
        "submissions/accepted/short.py": SHORT,
        "submissions/wrong_answer/eval.py": EVAL,
    }
    found = judged(contest, "", files)
    assert found["accepted/short.py"]["verdict"] == "AC"
    assert found["wrong_answer/eval.py"]["verdict"] == "WA"


SCORED = {
    **CASES,
    **GROUPS,
    "static_validator/check.py": STATIC,
    "submissions/accepted/long.py": LONG,
    "submissions/wrong_answer/eval.py": EVAL,
}


def settled(contest: Contest, *words: str) -> tuple[dict[str, dict[str, Any]], str]:
    """The results of a command by the name of the submission, and what it prints."""
    said = contest.judge(*words, "--json", "facts.json", "--report", "page.html")
    assert (contest.root / "facts.json").is_file(), said
    [problem] = json.loads((contest.root / "facts.json").read_text())["problems"]
    return {one["name"]: one for one in problem["solutions"]}, said.out + said.err


@pytest.mark.long
def test_what_it_says_is_known_like_an_execution(contest: Contest) -> None:
    """Until the source, the validator or its settings change: then the source is read again."""
    files = {"problem.yaml": MODERN + LIMIT + "type: scoring\n", **SCORED}
    package = write(contest.root, files)
    first, said = settled(contest, "run", f"{package}/")
    assert "10 executions" in said
    second, said = settled(contest, "run", f"{package}/")
    assert "0 of 10 executions run" in said
    assert [one["static"] for one in second.values()] == [one["static"] for one in first.values()]
    assert second["accepted/long.py"]["score"] == 90
    (package / "static_validator/check.py").write_text(STATIC.replace('"0.5"', '"0.25"'))
    third, _ = settled(contest, "run", f"{package}/")
    assert third["accepted/long.py"]["score"] == 85
    settings = package / "data/secret/g1/test_group.yaml"
    settings.write_text(settings.read_text().replace("score: 20", "score: 40"))
    fourth, _ = settled(contest, "run", f"{package}/")
    assert fourth["accepted/long.py"]["score"] == 70


@pytest.mark.long
def test_the_report_shows_it_for_each_submission_and_group(contest: Contest) -> None:
    package = write(contest.root, {"problem.yaml": MODERN + LIMIT + "type: scoring\n", **SCORED})
    found, said = settled(contest, "run", f"{package}/", "-v")
    message = "python3 eval.py ['30']"
    assert found["wrong_answer/eval.py"]["static"] == [
        {"group": "secret/g1", "verdict": "WA", "score": None, "message": message},
        {"group": "secret/g2", "verdict": "WA", "score": None, "message": "python3 eval.py []"},
    ]
    assert [one["score"] for one in found["accepted/long.py"]["static"]] == ["10/1", None]
    line = "secret/g1/static validation: AC, score 10: python3 long.py"
    assert line in said
    page = (contest.root / "page.html").read_text()
    assert "<dt>Static validation</dt>" in page
    assert line in page


@pytest.mark.long
def test_rescoring_keeps_it_and_grades_the_outputs_again(contest: Contest) -> None:
    package = write(contest.root, {"problem.yaml": MODERN + LIMIT + "type: scoring\n", **SCORED})
    settled(contest, "run", f"{package}/")
    (package / "data/secret/g2/1.ans").write_text("2\n")
    again, said = settled(contest, "rescore", "tour")
    assert "tour: static validation kept: it is of sources, not of outputs" in said
    result = again["accepted/long.py"]
    assert [one["score"] for one in result["static"]] == ["10/1", None]
    assert (result["verdict"], result["score"]) == ("WA", 50)
    settings = package / "data/secret/g1/test_group.yaml"
    settings.write_text(settings.read_text().replace("score: 20", "score: 5"))
    again, said = settled(contest, "rescore", "tour")
    assert "tour: verdicts kept: its static validation has changed; run it again" in said
    assert again["accepted/long.py"]["score"] == 50


@pytest.mark.long
def test_a_cluster_asks_it_too(contest: Contest) -> None:
    pytest.importorskip("distributed", reason="install the extra: pip install -e '.[test]'")
    package = write(contest.root, {"problem.yaml": MODERN + LIMIT + "type: scoring\n", **SCORED})
    here, _ = settled(contest, "run", f"{package}/", "--no-store")
    there, _ = settled(contest, "run", f"{package}/", "--no-store", "--cluster", "local:1")
    for name, result in here.items():
        assert there[name]["static"] == result["static"]
        assert there[name]["score"] == result["score"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("# crash\n", "static validator check.py: exit status 1; out of order; it must"),
        ("# both\n", "static validator check.py: it wrote both score.txt and score_multiplier.txt"),
        ("# a comment that is longer than all of it\n" + "# eval\n", "wrote a score, but did not"),
    ],
)
def test_a_fault_of_the_static_validator_blames_no_solution(
    contest: Contest, source: str, said: str
) -> None:
    package = write(
        contest.root,
        {
            "problem.yaml": MODERN + LIMIT + "type: scoring\n",
            **CASES,
            **GROUPS,
            "static_validator/check.py": STATIC,
            "submissions/accepted/a.py": SHORT + source,
        },
    )
    run = contest.judge("run", f"{package}/", "--no-store")
    assert run.status == 1
    assert "JE" in run.out
    facts = contest.root / "facts.json"
    contest.judge("run", f"{package}/", "--no-store", "--json", str(facts))
    [solution] = json.loads(facts.read_text())["problems"][0]["solutions"]
    assert said in solution["message"]


@pytest.mark.long
def test_an_output_validator_finds_the_files_of_the_submission(contest: Contest) -> None:
    files = {
        "output_validator/check.py": OUTPUT,
        "include/python3/helper.py": "",
        "submissions/accepted/one.py": SHORT,
        "submissions/accepted/two/main.py": SHORT,
        "submissions/accepted/two/data.txt": "x",
    }
    for _ in range(2):
        found = judged(contest, "", files, "--fresh")
        messages = {name: one["outcomes"][0]["message"] for name, one in found.items()}
        assert messages == {
            "accepted/one.py": "helper.py one.py",
            "accepted/two": "data.txt helper.py main.py",
        }


@pytest.mark.long
def test_the_check_builds_the_static_validator(contest: Contest, tmp_path: Path) -> None:
    package = write(
        contest.root,
        {
            "problem.yaml": MODERN + LIMIT,
            "data/secret/test_group.yaml": "static_validation_score: pass-fail\n",
            "static_validator/check.c": "int main(void) { return forty_two; }\n",
        },
    )
    said = contest.judge("check", f"{package}/")
    assert said.status == 1
    assert "the static validator cannot be compiled" in said.out + said.err
