"""The references agree: on stored, on random and on large instances."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from judge.verify import references
from judge.verify.finding import Status
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import alter, subject_of, table, two_references

SLOW_FROM_20 = """
def solve(numbers, most):
    while len(numbers) > 20:
        pass
    order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
    return [i for i in order[:most] if numbers[i] > 0]
"""
#: Longer than any of these checks takes, with so few random instances.
LONG_S = 60.0
NEVER_ZERO = "lambda n,k:[i for i in sorted(range(len(n)),key=lambda i:-n[i])[:k]if n[i]>1]\n"


@pytest.fixture(autouse=True)
def few_random_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "MOST_RANDOM", 40)


@pytest.mark.long
def test_references_that_agree_are_in_order_and_their_largest_sizes_are_told(
    contest: Contest,
) -> None:
    two_references(contest)
    finding = references.check(subject_of(contest, seconds=LONG_S))
    assert finding.status is Status.OK
    assert finding.statement.startswith("reference-a, reference-b agree on 5 stored, ")
    for row in table(finding, "Largest").rows:
        assert int(row[1]) > 100 and row[1] == row[2]


@pytest.mark.long
def test_they_disagree_where_no_stored_case_tells_them_apart(contest: Contest) -> None:
    two_references(contest)
    contest.solution("reference-b.py", NEVER_ZERO)
    contest.keep_cases("1")
    contest.case("secret/large", [5, 7], 1, 7, "1")
    finding = references.check(subject_of(contest, seconds=LONG_S, case="secret/*"))
    assert finding.status is Status.FAULT
    assert "they disagree on a random instance: reference-a " in finding.statement
    assert "input '[" in finding.statement


@pytest.mark.long
def test_the_same_seed_finds_the_same(contest: Contest) -> None:
    two_references(contest)
    contest.solution("reference-b.py", NEVER_ZERO)
    contest.keep_cases("1")
    contest.case("secret/large", [5, 7], 1, 7, "1")
    subject = subject_of(contest, seconds=LONG_S, case="secret/*")
    first, again, other = (
        # How many more there are depends on the time.
        references.check(replace(subject, seed=seed)).statement.partition(" (and ")[0]
        for seed in (7, 7, 8)
    )
    assert first == again != other and "they disagree" in first


@pytest.mark.long
def test_a_reference_that_is_wrong_on_stored_data_is_a_fault(contest: Contest) -> None:
    two_references(contest)
    contest.solution("reference-b.py", "lambda n,k:[]\n")
    finding = references.check(subject_of(contest, seconds=LONG_S))
    assert finding.status is Status.FAULT
    assert "reference-b is not AC on the stored data: WA on " in finding.statement


@pytest.mark.long
def test_a_reference_that_fails_on_a_random_instance_is_a_fault(contest: Contest) -> None:
    two_references(contest)
    failing = RIGHT["def.py"].replace("    order", "    assert len(numbers) < 9\n    order", 1)
    contest.solution("reference-b.py", failing)
    finding = references.check(subject_of(contest, seconds=LONG_S))
    assert finding.status is Status.FAULT
    assert "reference-b fails on a random instance of size 10: RTE" in finding.statement


@pytest.mark.long
def test_a_slow_reference_has_a_smaller_largest_size_and_ends_the_comparison(
    contest: Contest,
) -> None:
    two_references(contest)
    contest.solution("reference-b.py", SLOW_FROM_20)
    finding = references.check(subject_of(contest, seconds=LONG_S, time_limit_s=0.2))
    assert finding.status is Status.OK
    rows = {row[0]: row for row in table(finding, "Largest").rows}
    assert 10 < int(rows["reference-b"][1]) <= 20 < int(rows["reference-a"][1])


@pytest.mark.long
def test_a_single_reference_is_joined_by_other_accepted_solutions(contest: Contest) -> None:
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    contest.solution("another.py", RIGHT["def.py"])
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    finding = references.check(subject_of(contest, seconds=LONG_S))
    assert finding.status is Status.OK
    assert finding.statement.startswith("reference-a, another agree on ")


@pytest.mark.long
def test_one_alone_or_none_at_all_is_a_warning(contest: Contest) -> None:
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    assert references.check(subject_of(contest, seconds=LONG_S)).status is Status.WARNING
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    finding = references.check(subject_of(contest, seconds=LONG_S))
    assert finding.status is Status.WARNING
    assert finding.statement.startswith("only reference-a")


@pytest.mark.long
def test_the_same_seed_draws_the_same_ladder(contest: Contest) -> None:
    two_references(contest)
    subject = subject_of(contest, seconds=LONG_S)
    assert references.ladder(subject, LONG_S) == references.ladder(subject, LONG_S)


@pytest.mark.long
def test_the_ladder_ends_where_the_generator_grows_no_more(contest: Contest) -> None:
    alter(
        contest,
        "def generate(self, rng: Random, size: int) -> Row:",
        "def generate(self, rng: Random, size: int) -> Row:\n        size = min(size, 5)",
    )
    two_references(contest)
    assert max(drawn.size for drawn in references.ladder(subject_of(contest), LONG_S)) < 30


@pytest.mark.long
def test_references_that_are_wrong_alike_are_beaten_by_a_search(contest: Contest) -> None:
    two_references(contest)
    contest.solution("reference-a.py", NEVER_ZERO)
    contest.solution(
        "reference-b.py",
        NEVER_ZERO.replace("lambda n,k", "lambda n,most", 1).replace("[:k]", "[:most]"),
    )
    contest.keep_cases("1")
    contest.case("secret/large", [5, 7], 1, 7, "1")
    finding = references.check(subject_of(contest, seconds=LONG_S, case="secret/*"))
    assert finding.status is Status.FAULT
    assert finding.statement.startswith("reference-a is beaten by ")
    assert ", which scores " in finding.statement and "input '[" in finding.statement
