"""A fault of a plug-in is one error, wherever the judge calls it."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from judge.common.call_watch import CallWatch
from judge.common.errors import JudgeError
from judge.packages.plugin_faults import REFUSALS, PluginFault, calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import IllegalAnswer, Undecodable


def test_what_it_raises_is_an_error_in_one_line() -> None:
    with pytest.raises(PluginFault) as caught, calling_plugin():
        raise ValueError("first\nsecond")
    assert str(caught.value) == "the plug-in raised ValueError: first second"
    assert isinstance(caught.value.__cause__, ValueError)


def test_the_error_names_method_file_and_detail(tmp_path: Path) -> None:
    path = tmp_path / "1.in"
    with pytest.raises(JudgeError) as caught, calling_plugin("parse", path=path, detail="seed 3"):
        raise KeyError("x")
    assert str(caught.value) == f"{path}: the plug-in's parse raised KeyError: 'x' (seed 3)"


def test_it_may_end_with_the_line_that_raised() -> None:
    with pytest.raises(PluginFault) as caught, calling_plugin(located=True):
        int("x")
    assert "test_plugin_faults.py:" in str(caught.value)


def test_what_the_contract_allows_passes() -> None:
    for error in (Undecodable("no list"), IllegalAnswer("twice", "0 is chosen twice")):
        with pytest.raises(type(error)) as caught, calling_plugin(allowed=REFUSALS):
            raise error
        assert caught.value is error
    with pytest.raises(PluginFault), calling_plugin():
        raise Undecodable("no list")


def test_an_error_of_the_judge_and_a_signal_pass() -> None:
    known = JudgeError("cannot be read")
    with pytest.raises(JudgeError) as caught, calling_plugin():
        raise known
    assert caught.value is known
    with pytest.raises(KeyboardInterrupt), calling_plugin():
        raise KeyboardInterrupt


class Halves:
    """A plug-in whose calls take a while each, and more than their limit together."""

    def arguments(self, instance: int) -> list[int]:
        end = time.process_time() + 0.15
        while time.process_time() < end or instance < 0:
            pass
        return [1 // instance]


@pytest.mark.long
def test_each_call_of_a_series_has_the_whole_time_and_its_own_fault(tmp_path: Path) -> None:
    plugin = ProblemPlugin(tmp_path, Halves(), limit_s=0.6)
    with plugin.series():
        assert [plugin.arguments(1) for _ in range(8)] == [[1]] * 8
        with pytest.raises(PluginFault, match="the plug-in's arguments raised ZeroDivisionError"):
            plugin.arguments(0)
        with pytest.raises(PluginFault, match=r"arguments took more than 0\.6 s of CPU time"):
            plugin.arguments(-1)
    with pytest.raises(AssertionError), plugin.series():
        raise AssertionError("not of the plug-in")
    assert plugin.arguments(2) == [0]


class Ticking:
    """A plug-in whose calls last for so many ticks of the clock."""

    def arguments(self, instance: int) -> list[int]:
        for _ in range(instance):
            signal.raise_signal(signal.SIGPROF)
        return [instance]


def test_a_tick_alone_does_not_say_that_a_call_took_long(tmp_path: Path) -> None:
    plugin = ProblemPlugin(tmp_path, Ticking(), limit_s=0.1)
    assert plugin.arguments(1) == [1]
    with pytest.raises(PluginFault, match=r"arguments took more than 0\.1 s of CPU time"):
        plugin.arguments(9)


def test_between_the_calls_of_a_series_nothing_has_a_limit(tmp_path: Path) -> None:
    plugin = ProblemPlugin(tmp_path, Ticking(), limit_s=0.1)
    with plugin.series():
        assert plugin.arguments(1) == [1]
        for _ in range(9):
            signal.raise_signal(signal.SIGPROF)
        with pytest.raises(PluginFault, match="arguments took more than"):
            plugin.arguments(9)
        for _ in range(9):
            signal.raise_signal(signal.SIGPROF)


def test_a_call_that_is_ended_at_a_tick_is_ended_whole(tmp_path: Path) -> None:
    """An exception there would leave it under way, and later code of the judge be stopped by it."""
    here: dict[str, Any] = {"__name__": calling_plugin.__module__}
    exec("import sys; frame = sys._getframe()", here)
    with calling_plugin("score", limit_s=0.1):
        watch = CallWatch.current()
        assert watch is not None
        for _ in range(9):
            watch(signal.SIGPROF, here["frame"])
    told = pytest.raises(PluginFault, match="score took more than")
    with told, calling_plugin("score", limit_s=0.1):
        for _ in range(9):
            watch(signal.SIGPROF, sys._getframe())
