"""What a batch gives to workers, and what it keeps of their answers."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.evaluation.job_state import CHUNK, MOST_CHUNK, SHARED_GRADES, JobState, new_state
from judge.evaluation.tasks import CaseDone
from judge.model import Ended, Execution, Grade, Verdict
from tests.contest import RIGHT, Contest

RUN = Execution(Ended.EXITED, 0, None, b"1\n", b"", None, 0.01, 0.01, 1.0)


@pytest.fixture
def state(contest: Contest) -> JobState:
    contest.solution("plain.c", RIGHT["plain.c"])
    [request] = contest.plan().requests
    return new_state(0, request, Path())


@pytest.mark.parametrize(
    ("executed", "wall_s", "chunk"),
    [
        (0, 0.0, CHUNK),
        (100, 0.0, MOST_CHUNK),
        (100, 0.1, 50),
        (100, 0.3, 16),
        (100, 50.0, CHUNK),
    ],
)
def test_a_worker_is_given_more_of_quick_cases(
    state: JobState, executed: int, wall_s: float, chunk: int
) -> None:
    state.executed, state.wall_s = executed, wall_s
    assert state.chunk == chunk


def test_answers_with_the_same_grades_share_them_after_their_way(state: JobState) -> None:
    grades = {"0": Grade(Verdict.WA, message="no", score=3), "1": Grade(Verdict.AC)}
    sent = [CaseDone(0, i, replace(RUN, wall_s=0.01 * i), dict(grades), "") for i in range(3)]
    came = [state.with_shared_grades(pickle.loads(pickle.dumps(one))) for one in sent]
    assert came == sent
    assert came[0].grades is came[1].grades is came[2].grades
    other = state.with_shared_grades(replace(sent[0], grades={"0": grades["1"]}))
    assert other.grades == {"0": grades["1"]} and other.grades is not came[0].grades


def test_only_so_many_grades_are_kept_to_be_shared(state: JobState) -> None:
    for score in range(SHARED_GRADES + 10):
        graded = {"0": Grade(Verdict.WA, score=score)}
        assert state.with_shared_grades(CaseDone(0, 0, RUN, graded)).grades == graded
    assert len(state.grades) <= SHARED_GRADES
