"""A plug-in may not replace the judge's processes by other programs, nor send signals to them."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what signal is from
import _thread
import os
import posix
import signal
import sys
from collections.abc import Callable
from functools import wraps
from types import FrameType, ModuleType
from typing import Any

from judge.common.call_watch import CallExit, CallWatch
from judge.common.processes import signal_name
from judge.packages.plugin_faults import PREFIX, is_from_plugin

#: Functions that replace a process, that send a signal to one or to a group, and that send one to
#: the process itself, where each is found.
_EXEC = ("execv", "execve")
_SENT_TO_OTHERS = ("kill", "killpg")
_OWN: tuple[tuple[str, tuple[ModuleType, ...]], ...] = (
    ("raise_signal", (signal, _signal)),
    ("pthread_kill", (signal, _signal)),
    ("interrupt_main", (_thread,)),
)


def guard_processes() -> None:
    """Put functions that look who calls in the place of these, once in a process and its forks."""
    if hasattr(os.kill, "__wrapped__"):
        return
    for name in _EXEC:
        _replace(name, (os, posix), _guarded_exec)
    for name in _SENT_TO_OTHERS:
        _replace(name, (os, posix), _guarded_kill)
    for name, places in _OWN:
        _replace(name, places, _guarded_own)


def _replace(
    name: str,
    places: tuple[ModuleType, ...],
    guarded: Callable[[Callable[..., Any]], Callable[..., Any]],
) -> None:
    new = guarded(getattr(places[0], name))
    for place in places:
        setattr(place, name, new)


def _guarded_exec(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def replace_process(*arguments: Any, **named: Any) -> Any:
        if _is_asked_by_plugin(sys._getframe(1)) and _is_own_process():
            program = arguments[0] if arguments else named.get("path", "")
            name = os.path.basename(os.fsdecode(program))  # noqa: PTH119
            raise CallExit(f"wanted to replace the judge's process by {name}")
        return function(*arguments, **named)

    return replace_process


def _guarded_kill(function: Callable[..., Any]) -> Callable[..., Any]:
    is_group = function.__name__ == "killpg"

    @wraps(function)
    def send_signal(target: int, number: int) -> Any:
        if _is_ending(number) and _is_asked_by_plugin(sys._getframe(1)):
            groups = (0, 1, os.getpgrp(), os.getpgid(os.getppid()))
            groups_hit = target in groups if is_group else -target in groups
            if groups_hit or (not is_group and target in (os.getpid(), os.getppid())):
                _refuse(number)
        return function(target, number)

    return send_signal


def _guarded_own(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def send_own_signal(*arguments: Any) -> Any:
        number = arguments[-1] if arguments else signal.SIGINT
        if _is_ending(number) and _is_asked_by_plugin(sys._getframe(1)) and _is_own_process():
            _refuse(number)
        return function(*arguments)

    return send_own_signal


def _refuse(number: int) -> None:
    raise CallExit(f"sent {signal_name(number)} to a process of the judge")


def _is_ending(number: int) -> bool:
    """Whether a signal would end or stop the judge: none, and one that the plug-in handles itself,
    do not."""
    try:
        handler = signal.getsignal(number)
    except (TypeError, ValueError):  # no signal: the function itself says so
        return False
    return not str(getattr(handler, "__module__", "")).startswith(PREFIX) and number != 0


def _is_asked_by_plugin(caller: FrameType) -> bool:
    """Whether a plug-in calls it, or what the plug-in calls; not the judge's own code, which
    signals may have brought in between."""
    by = str(caller.f_globals.get("__name__"))
    return not by.startswith("judge.") and is_from_plugin(caller)


def _is_own_process() -> bool:
    """Whether this is no fork of the plug-in's own."""
    watch = _signal.getsignal(signal.SIGPROF)
    return not isinstance(watch, CallWatch) or watch.is_owner
