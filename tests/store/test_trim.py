"""``judge gc`` removes old runs with what only they use; the rest stays as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.store.store import open_store
from judge.store.trim import TrimLimits, trim_store
from tests.contest import Contest

STORE = "reports/store.sqlite"


@pytest.fixture
def three(contest: Contest) -> Path:
    """A store with three runs of a solution that changes; ``known`` is of the last alone."""
    for number in range(3):
        contest.solution("picks.py", f"lambda n,k:[]  # {'x' * 200}{number}", 'expect = "WA"')
        assert contest.judge("run", "-q").status == 0
    return contest.root / STORE


def age(store: Path, number: int, days: int) -> None:
    """Have a run, and all that it used, be older."""
    with sqlite3.connect(store) as other:
        moved = f"-{days} days"
        other.execute(
            "UPDATE moment SET started = strftime('%Y-%m-%dT%H:%M:%S+00:00', started, ?) "
            "WHERE number = ?",
            (moved, number),
        )
        other.execute(
            "UPDATE known SET used = used - ? "
            "WHERE key IN (SELECT key FROM known ORDER BY used LIMIT 5)",
            (days * 86400,),
        )


def blobs(store: Path) -> int:
    return int(sqlite3.connect(store).execute("SELECT count(*) FROM blob").fetchone()[0])


@pytest.mark.long
def test_the_latest_runs_stay_as_they_were(three: Path) -> None:
    store = open_store(three)
    before, all_blobs = [store.results(number) for number in (2, 3)], blobs(three)
    store.close()
    done = trim_store(three, TrimLimits(runs=2))
    assert (done.runs, done.kept) == (1, 2)
    store = open_store(three)
    assert [store.results(number) for number in (2, 3)] == before
    assert blobs(three) < all_blobs
    with pytest.raises(JudgeError, match="contains no run 1"):
        store.results(1)
    assert trim_store(three, TrimLimits(runs=2)).runs == 0


@pytest.mark.long
def test_old_runs_go_with_the_executions_that_only_they_used(three: Path) -> None:
    age(three, 1, 30)
    done = trim_store(three, TrimLimits(days=7))
    assert (done.runs, done.kept, done.known) == (1, 2, 5)


@pytest.mark.long
def test_the_oldest_go_until_the_rest_is_small_enough(three: Path) -> None:
    done = trim_store(three, TrimLimits(size=1))
    assert (done.runs, done.kept) == (2, 1)  # the latest stays
    assert trim_store(three, TrimLimits(size=2**30)).runs == 0


@pytest.mark.long
def test_what_is_known_is_still_used_afterwards(three: Path, contest: Contest) -> None:
    trim_store(three, TrimLimits(runs=1))
    assert "0 of 5 executions run, 5 known" in contest.judge("run").out
    assert contest.judge("report", "--report", "r.html").status == 0


@pytest.mark.long
def test_executions_stay_known_whose_run_goes_and_was_graded_again(
    three: Path, contest: Contest
) -> None:
    with sqlite3.connect(three) as other:  # as if the runs were not of the same second
        other.execute("UPDATE known SET used = used - 5")
        other.execute(
            "UPDATE moment SET started = strftime('%Y-%m-%dT%H:%M:%S+00:00', started, '-5 seconds')"
        )
    assert contest.judge("rescore").status == 0
    assert trim_store(three, TrimLimits(runs=1)).runs == 3
    assert trim_store(three, TrimLimits(runs=1)).runs == 0
    assert "0 of 5 executions run, 5 known" in contest.judge("run").out


@pytest.mark.long
def test_the_command_says_what_it_did_and_refuses_what_it_cannot_do(
    three: Path, contest: Contest
) -> None:
    said = contest.judge("gc").out
    assert "0 runs removed, 3 runs kept" in said and "--keep-runs N" in said
    assert "2 runs removed, 1 run kept" in contest.judge("gc", "--keep-runs", "1").out
    assert "no age: write 36h" in contest.judge("gc", "--older", "soon").err
    assert "no size: write 500M" in contest.judge("gc", "--max-size", "big").err
    assert "no such store" in contest.judge("gc", "--from", "none.sqlite").err


@pytest.mark.long
def test_the_history_of_a_solution(three: Path, contest: Contest) -> None:
    lines = contest.judge("history", "picks").out.splitlines()
    assert lines[0] == "toy: 3 results"
    assert [line.split()[0] for line in lines[2:]] == ["@3", "@2", "@1"]
    assert [line.endswith("changed") for line in lines[2:]] == [True, True, False]
    by_file = contest.judge("history", "solutions/toy/picks.py", "--problem", "toy")
    assert by_file.out.splitlines() == lines
    assert "did you mean 'picks'?" in contest.judge("history", "piks").err
    assert (
        "no result of picks on 'tow'" in contest.judge("history", "picks", "--problem", "tow").err
    )
    with sqlite3.connect(three) as other:
        other.execute(
            "UPDATE moment SET heading = json_set(heading, '$.machine_class', 'old PC') "
            "WHERE number = 2"
        )
    lines = contest.judge("history", "picks").out.splitlines()
    assert lines[1].endswith("machine")
    assert [line.endswith("old PC") for line in lines[2:]] == [False, True, False]
