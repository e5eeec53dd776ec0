"""Solutions are executed on instances that are in no file as they are on the stored cases."""

from __future__ import annotations

import pytest

from judge.verify import trial_runs
from tests.contest import RIGHT, Contest
from tests.verify.toy_subject import subject_of


@pytest.mark.long
def test_neither_reading_nor_calling_convention_is_determined_anew(contest: Contest) -> None:
    """Without best answers a trial would prefer a convention in which a program prints little."""
    contest.solution("reference-a.c", RIGHT["plain.c"])
    [reference] = subject_of(contest).references
    assert reference.reading and reference.solution.candidates
    settled = trial_runs.as_settled(reference)
    assert settled.readings == (reference.reading,) and not settled.candidates
    assert settled.convention == reference.solution.convention
