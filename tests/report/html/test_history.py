"""A page of ``judge run`` tells what the store remembers of runs before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Verdict
from judge.report.html.history import past_results
from judge.store.store import open_store
from tests.contest import Contest, make_contest


def run(contest: Contest, *arguments: str) -> str:
    """The page of one real ``judge run``."""
    done = contest.judge("run", "-q", "--sandbox", "none", "--report", "page.html", *arguments)
    assert done.err == "", done.err
    return (contest.root / "page.html").read_text()


@pytest.mark.long
def test_the_second_run_tells_of_the_first(tmp_path: Path) -> None:
    contest = make_contest(tmp_path)
    contest.solution("it.py", "lambda numbers, most: []\n", 'expect = ["AC", "WA"]\n')
    assert "Earlier results" not in run(contest)
    contest.solution("it.py", "lambda numbers, most: [0]\n")
    page = run(contest)
    assert page.count("Earlier results") == 1 and "<td>different</td>" in page
    results = contest.run()
    (past,) = past_results(
        open_store(contest.root / "reports" / "store.sqlite"), results, 2
    ).values()
    assert [(old.run_number, old.size) for old in past] == [(1, 25)]
    assert past[0].verdict in (Verdict.AC, Verdict.WA)


@pytest.mark.long
def test_a_run_that_is_not_kept_tells_nothing(tmp_path: Path) -> None:
    contest = make_contest(tmp_path)
    contest.solution("it.py", "lambda numbers, most: []\n", 'expect = ["AC", "WA"]\n')
    run(contest)
    assert "Earlier results" not in run(contest, "--no-store")
