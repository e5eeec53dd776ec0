"""Grades a file again whenever it, its manifest or the package is saved, until an interrupt."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import wait
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from judge import sandbox
from judge.common import streams
from judge.common.errors import JudgeError
from judge.common.messages import did_you_mean
from judge.evaluation.plan_file import STANDARD_INPUT, GradeOptions
from judge.languages.table import all_languages
from judge.live.file_stamps import stamps_of
from judge.live.graded_file import FileGraded, grading
from judge.live.task_process import Done, Refusal, TaskProcess
from judge.model import VARIANTS
from judge.packages.load import problem_folder, split_target

#: How often files are looked at, in seconds. What was saved in several steps is graded once: two
#: looks in a row must agree.
POLL_S = 0.15


class Screen(Protocol):
    """Shows what happens."""

    def start(self) -> None:
        """The file is graded, from the beginning."""

    def show(self, message: object) -> None:
        """A message of ``graded_file`` or ``task_process`` has come."""


class _Watched(Struct):
    """What is being graded, and what the last result was."""

    options: GradeOptions
    task: TaskProcess | None = None

    def start(self) -> None:
        self.end()
        self.task = TaskProcess(grading(self.options))

    def end(self) -> None:
        if self.task is not None:
            self.task.end()
            self.task = None

    close = end

    def messages(self, timeout_s: float) -> Iterator[object]:
        """What comes within this time; the task is over after the last message."""
        end = time.monotonic() + timeout_s
        while self.task and wait([self.task.connection], max(0.0, end - time.monotonic())):
            message = self.task.receive()
            if isinstance(message, FileGraded):
                self.options = replace(self.options, first=message.failed)
            if isinstance(message, Done | Refusal):
                self.end()
            yield message
            if time.monotonic() >= end:
                return


def watch_file(options: GradeOptions, screen: Screen) -> None:
    """Grade the file now and after each save; cases that failed run first. A save while it is
    graded cancels that and starts again. An interrupt ends it, or output that fails,
    and leaves no process.

    Raises JudgeError if there is no such file or problem at the beginning; later that is shown.
    """
    paths = _paths(options)
    seen = graded = stamps_of(paths)
    with closing(_Watched(options)) as watched:
        screen.start()
        watched.start()
        while not streams.has_lost_output():
            if watched.task is None:
                time.sleep(POLL_S)
            for message in watched.messages(POLL_S):
                screen.show(message)
            before, seen = seen, stamps_of(paths)
            if seen == before and seen != graded:
                graded = seen
                screen.start()
                watched.start()


def _paths(options: GradeOptions) -> tuple[Path, ...]:
    """What is looked at; raises JudgeError, too for options that no save can fix."""
    sandbox.check_name(options.sandbox)
    if language := options.declared.get("language"):
        _check_language(language)
    path = Path(options.file)
    if options.file == STANDARD_INPUT:
        raise JudgeError("standard input cannot be watched: name a file")
    if not path.exists():
        raise JudgeError("no such file", path)
    name, _ = split_target(options.problems_root, options.target)
    if not name:
        raise JudgeError("name what to grade against: PROBLEM, PROBLEM/GROUP or PROBLEM/GROUP/CASE")
    folder = problem_folder(options.problems_root, name)
    return path, path.with_suffix(".toml"), path.with_name(VARIANTS), folder


def _check_language(name: str) -> None:
    if name not in all_languages():
        raise JudgeError(f"unknown language {name!r}: {did_you_mean(name, all_languages())}")
