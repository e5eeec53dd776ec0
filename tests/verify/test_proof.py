"""References are proved against each other on small instances."""

from __future__ import annotations

import pytest

from judge.verify import proof
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest
from tests.proving.toy_proof import ENUMERATION, declare, wrong_on
from tests.verify.toy_subject import alter, subject_of, two_references, unrun


@pytest.mark.long
def test_references_that_agree_on_every_small_instance(contest: Contest) -> None:
    two_references(contest)
    assert "needs enumerate, count" in proof.check(subject_of(contest)).statement
    declare(contest)
    finding = proof.check(subject_of(contest, seconds=20))
    assert finding.status is Status.OK
    assert finding.statement == (
        "reference-a, reference-b agree on all 30 rows of at most 2 numbers up to 2"
    )


@pytest.mark.long
def test_references_that_differ_on_one_small_instance_are_a_fault(contest: Contest) -> None:
    two_references(contest)
    declare(contest)
    contest.solution("reference-a.py", RIGHT["def.py"])
    contest.solution("reference-b.py", wrong_on(([0, 1], 2)))
    finding = proof.check(subject_of(contest, seconds=20))
    assert finding.status is Status.FAULT
    assert finding.statement.startswith("reference-b fails on number ")
    assert "input '[0, 1]\\n2\\n'" in finding.statement


def test_an_enumeration_is_looked_at_where_answers_have_no_scores(contest: Contest) -> None:
    score = "def score(self, instance: Row, answer: Picks) -> int:"
    alter(contest, score, "def compare(self, instance: Row, answer: Picks, best: Picks) -> bool:")
    alter(contest, "goal = ", "aim = ")
    declare(contest, ENUMERATION)
    assert "a proof needs score" in proof.check(unrun(contest)).statement
    alter(contest, "yield Row(numbers, most)", "yield Row(numbers, most - 1)")
    assert proof.check(unrun(contest)).status is Status.FAULT


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "range(bound[0] + 1):\n            for",
            "range(bound[0], -1, -1):\n            for",
            "begin",
        ),
        ("Row(numbers, most)", "Row(numbers, most - 1)", "is not valid"),
    ],
)
def test_an_enumeration_that_is_not_in_order_or_not_valid_is_a_fault(
    contest: Contest, old: str, new: str, said: str
) -> None:
    assert old in ENUMERATION
    declare(contest, ENUMERATION.replace(old, new))
    finding = proof.check(unrun(contest))
    assert finding.status is Status.FAULT
    assert finding.statement.startswith("enumerate ") and said in finding.statement
