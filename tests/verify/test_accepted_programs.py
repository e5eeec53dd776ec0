"""Accepted solutions of a package without a plug-in are compared on changed inputs that the input
validators accept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from judge import sandbox
from judge.model import Verdict
from judge.running.input_validator import opened
from judge.verify import accepted_programs, accepted_solutions, changed_inputs, input_validators
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


#: It fails without an answer, or beside one that is not as it wants it.
FAILS = """
import sys
answer = open(sys.argv[2]).read().split()
number = {parsed}
sys.exit(42 if sys.stdin.read().split() == [str(number)] else 43)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("parsed", "statement"),
    [
        ("int(answer[0])", "wrong is accepted, and gets WA, where the input validators accept "),
        # Answer files have another format, which no output is read in.
        ("int(answer[1])", "2 accepted solutions on "),
    ],
)
def test_a_validator_that_fails_without_an_answer_judges_all_the_same(
    contest: Contest, package: Path, parsed: str, statement: str
) -> None:
    for name, (_, answer) in CASES.items():
        (package / f"data/{name}.ans").write_bytes(answer if "0" in parsed else b"x " + answer)
    (package / "output_validator").mkdir()
    (package / "output_validator/v.py").write_text(FAILS.format(parsed=parsed))
    contest.solution("wrong.py", RIGHT.replace("max(", "max(0, *"))
    finding = checked(contest)
    assert finding.statement.startswith(statement), finding


@pytest.mark.long
def test_each_solution_has_some_inputs_before_any_has_all(
    contest: Contest, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, original = list[tuple[int, int]](), accepted_programs.outcomes_of

    def outcomes_of(subject: Any, solutions: Any, cases: Any, deadline: Any) -> Any:
        asked.append((len(solutions), len(cases)))
        return original(subject, solutions, cases, deadline)

    monkeypatch.setattr(accepted_programs, "outcomes_of", outcomes_of)
    monkeypatch.setattr(accepted_programs, "FEW", 3)
    contest.solution("other.py", RIGHT + "\n")
    assert checked(contest).status is Status.OK
    (_, made), few, rest = asked
    assert few == (2, 3) and rest == (2, made - 3)


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
