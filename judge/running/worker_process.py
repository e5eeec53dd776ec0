"""The body of a worker process: it takes tasks from its pool and sends back answers."""

from __future__ import annotations

import gc
import os
import pickle
import select
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from judge.common.call_watch import CallRecord, CallWatch
from judge.common.interrupts import for_workers
from judge.common.leftover_threads import end_despite_threads
from judge.common.process_end import ending
from judge.common.processes import adopt_orphans, kill_children
from judge.common.streams import drop_output
from judge.sandbox.lifetime import die_with_parent

#: Answers to a task that come in less than this after each other, in seconds, may be sent together:
#: so many at most, and none waits for more than ``TOGETHER_S`` while others come.
QUICK_S, TOGETHER, TOGETHER_S = 0.002, 32, 0.01
#: No answer waits for the next one in a task where one has taken longer: seconds.
SLOW_S = 0.1

Task_contra = TypeVar("Task_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)


class Handler(Protocol[Task_contra, Answer_co]):
    """What a worker does with a task. It is made in the worker, and keeps what the worker needs
    from one task to the next, such as an open sandbox."""

    def answers(self, task: Task_contra) -> Generator[Answer_co, None, None]:
        """Each answer is sent at once. Must not raise: the worker would die of it."""
        ...

    def close(self) -> None:
        """Release what it keeps; called once, at the end of the worker."""
        ...


#: Makes a handler. Where processes cannot be forked it is sent to the worker, by pickle.
Factory = Callable[[], Handler[Any, Any]]


class Assignment(Struct, frozen=True):
    """A message to a worker: a task. ``serial`` distinguishes it from the worker's other tasks.
    ``together``: whether quick answers may be sent together. Those that a worker has not sent are
    lost if it dies."""

    serial: int
    task: Any
    together: bool = False


class Cancellation(Struct, frozen=True):
    """A message to a worker: make no further answers to this task."""

    serial: int


class Answers(Struct, frozen=True):
    """A message from a worker: several answers to its task, in order."""

    answers: tuple[Any, ...]


class Completion(Struct, frozen=True):
    """A message from a worker: no more answers to this task will come."""

    serial: int


@ending
def serve(
    connection: Any,
    inherited: Sequence[Any],
    factory: Factory,
    core: int | None,
    record: CallRecord | None,
) -> None:
    """Do tasks until the pool closes the connection.

    ``inherited`` are the pool's ends of pipes, which a forked process must not keep open. With a
    ``core`` the worker and all that it starts stay on that core: to move an execution to another
    one costs a quarter of a small program's time and makes the measured times less even.
    """
    gc.freeze()  # what the pool's process has dropped is its own to finalise, not a worker's
    die_with_parent()
    adopt_orphans()
    if core is not None:
        os.sched_setaffinity(0, {core})
    for_workers()
    drop_output()  # only the judge itself prints
    CallWatch(record).install()
    for other in inherited:
        other.close()
    handler = factory()
    try:
        for message in _messages(connection):
            # A cancellation may arrive after its task is complete: then nothing is left to do.
            if isinstance(message, Assignment):
                outbox = _Outbox(connection, message, record)
                if not _complete(message, handler, connection, outbox):
                    break
    finally:
        handler.close()
        kill_children()  # no sandbox is open: these are a plug-in's
    end_despite_threads(0, said=False)  # every answer has been sent


def _complete(
    assignment: Assignment, handler: Handler[Any, Any], connection: Any, outbox: _Outbox
) -> bool:
    """Send the answers to one task; whether the pool still listens."""
    waiting = select.poll()  # ``connection.poll`` would make a new one each time
    waiting.register(connection.fileno(), select.POLLIN)
    with closing(handler.answers(assignment.task)) as answers:
        for answer in answers:
            outbox.add(answer)
            if outbox.waits():
                continue
            if not outbox.sent():
                return False
            if waiting.poll(0):  # a cancellation, or the pool has closed the connection
                message = next(_messages(connection), None)
                if message is None:
                    return False
                if message == Cancellation(assignment.serial):
                    break
    return outbox.sent() and _sent(connection, Completion(assignment.serial))


class _Outbox:
    """Answers to one task that were not sent yet. ``record`` says how many are made."""

    def __init__(self, connection: Any, assignment: Assignment, record: CallRecord | None) -> None:
        self._connection = connection
        self._assignment = assignment
        self._record = record
        self._answers: list[Any] = []
        self._made = 0
        self._latest = self._first = time.monotonic()
        #: How long the latest answer took, and the one that took longest: seconds.
        self._took_s = self._longest_s = 0.0

    def add(self, answer: Any) -> None:
        now = time.monotonic()
        self._took_s, self._latest = now - self._latest, now
        self._longest_s = max(self._longest_s, self._took_s)
        if not self._answers:
            self._first = self._latest
        self._answers.append(answer)
        self._made += 1
        if self._record is not None:
            self._record.write_progress(self._assignment.serial, self._made)

    def waits(self) -> bool:
        """Whether the next answers will come soon enough for these to wait for them. Executions
        that were asked for together are answered in quick succession, after a while."""
        is_quick = self._took_s < QUICK_S and self._longest_s < SLOW_S
        is_new = self._latest - self._first < TOGETHER_S
        together = self._assignment.together and is_quick and is_new
        return together and len(self._answers) < TOGETHER

    def sent(self) -> bool:
        """Send what waits; whether the pool still listens."""
        if not self._answers:
            return True
        several = len(self._answers) > 1
        message = Answers(tuple(self._answers)) if several else self._answers[0]
        self._answers.clear()
        return _sent(self._connection, message)


def _messages(connection: Any) -> Iterator[Any]:
    """Until the connection is closed."""
    while True:
        try:
            message = connection.recv()
        except (EOFError, ConnectionError):
            return
        yield message


def send(connection: Any, message: object) -> None:
    """As ``connection.send``, but with the pickler that is written in C: the one of multiprocess
    is written in Python and slow. That one sends what the other cannot: an object of a local class.
    """
    try:
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        connection.send(message)
    else:
        connection.send_bytes(data)


def _sent(connection: Any, message: object) -> bool:
    try:
        send(connection, message)
    except ConnectionError:
        return False
    return True
