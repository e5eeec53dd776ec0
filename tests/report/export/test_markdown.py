"""The leaderboards as Markdown for a post."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.model import Ended, ProblemResult, Size, SolutionResult, Verdict
from judge.report.export import markdown
from judge.report.export.markdown import code
from tests.report.html.test_hostile import PAYLOADS, hostile
from tests.report.toy_results import (
    make_judged,
    make_problem,
    make_results,
    make_run,
    make_solution,
    printed,
    usual,
)


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


def test_they_stand_as_on_the_leaderboard(tmp_path: Path) -> None:
    problem = make_problem(tmp_path)

    def judged(name: str, answers: list[int], **more: object) -> SolutionResult:
        solution = make_solution(tmp_path, name, b"x", **more)
        return make_judged(problem, solution, printed(*answers))

    slow = make_run(ended=Ended.CPU_LIMIT, exit_status=None)
    soft = make_solution(tmp_path, "soft", b"x")
    found = (
        judged("a-late", [1, 1, 0, 0], date=date(2020, 1, 1)),
        judged("b-early", [1, 1, 0, 0], date=date(2010, 1, 1)),
        judged("c-wrong", [1, 1, 0, 2]),
        make_judged(problem, soft, [printed(1)[0], slow], verdict=Verdict.UNVERIFIED),
        judged("e-flagged", [1, 1, 0, 0], flags=("-p",), measured=Size(1, 1, 1, flags=("-p",))),
    )
    lines = markdown.render(make_results(ProblemResult(problem, found))).splitlines()[4:9]
    shown = [[cell.strip(" `") for cell in line.split("|")[1:4]] for line in lines]
    assert shown == [
        ["1", "b-early", "python3"],
        ["2", "a-late", "python3"],
        ["3", "e-flagged", "python3 + -p"],
        ["", "soft", "python3"],
        ["", "c-wrong", "python3"],
    ]


def test_ranks_are_those_of_the_page(tmp_path: Path) -> None:
    """Of one size the earlier one wins, and one cut short has no rank."""
    results = usual(tmp_path)
    (whole,) = results.problems
    tiny = next(j for j in whole.solutions if j.solution.name == "tiny")
    judged = [
        replace(tiny, solution=replace(tiny.solution, name="late", date=date(2020, 1, 2))),
        replace(tiny, solution=replace(tiny.solution, name="early", date=date(2020, 1, 1))),
        replace(tiny, solution=replace(tiny.solution, name="cut", size=1), stopped="interrupted"),
    ]
    text = markdown.render(replace(results, problems=(replace(whole, solutions=tuple(judged)),)))
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
