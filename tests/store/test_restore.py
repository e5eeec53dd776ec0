"""A run is drawn as it was, whatever has become of its files since."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.common.errors import JudgeError
from judge.store import restore
from judge.store.restore import RestoredRun
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest
from tests.store.test_store import judged


@pytest.fixture
def kept(contest: Contest) -> Store:
    """A store with one run of one right solution."""
    contest.solution("right.py", RIGHT["lambda.py"])
    store = open_store(contest.root / "store.sqlite")
    judged(contest, store)
    return store


def recalled(store: Store, contest: Contest) -> RestoredRun:
    return restore.restore_run(store, 1, contest.root / "restored")


@pytest.mark.long
def test_what_has_not_changed_is_read_where_it_lies(contest: Contest, kept: Store) -> None:
    found = recalled(kept, contest)
    assert found.remarks == () and found.changed == {"toy": frozenset()}
    assert all(
        c.input_path.is_relative_to(contest.problem)
        for c in found.results.problems[0].problem.cases
    )


@pytest.mark.long
def test_a_case_that_changed_is_named_and_drawn_as_it_was(contest: Contest, kept: Store) -> None:
    contest.case("secret/01-last", [9, 9], 2, 18)
    found = recalled(kept, contest)
    assert found.changed == {"toy": frozenset({"secret/01-last"})}
    assert found.remarks == (
        "toy: changed or gone, shown as stored: the input of secret/01-last",
        "toy: changed or gone, shown as stored: the answer of secret/01-last",
    )
    case = next(c for c in found.results.problems[0].problem.cases if c.name == "secret/01-last")
    assert case.input_path.read_text() == "[5, 1, 8]\n1\n"


@pytest.mark.long
def test_a_problem_that_is_gone_is_shown_without_drawings(contest: Contest, kept: Store) -> None:
    shutil.rmtree(contest.problem)
    (contest.solutions / "right.py").unlink()
    done = contest.judge("report", "--from", "store.sqlite", "--report", "r.html")
    assert done.status == 0
    gone = "problems/toy does not exist: shown as it was stored, without drawings"
    assert done.err == f"judge: toy: {gone}\n"
    page = (contest.root / "r.html").read_text()
    assert "Largest sum" in page and "sorted" in page  # the source is the store's


@pytest.mark.long
def test_a_source_is_shown_as_it_was_judged(contest: Contest, kept: Store) -> None:
    contest.solution("right.py", "print('rewritten')")
    contest.judge("report", "--from", "store.sqlite", "--report", "r.html")
    page = (contest.root / "r.html").read_text()
    assert "sorted" in page and "rewritten" not in page


@pytest.mark.long
def test_moments_have_names(contest: Contest, kept: Store) -> None:
    with pytest.raises(JudgeError, match="contains one run: add runs"):
        restore.number_of_run(kept, "previous")
    judged(contest, kept)
    judged(contest, kept)
    named = {name: restore.number_of_run(kept, name) for name in ("latest", "@previous", "@1", "2")}
    assert named == {"latest": 3, "@previous": 2, "@1": 1, "2": 2}


@pytest.mark.long
@pytest.mark.parametrize("name", ["", "@", "0", "-1", "last", "1.5", "9" * 40])
def test_other_names_are_refused(kept: Store, name: str) -> None:
    with pytest.raises(JudgeError, match="write a number from 1, latest or previous"):
        restore.number_of_run(kept, name)


def test_an_empty_store_says_how_to_fill_it(tmp_path: Path) -> None:
    store = open_store(tmp_path / "empty.sqlite")
    with pytest.raises(JudgeError, match="contains no run: add runs with `judge run`"):
        restore.number_of_run(store, "latest")


# The command


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("report --from none.sqlite", "judge: none.sqlite: no such store: `judge run` makes one"),
        ("report --from store.sqlite --run 9", "judge: store.sqlite: contains no run 9: the la"),
        ("report --from store.sqlite --run x", "judge: no run 'x': write a number from 1"),
        (
            "report --from store.sqlite --json r.x --csv r.x",
            "judge: r.x: is named by --json and --csv: name two files",
        ),
        ("rescore tyo --from store.sqlite", "judge: run 1 has no problem 'tyo': did you mean "),
    ],
)
def test_a_bad_choice_is_refused_in_a_line(
    contest: Contest, kept: Store, arguments: str, message: str
) -> None:
    assert contest.refuses(*arguments.split()).startswith(message)


@pytest.mark.long
def test_all_forms_are_drawn_from_the_store(contest: Contest, kept: Store) -> None:
    arguments = "--json a.json --junit a.xml --csv a.csv --markdown a.md".split()
    done = contest.judge("report", "--from", "store.sqlite", *arguments)
    assert (done.status, done.err) == (0, "")
    assert done.out == "\nreport: reports/run-1.html\n"
    written = {path.name for path in contest.root.glob("a.*")}
    assert written == {"a.json", "a.xml", "a.csv", "a.md"}
    listed = contest.judge("report", "--from", "store.sqlite", "--runs").out
    assert listed.split()[0] == "1" and "1 solutions  judge run" in listed
