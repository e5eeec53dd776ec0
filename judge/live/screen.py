"""What ``judge watch`` shows: a screen that is redrawn on a terminal, paragraphs elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TextIO

from msgspec import Struct

from judge.common.messages import counted
from judge.common.safe_text import one_line, plain
from judge.common.streams import Bar
from judge.live.graded_file import CaseDone, FileGraded, Planned, Skipped
from judge.live.task_process import Refusal
from judge.live.watch import Screen
from judge.model import Verdict
from judge.report.terminal.phrases import fitted
from judge.report.terminal.style import Style, style_for

#: The least time between two frames, in seconds.
FRAME_S = 0.1
#: To the first cell; clear the line to its end; clear all below. No frame clears the whole screen,
#: which would flicker.
HOME, END_OF_LINE, BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
ALL = "\x1b[2J"


class Size(Struct, frozen=True):
    """Of a terminal, in cells."""

    columns: int
    rows: int


def screen_for(title: str, out: TextIO, environment: Mapping[str, str]) -> Screen:
    """What fits the stream."""
    if out.isatty() and environment.get("TERM", "dumb") != "dumb":
        return TerminalScreen(title, out, style_for(out, environment))
    return Paragraphs(title)


class Paragraphs:
    """One paragraph for each result; a fault goes to standard error, in a line."""

    def __init__(self, title: str) -> None:
        self._title = title

    def start(self) -> None:
        pass

    def show(self, message: object) -> None:
        match message:
            case FileGraded(_, text):
                print(f"{_clock()} {one_line(self._title)}\n{text}\n", flush=True)
            case Refusal(why):
                print(f"judge: {_clock()} {one_line(why)}", file=sys.stderr, flush=True)


class TerminalScreen:
    """Failing cases first, as they are found; then the text of the result."""

    def __init__(
        self,
        title: str,
        out: TextIO,
        style: Style,
        size: Callable[[], Size] = lambda: Size(*shutil.get_terminal_size()),
    ) -> None:
        self._title, self._style, self._size = title, style, size
        self._out = Bar(out)
        self._drawn_at = 0.0
        self._drawn = False
        self._restart()

    def _restart(self) -> None:
        self._began = _clock()
        self._cases = self._done = 0
        self._failed: list[CaseDone] = []

    def start(self) -> None:
        self._restart()
        self._draw([self._style.strong("reading …")])

    def show(self, message: object) -> None:
        match message:
            case Planned(cases):
                self._cases = cases
                self._progress()
            case CaseDone(_, verdict, _):
                self._done += 1
                if verdict is not Verdict.AC:
                    self._failed.append(message)
                self._progress()
            case Skipped(cases):
                self._done += cases
            case FileGraded(verdict, text):
                head, *rows = text.splitlines()
                self._draw([self._style.verdict(verdict) + " " + one_line(head), *rows])
            case Refusal(why):
                self._draw([f"judge: {why}", "", "Save a file to try again."])

    def _progress(self) -> None:
        """A frame, unless there was one a moment ago."""
        if time.monotonic() - self._drawn_at < FRAME_S:
            return
        done = f"{self._done:,} of {counted(self._cases, 'case')}, {len(self._failed):,} failed"
        self._draw([done, *(f"  {case.line}" for case in self._failed)])

    def _draw(self, rows: Sequence[str]) -> None:
        size = self._size()
        head = f"{self._title} · saved {self._began} · Ctrl-C ends"
        lines = [head, "", *rows]
        if len(lines) > size.rows - 1:
            lines = [*lines[: size.rows - 2], "…"]
        shown = (self._cut(line, size.columns) for line in lines)
        frame = "".join(f"{line}{END_OF_LINE}\n" for line in shown)
        self._out.write(("" if self._drawn else ALL) + HOME + frame + BELOW)
        self._out.flush()
        self._drawn, self._drawn_at = True, time.monotonic()

    def _cut(self, line: str, columns: int) -> str:
        """A line that does not wrap. One with a colour is short at its coloured start."""
        start, escape, rest = line.rpartition("\x1b[0m")
        room = max(1, columns - 1 - 4 * bool(escape))
        return start + escape + fitted(plain(rest), room).rstrip()


def _clock() -> str:
    return f"{datetime.now():%H:%M:%S}"
