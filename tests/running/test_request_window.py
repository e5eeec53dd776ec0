"""How many cases are asked for in one message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import pytest

from judge.model import Case, Ended, Execution
from judge.packages.problem_plugin import ProblemPlugin
from judge.running.request_window import MOST, RequestWindow
from judge.running.runner import Runner

SHORT, LONG = 0.001, 0.1


class Sandbox:
    """Stands for a runner: notes what it is asked for, and answers with the given CPU times; None
    for a case that did not take place."""

    def __init__(self, times: Sequence[float | None], takes: bool = True) -> None:
        self.times, self.takes = times, takes
        self.asked: list[list[int]] = []

    def run_together(
        self, plugin: ProblemPlugin, cases: Iterable[tuple[Any, Case]]
    ) -> list[Execution | None]:
        self.asked.append([instance for instance, _ in cases])
        return [run_of(self.times[instance]) for instance in self.asked[-1]] if self.takes else []


def run_of(cpu_s: float | None) -> Execution | None:
    if cpu_s is None:
        return None
    return Execution(Ended.EXITED, 0, None, b"", b"", None, cpu_s, cpu_s, 1.0)


def asked_for(
    times: Sequence[float | None], takes: bool = True
) -> tuple[list[list[int]], list[int]]:
    """The cases of each message, and those that are left to run by themselves. ``takes``: whether
    any are asked for together."""
    sandbox = Sandbox(times, takes)
    case = cast(Case, None)
    window = RequestWindow(cast(Runner, sandbox), cast(ProblemPlugin, None), lambda i: (i, case))
    runs = [run for together in window.runs(range(len(times))) for run in together]
    assert len(runs) == len(times)
    return sandbox.asked, [index for index, run in enumerate(runs) if run is None]


def test_twice_as_many_short_cases_each_time_after_one_that_ran_alone() -> None:
    asked, alone = asked_for([SHORT] * 100)
    assert [len(part) for part in asked] == [2, 4, 8, 16, MOST, MOST, 5]
    assert alone == [0]
    assert [index for part in asked for index in part] == list(range(1, 100))


@pytest.mark.parametrize("slow", [LONG, None])
def test_after_one_that_is_slow_or_did_not_take_place_they_are_few_again(
    slow: float | None,
) -> None:
    asked, alone = asked_for([SHORT, SHORT, SHORT, SHORT, slow, SHORT, SHORT, SHORT, SHORT, SHORT])
    assert asked == [[1, 2], [3, 4, 5, 6], [8, 9]]
    assert alone == ([0, 7] if slow else [0, 4, 7])


def test_one_case_that_is_left_runs_alone() -> None:
    asked, alone = asked_for([SHORT] * 4)
    assert asked == [[1, 2]]
    assert alone == [0, 3]


def test_what_cannot_be_asked_for_together_is_seldom_tried() -> None:
    asked, alone = asked_for([SHORT] * 100, takes=False)
    assert asked == [[1, 2], [2 + MOST, 3 + MOST], [3 + 2 * MOST, 4 + 2 * MOST]]
    assert alone == [*range(100)]
