"""What ``judge run`` says: colours, loudness, the case drawn at once, the bar and plain lines."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import sys
import termios
import threading
from contextlib import suppress

import pytest

from judge.evaluation.events import CaseJudged
from judge.model import (
    Ended,
    Execution,
    Grade,
    GradedExecution,
    Reason,
    Verdict,
)
from judge.packages.first_case import VERY_MANY
from judge.report.terminal import progress
from judge.report.terminal.progress import contradicts
from judge.report.terminal.style import style_for
from tests.analysis.test_leaderboard import entry
from tests.contest import RIGHT, Contest, judge_environment
from tests.forked_judge import forked_judge


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "colours"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    stream: io.StringIO, environment: dict[str, str], colours: bool
) -> None:
    assert style_for(stream, environment).colours is colours


def on_a_terminal(contest: Contest, *arguments: str, **environment: str) -> str:
    """What ``judge`` writes to a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    message = bytearray()

    def read() -> None:
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(ours, 65536):
                message.extend(chunk)

    reader = threading.Thread(target=read)
    reader.start()
    terminal = {**judge_environment(TERM="xterm", NO_COLOR=""), **environment}
    forked_judge(arguments, contest.root, terminal, {1: theirs, 2: theirs})
    os.close(theirs)
    reader.join()
    os.close(ours)
    return message.decode()


@pytest.fixture
def two(contest: Contest) -> Contest:
    """A right solution, and a wrong one that nobody expected."""
    contest.solution("right.c", RIGHT["plain.c"])
    contest.solution("wrong.py", "lambda n,k:[0][:k]")
    return contest


@pytest.mark.long
def test_a_terminal_gets_a_bar_and_colours(two: Contest) -> None:
    message = on_a_terminal(two, "run")
    assert re.search(r"\d+%\|.*execution/s", message)
    assert "\x1b[32mAC     \x1b[0m" in message and "\x1b[31mWA     \x1b[0m" in message
    plain = on_a_terminal(two, "run", NO_COLOR="1")
    assert re.search(r"\d+%\|", plain) and "\x1b[3" not in plain


@pytest.mark.long
def test_a_terminal_hears_of_cases_that_take_long_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "READING_S", 0)
    for stream, expected in (Terminal(), r"reading: \d+ cases"), (io.StringIO(), "$"):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.reading_progress() as reading:
            reading.advance(2000)
            reading.advance(500)
        assert re.match(r"\s*" + expected, stream.getvalue())


@pytest.mark.parametrize("cases", [0, 2000])
def test_the_first_result_stands_beside_the_cases_that_are_read(
    monkeypatch: pytest.MonkeyPatch, cases: int
) -> None:
    monkeypatch.setattr(progress, "READING_S", 0)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    right = entry("right", 1).solution
    with progress.reading_progress() as reading:
        reading.show(CaseJudged(right, graded(Verdict.AC), Verdict.AC))
        assert stream.getvalue() == "\rright on c: AC"
        if cases:
            reading.advance(cases)
    written = stream.getvalue()
    assert bool(re.search(r"reading: \d+ cases .*, right on c: AC\]", written)) == bool(cases)
    assert written.endswith("\r")


@pytest.mark.long
def test_the_first_result_comes_before_very_many_cases_are_listed(two: Contest) -> None:
    """The plan refuses them in the end, as none has an answer."""
    for number in range(VERY_MANY):
        (two.problem / f"data/secret/{number}.in").touch()
    message = on_a_terminal(two, "run", "--solution", "right")
    shown, _, rest = message.partition("right on sample/1: AC")
    assert shown == "\r" and "0.ans: is missing: every input needs one" in rest


@pytest.mark.long
def test_grading_one_file_has_the_bar_too(two: Contest) -> None:
    arguments = ("grade", "toy", "solutions/toy/wrong.py")
    assert re.search(r"\d+%\|.*execution/s", on_a_terminal(two, *arguments))
    assert two.judge(*arguments, TERM="xterm").err == ""


@pytest.mark.long
def test_a_pipe_gets_neither(two: Contest) -> None:
    said = two.judge("run", TERM="xterm")
    assert said.err == "" and "\x1b" not in said.out + said.err and "%|" not in said.out + said.err


@pytest.mark.long
def test_the_first_refuted_case_is_drawn_at_once(two: Contest) -> None:
    out = two.judge("run", "-j", "1").out
    assert out.startswith(
        "! wrong on toy/sample/1: WA suboptimal\n\n"
        "theirs, score 3:\nat most 2 of <3> -1 4\n\n"
        "best, score 7:\nat most 2 of <3> -1 <4>\n\n"
    )
    assert out.count("best, score") == 1, "only the first"


@pytest.mark.long
def test_a_crash_before_it_does_not_take_the_drawing_away(two: Contest) -> None:
    two.solution("a-crash.py", "raise SystemExit('no')")
    out = two.judge("run", "-j", "1").out
    assert out.startswith(
        "! a-crash on toy/sample/1: RTE exit status 1\n\n! wrong on toy/sample/1: WA"
    )
    assert out.count("! a-crash on") == out.count("best, score") == 1


