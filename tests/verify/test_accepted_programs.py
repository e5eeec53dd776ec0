"""Accepted solutions of a package without a plug-in are compared on changed inputs that the input
validators accept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.model import Verdict
from judge.running.input_validator import opened
from judge.verify import accepted_solutions, changed_inputs, input_validators
from judge.verify.deadline import Deadline
from judge.verify.finding import Finding, Status
from tests.contest import Contest
from tests.verify.toy_subject import subject_of

#: A count and so many numbers; the largest of them is wanted.
CASES = {"sample/1": (b"2\n3 1\n", b"3\n"), "secret/1": (b"3\n-5 7 2\n", b"7\n")}
VALIDATOR = r"""
import re, sys
text = sys.stdin.read()
match = re.fullmatch(r"([1-9])\n((?:0|-?[1-9]\d{0,3})(?: (?:0|-?[1-9]\d{0,3}))*)\n", text)
sys.exit(42 if match and len(match[2].split()) == int(match[1]) else 43)
"""
RIGHT = "input()\nprint(max(map(int, input().split())))\n"


@pytest.fixture
def package(contest: Contest) -> Path:
    contest.use_package(CASES)
    contest.solution("reference.py", RIGHT)
    folder = contest.problem / "input_validators"
    folder.mkdir()
    (folder / "v.py").write_text(VALIDATOR)
    return contest.problem


def checked(contest: Contest) -> Finding:
    return accepted_solutions.check(subject_of(contest, seconds=20))


@pytest.mark.long
def test_solutions_that_agree_are_in_order(contest: Contest, package: Path) -> None:
    contest.solution(
        "other.py", RIGHT.replace("max(map(int", "sorted(map(int").replace("()))", "()))[-1]")
    )
    finding = checked(contest)
    assert finding.status is Status.OK, finding
    assert finding.statement.startswith("2 accepted solutions on ")


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        RIGHT.replace("max(", "max(0, *"),  # where all numbers are negative
        RIGHT.replace("input()\n", "assert int(input()) < 4\n", 1),
    ],
)
def test_one_that_is_wrong_elsewhere_is_a_fault(
    contest: Contest, package: Path, wrong: str
) -> None:
    contest.solution("wrong.py", wrong)
    finding = checked(contest)
    assert finding.status is Status.FAULT, finding
    assert finding.statement.startswith("wrong is accepted, and gets ")


def test_without_input_validators_nothing_is_compared(contest: Contest) -> None:
    contest.use_package(CASES)
    contest.solution("reference.py", RIGHT)
    finding = checked(contest)
    assert finding.status is Status.WARNING
    assert "it is unknown which inputs are valid" in finding.statement


def test_a_solution_that_is_wrong_in_a_case_is_not_accepted_for_its_score(
    contest: Contest, package: Path
) -> None:
    subject = subject_of(contest)
    [problem] = subject.results.problems
    [result] = problem.solutions
    first, *others = result.outcomes
    wrong = replace(result, outcomes=(replace(first, verdict=Verdict.WA), *others))
    scored = replace(subject.results, problems=(replace(problem, solutions=(wrong,)),))
    finding = accepted_solutions.check(replace(subject, results=scored))
    assert finding.statement == "not tested: this needs two accepted solutions"


@pytest.mark.long
def test_changed_inputs_are_valid_new_and_of_other_lengths(contest: Contest, package: Path) -> None:
    subject = subject_of(contest)
    paths, layer = subject.problem.input_validators, sandbox.choose("auto")
    with opened(subject.problem, paths, layer, "input validator") as [validators]:
        made = changed_inputs.changed_valid_inputs(
            subject, partial(input_validators.accepts_text, validators), Deadline(60)
        )
    texts = [data.decode() for _, data in made]
    assert len(set(texts)) == len(texts) > 20
    assert not {text for text, _ in CASES.values()} & {data for _, data in made}
    assert {int(text.split()[0]) for text in texts} >= {1, 2, 3, 4}
    assert all(len(text.split()) == 1 + int(text.split()[0]) for text in texts)


def test_rows_that_are_counted_are_repeated_with_their_count() -> None:
    longer = changed_inputs._longer_list("x 2\na b\nc d\n", Random(1))
    assert longer in ("x 3\na b\nc d\na b\n", "x 3\na b\nc d\nc d\n")
