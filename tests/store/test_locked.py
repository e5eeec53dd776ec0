"""A store that cannot be written, be it locked, damaged or none at all, stops no run."""

from __future__ import annotations

import os
import sqlite3

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, Event, listen
from judge.store import schema
from judge.store.store import open_store
from tests.contest import RIGHT, Contest


@pytest.fixture
def one(contest: Contest) -> Contest:
    contest.solution("right.py", RIGHT["lambda.py"])
    assert contest.judge("run", "--store", "s.sqlite", "--report", "r.html").status == 0
    return contest


@pytest.mark.long
@pytest.mark.parametrize(
    "lock", ["BEGIN IMMEDIATE", "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"]
)
def test_a_locked_store_is_told_and_the_report_holds_the_run(one: Contest, lock: str) -> None:
    with sqlite3.connect(one.root / "s.sqlite", isolation_level=None) as other:
        other.executescript(lock)
        done = one.judge("run", "--store", "s.sqlite", "--report", "l.html")
    assert done.err.count("\n") == 1 and "locked" in done.err and "not stored" in done.err
    assert done.status == 0 and "all verdicts as expected" in done.out
    assert "right" in (one.root / "l.html").read_text()


def test_all_waiting_for_a_lock_together_is_short() -> None:
    assert schema.BUSY_TIMEOUT_S <= 2


@pytest.mark.long
def test_a_lock_is_told_while_the_run_goes_on_and_is_not_waited_for_again(one: Contest) -> None:
    message: list[str] = []
    store = open_store(one.root / "s.sqlite", message.append)
    heard: list[int] = []
    with sqlite3.connect(store.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        events = evaluate_plan(one.plan(), one.options(), store)
        listen(events, lambda event: heard.append(len(message)))
    [(patience,)] = store._connection.execute("PRAGMA busy_timeout").fetchall()
    assert message == [store.trouble] and set(heard) == {1} and patience == 0


@pytest.mark.long
def test_a_lock_in_the_middle_of_a_run_costs_nothing(one: Contest) -> None:
    """What has come meanwhile is written as soon as the other one is done."""
    store = open_store(one.root / "s.sqlite")
    other = sqlite3.connect(store.path, isolation_level=None)
    seen: list[int] = []

    def lock(event: Event) -> None:
        if not isinstance(event, CaseJudged):
            return
        seen.append(1)
        if len(seen) == 1:
            other.execute("BEGIN IMMEDIATE")
        elif len(seen) == 4:
            other.execute("COMMIT")

    listen(evaluate_plan(one.plan(), one.options(), store), lock)
    assert len(seen) == 5 and not other.in_transaction
    other.close()
    latest = store.stored_runs()[0]
    assert store.trouble == "" and latest.settled
    assert len(store.results(latest.number).problems[0].solutions[0].outcomes) == 5


@pytest.mark.long
@pytest.mark.parametrize("content", [b"no database" * 100, b"SQLite format 3\0" + bytes(4000)])
def test_a_damaged_store_is_told(one: Contest, content: bytes) -> None:
    (one.root / "bad.sqlite").write_bytes(content)
    done = one.judge("run", "--store", "bad.sqlite", "--report", "l.html")
    assert (done.status, done.err.count("\n")) == (0, 1) and "not stored" in done.err
    assert (one.root / "bad.sqlite").read_bytes() == content


@pytest.mark.long
def test_a_pipe_is_no_store(one: Contest) -> None:
    os.mkfifo(one.root / "pipe")
    done = one.judge("report", "--from", "pipe")
    assert done.status == 2
    assert done.err == "judge: pipe: is not a regular file, so it cannot be a store\n"
    assert (one.root / "pipe").is_fifo()
