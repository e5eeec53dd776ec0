"""The best score stays when the same instance is told otherwise."""

from __future__ import annotations

import pytest

from judge.verify import checker, metamorphic
from judge.verify.check_pool import run_check
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
@pytest.mark.parametrize("made", ["instance", "('shuffled', instance, 1)", "(1, instance)"])
def test_variants_without_a_name_are_a_fault_of_the_method(contest: Contest, made: str) -> None:
    declare(
        contest,
        f"""
    def variants(self, instance, rng):
        yield {made}
""",
    )
    contest.solution("reference-a.py", RIGHT["def.py"])
    done = run_check(metamorphic.NAME, metamorphic.check, subject_of(contest))
    assert done.finding.status is Status.FAULT
    assert "variants returned" in done.finding.statement
    assert "must return pairs of a name and an instance (" in done.finding.statement


@pytest.mark.long
@pytest.mark.parametrize(
    "made", ["'1 2'", "Mutant('one', '1', 'rejected')", "Mutant('one', 1, Fate.OPEN)"]
)
def test_mutants_of_another_kind_are_a_fault_of_the_method(contest: Contest, made: str) -> None:
    declare(
        contest,
        f"""
    def mutants(self, instance, answer):
        from judge.plugin import Fate, Mutant
        yield {made}
""",
    )
    contest.solution("reference-a.py", RIGHT["def.py"])
    done = run_check(checker.NAME, checker.check, subject_of(contest))
    assert done.finding.status is Status.FAULT
    assert "mutants returned" in done.finding.statement


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
