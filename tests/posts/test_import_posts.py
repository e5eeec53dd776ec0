"""A second import updates what nobody has edited, and tells what it leaves."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from judge.model import Limits, Problem
from judge.posts.formats import api_answers
from judge.posts.import_posts import Action, PostImport, Target, plan_import
from judge.posts.record import read_record, write_record
from tests.contest import make_contest
from tests.posts.forms import answer, answers, fenced


def imported(folder: Path, *codes: str) -> PostImport:
    items = [
        answer(number, f"# Python 3, {len(code)} bytes\n\n{fenced(code)}")
        for number, code in enumerate(codes, 1)
        if code
    ]
    posts = api_answers.read(answers(*items).encode(), folder).posts
    target = Target(folder, Problem("toy", folder, {}, Limits(), ()), ("",), date(2026, 1, 2))
    planned = plan_import(posts, target, read_record(folder))
    planned.write()
    write_record(folder, planned.record)
    return planned


def actions(planned: PostImport) -> list[Action]:
    return [post.action for post in planned.posts]


def test_an_import_is_repeated_updated_and_never_overwrites(tmp_path: Path) -> None:
    assert actions(imported(tmp_path, "print(11)", "print(222)")) == [Action.NEW] * 2
    first, second = (tmp_path / f"author-{i}-python.py" for i in (1, 2))
    assert (first.read_text(), second.read_text()) == ("print(11)", "print(222)")
    assert actions(imported(tmp_path, "print(11)", "print(222)")) == [Action.UNCHANGED] * 2

    second.write_text("mine")
    again = imported(tmp_path, "print(1)", "print(2)")
    assert actions(again) == [Action.UPDATED, Action.KEPT]
    assert (first.read_text(), second.read_text()) == ("print(1)", "mine")
    assert [(one.before, one.bytes) for one in again.fallen] == [(9, 8)]

    gone = imported(tmp_path, "", "print(2)")
    assert actions(gone) == [Action.KEPT, Action.REMOVED]
    assert first.exists() and gone.record.posts["1"].removed == "2026-01-02"


def test_a_file_of_that_name_is_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / "author-1-python.py"
    mine.write_text("mine")
    imported(tmp_path, "print(1)")
    assert mine.read_text() == "mine"
    assert (tmp_path / "author-1-python-1.py").read_text() == "print(1)"


@pytest.mark.long
def test_the_pages_of_a_question_are_imported_together(tmp_path: Path) -> None:
    contest = make_contest(tmp_path)
    for page, numbers in (("1.json", (1, 2)), ("2.json", (2, 3))):
        items = [answer(i, f"# Python 3, 8 bytes\n\n{fenced(f'print({i})')}") for i in numbers]
        (contest.root / page).write_text(answers(*items))
    said = contest.judge("import", "1.json", "2.json", "--problem", "toy")
    assert said.status == 0 and "3 posts: 3 new" in said.out
    said = contest.judge("import", "1.json", "2.json", "--problem", "toy")
    assert (said.err, "3 posts: 3 unchanged" in said.out) == ("", True)

    page = json.loads((contest.root / "1.json").read_text())
    (contest.root / "1.json").write_text(json.dumps({**page, "has_more": True}))
    said = contest.judge("import", "1.json", "--problem", "toy")
    assert said.status == 0 and said.out.endswith("2 posts: 2 unchanged; 0 to look at\n")
    assert said.err.startswith("judge import: there are more answers after these: ")


def test_the_address_of_a_site_is_one(tmp_path: Path) -> None:
    said = make_contest(tmp_path).refuses("import", "x", "--problem", "toy", "--site", "a.org")
    assert "'a.org' is no address: write https://a.org" in said
