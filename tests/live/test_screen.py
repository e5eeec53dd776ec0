"""The screen of ``judge watch``: what failed comes first, nothing wraps, nothing flickers."""

from __future__ import annotations

import io
import re

from judge.live.graded_file import CaseDone, FileGraded, Planned
from judge.live.screen import ALL, HOME, Paragraphs, Size, TerminalScreen, screen_for
from judge.live.task_process import Refusal
from judge.model import Verdict
from judge.report.terminal.style import Style


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def frames(out: Terminal) -> list[list[str]]:
    """The rows of each frame, without what moves the cursor."""
    parts = out.getvalue().split(HOME)[1:]
    return [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", part).splitlines() for part in parts]


def screen(out: Terminal, rows: int = 24, columns: int = 60) -> TerminalScreen:
    return TerminalScreen("toy: a.py", out, Style(True), lambda: Size(columns, rows))


def test_a_frame_fits_the_terminal_and_only_the_first_one_clears_it() -> None:
    out = Terminal()
    shown = screen(out, rows=8, columns=30)
    shown.start()
    shown.show(FileGraded(Verdict.WA, "\n".join(["wide " * 30] * 30), frozenset({"secret/1"})))
    first, last = frames(out)
    assert len(last) < 8 and last[-1] == "…" and len(last) > len(first)
    assert all(len(row) < 30 for row in last)
    assert out.getvalue().count(ALL) == 1


def test_cases_that_failed_are_shown_before_the_end(monkeypatch) -> None:
    monkeypatch.setattr("judge.live.screen.FRAME_S", 0.0)
    out = Terminal()
    shown = screen(out)
    shown.start()
    shown.show(Planned(3))
    shown.show(CaseDone("secret/1", Verdict.AC, "secret/1: AC"))
    shown.show(CaseDone("secret/2", Verdict.WA, "secret/2: WA illegal"))
    assert frames(out)[-1][2:] == ["2 of 3 cases, 1 failed", "  secret/2: WA illegal"]


def test_nothing_that_is_shown_controls_the_terminal() -> None:
    out = Terminal()
    shown = screen(out)
    shown.start()
    shown.show(Refusal("a\x1b]0;title\x07b"))
    shown.show(FileGraded(Verdict.WA, "c\x1b[2Jd\n\x1b[31me", frozenset()))
    assert "\x1b]" not in out.getvalue() and out.getvalue().count(ALL) == 1
    assert "\x1b[31me" not in out.getvalue()


def test_a_pipe_and_a_dumb_terminal_get_paragraphs() -> None:
    assert isinstance(screen_for("a", io.StringIO(), {"TERM": "xterm"}), Paragraphs)
    assert isinstance(screen_for("a", Terminal(), {"TERM": "dumb"}), Paragraphs)
    assert isinstance(screen_for("a", Terminal(), {"TERM": "xterm"}), TerminalScreen)
