"""What a plug-in leaves behind in Python, and raises there outside of its calls."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from judge.common.call_watch import CallExit, CallWatch
from judge.common.errors import shown_path
from judge.common.process_end import END_PROCESS, exit_with
from judge.common.safe_text import one_line
from judge.packages.plugin_faults import PREFIX, said_by


def raised_outside_calls(error: BaseException) -> str:
    """What is said of an exception that code of a plug-in has raised outside of its calls, as a
    trace function does that it has left behind; empty for another one. No call is under way any
    more."""
    place = _place(error)
    if not place:
        return ""
    exit_with(END_PROCESS)
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
        if error is None or not (place or isinstance(error, CallExit)):
            self._usual(raised)
        elif not self._has_said:
            self._has_said = True
            said = _said_of_finalizer(error, place)
            with suppress(Exception):  # a plug-in may have closed it
                print(f"judge: {one_line(said)}", file=sys.stderr)


class ThreadHook:
    """In place of ``threading.excepthook``, for the threads that a plug-in has left behind: the
    first exception that ends one of them is one line, and others none."""

    def __init__(self, usual: Callable[[threading.ExceptHookArgs], object]) -> None:
        self._usual = usual
        self._has_said = False

    def __call__(self, raised: threading.ExceptHookArgs) -> None:
        error = raised.exc_value
        place = _place(error) if error is not None else ""
        if error is None or not place:
            self._usual(raised)
        elif not self._has_said:
            self._has_said = True
            what = "calls os._exit" if isinstance(error, CallExit) else f"raised {said_by(error)}"
            said = f"{place}: a thread {what}: let it end before the method returns"
            with suppress(Exception):
                print(f"judge: {one_line(said)}", file=sys.stderr)


def tell_finalizers() -> None:
    """From now on what finalizers and threads of plug-ins raise is told in one line."""
    if not isinstance(sys.unraisablehook, FinalizerHook):
        sys.unraisablehook = FinalizerHook(sys.unraisablehook)
    if not isinstance(threading.excepthook, ThreadHook):
        threading.excepthook = ThreadHook(threading.excepthook)


def _said_of_finalizer(error: BaseException, place: str) -> str:
    """A finalizer may be a function for the end of Python, which has no place."""
    if isinstance(error, CallExit):
        return f"{place or 'a plug-in'}: a finalizer calls os._exit: write none that does"
    return f"{place}: raised {said_by(error)} in a finalizer: write none that can fail"


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
