"""How far a run is, in a line."""

from __future__ import annotations

import pytest

from judge.report.terminal.progress import how_far


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
