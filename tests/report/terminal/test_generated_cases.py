"""How far `judge generate` is: seen by who waits."""

from __future__ import annotations

import io
import sys
import time

import pytest

from judge.report.terminal import generated_cases
from judge.report.terminal.generated_cases import generation_progress as progress


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_lines_say_how_many_are_made_and_which_one_is_next(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generated_cases, "LINE_S", 0.0)
    with progress() as begins:
        begins("secret/1-\x1b[31mred", 0, 1200)
        begins("secret/2-largest", 1, 1200)
    assert capsys.readouterr().err == (
        "0 of 1,200 cases made, next secret/1-⟨ESC⟩[31mred\n"
        "1 of 1,200 cases made, next secret/2-largest\n"
    )


def test_what_is_done_soon_prints_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as begins:
        begins("secret/1", 0, 1)
    assert capsys.readouterr().err == ""


def test_a_terminal_shows_a_bar_and_clears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(generated_cases, "READING_S", 0.0)
    with progress() as begins:
        for number in range(3):
            begins(f"secret/{number}", number, 1200)
            time.sleep(0.11)  # a bar is drawn at most ten times a second
    shown = terminal.getvalue()
    assert "/1200" in shown and "secret/" in shown
    assert shown.endswith("\r") and not shown.split("\r")[-2].strip()
