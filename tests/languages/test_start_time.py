"""What is added to a time limit for the start of a language's machine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.languages.start_time import start_note, with_start
from judge.languages.table import all_languages
from judge.model import Expectation, Kind, Limits, Solution
from tests.contest import Contest

LIMITS = Limits(cpu_s=0.5)
SPINS = "class Main { public static void main(String[] words) { for (;;) { } } }\n"


def solution(language: str, kind: Kind = Kind.FUNCTION) -> Solution:
    return Solution("toy", "s", Path("s"), language, kind, size=0)


def test_the_start_of_a_machine_comes_on_top_of_the_limit() -> None:
    more = all_languages()["clojure"].start_s
    assert more > 1
    for kind in (Kind.FUNCTION, Kind.PROGRAM):
        assert with_start(LIMITS, solution("clojure", kind)).cpu_s == LIMITS.cpu_s + more


def test_the_limit_is_exact_for_others_and_for_submissions_of_a_package() -> None:
    submission = replace(solution("clojure"), expectations=(Expectation(),))
    for one in (solution("python"), solution("clojure", Kind.OUTPUT), submission):
        assert with_start(LIMITS, one) == LIMITS
        assert start_note(one) == ""


@pytest.mark.long
@pytest.mark.skipif(shutil.which("javac") is None, reason="needs javac")
def test_the_limit_of_an_execution_has_the_start_in_it(contest: Contest) -> None:
    contest.keep_cases("1")
    result = contest.judge_one("Main.java", SPINS, time_limit_s=0.1)
    [outcome] = result.outcomes
    assert outcome.run is not None and outcome.run.cpu_s >= 0.6
    assert outcome.message.endswith("0.5 s on top are allowed for the start of Java")
