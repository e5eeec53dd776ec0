"""Work that runs one after the other in processes of their own, for a server that goes on serving.

An event loop with threads must not fork. So a process that does nothing else, the dispatcher, is
forked before the loop starts; it forks a ``TaskProcess`` for each task and hands on its messages.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

from msgspec import Struct

from judge.common.interrupts import for_workers
from judge.common.process_end import ending
from judge.common.processes import kill_tree, start_process
from judge.live.task_process import Done, Refusal, TaskProcess, Work
from judge.sandbox.lifetime import die_with_parent

END_TIMEOUT_S = 10.0

#: Is given each message of a task; the last one is ``Done`` or a ``Refusal``.
Hear = Callable[[object], None]


class QueueFull(Exception):
    """As many tasks wait as may wait."""


class _Task(Struct, frozen=True):
    work: Work
    hear: Hear


class TaskQueue:
    """One task at a time, and at most ``most`` that wait. Made before the event loop runs."""

    def __init__(self, most: int) -> None:
        import multiprocess

        context = multiprocess.get_context("fork")
        self._most = most
        self._waiting: deque[_Task] = deque()
        self._current: _Task | None = None
        self._ended = ""
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_dispatch, args=(theirs, self._connection))
        start_process(self._process)
        theirs.close()

    def listen(self) -> None:
        """Take messages in this thread's event loop from now on."""
        asyncio.get_running_loop().add_reader(self._connection.fileno(), self._receive)

    def add(self, work: Work, hear: Hear) -> None:
        """Raises QueueFull. ``work`` is sent by pickle; ``hear`` is called in the event loop."""
        if self._ended:
            hear(Refusal(self._ended))
            return
        if len(self._waiting) >= self._most:
            raise QueueFull
        self._waiting.append(_Task(work, hear))
        self._next()

    def place_of(self, hear: Hear) -> int:
        """How many tasks come before the one with this ``hear``; 0 if it runs or is over."""
        return next((i for i, task in enumerate(self._waiting, 1) if task.hear == hear), 0)

    def end(self) -> None:
        """Cancel what runs: no process is left."""
        self._process.terminate()
        self._process.join(END_TIMEOUT_S)
        kill_tree(self._process)
        self._process.join()
        self._connection.close()

    def _next(self) -> None:
        if self._current is None and self._waiting:
            self._current = self._waiting.popleft()
            self._connection.send(self._current.work)

    def _receive(self) -> None:
        try:
            message = self._connection.recv()
        except (EOFError, OSError):
            self._fail()
            return
        task = self._current
        if task is not None:
            if isinstance(message, Done | Refusal):
                self._current = None
            task.hear(message)
        self._next()

    def _fail(self) -> None:
        """The dispatcher has ended: nothing more will be done."""
        asyncio.get_running_loop().remove_reader(self._connection.fileno())
        self._ended = "the process that starts others has ended: start judge serve again"
        for task in (*filter(None, (self._current,)), *self._waiting):
            task.hear(Refusal(self._ended))
        self._current = None
        self._waiting.clear()


@ending
def _dispatch(connection: Any, other: Any) -> None:
    """The body of the dispatcher."""
    die_with_parent()
    for_workers()
    other.close()
    with suppress(EOFError, OSError):
        while True:
            _do(connection.recv(), connection)


def _do(work: Work, connection: Any) -> None:
    task = TaskProcess(work)
    try:
        while True:
            if connection in wait([task.connection, connection]):
                raise EOFError  # the server sends nothing while a task runs: it has ended
            message = task.receive()
            if isinstance(message, Done | Refusal):
                break
            connection.send(message)
    finally:
        task.end()
    connection.send(message)
