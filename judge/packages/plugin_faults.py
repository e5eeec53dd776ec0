"""Faults of a plug-in, caught in one way, and a limit on the time of its calls."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import FrameType, TracebackType
from typing import NoReturn, TextIO

from judge.common.call_watch import (
    RECORD_BYTES,
    Call,
    CallExit,
    CallTimeout,
    CallWatch,
    refuse_exit,
)
from judge.common.errors import JudgeError, PythonChanged, shown_path
from judge.common.interrupts import Interrupts, WorkerEnd
from judge.common.process_end import END_PROCESS, exit_with
from judge.common.python_state import PythonState, hold_standard
from judge.common.safe_text import plain
from judge.plugin import IllegalAnswer, InputError, Undecodable

#: What a plug-in raises, by its contract, to refuse an input or an answer.
REFUSALS = (InputError, Undecodable, IllegalAnswer)
#: How long a method may take, in seconds of CPU time, unless judge.toml says otherwise; an import
#: may take twice as long.
CALL_S = 10.0
IMPORT_FACTOR = 2
#: The longest message of a plug-in, in characters.
MOST_SAID = 4000
#: How the names of the packages begin that problems' plug-ins are.
PREFIX = "judge_problem_"
_JUDGE = Path(__file__).parents[1]


class PluginFault(JudgeError):
    """A plug-in raised what its contract does not allow, or took too long."""

    @property
    def took_too_long(self) -> bool:
        """Whether the call was ended at its limit of time: others may last as long."""
        cause = self.__cause__
        while isinstance(cause, PluginFault):  # told again, with the file that it is about
            cause = cause.__cause__
        return isinstance(cause, CallTimeout)


def exit_between_calls(status: int = 0) -> NoReturn:
    """In place of ``os._exit`` once a plug-in was called: what it has left behind, as finalizers
    and threads, may not end the judge either. Raises CallExit."""
    if is_from_plugin(sys._getframe(1)):
        refuse_exit(status)
    END_PROCESS(status)


def is_from_plugin(frame: FrameType | None) -> bool:
    """Whether code of a plug-in is in this frame, or has led to it."""
    while frame:
        if str(frame.f_globals.get("__name__")).startswith(PREFIX):
            return True
        frame = frame.f_back
    return False


class calling_plugin:
    """Any exception in here becomes a PluginFault, except JudgeError and those ``allowed``.

    The message names the method where it is given, and ``path``, the file that the plug-in read.
    ``detail`` ends it in brackets; ``located`` has the line that raised before it. A call with a
    method has a limit of time, ``limit_s``, and what it prints is dropped.
    """

    __slots__ = (
        "_allowed",
        "_call",
        "_detail",
        "_labels",
        "_located",
        "_method",
        "_out",
        "_outer",
        "_path",
        "_watch",
    )

    def __init__(
        self,
        method: str = "",
        *,
        allowed: tuple[type[Exception], ...] = (),
        path: Path | None = None,
        detail: str = "",
        located: bool = False,
        plugin: Path | None = None,
        limit_s: float = CALL_S,
    ) -> None:
        self._method, self._allowed, self._path = method, allowed, path
        self._detail, self._located = detail, located
        self._call = Call(_label(method, plugin), limit_s) if method else None
        #: Of the calls of a series, by their method: to look a path up takes long.
        self._labels: dict[str, bytes] = {}
        self._watch: CallWatch | None = None
        self._outer: Call | None = None
        self._out: TextIO | None = None

    def __enter__(self) -> None:
        if self._call is not None:
            self._watch = CallWatch.current()
            self._out, sys.stdout = sys.stdout, _NOWHERE
            exit_with(refuse_exit)
            if self._watch is not None:
                self._outer = self._watch.begin(self._call)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()
        if error is not None:
            self.refuse(error)

    def leave(self) -> None:
        """What is done after a call, however it ended."""
        if self._call is not None:
            if self._watch is not None:
                self._watch.end(self._outer)
            sys.stdout = self._out
            if self._outer is None:
                exit_with(exit_between_calls)
                hold_standard()

    def refuse(self, error: BaseException) -> None:
        """Raise PluginFault for what a call may not raise."""
        if not self._passes(error):
            raise PluginFault(self._message(error), self._path) from error

    def renew(self, method: str, plugin: Path) -> None:
        """Inside of it another call begins: it has the whole time."""
        call = self._call
        assert call is not None
        call.cpu_ticks = call.idle_ticks = 0
        call.running = True
        if method == self._method:  # and that is noted
            return
        label = self._labels.get(method)
        if label is None:
            label = self._labels[method] = _label(method, plugin)
        self._method, call.label = method, label
        if self._watch is not None:
            self._watch.note(call)

    def rest(self) -> None:
        """That call has ended; until the next one what the judge does has no limit."""
        assert self._call is not None
        self._call.running = False

    def _passes(self, error: BaseException) -> bool:
        if isinstance(error, (JudgeError, WorkerEnd, *self._allowed)):
            return True
        if isinstance(error, KeyboardInterrupt):
            return _is_interrupted()
        # A generator that is left early has this raised in it.
        return isinstance(error, GeneratorExit) and not self._method

    def _message(self, error: BaseException) -> str:
        culprit = f"the plug-in's {self._method}" if self._method else "the plug-in"
        timeout = isinstance(error, CallTimeout | CallExit)
        place = line_of(error) if self._located or timeout else ""
        end = ", ".join(filter(None, (place, self._detail)))
        what = str(error) if timeout else f"raised {said_by(error)}"
        return f"{culprit} {what}" + (f" ({end})" if end else "")


@contextmanager
def keeping_python(plugin: Path) -> Iterator[None]:
    """Refuse a plug-in that in here changes what the judge itself runs on; raises JudgeError."""
    state, why = PythonState(), None
    try:
        with state:
            yield
    except Exception as error:  # which may only follow from the change
        why = error
        if not state.changes:
            raise
    if state.changes:
        said = f"a method changes {state.text} when cases are read: the judge needs it as it was"
        raise PythonChanged(said, plugin) from why


def said_by(error: BaseException) -> str:
    """Type and message of an exception, whose own methods may fail."""
    try:
        said = message_text(str(error))
        return f"{type(error).__name__}: {said}" if said else type(error).__name__
    except (Exception, SystemExit):
        return type(error).__name__


def refusal_text(error: Exception) -> str:
    """The message of one of ``REFUSALS``, whose own methods may fail."""
    try:
        return message_text(str(error))
    except Exception:
        return type(error).__name__


def message_text(said: str) -> str:
    """A message of a plug-in, without a class of its own, and cut if it is very long."""
    exact = str.__str__(said)
    return exact if len(exact) <= MOST_SAID else plain(exact, MOST_SAID)


def _is_interrupted() -> bool:
    """Whether a KeyboardInterrupt is one: a signal came, or nobody here knows."""
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, Interrupts):
        return handler.first is not None
    return handler is signal.default_int_handler


@lru_cache(maxsize=256)
def _label(method: str, plugin: Path | None) -> bytes:
    """What a process that dies in the call leaves behind of it."""
    place = f"{shown_path(plugin)}: " if plugin else ""
    label = f"{place}the plug-in's {method}".encode("utf-8", "replace")
    return label[-(RECORD_BYTES - 1) :]


class _Nowhere(io.TextIOBase):
    """Drops what is written to it."""

    def write(self, text: str) -> int:
        return len(text)

    def close(self) -> None:
        """All calls share it, whatever one of them does."""


_NOWHERE = _Nowhere()


def line_of(error: BaseException) -> str:
    """File and line of the innermost call outside the judge."""
    trace, found = error.__traceback__, ""
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if not path.is_relative_to(_JUDGE) and not path.name.startswith("<frozen"):
            found = f"{shown_path(path)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
