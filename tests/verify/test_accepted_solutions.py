"""Accepted solutions are right on random instances too."""

from __future__ import annotations

import re

import pytest

from judge.verify import accepted_solutions
from judge.verify.finding import Finding, Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of, table

#: Right on all cases of the toy; each wrong on some small instance.
WRONG = {
    "four-alike.py": RIGHT["lambda.py"].replace("n[i]>0", "n[i]>0 and n.count(n[i])<4"),
    "no-seven.js": RIGHT["arrow.js"].replace("n[i]>0", "n[i]>0&&n[i]!=7"),
    "at-most-three.py": RIGHT["program.py"].replace("order[:most]", "order[:min(most, 3)]"),
}
#: Runs for ever on more than six numbers.
SLOW = """
def solve(numbers, most):
    while len(numbers) > 6:
        pass
    order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
    return [i for i in order[:most] if numbers[i] > 0]
"""


@pytest.fixture(autouse=True)
def no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, each solution's first instances are all tried."""
    monkeypatch.setattr(accepted_solutions, "TIME_FACTOR", 21)


def checked(contest: Contest, seconds: float = 1) -> Finding:
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    return accepted_solutions.check(subject_of(contest, seconds=seconds))


@pytest.mark.long
def test_right_solutions_of_every_kind_are_in_order(contest: Contest) -> None:
    for name in ("def.py", "program.py", "arrow.js"):
        contest.solution(name, RIGHT[name])
    finding = checked(contest)
    assert finding.status is Status.OK, finding
    rows = table(finding, "Compared with reference-a").rows
    assert [row[0] for row in rows] == ["arrow", "def", "program"]
    assert all(int(row[1].replace(",", "")) >= 64 for row in rows)


@pytest.mark.long
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_one_that_every_stored_case_accepts_is_a_fault(contest: Contest, name: str) -> None:
    contest.solution(name, WRONG[name])
    finding = checked(contest, seconds=60)  # it ends with the first failure
    assert finding.status is Status.FAULT, finding
    stem = name.partition(".")[0]
    assert f"{stem} is accepted, and fails: WA suboptimal; input " in finding.statement
    shown = re.search(r"input '\[(.*)\]", finding.statement)
    assert shown and len(shown[1].split(",")) <= 6


@pytest.mark.long
def test_inputs_that_the_validators_refuse_show_nothing(contest: Contest) -> None:
    validator = contest.problem / "input_validators/no_sevens.py"
    validator.parent.mkdir()
    validator.write_text("import sys\nsys.exit(43 if '7' in sys.stdin.read() else 42)\n")
    contest.solution("no-seven.js", WRONG["no-seven.js"])
    assert checked(contest).status is Status.OK


@pytest.mark.long
def test_a_reference_that_is_beaten_is_a_fault(contest: Contest) -> None:
    contest.solution("reference-wrong.py", WRONG["four-alike.py"])
    contest.solution("right.py", RIGHT["lambda.py"])
    finding = accepted_solutions.check(subject_of(contest, seconds=60))  # it ends with the first
    assert finding.status is Status.FAULT
    said = "right is accepted, and beats the reference reference-wrong"
    assert said in finding.statement


@pytest.mark.long
def test_a_reference_is_asked_in_its_own_reading(contest: Contest) -> None:
    """Not in the first one, in which it may be wrong on instances of which nothing is stored."""
    contest.solution("reference-from-1.py", RIGHT["lambda.py"].replace("[i for", "[i+1 for"))
    contest.solution("right.py", RIGHT["def.py"])
    finding = accepted_solutions.check(subject_of(contest, seconds=1))
    assert finding.status is Status.OK, finding
    [row] = table(finding, "Compared").rows
    assert int(row[1].replace(",", "")) >= 64


@pytest.mark.long
def test_one_that_is_slow_on_larger_instances_is_still_tried_on_small_ones(
    contest: Contest,
) -> None:
    contest.solution("slow.py", SLOW)
    finding = checked(contest)
    assert finding.status is Status.OK, finding
    [row] = [row for row in table(finding, "Compared").rows if row[0] == "slow"]
    assert "too slow on an instance of size" in row[3]


@pytest.mark.long
def test_a_single_solution_is_a_warning(contest: Contest) -> None:
    assert checked(contest).status is Status.WARNING
