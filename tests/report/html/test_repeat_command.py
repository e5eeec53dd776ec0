"""The command that repeats runs says what theirs said, as far as it decides what happens."""

from __future__ import annotations

import shlex

import pytest

from judge.report.html.repeat_command import repeating
from tests.contest import RIGHT, Contest


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("judge run", ""),
        ("judge run toy -j 2 --report a.html -q", ""),
        ("judge run --solutions 'my own' --problems=p toy", " --solutions 'my own' --problems=p"),
        ("judge run toy --solution x --case 'sample/*'", ""),
        ("judge run --time-limit 3 --memory-limit 99", " --time-limit 3 --memory-limit 99"),
        ("judge run --sandbox landlock --isolation=case", " --sandbox landlock --isolation=case"),
        ("judge rescore --problems p", ""),
        ("it's torn", ""),
        ("", ""),
    ],
)
def test_options_that_decide_what_happens_stay(command: str, kept: str) -> None:
    assert repeating(command, "toy", "--case", "a b") == f"judge run toy{kept} --case 'a b'"


@pytest.mark.long
def test_the_command_of_a_cell_works(contest: Contest) -> None:
    contest.solution("right.py", RIGHT["def.py"])
    (contest.root / "solutions").rename(contest.root / "elsewhere")
    contest.judge("run", "--solutions", "elsewhere", "--report", "a.html")
    page = (contest.root / "a.html").read_text()
    message = "judge run toy --solutions elsewhere --solution right"
    assert message in page
    assert contest.judge(*shlex.split(message)[1:]).status == 0
