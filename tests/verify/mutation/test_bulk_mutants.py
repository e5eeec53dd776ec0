"""Mutants that are tried in batches of instances, and compiled together where that is possible."""

from __future__ import annotations

import pytest

from judge.model import Verdict
from judge.verify.mutation import stored_cases
from judge.verify.mutation.bulk_mutants import BulkMutants, prepare_bulk
from judge.verify.mutation.bulk_trials import SmallInstances
from judge.verify.mutation.stored_cases import Mutated
from judge.verify.subject import Subject
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of


def prepared(subject: Subject) -> tuple[BulkMutants | None, list[Mutated]]:
    [result] = subject.solution_results
    mutants = [*stored_cases._mutants_of(subject, result)]
    by_digest = {one.result.solution.digest: one.mutant for one in mutants}
    return prepare_bulk(subject, result, by_digest), mutants


@pytest.mark.long
@pytest.mark.parametrize("name", ["plain.c", "def.py"])
def test_mutants_get_the_same_verdicts_in_batches_as_alone(contest: Contest, name: str) -> None:
    contest.solution(name, RIGHT[name])
    subject = subject_of(contest)
    bulk, mutants = prepared(subject)
    assert bulk is not None
    if name.endswith(".c"):  # most of them need no compiler of their own
        assert len(bulk.numbers) > 0.8 * len(mutants)
        mutants = [one for one in mutants if one.result.solution.digest in bulk.numbers]
    results = bulk.results([one.result for one in mutants[:24]], SmallInstances((), ()))
    alone = stored_cases._verdicts(subject, mutants[:24])
    accepted = {name for name, verdict in alone.items() if verdict is Verdict.AC}
    assert {name for name, one in results.items() if one.verdict is Verdict.AC} == accepted
    assert len(results) == len(alone) > len(accepted) > 0
    assert bulk.kills.total() == len(results) - len(accepted)


@pytest.mark.long
def test_one_that_passes_is_refuted_by_a_small_instance(contest: Contest) -> None:
    contest.keep_cases("01-last")
    contest.solution("plain.c", RIGHT["plain.c"])
    subject = subject_of(contest)
    bulk, mutants = prepared(subject)
    assert bulk is not None
    small = stored_cases.Small(subject)
    results = bulk.results([one.result for one in mutants], small.answered)
    refuted = [one.refuted_by for one in results.values() if one.verdict is Verdict.AC]
    assert any(at is not None for at in refuted) and any(at is None for at in refuted)


def test_a_solution_that_is_wrong_in_batches_is_not_tried_in_them(contest: Contest) -> None:
    contest.solution("def.py", RIGHT["def.py"])
    subject = subject_of(contest)
    [result] = subject.solution_results
    contest.solution("def.py", "def solve(numbers, most):\n    return []\n")
    assert prepare_bulk(subject, result, {}) is None
