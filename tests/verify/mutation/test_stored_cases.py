"""Mutants of the toy's accepted solutions, and the stored cases that kill them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Verdict
from judge.running import artifact_cache
from judge.verify.finding import Status
from judge.verify.mutation import stored_cases
from judge.verify.subject import Subject
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of, table

FEW = """
def solve(numbers, most):
    order = sorted(range(len(numbers)), key=lambda i: -numbers[i])
    return [i for i in order[:most] if numbers[i] > 0]
"""


@pytest.mark.long
def test_what_the_stored_cases_let_through_is_refuted_by_a_small_instance(
    contest: Contest,
) -> None:
    contest.keep_cases("01-last")
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    contest.solution("mine.py", FEW)
    finding = stored_cases.check(subject_of(contest, seconds=20))
    assert finding.status is Status.WARNING
    rows = [row for row in table(finding, "Mutants that pass").rows if row[0] == "mine"]
    [row] = [row for row in rows if row[2].endswith("if numbers[i] < 0]") or "> 1]" in row[2]]
    assert row[1] == "4"
    assert row[3] != "none found"


@pytest.mark.long
def test_strong_cases_kill_every_mutant_that_a_small_instance_refutes(contest: Contest) -> None:
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    contest.solution("mine.py", FEW)
    finding = stored_cases.check(subject_of(contest, seconds=20))
    [row] = [row for row in table(finding, "Mutants of accepted").rows if row[0] == "mine"]
    _, mutants, killed, let_through, same, share = row
    assert int(mutants) == int(killed) + int(let_through) + int(same)
    assert int(killed) > 0 and share.endswith("%")


@pytest.mark.long
def test_what_there_was_no_time_for_is_not_complete(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_cases, "BATCH", 4)
    monkeypatch.setattr(stored_cases, "prepare_bulk", not_in_batches)
    contest.keep_cases("01-last")
    contest.solution("reference-a.py", RIGHT["lambda.py"])
    contest.solution("mine.py", FEW)
    finding = stored_cases.check(subject_of(contest, seconds=0))
    assert not finding.is_complete
    assert "more were not tried within the time" in finding.statement
    assert "there was no time for all instances of" in finding.statement


@pytest.mark.long
def test_a_later_verification_goes_on_with_the_mutants_that_were_not_tried(
    contest: Contest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(artifact_cache, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(stored_cases, "BATCH", 3)
    monkeypatch.setattr(stored_cases, "prepare_bulk", not_in_batches)
    contest.keep_cases("01-last")
    contest.solution("mine.py", FEW)
    subject = replace(subject_of(contest), seconds=0)
    batches = []
    verdicts = stored_cases._verdicts

    def counted(subject: Subject, batch: Sequence[stored_cases.Mutated]) -> dict[str, Verdict]:
        batches.append([one.mutant.text for one in batch])
        return verdicts(subject, batch)

    monkeypatch.setattr(stored_cases, "_verdicts", counted)
    # There is no time for it, and a mutant that it had no time for is tried again.
    through = stored_cases.LetThrough
    monkeypatch.setattr(
        stored_cases, "_compared", lambda _, passed, *__: [through(one, None) for one in passed]
    )
    first = stored_cases.check(subject)
    while not first.is_complete and len(batches) < 20:
        first = stored_cases.check(subject)
    tried = [text for batch in batches for text in batch]
    assert len(batches) > 1 and len(set(tried)) == len(tried)
    again = stored_cases.check(subject)
    assert (again.statement, again.tables) == (first.statement, first.tables)
    assert len(tried) == sum(map(len, batches))
    stored_cases.check(replace(subject, fresh=True))
    assert batches[-1] == batches[0]


def test_a_solution_whose_mutants_are_slow_does_not_delay_those_of_others() -> None:
    slow, quick = stored_cases.Queue(None), stored_cases.Queue(None)
    for _ in range(6):
        slow.charge(stored_cases.LONG_S + 1)
        quick.charge(stored_cases.SHORT_S / 10)
    assert slow.size == 1 and quick.size == stored_cases.BATCH
    assert slow.spent_s == 6 * (stored_cases.LONG_S + 1)
    quick.waiting.extend(range(5))
    assert (quick.batch(), len(quick.waiting)) == ([0, 1, 2, 3, 4], 0)


@pytest.mark.long
def test_solutions_have_equal_shares_of_the_time(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest.solution("mine.py", FEW)
    contest.solution("other.py", FEW)
    monkeypatch.setattr(stored_cases.Queue, "batch", one_of)
    monkeypatch.setattr(stored_cases, "prepare_bulk", not_in_batches)
    clock, tried = [0.0], []

    def outcomes(_: Subject, batch: Sequence[stored_cases.Mutated], *__: object) -> list[object]:
        clock[0] += 3 if batch[0].origin == "mine" else 1
        tried.append(batch[0].origin)
        return []

    monkeypatch.setattr(stored_cases, "_outcomes", outcomes)
    monkeypatch.setattr(stored_cases.time, "monotonic", lambda: clock[0])
    stored_cases.check(replace(subject_of(contest), seconds=5, fresh=True))
    assert tried[:5] == ["mine", *["other"] * 3, "mine"]


def not_in_batches(*_: object) -> None:
    """As for a solution that cannot answer many instances in one process."""


def one_of(queue: stored_cases.Queue) -> list[stored_cases.Mutated]:
    return [queue.waiting.popleft()]


@pytest.mark.long
def test_without_an_accepted_source_there_is_nothing_to_mutate(contest: Contest) -> None:
    contest.solution("wrong.py", "lambda n,k:[]\n", 'expect = "WA"\n')
    finding = stored_cases.check(subject_of(contest))
    assert finding.status is Status.WARNING
    assert finding.statement == "no accepted source to mutate"