@pytest.mark.long
def test_names_keep_the_columns_straight(contest: Contest) -> None:
    names = ["short", "日本語の長い名前", "e\u0301te\u0301", "very-long-" * 6]
    for name in names:
        contest.solution(f"{name}.c", RIGHT["plain.c"])
    rows = [line for line in contest.judge("run").out.splitlines() if " B AC " in line]
    assert [row[: row.index("…") + 9] for row in rows if "…" in row] == [
        "  very-long-very-long-very-long-v…ry-long-"
    ]
    wide = {"short": 0, "日本語の長い名前": 8, "e\u0301te\u0301": -2, "very-long-": 0}
    ends = {name: next(row for row in rows if name in row).index(" B AC ") for name in wide}
    assert {ends[name] + wide[name] for name in wide} == {ends["short"]}


@pytest.mark.long
def test_what_was_not_run_has_no_times_and_a_skipped_one_is_told(contest: Contest) -> None:
    contest.solution("given.out", "0\n", "case = 'sample/1'\nexpect = 'WA'")
    contest.solution("lacks.py", RIGHT["program.py"], "requires = ['no_such_module']")
    lines = contest.judge("run").out.splitlines()
    for name in ("given", "lacks"):
        row = next(line for line in lines if line.strip().startswith(name))
        assert " ms" not in row and " MiB" not in row
    assert any(line.endswith("all verdicts as expected, 1 skipped") for line in lines)
    lines = contest.judge("run", "--solution", "lacks").out.splitlines()
    assert any(line.endswith(": nothing was judged, 1 skipped") for line in lines)


@pytest.mark.long
def test_nothing_is_drawn_for_a_verdict_that_is_expected(two: Contest) -> None:
    two.solution("wrong.py", "lambda n,k:[0][:k]", 'expect = "WA"')
    assert two.judge("run").out.startswith("\nLargest sum: 2 solutions\n")


@pytest.mark.long
def test_quiet_tells_what_is_not_as_expected_and_one_line(two: Contest) -> None:
    lines = two.judge("run", "-q").out.strip().splitlines()
    assert [line.split()[0] for line in lines] == ["Largest", "!", "expected", "10"]
    assert lines[-1].endswith("1 NOT as expected")
    [line] = two.judge("run", "-q", "--solution", "right").out.splitlines()
    assert line.endswith("all verdicts as expected")


@pytest.mark.long
def test_verbose_tells_each_solution_as_it_ends_and_what_was_settled(two: Contest) -> None:
    out = two.judge("run", "-v").out
    assert "toy/right has ended: 5 AC\n" in out
    assert "toy/wrong has ended: 5 WA\n" in out
    assert "\n    kind: function, detected: it ends with a lambda\n" in out
    assert "\n    read as 0-indexed: " in out


def test_quiet_and_verbose_exclude_each_other(two: Contest) -> None:
    done = two.judge("run", "-q", "-v")
    assert done.status == 2 and "not allowed with" in done.err


@pytest.mark.long
def test_boards_are_printed_when_asked_for(two: Contest) -> None:
    out = two.judge("run", "--rank").out
    assert re.search(rf"\n  1\. +{len(RIGHT['plain.c'])} B +1000 .* ◆ right +C\n", out)
    assert "\nnot correct:\n" in out


@pytest.mark.long
def test_a_new_record_over_what_the_store_knows_is_told(contest: Contest) -> None:
    contest.solution("right.c", RIGHT["plain.c"] + "// longer\n")
    assert "record" not in contest.judge("run").out
    contest.solution("right.c", RIGHT["plain.c"])
    size = len(RIGHT["plain.c"])
    message = f"smallest: {size} B right (C), 10 below the record of {size + 10}\n"
    assert message in contest.judge("run").out
    assert "record" not in contest.judge("run").out


@pytest.mark.long
def test_a_name_cannot_steer_the_terminal(two: Contest) -> None:
    two.solution("a\x1b[2Jb.py", "lambda n,k:[9]")
    for arguments in (("run", "-v"), ("run", "--rank")):
        done = two.judge(*arguments)
        assert "\x1b" not in done.out + done.err
    assert "\x1b[2J" not in on_a_terminal(two, "run")


# --- what speaks against an expected verdict -----------------------------------------------


def graded(
    verdict: Verdict, ended: Ended = Ended.EXITED, status: int | None = 0
) -> GradedExecution:
    run = Execution(ended, status, None, b"", b"", None, 0.0, 0.0, 0.0)
    other = Grade(Verdict.WA, Reason.ILLEGAL) if verdict is Verdict.AC else Grade(verdict)
    return GradedExecution("c", 1, run, {"0-indexed": Grade(verdict), "1-indexed": other})


@pytest.mark.parametrize(
    ("expect", "found", "contradicted"),
    [
        ("AC", "AC", False),
        ("AC", "WA", True),
        ("AC", "TLE", False),
        ("WA", "AC", False),
        ("WA", "RTE", False),
        ("TLE AC", "WA", True),
        ("WA", "JE", True),
        ("AC UNVERIFIED", "WA", True),
        ("AC UNVERIFIED", "TLE", False),
    ],
)
def test_a_run_speaks_against_what_it_leaves_no_way_to(
    expect: str, found: str, contradicted: bool
) -> None:
    """A wrong answer may still come after a crash; but no case undoes a wrong answer."""
    expected = frozenset(Verdict(name) for name in expect.split())
    solution = entry("s", 1, expect=expected).solution
    ended = Ended.CPU_LIMIT if found == "TLE" else Ended.EXITED
    assert contradicts(solution, graded(Verdict(found), ended)) is contradicted


def test_a_time_limit_that_was_enforced_speaks_against_ac() -> None:
    solution = entry("s", 1).solution
    assert contradicts(solution, graded(Verdict.TLE, Ended.CPU_LIMIT, None))
