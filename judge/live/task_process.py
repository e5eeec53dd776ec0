"""One function in a process of its own, which sends messages as it goes and can be cancelled.

A plug-in or a package that is being edited may raise, hang or crash: only this process ends.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec import Struct

from judge.common import interrupts
from judge.common.call_watch import CallRecord, CallWatch, death_in_call
from judge.common.crash_report import guard_process
from judge.common.errors import JudgeError
from judge.common.process_end import ending
from judge.common.processes import kill_children, kill_tree, signal_name, start_process
from judge.sandbox.lifetime import die_with_parent

#: How long a cancelled process may take to end its workers, in seconds, before it is killed.
END_TIMEOUT_S = 5.0

#: What the process does: it is given a function that sends a message to the parent.
Work = Callable[[Callable[[object], None]], None]


class Refusal(Struct, frozen=True):
    """The last message of work that cannot be done: a mistake of the user's, in one line."""

    message: str


class Done(Struct, frozen=True):
    """The last message of work that was done."""


class TaskProcess:
    """The process as its parent sees it. ``connection`` can be waited for."""

    def __init__(self, work: Work) -> None:
        """Start it. Called in a thread that outlives the process, best the main thread."""
        import multiprocess

        context = multiprocess.get_context("fork")
        self.connection, theirs = context.Pipe(duplex=False)
        self._record = CallRecord()
        self._process = context.Process(target=_do, args=(work, theirs, self._record))
        start_process(self._process)
        theirs.close()

    def receive(self) -> object:
        """The next message; waits for it. The last one is a ``Refusal`` or ``Done``."""
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            return Refusal(self._death())

    def end(self) -> None:
        """Cancel the work, if it goes on: no process is left."""
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(END_TIMEOUT_S)
            kill_tree(self._process)
        self._process.join()
        self.connection.close()
        self._record.close()

    def _death(self) -> str:
        code = self._process.exitcode
        if fault := death_in_call(self._record, code):
            return fault
        how = signal_name(-code) if code is not None and code < 0 else f"status {code}"
        return f"the process that graded it ended with {how}: try again"


@ending
def _do(work: Work, connection: Any, record: CallRecord) -> None:
    """The body of the process."""
    die_with_parent()
    for number in interrupts.SIGNALS:
        usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, usual)
    CallWatch(record).install()
    guard_process(record, says=False)
    with suppress(KeyboardInterrupt, ConnectionError), interrupts.handled():
        signal.pthread_sigmask(signal.SIG_UNBLOCK, set(interrupts.SIGNALS))
        try:
            work(connection.send)
            connection.send(Done())
        except JudgeError as error:
            connection.send(Refusal(str(error)))
    kill_children()  # its workers have ended: these are a plug-in's
