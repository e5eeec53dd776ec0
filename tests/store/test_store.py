"""Every run is kept, also one that is cut short, and comes back as it was."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged, Event, Listener, SolutionBuilt, listen
from judge.evaluation.plan import make_plan
from judge.model import Results, Verdict
from judge.store import restore, schema
from judge.store.schema import APPLICATION
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest, judge_environment, without_progress
from tests.processes import wait_for
from tests.report.toy_results import loaded, usual


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "store.sqlite")


@pytest.fixture
def two(contest: Contest) -> Contest:
    """A right solution in C and a wrong one in Python."""
    contest.solution("right.c", RIGHT["plain.c"])
    contest.solution("wrong.py", "lambda n,k:[]", 'expect = "WA"')
    return contest


def judged(contest: Contest, store: Store, *listeners: Listener, **options: Any) -> Results:
    chosen = contest.options(**options)
    return listen(evaluate_plan(make_plan(chosen), chosen, store), *listeners)


def bare(results: Results) -> Results:
    """Without the sources that the store adds."""
    return replace(
        results,
        problems=tuple(
            replace(
                p,
                solutions=tuple(
                    replace(j, solution=replace(j.solution, source=None)) for j in p.solutions
                ),
            )
            for p in results.problems
        ),
    )


# What goes in comes out


@pytest.mark.long
def test_all_of_a_run_comes_back(two: Contest, store: Store) -> None:
    results = judged(two, store, command="judge run --here")
    assert store.trouble == "" and store.number == 1
    back = store.results(1)
    assert bare(back) == results
    sources = {j.solution.name: j.solution.source for j in back.problems[0].solutions}
    assert sources["wrong"] == b"lambda n,k:[]"
    taken = {
        j.solution.name: sum(o.run.wall_s for o in j.outcomes if o.run)
        for j in results.problems[0].solutions
    }
    assert store.durations("toy") == pytest.approx(taken)


@pytest.mark.long
def test_what_took_longest_begins_first(contest: Contest, store: Store) -> None:
    for name in "abc":
        contest.solution(f"{name}.py", RIGHT["def.py"])
    begun: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, SolutionBuilt):
            begun.append(event.solution.name)

    judged(contest, store, hear)
    assert begun == ["a", "b", "c"]
    for name, seconds in (("a", 1.5), ("b", 3.0), ("c", 2.0)):
        set_duration(store, name, seconds)
    begun.clear()
    judged(contest, store, hear, fresh=True)
    assert begun == ["b", "c", "a"]


@pytest.mark.long
def test_what_may_be_slow_begins_first_as_long_as_nothing_is_known(
    contest: Contest, store: Store
) -> None:
    contest.solution("a.py", RIGHT["def.py"])
    contest.solution("b.py", RIGHT["def.py"], 'expect = ["AC", "TLE"]')
    contest.solution("c.py", RIGHT["def.py"], 'expect = ["AC", "UNVERIFIED"]')
    contest.solution("d.py", RIGHT["def.py"], 'expect = ["AC", "WA"]')
    begun: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, SolutionBuilt):
            begun.append(event.solution.name)

    judged(contest, store, hear)
    assert begun == ["b", "c", "a", "d"]


def set_duration(store: Store, solution: str, seconds: float) -> None:
    """Say how long the solution took in all stored runs, whatever the machine measured."""
    of_solution = "SELECT id FROM judged WHERE name = ?"
    statement = f"UPDATE duration SET wall_s = ? WHERE judged IN ({of_solution})"
    store._connection.execute(statement, (seconds, solution))
    assert store.durations("toy")[solution] == seconds


def test_every_kind_of_verdict_comes_back(tmp_path: Path, store: Store) -> None:
    results = usual(tmp_path)
    assert bare(store.results(store.keep(results, loaded(results)))) == results


@pytest.mark.parametrize("score", [10**40, -(10**40), Fraction(-1, 3), Fraction(4)])
def test_scores_stay_exact(tmp_path: Path, store: Store, score: Any) -> None:
    results = usual(tmp_path)
    first = results.problems[0].solutions[0]
    outcome = replace(first.outcomes[0], score=score, best=score, gap=score)
    changed = replace(first, outcomes=(outcome,))
    problem = replace(results.problems[0], solutions=(changed,))
    number = store.keep(replace(results, problems=(problem,)), loaded(results))
    back = store.results(number).problems[0].solutions[0].outcomes[0]
    assert (back.score, back.best, back.gap) == (score, score, score)
    assert type(back.score) is type(score)
    assert store.history("toy", first.solution.name)[0].worst_gap == score


@pytest.mark.long
def test_names_in_broken_utf8_are_no_hindrance(two: Contest, store: Store) -> None:
    two.solution("odd\udcff.py", "lambda n,k:[]", 'expect = "WA"')
    results = judged(two, store, command="judge \udcff")
    assert bare(store.results(1)) == results
    assert [past.verdict for past in store.history("toy", "odd\udcff")] == [Verdict.WA]


@pytest.mark.long
def test_texts_are_kept_once(two: Contest, store: Store) -> None:
    def blobs() -> int:
        found: int = store._connection.execute("SELECT count(*) FROM blob").fetchone()[0]
        return found

    judged(two, store)
    before = blobs()
    judged(two, store)
    assert blobs() == before


@pytest.mark.long
def test_a_run_that_is_given_up_or_does_not_compile_is_kept_too(
    contest: Contest, store: Store
) -> None:
    contest.solution("broken.c", "int main(void) { oops }")
    results = judged(contest, store)
    [back] = store.results(1).problems[0].solutions
    assert back.verdict is Verdict.CE and back.message == results.problems[0].solutions[0].message


# Asking


@pytest.mark.long
def test_moments_are_listed_newest_first(two: Contest, store: Store) -> None:
    judged(two, store, command="judge run one")
    results = judged(two, store, solution="right", command="judge run two")
    store.keep(results, two.plan().problems, rescored=2)
    third, second, first = store.stored_runs()
    assert (first.number, first.command, first.solutions) == (1, "judge run one", 2)
    assert (second.problems, second.solutions, second.settled) == (("toy",), 1, True)
    assert (third.rescored, second.rescored) == (2, None)


@pytest.mark.long
def test_history_is_newest_first_and_can_end_before_a_moment(two: Contest, store: Store) -> None:
    judged(two, store)
    two.solution("wrong.py", "lambda n,k: []", 'expect = "WA"')
    judged(two, store, case="sample/1")
    new, old = store.history("toy", "wrong")
    assert (new.run_number, new.size, new.ran, new.cases) == (2, 14, 1, 5)
    assert (old.run_number, old.size, old.ran, old.passed) == (1, 13, 5, 1)
    assert new.digest != old.digest and old.worst_gap == 8
    assert old.reading == "0-indexed" and old.verdict is Verdict.WA and old.cpu_s > 0
    assert store.history("toy", "wrong", before=2) == (old,)
    assert store.history("toy", "nobody") == ()


@pytest.mark.long
def test_records_are_the_smallest_that_passed_every_case(two: Contest, store: Store) -> None:
    two.solution("long.py", RIGHT["def.py"])
    judged(two, store)
    two.solution("short.py", RIGHT["lambda.py"])
    judged(two, store, case="sample/1")  # not on all cases: no record
    assert [(r.language, r.solution) for r in store.records("toy")] == [
        ("python", "long"),
        ("c", "right"),
    ]
    judged(two, store)
    judged(two, store)
    python = store.records("toy")[0]
    assert (python.solution, python.size, python.run_number) == ("short", 78, 3)
    assert store.records("toy", before=3)[0].solution == "long"


@pytest.mark.long
def test_a_moment_that_is_not_there_is_refused(two: Contest, store: Store) -> None:
    with pytest.raises(JudgeError, match="contains no run 1: it is empty"):
        store.results(1)
    judged(two, store)
    with pytest.raises(JudgeError, match="contains no run 7: the latest is 1"):
        store.results(7)


# Cut short


@pytest.mark.long
def test_an_interrupted_run_is_kept(two: Contest, store: Store) -> None:
    def stop(event: Event) -> None:
        if isinstance(event, CaseJudged) and event.solution.name == "wrong":
            signal.raise_signal(signal.SIGINT)

    results = judged(two, store, stop)
    assert results.interrupted and bare(store.results(1)) == results
    assert store.stored_runs()[0].settled and store.stored_runs()[0].interrupted


@pytest.mark.long
def test_a_judge_that_is_killed_has_lost_next_to_nothing(two: Contest, store: Store) -> None:
    two.solution("y-naps.py", "import time\ntime.sleep(1)")
    two.solution("z-sleeps.py", "import time\ntime.sleep(300)")
    arguments = ["run", "-j", "1", "--time-limit", "300", "--store", str(store.path)]
    judge = subprocess.Popen(
        [sys.executable, "-m", "judge", *arguments],
        cwd=two.root,
        env=judge_environment(),
        process_group=0,
        stderr=subprocess.DEVNULL,
    )

    def arrived() -> int:
        # The last runs of a quick burst wait for the next one.
        return sum(len(runs) for _, runs in store.unsettled(1)) if store.stored_runs() else 0

    wait_for(lambda: arrived() >= 11)
    os.killpg(judge.pid, signal.SIGKILL)
    judge.wait()
    run_number = store.stored_runs()[0]
    assert (run_number.settled, run_number.interrupted) == (False, True)
    [problem] = restore.settled(store, 1).problems
    right, *others = problem.solutions
    assert (right.solution.name, right.verdict, right.passed) == ("right", Verdict.AC, 5)
    assert right.solution.source == RIGHT["plain.c"].encode()
    wrong = next(j for j in others if j.solution.name == "wrong")
    assert wrong.verdict is Verdict.WA
    done = two.judge("report", "--from", str(store.path), "--report", "r.html")
    assert (done.status, done.err) == (0, "") and (two.root / "r.html").exists()


# Bad files: told in a line, nothing lost, and the report is still written


def newer(path: Path, form: int = 99) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (x)")
        other.execute(f"PRAGMA application_id = {APPLICATION}")
        other.execute(f"PRAGMA user_version = {form}")


def older(path: Path) -> None:
    newer(path, form=1)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (x)")


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b"no database\n" * 99), "file is not a database"),
        (foreign, "is not a store of judge"),
        (
            older,
            "was written by an older version of judge (store version 1, this judge reads 2)",
        ),
        (
            newer,
            "was written by a newer version of judge (store version 99, this judge reads 2)",
        ),
    ],
)
def test_a_file_that_is_no_store_stops_no_run(two: Contest, make: Any, message: str) -> None:
    path = two.root / "kept.sqlite"
    make(path)
    before = path.read_bytes()
    done = two.judge("run", "--store", "kept.sqlite", "--report", "r.html")
    assert done.status == 0 and (two.root / "r.html").exists()
    assert done.err.startswith("judge: kept.sqlite: ") and done.err.count("\n") == 1
    assert message in done.err and "name another store, or move this file away" in done.err
    assert path.read_bytes() == before
    line = two.judge("report", "--from", "kept.sqlite")
    assert (line.status, line.out) == (2, "") and message in line.err


@pytest.mark.long
def test_a_store_in_a_folder_that_cannot_be_written_says_what_helps(two: Contest) -> None:
    assert two.judge("run", "--store", "shut/kept.sqlite").status == 0
    inside = f"mount --bind shut shut && mount -o remount,ro,bind shut && {sys.executable} -m judge"
    arguments = ["unshare", "-m", "sh", "-c", f"{inside} report --from shut/kept.sqlite --runs"]
    done = subprocess.run(arguments, cwd=two.root, env=judge_environment(), capture_output=True)
    if b"judge: " not in done.stderr:
        pytest.skip("mounting is not allowed here")
    message = "judge: shut/kept.sqlite: is in a read-only folder: copy it elsewhere\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)


def test_an_empty_store_says_so(two: Contest) -> None:
    (two.root / "empty.sqlite").touch()
    done = two.judge("report", "--from", "empty.sqlite", "--runs")
    assert (done.status, done.out) == (0, "") and "no run is stored yet" in done.err


@pytest.mark.long
def test_a_disk_that_is_full_is_told_with_what_helps(two: Contest, store: Store) -> None:
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    results = judged(two, store)
    assert [j.verdict.value for j in results.problems[0].solutions] == ["AC", "WA"]
    assert "(database or disk is full): free some space there, or name another" in store.trouble


@pytest.mark.long
def test_a_store_that_breaks_during_a_run_stops_nothing(two: Contest, store: Store) -> None:
    def spoil(event: Event) -> None:
        with sqlite3.connect(store.path, isolation_level=None) as other:
            other.execute("DROP TABLE IF EXISTS outcome")

    results = judged(two, store, spoil)
    assert [j.verdict.value for j in results.problems[0].solutions] == ["AC", "WA"]
    assert "this run is not stored (no such table: outcome): name another" in store.trouble
    assert store.number is None
    with pytest.raises(JudgeError, match="the store is damaged") as caught:
        store.keep(results, two.plan().problems)
    assert str(store.path) in str(caught.value)


@pytest.mark.long
@pytest.mark.parametrize("replaced", [False, True])
def test_a_store_that_is_removed_during_a_run_is_told(
    two: Contest, store: Store, replaced: bool
) -> None:
    def remove(event: Event) -> None:
        store.path.unlink(missing_ok=True)
        if replaced:
            store.path.write_bytes(b"")

    results = judged(two, store, remove)
    assert [j.verdict.value for j in results.problems[0].solutions] == ["AC", "WA"]
    assert "is not stored, as the file was removed or replaced meanwhile" in store.trouble
    assert store.number is None


def test_a_disk_without_room_for_a_store_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself ends the transaction that creates the tables."""
    path = tmp_path / "store.sqlite"
    connect = sqlite3.connect

    def small(*words: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*words, **options)
        connection.execute("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(JudgeError, match=r"cannot be written .*is full.*: free some space there"):
        open_store(path)


@pytest.mark.long
def test_damage_inside_is_told_when_it_is_met(two: Contest, store: Store) -> None:
    judged(two, store)
    with sqlite3.connect(store.path, isolation_level=None) as other:
        other.execute("UPDATE blob SET data = x'00', size = 9")
    with pytest.raises(JudgeError, match="the store is damaged"):
        store.results(1)


@pytest.mark.parametrize("place", ["problems", "problems/toy/plugin.py/x.sqlite"])
def test_a_place_where_no_store_can_be_is_refused_at_once(two: Contest, place: str) -> None:
    two.set_trap()
    assert two.run_refuses("--store", place).startswith(f"judge: {place}: cannot be written: ")


@pytest.mark.long
def test_without_a_store_nothing_is_kept(two: Contest) -> None:
    assert two.judge("run", "--no-store").status == 0
    assert not (two.root / "reports" / "store.sqlite").exists()


# Many judges at once


def test_a_store_that_another_judge_creates_meanwhile_is_told_from_a_foreign_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.sqlite"
    others: list[Thread] = []

    class Late(sqlite3.Connection):
        """After its first look at the file, another judge creates the store."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            cursor = super().execute(sql, *values)
            if "application_id" in sql and not others:
                others.append(Thread(target=lambda: schema.connect(path).close()))
                others[0].start()
                others[0].join(0.2)  # it may have to wait for this one
            return cursor

    def connect(*words: Any, **options: Any) -> sqlite3.Connection:
        return honest(*words, **options, factory=sqlite3.Connection if others else Late)

    honest = sqlite3.connect
    monkeypatch.setattr(schema.sqlite3, "connect", connect)
    schema.connect(path).close()
    others[0].join()


@pytest.mark.long
def test_many_judges_begin_one_store_together(two: Contest) -> None:
    arguments = [sys.executable, "-m", "judge", "run", "--case", "sample/1", "--store", "s.sqlite"]
    judges = [
        subprocess.Popen(
            [*arguments, "--report", f"{i}.html"],
            cwd=two.root,
            env=judge_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for i in range(4)
    ]
    errors = [without_progress(judge.communicate(timeout=900)[1]) for judge in judges]
    assert errors == [""] * 4
    assert [judge.returncode for judge in judges] == [0] * 4
    stored_runs = open_store(two.root / "s.sqlite").stored_runs()
    assert [(m.number, m.settled, m.solutions) for m in stored_runs] == [
        (number, True, 2) for number in (4, 3, 2, 1)
    ]
