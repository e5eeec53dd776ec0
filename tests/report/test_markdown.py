"""The leaderboards as Markdown for a post."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from judge.report import markdown
from judge.report.markdown import code
from tests.report.test_hostile import PAYLOADS, hostile
from tests.report.toy import usual


def test_the_ranked_come_first_then_those_that_pass_most(tmp_path: Path) -> None:
    path = tmp_path / "not" / "yet" / "there.md"
    markdown.write(usual(tmp_path), path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "**`Pick a word`**, 8 solutions, 4 cases"
    assert lines[2].startswith("| # | Solution | Language | Bytes |")
    shown = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[4:12]]
    assert [row[:2] for row in shown][:3] == [["1", "`tiny`"], ["2", "`right`"], ["", "`last`"]]
    assert shown[0][3:] == ["2", "AC", "4/4", "12 ms", "10 MiB"]
    named = {row[1]: row for row in shown}
    assert named["`first`"][4] == "WA (unexpected)"
    assert named["`slow`"][5] == "1/2 of 4"
    assert named["`absent`"][4:] == ["SKIP", "0/0", "–", "–"]


def test_ranks_are_those_of_the_page(tmp_path: Path) -> None:
    """Of one size the earlier one wins, and one cut short has no rank."""
    results = usual(tmp_path)
    (whole,) = results.problems
    tiny = next(j for j in whole.judged if j.solution.name == "tiny")
    judged = [
        replace(tiny, solution=replace(tiny.solution, name="late", date=date(2020, 1, 2))),
        replace(tiny, solution=replace(tiny.solution, name="early", date=date(2020, 1, 1))),
        replace(tiny, solution=replace(tiny.solution, name="cut", size=1), stopped="interrupted"),
    ]
    text = markdown.render(replace(results, problems=(replace(whole, judged=tuple(judged)),)))
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| ")][2:]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["1", "`early`"],
        ["2", "`late`"],
        ["", "`cut`"],
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "`plain`"),
        ("a`b", "`` a`b ``"),
        ("``` x", "```` ``` x ````"),
        ("a|b", "`a⟨BAR⟩b`"),
        ("two\nlines", "`two⟨LF⟩lines`"),
        ("", "`–`"),
        ("  ", "`–`"),
        ("<b>@all [x](y)</b>", "`<b>@all [x](y)</b>`"),
    ],
)
def test_a_name_is_a_code_span(text: str, shown: str) -> None:
    assert code(text) == shown


@pytest.mark.parametrize("payload", [*PAYLOADS, "| a | b |\n|---|---|", "`` ` ```", "\\|`"])
def test_hostile_names_keep_the_table_whole(tmp_path: Path, payload: str) -> None:
    text = markdown.render(hostile(tmp_path, payload))
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 4 and {row.count("|") for row in rows} == {9}
    for row in rows[2:]:  # outside code spans there is only what we write ourselves
        rest = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", row)
        assert "<" not in rest and "[" not in rest and "@" not in rest
