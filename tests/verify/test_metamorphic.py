"""The best score stays when the same instance is told otherwise."""

from __future__ import annotations

import pytest

from judge.verify import metamorphic
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import DECLARED, declare, subject_of, two_references


@pytest.mark.long
def test_variants_with_the_same_best_score_are_in_order(contest: Contest) -> None:
    declare(contest)
    two_references(contest)
    finding = metamorphic.check(subject_of(contest, seconds=30))
    assert finding.status is Status.OK
    assert finding.statement.startswith("reference-a scores the same on ")
    assert "shuffled" in finding.statement


@pytest.mark.long
def test_a_reference_that_minds_the_order_is_a_fault(contest: Contest) -> None:
    declare(contest)
    contest.solution("reference-a.py", "lambda n,k:[i for i in range(len(n)) if n[i]>0][:k]\n")
    finding = metamorphic.check(subject_of(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert "shuffled: " in finding.statement and "turns into" in finding.statement


@pytest.mark.long
def test_a_reference_that_fails_on_a_variant_is_a_fault(contest: Contest) -> None:
    declare(contest, DECLARED.replace("tuple(numbers)", "(*numbers, 99)"))
    failing = RIGHT["def.py"].replace("    order", "    assert 99 not in numbers\n    order", 1)
    contest.solution("reference-a.py", failing)
    finding = metamorphic.check(subject_of(contest, seconds=30))
    assert finding.status is Status.FAULT
    assert "turns into RTE" in finding.statement


@pytest.mark.long
def test_variants_that_are_not_made_of_the_generator_alone_are_a_fault(contest: Contest) -> None:
    declare(contest, DECLARED.replace("rng.sample", '__import__("random").sample'))
    contest.solution("reference-a.py", RIGHT["def.py"])
    finding = metamorphic.check(subject_of(contest, seconds=5))
    assert finding.status is Status.FAULT
    assert finding.statement.startswith("variants is not repeatable: ")


@pytest.mark.long
def test_without_variants_or_references_it_is_not_tried(contest: Contest) -> None:
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    assert "has no method variants" in metamorphic.check(subject_of(contest, seconds=30)).statement
    declare(contest)
    finding = metamorphic.check(subject_of(contest, seconds=30))
    assert (finding.status, finding.statement) == (
        Status.WARNING,
        "not tested: there is no reference",
    )
