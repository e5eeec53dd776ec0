"""Runs that an older judge stored still open, are compared and rescored.

``older/`` holds two runs of the toy problem: ``first`` is a wrong solution, ``right`` was 78 bytes
in the first run and 83 in the second. ``run.json`` is what ``--json`` wrote of the first. The judge
that made them wrote no version, and its packages had other names.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import judge
from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import listen
from judge.evaluation.plan import make_plan
from judge.store.store import open_store
from tests.contest import RIGHT as RIGHT_SOURCES
from tests.contest import Contest

OLDER = Path(__file__).parent / "older"
RIGHT, FIRST = "right", "first"


@pytest.fixture
def older(contest: Contest) -> Contest:
    """A folder with the old store in the usual place, the problem, and no solutions."""
    (contest.root / "reports").mkdir()
    shutil.copyfile(OLDER / "store.sqlite", contest.root / "reports/store.sqlite")
    shutil.copyfile(OLDER / "run.json", contest.root / "run.json")
    return contest


def facts(path: Path) -> dict[str, tuple[str, str | int | None, list[tuple[str, str]]]]:
    """Verdict, worst gap and outcomes of every solution in a JSON file."""
    solutions = json.loads(path.read_text())["problems"][0]["solutions"]
    return {
        s["name"]: (
            s["verdict"],
            s["worst_gap"],
            [(o["case"], o["verdict"]) for o in s["outcomes"]],
        )
        for s in solutions
    }


def test_its_runs_are_listed(older: Contest) -> None:
    done = older.judge("report", "--runs")
    assert done.status == 0
    rows = [line.split()[:4] for line in done.out.splitlines()]
    assert [(row[0], row[2:]) for row in rows] == [
        ("2", ["2", "solutions"]),
        ("1", ["2", "solutions"]),
    ]


@pytest.mark.long
def test_a_run_is_drawn_with_the_facts_of_then(older: Contest) -> None:
    done = older.judge("report", "--run", "1", "--report", "page.html", "--json", "again.json")
    assert (done.status, done.err) == (0, "")
    assert facts(older.root / "again.json") == facts(older.root / "run.json")
    assert json.loads((older.root / "again.json").read_text())["run_version"] is None
    page = (older.root / "page.html").read_text()
    assert "<dt>Judge</dt><dd>an older version" in page
    assert f"Page made by judge {judge.__version__}" in page


@pytest.mark.parametrize("before", ["@previous", "run.json"])
def test_its_runs_are_compared(older: Contest, before: str) -> None:
    done = older.judge("compare", before, "@latest")
    assert done.status == 1  # a solution grew
    assert "right: 78 → 83 bytes" in done.out


@pytest.mark.long
def test_a_run_is_rescored_and_keeps_its_verdicts(older: Contest) -> None:
    done = older.judge("rescore", "--run", "1", "--report", "page.html", "--json", "again.json")
    assert (done.status, done.err) == (0, "")
    assert facts(older.root / "again.json") == facts(older.root / "run.json")
    assert "nothing has changed" in done.out
    assert older.judge("compare", "@1", "@latest").status == 0


@pytest.mark.long
def test_a_new_run_is_added_to_it_and_knows_the_old_ones(older: Contest) -> None:
    older.solution("right.py", "lambda n,k:[]", 'expect = ["WA"]')
    assert older.judge("run", "--report", "page.html").status == 0
    store = open_store(older.root / "reports/store.sqlite")
    assert [run.number for run in store.stored_runs()] == [3, 2, 1]
    assert [past.size for past in store.history("toy", RIGHT)] == [13, 83, 78]
    assert [past.verdict.value for past in store.history("toy", FIRST)] == ["WA", "WA"]
    store.close()


@pytest.mark.long
def test_known_executions_of_a_table_without_row_ids_are_used(contest: Contest) -> None:
    contest.keep_cases("01-last")
    contest.solution("right.py", RIGHT_SOURCES["lambda.py"])
    path = contest.root / "store.sqlite"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "DROP TABLE known; CREATE TABLE known (key BLOB NOT NULL, limits TEXT NOT NULL, "
            "used INTEGER NOT NULL, about TEXT NOT NULL, PRIMARY KEY (key, limits)) WITHOUT ROWID"
        )
    chosen = contest.options()
    for known in (0, 1):
        store = open_store(path)
        results = listen(evaluate_plan(make_plan(chosen), chosen, store))
        assert [one.known for one in results.problems[0].solutions] == [known]
        store.close()
