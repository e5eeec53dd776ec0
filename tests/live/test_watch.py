"""``judge watch`` grades again on every save, survives what is broken, and ends without a trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from judge.evaluation.evaluate import evaluate_plan
from judge.evaluation.events import CaseJudged
from judge.evaluation.plan_file import GradeOptions, plan_source
from judge.packages.load import find_problems
from tests.contest import RIGHT, Contest, judge_environment
from tests.processes import endless, executions_of_endless, processes_naming, wait_for

PATIENCE_S = 300


class Watching:
    """A ``judge watch`` process and the lines that it prints."""

    def __init__(self, root: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "judge", "watch", "-j", "1", *words],
            cwd=root,
            env=judge_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def line_with(self, text: str) -> str:
        """The next line that contains a text."""
        while True:
            line = self._lines.get(timeout=PATIENCE_S)
            if text in line:
                return line

    def interrupt(self) -> int:
        os.killpg(self.process.pid, signal.SIGINT)  # as a terminal does: every process gets it
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def watching(contest: Contest, marker: str) -> Iterator[Watching]:
    """Watches an answer that is wrong at first."""
    (contest.root / f"{marker}.py").write_text("lambda n,k:[]")
    found = Watching(contest.root, "toy", f"{marker}.py")
    yield found
    if found.process.poll() is None:
        os.killpg(found.process.pid, signal.SIGKILL)


@pytest.mark.long
def test_each_save_is_graded_until_an_interrupt(
    contest: Contest, watching: Watching, marker: str
) -> None:
    answer, plugin = contest.root / f"{marker}.py", contest.problem / "plugin.py"
    watching.line_with("WA: wrong answer")
    answer.write_text(RIGHT["lambda.py"])
    watching.line_with("AC: accepted")

    sound = plugin.read_text()
    plugin.write_text("def (")
    assert "plugin.py:1:" in watching.line_with("judge:")
    plugin.write_text(f"{sound}\nimport ctypes\ngetattr(ctypes.CDLL(None), 'raise')(9)\n")
    watching.line_with("ended with SIGKILL")
    plugin.write_text(sound)
    watching.line_with("AC: accepted")

    answer.unlink()
    watching.line_with("cannot be read")
    answer.write_text(endless(marker))
    wait_for(lambda: executions_of_endless(marker))
    answer.write_text(RIGHT["def.py"])  # what is running need not end by itself
    watching.line_with("AC: accepted")
    assert executions_of_endless(marker) == 0

    answer.write_text(endless(marker))
    wait_for(lambda: executions_of_endless(marker))
    assert watching.interrupt() == 130
    wait_for(lambda: processes_naming(marker) == [])


def test_cases_that_failed_run_first(contest: Contest) -> None:
    answer = contest.root / "answer.py"
    answer.write_text(RIGHT["program.py"])
    last = find_problems(contest.root / "problems", ["toy"])[0].cases[-1].name
    options = GradeOptions(
        contest.root / "problems",
        "toy",
        str(answer),
        workers=1,
        first=frozenset({last}),
        declared={"input": "native"},
    )
    events = evaluate_plan(*plan_source(options))
    judged = [event.graded.case for event in events if isinstance(event, CaseJudged)]
    assert judged[0] == last and len(set(judged)) == len(judged)


@pytest.mark.long
def test_what_cannot_be_watched_is_refused(contest: Contest) -> None:
    (contest.root / "a.py").write_text("lambda n,k:[]")
    assert "standard input" in contest.refuses("watch", "toy", "-")
    assert "b.py: no such file" in contest.refuses("watch", "toy", "b.py")
    assert "did you mean 'toy'" in contest.refuses("watch", "tay", "a.py")
    assert "unknown sandbox" in contest.refuses("watch", "toy", "a.py", "--sandbox", "box")
    assert "did you mean" in contest.refuses("watch", "toy", "a.py", "--language", "pyton")
