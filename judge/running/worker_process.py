"""The body of a worker process: it takes tasks from its pool and sends back answers."""

from __future__ import annotations

import gc
import os
import pickle
import select
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
    """A message to a worker: a task. ``serial`` distinguishes it from the worker's other tasks."""

    serial: int
    task: Any


class Cancellation(Struct, frozen=True):
    """A message to a worker: make no further answers to this task."""

    serial: int


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
            if isinstance(message, Assignment) and not _complete(message, handler, connection):
                break
    finally:
        handler.close()
        kill_children()  # no sandbox is open: these are a plug-in's
    end_despite_threads(0, said=False)  # every answer has been sent


def _complete(assignment: Assignment, handler: Handler[Any, Any], connection: Any) -> bool:
    """Send the answers to one task; whether the pool still listens."""
    waiting = select.poll()  # ``connection.poll`` would make a new one each time
    waiting.register(connection.fileno(), select.POLLIN)
    with closing(handler.answers(assignment.task)) as answers:
        for answer in answers:
            if not _sent(connection, answer):
                return False
            if waiting.poll(0):  # a cancellation, or the pool has closed the connection
                message = next(_messages(connection), None)
                if message is None:
                    return False
                if message == Cancellation(assignment.serial):
                    break
    return _sent(connection, Completion(assignment.serial))


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
