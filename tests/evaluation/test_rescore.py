"""Outputs that are kept are graded again by what the problem's plug-in says today."""

from __future__ import annotations

import json

import pytest

from judge.model import Verdict
from judge.store.store import Store, open_store
from tests.contest import RIGHT, Contest
from tests.store.test_store import judged


@pytest.fixture
def kept(contest: Contest) -> Store:
    """A store with one run: a right solution and a wrong one."""
    contest.solution("right.py", RIGHT["lambda.py"])
    contest.solution("wrong.py", "lambda n,k:[]", 'expect = "WA"')
    store = open_store(contest.root / "reports" / "store.sqlite")
    judged(contest, store)
    return store


def change(contest: Contest, old: str, new: str) -> None:
    plugin = contest.problem / "plugin.py"
    text = plugin.read_text()
    assert old in text
    plugin.write_text(text.replace(old, new))


def verdicts(store: Store, run_number: int) -> dict[str, str]:
    return {
        j.solution.name: j.verdict.value
        for p in store.results(run_number).problems
        for j in p.solutions
    }


@pytest.mark.long
def test_a_checker_that_changed_changes_verdicts(contest: Contest, kept: Store) -> None:
    change(contest, "len(answer) > instance.most", "len(answer) != instance.most")
    said = contest.judge("rescore", "toy", "--json", "r.json")
    assert said.status == 1 and said.err == ""
    assert "! verdict right: AC → WA, with the same source" in said.out
    assert "secret/02-none AC → WA" in said.out
    assert said.out.endswith("\nreport: reports/run-2.html\n")
    assert verdicts(kept, 1) == {"right": "AC", "wrong": "WA"}
    assert verdicts(kept, 2) == {"right": "WA", "wrong": "WA"}
    assert kept.stored_runs()[0].rescored == 1 and kept.history("toy", "right")[0].rescored
    assert (
        json.loads((contest.root / "r.json").read_text())["command"]
        == "judge rescore toy --json r.json"
    )


@pytest.mark.long
def test_an_answer_file_that_was_mended_is_used(contest: Contest, kept: Store) -> None:
    (contest.problem / "data/sample/1.ans").write_text("6\n0\n")  # too low: the right one beats it
    said = contest.judge("rescore")
    assert "sample/1 AC → BETTER" in said.out
    back = kept.results(2).problems[0]
    assert back.solutions[0].outcomes[0].best == 6
    assert (
        back.problem.cases[0].answer_digest
        != kept.results(1).problems[0].problem.cases[0].answer_digest
    )


@pytest.mark.long
def test_nothing_changed_is_said_too(contest: Contest, kept: Store) -> None:
    said = contest.judge("rescore")
    assert said.status == 0
    assert "2 of 2 solutions in both runs are unchanged; nothing has changed" in said.out


@pytest.mark.long
def test_a_case_with_another_input_keeps_its_verdict(contest: Contest, kept: Store) -> None:
    contest.case("secret/01-last", [9, 9], 2, 18)
    said = contest.judge("rescore")
    assert said.err == ("judge: toy: verdicts kept where the input has changed: secret/01-last\n")
    before, after = (kept.results(n).problems[0].solutions[0] for n in (1, 2))
    assert [o.verdict for o in after.outcomes] == [o.verdict for o in before.outcomes]
    assert after.outcomes[1].best == before.outcomes[1].best == 8


@pytest.mark.long
def test_an_output_that_was_cut_keeps_its_verdict(contest: Contest) -> None:
    contest.keep_cases("1", "01-last")
    contest.solution("wordy.py", "print(' ' * 70000, 2)", 'expect = ["AC", "WA"]')
    store = open_store(contest.root / "reports" / "store.sqlite")
    judged(contest, store)
    [before] = store.results(1).problems[0].solutions
    assert [o.run and o.run.cut for o in before.outcomes] == [True, True]
    change(contest, "len(answer) > instance.most", "True")
    said = contest.judge("rescore")
    assert said.err == (
        "judge: toy: verdicts kept where the store has only the start of the output: wordy\n"
    )
    [after] = store.results(2).problems[0].solutions
    assert after.outcomes == before.outcomes


@pytest.mark.long
def test_a_solution_that_never_ran_stays_as_it_is(contest: Contest) -> None:
    contest.solution("broken.c", "int main(void) { oops }", 'expect = "CE"')
    store = open_store(contest.root / "reports" / "store.sqlite")
    judged(contest, store)
    assert contest.judge("rescore").status == 0
    [after] = store.results(2).problems[0].solutions
    assert after.verdict is Verdict.CE and "oops" in after.message
