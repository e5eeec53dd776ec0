"""What a plug-in leaves behind in Python, and raises there outside of its calls."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from judge.common.call_watch import CallWatch
from judge.common.errors import shown_path
from judge.common.process_end import END_PROCESS
from judge.common.safe_text import one_line
from judge.packages.plugin_faults import said_by
from judge.packages.plugin_loader import PREFIX


def raised_outside_calls(error: BaseException) -> str:
    """What is said of an exception that code of a plug-in has raised outside of its calls, as a
    trace function does that it has left behind; empty for another one. No call is under way any
    more."""
    place = _place(error)
    if not place:
        return ""
    os._exit = END_PROCESS
    if watch := CallWatch.current():
        watch.end(None)
    left = "leave no trace function, handler or finalizer behind"
    return f"{place}: raised {said_by(error)} outside of the plug-in's calls: {left}"


class FinalizerHook:
    """In place of ``sys.unraisablehook``: the first exception that a plug-in raises where nothing
    can catch it, as in ``__del__``, is one line, and others none. Those of other code are as ever.
    """

    def __init__(self, usual: Callable[[sys.UnraisableHookArgs], object]) -> None:
        self._usual = usual
        self._has_said = False

    def __call__(self, raised: sys.UnraisableHookArgs) -> None:
        error = raised.exc_value
        place = _place(error) if error is not None else ""
        if error is None or not place:
            self._usual(raised)
        elif not self._has_said:
            self._has_said = True
            said = f"{place}: raised {said_by(error)} in a finalizer: write none that can fail"
            with suppress(Exception):  # a plug-in may have closed it
                print(f"judge: {one_line(said)}", file=sys.stderr)


def tell_finalizers() -> None:
    """From now on what finalizers of plug-ins raise is told in one line."""
    if not isinstance(sys.unraisablehook, FinalizerHook):
        sys.unraisablehook = FinalizerHook(sys.unraisablehook)


def _place(error: BaseException) -> str:
    """File and line of the innermost frame that is a plug-in's; empty if there is none."""
    trace, found = error.__traceback__, ""
    while trace:
        name = trace.tb_frame.f_globals.get("__name__")
        if isinstance(name, str) and name.startswith(PREFIX):
            path = Path(trace.tb_frame.f_code.co_filename)
            found = f"{shown_path(path)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
