"""How far a run is, in a line."""

from __future__ import annotations

import pytest

from judge.evaluation.events import LimitTried
from judge.evaluation.plan import Plan
from judge.report.terminal import progress
from judge.report.terminal.progress import how_far, shown_progress
from judge.report.terminal.style import Verbosity


@pytest.mark.parametrize(
    ("done", "cases", "seconds", "said"),
    [
        (5, 300_000, 10.0, "5 of 300,000 executions, one in 2.0 s"),
        (499, 5000, 15.0, "499 of 5,000 executions, 33 a second"),
        (500, 5000, 15.0, "500 of 5,000 executions, 33 a second, about 2 min 15 s left"),
        (2, 10, 600.0, "2 of 10 executions, one in 5 min 00 s, about 40 min 00 s left"),
    ],
)
def test_the_time_that_is_left_is_told_once_it_can_be_known(
    done: int, cases: int, seconds: float, said: str
) -> None:
    assert how_far(done, cases, seconds) == said


@pytest.mark.parametrize("verbosity", Verbosity)
def test_without_a_terminal_a_line_tells_how_far_the_measurement_of_a_limit_is(
    verbosity: Verbosity,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(progress, "LINE_S", 0.0)
    with shown_progress(Plan((), {}), verbosity) as hear:
        hear(LimitTried("tour", 3, 1200))
    said = capsys.readouterr()
    line = "time limit of tour: measured with 3 of 1,200 executions\n"
    assert said.err == ("" if verbosity is Verbosity.QUIET else line) and not said.out
