"""``judge rank``: leaderboards from the JSON of an earlier run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.common.errors import JudgeError
from judge.report.export import json_read
from judge.report.export.json_write import results_as_facts
from tests.contest import RIGHT, Contest, make_contest

LONGER = RIGHT["lambda.py"] + "# longer\n"


@pytest.fixture(scope="module")
def judged_once(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """Two right answers in Python, one in C, a wrong one; their facts in ``r.json``."""
    contest = make_contest(tmp_path_factory.mktemp("judged"))
    contest.solution("small.py", RIGHT["lambda.py"], "date = 2019-01-28")
    contest.solution("longer.py", LONGER)
    contest.solution("plain.c", RIGHT["plain.c"])
    contest.solution("wrong.py", "lambda n,k:[]")
    results = contest.run(sandbox="none")
    (contest.root / "r.json").write_text(json.dumps(results_as_facts(results)))
    return contest


@pytest.fixture
def judged(judged_once: Contest, tmp_path: Path) -> Contest:
    """The same in a folder of the test's own."""
    shutil.copytree(judged_once.root, tmp_path, dirs_exist_ok=True)
    return Contest(tmp_path)


def change(contest: Contest, make: Any) -> None:
    path = contest.root / "r.json"
    data = json.loads(path.read_text())
    make(data)
    path.write_text(json.dumps(data))


@pytest.mark.long
def test_what_is_read_back_ranks_as_what_was_judged(judged: Contest) -> None:
    [result] = json_read.read(judged.root / "r.json")
    again = {j.solution.name: j for j in result.solutions}
    for name, first in judged.judged(sandbox="none").items():
        second = again[name]
        assert (second.verdict, second.passed) == (first.verdict, first.passed)
        assert second.solution.size == first.solution.size
        assert second.solution.date == first.solution.date
        assert second.solution.league == first.solution.league
        assert second.worst_gap == first.worst_gap
        assert second.cpu_s > 0


@pytest.mark.long
def test_the_boards_are_printed(judged: Contest) -> None:
    done = judged.judge("rank", "--from", "r.json")
    assert (done.status, done.err) == (0, "")
    head, columns, *lines = done.out.splitlines()
    assert head == "Largest sum:"
    assert columns.split() == "# size points CPU time solution language".split()
    small = len(RIGHT["lambda.py"])
    assert lines[0].split()[:4] == ["1.", str(small), "B", "1000"]
    assert lines[0].endswith("Python 3 2019-01-28")
    points = 1000 * small // len(LONGER)
    assert lines[1].split()[:4] == ["2.", str(len(LONGER)), "B", str(points)]
    assert lines[2].split()[:4] == ["3.", str(len(RIGHT["plain.c"])), "B", "1000"]
    wrong = next(line for line in lines if " wrong " in line)
    assert wrong.endswith("sample/1: WA suboptimal")
    assert "Python 3:" in lines and "C:" not in lines, "a language with one answer needs no board"


@pytest.mark.long
def test_an_improvement_over_an_earlier_run_is_told(judged: Contest) -> None:
    (judged.root / "old.json").write_text((judged.root / "r.json").read_text())

    def shrink(data: Any) -> None:
        solution = next(s for s in data["problems"][0]["solutions"] if s["name"] == "small")
        solution["bytes"] -= 3

    change(judged, shrink)
    out = judged.judge("rank", "toy", "--from", "r.json", "--before", "old.json").out
    size = len(RIGHT["lambda.py"])
    assert f"\nPython 3, 3 below the record of {size}:\n" in out
    assert "record" not in judged.judge("rank", "--from", "r.json").out


def test_an_unverified_answer_says_how_far_it_came(judged: Contest) -> None:
    def slow(data: Any) -> None:
        solution = data["problems"][0]["solutions"][0]
        solution["verdict"] = "UNVERIFIED"
        solution["slow"] = {"case": "secret/04-all", "size": [2], "growth": None, "points": 1}

    change(judged, slow)
    out = judged.judge("rank", "--from", "r.json").out
    assert "\ncorrect as far as judged:\n" in out
    assert "solved up to size 2 (secret/04-all); too few sizes" in out


def test_names_from_a_report_cannot_steer_the_terminal(judged: Contest) -> None:
    def hostile(data: Any) -> None:
        data["problems"][0]["titles"] = {"en": "\x1b[2J"}
        for solution in data["problems"][0]["solutions"]:
            solution["name"] = "\x1b]0;x\x07"
            solution["language"] = "\x1b[31m"
            solution["outcomes"][0]["message"] = "\u202eabc"

    change(judged, hostile)
    out = judged.judge("rank", "--from", "r.json").out
    assert out and all(c.isprintable() or c == "\n" for c in out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "judge rank: the following arguments are required: --from"),
        ("--from gone.json", "judge: gone.json: cannot be read: No such file or directory"),
        ("--from problems/toy/plugin.py", "judge: problems/toy/plugin.py: is not valid JSON"),
        ("tyo --from r.json", "judge: r.json: contains no problem 'tyo': did you mean 'toy'?"),
        ("--from r.json --before gone.json", "judge: gone.json: cannot be read"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(judged: Contest, arguments: str, message: str) -> None:
    assert judged.refuses("rank", *arguments.split()).startswith(message)


@pytest.mark.parametrize(
    "text",
    ["[]", '{"schema": 99}', '{"schema": 1}', '{"schema": 1, "problems": [{}]}', "[" * 99999],
)
def test_a_file_that_is_no_report_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(text)
    with pytest.raises(JudgeError) as caught:
        json_read.read(path)
    assert str(caught.value).startswith(
        (f"{path}: is ", f"{path}: was written by a newer")
    ) and "\n" not in str(caught.value)
