"""Worker processes: started, each on a core of its own, given tasks, replaced when they die, and
ended together with everything that they run.

What a worker does with a task is up to its handler, so that runs and hunts share this pool.
"""

from __future__ import annotations

import errno
import math
import os
import select
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any, Generic, TypeVar

from msgspec import Struct

from judge.common.call_guard import LOOK_S, CallGuard
from judge.common.call_watch import CallRecord, death_in_call
from judge.common.leftover_threads import join_own_threads
from judge.common.processes import kill_tree, start_process
from judge.running.inbox import Inbox
from judge.running.worker_process import Assignment, Cancellation, Completion, Factory, send, serve

Task = TypeVar("Task")
Answer = TypeVar("Answer")

#: How long workers may take to end when they are asked to; and again, once they are killed.
END_TIMEOUT_S = 2.0


class Worker(Struct, Generic[Task], eq=False):
    """A worker process as its pool sees it."""

    process: Any
    connection: Any
    core: int | None
    #: Which call of a plug-in it is in; None where processes share no memory.
    record: CallRecord | None = None
    #: What it is working on; None while it is idle.
    task: Task | None = None
    #: The task that it was given last, done or not.
    last_task: Task | None = None
    #: Tells ``last_task`` from those before it.
    serial: int = 0
    #: How many answers to ``task`` have come.
    answers: int = 0
    #: Whether ``task`` was cancelled.
    cancelled: bool = False
    #: What it has sent; None where messages come another way.
    inbox: Inbox | None = None
    guard: CallGuard | None = None


class WorkerAnswer(Struct, Generic[Task, Answer], frozen=True):
    """A worker has sent one answer to its task; it may send more."""

    task: Task
    answer: Answer


class TaskEnd(Struct, Generic[Task], frozen=True):
    """A worker is idle again, after so many answers: fewer than usual if it was cancelled."""

    task: Task
    answers: int
    cancelled: bool


class WorkerDeath(Struct, Generic[Task], frozen=True):
    """A worker died after so many answers to its task, and has been replaced by another one."""

    task: Task
    answers: int
    cancelled: bool
    #: What a plug-in has to do with it; empty if nothing.
    fault: str = ""
    #: The latest call of a plug-in in it; empty if there was none.
    latest_call: str = ""
    #: How many answers it had made, sent or not: it died of what comes after them.
    made: int = 0


Event = WorkerAnswer[Task, Answer] | TaskEnd[Task] | WorkerDeath[Task]


class WorkerPool(Generic[Task, Answer]):
    """At most ``size`` workers, each with a handler of its own that ``factory`` makes there.

    Only workers of a pool that says so may start workers themselves. ``together``: whether quick
    answers may come together.
    """

    def __init__(
        self, size: int, factory: Factory, starts_workers: bool = False, together: bool = False
    ) -> None:
        self.workers: list[Worker[Task]] = []
        self._size = size
        self._factory = factory
        self._together = together
        self._daemon = not starts_workers  # the children of a daemon must not have children
        self._serials = count(1)
        import multiprocess

        # To fork takes milliseconds, to start a fresh interpreter a tenth of a second.
        methods = multiprocess.get_all_start_methods()
        self._forks = "fork" in methods
        self._context = multiprocess.get_context("fork" if self._forks else None)

    def start(self) -> None:
        """Start the workers. A lock that a thread holds now would be held in them for ever."""
        join_own_threads()
        while len(self.workers) < self._size:
            self.workers.append(self._started())

    @property
    def idle(self) -> list[Worker[Task]]:
        return [worker for worker in self.workers if worker.task is None]

    @property
    def busy(self) -> list[Worker[Task]]:
        return [worker for worker in self.workers if worker.task is not None]

    def can_do(self, worker: Worker[Task], job: int) -> bool:
        """All workers have the same toolchains."""
        return True

    def give(self, worker: Worker[Task], task: Task) -> None:
        """Give a task to an idle worker, or to its successor: that it died idle is no fault of the
        task. If it dies now, ``events`` reports it."""
        assert worker.task is None, "a worker does one task at a time"
        if not worker.process.is_alive():
            worker = self._replace(worker)
        worker.task = worker.last_task = task
        worker.serial, worker.answers, worker.cancelled = next(self._serials), 0, False
        together = self._together and worker.record is not None
        self._send(worker, Assignment(worker.serial, task, together))

    def cancel(self, worker: Worker[Task]) -> None:
        """Have a worker leave the rest of its task. Answers may still come before its
        ``TaskEnd``."""
        if worker.task is not None and not worker.cancelled:
            worker.cancelled = True
            self._send(worker, Cancellation(worker.serial))

    def answered(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer | None]]:
        """Give out tasks that have one answer each; each with its answer, in the order in which
        they end, or with None if its worker died. After the last one those that have begun are
        waited for."""
        while True:
            for worker, task in zip(self.idle, tasks, strict=False):
                self.give(worker, task)
            if not self.busy:
                return
            for event in self.events():
                if isinstance(event, WorkerAnswer):
                    yield event.task, event.answer
                elif isinstance(event, WorkerDeath) and not event.answers:
                    yield event.task, None

    def events(
        self, timeout_s: float | None = None, wake_up: int | None = None
    ) -> Iterator[Event[Task, Answer]]:
        """Wait until a busy worker answers, finishes or dies; the events of each that did. None
        where all are idle or the time is over. ``wake_up`` is a file descriptor that ends the wait
        when it can be read."""
        busy = self.busy
        ready = [worker for worker in busy if worker.inbox]  # messages that nobody took last time
        for worker in ready or _ready(busy, timeout_s, wake_up):
            yield from self._events(worker)

    def end(self) -> None:
        """End all workers and everything that they run: ask them first, so that they clean up,
        then kill those that are left."""
        for worker in self.workers:
            worker.process.terminate()
        self._join()
        for worker in self.workers:
            kill_tree(worker.process)
        self._join()
        for worker in self.workers:
            worker.connection.close()
        self.workers.clear()

    def _events(self, worker: Worker[Task]) -> Iterator[Event[Task, Answer]]:
        """All that a busy worker has sent, or its death."""
        task, inbox = worker.task, worker.inbox
        assert task is not None and inbox is not None
        if not inbox:
            try:
                inbox.read()
            except (EOFError, OSError):  # it may have died in the middle of an answer
                self._replace(worker)
                yield _death(worker, task)
                return
        while inbox:
            message = inbox.take()
            if isinstance(message, Completion):
                worker.task = None
                yield TaskEnd(task, worker.answers, worker.cancelled)
                return
            worker.answers += 1
            yield WorkerAnswer(task, message)

    def _replace(self, worker: Worker[Task]) -> Worker[Task]:
        """The worker that takes the place of a dead one."""
        kill_tree(worker.process)
        worker.process.join()
        worker.connection.close()
        index = self.workers.index(worker)
        self.workers.remove(worker)
        self.workers.insert(index, self._started())
        return self.workers[index]

    def _started(self) -> Worker[Task]:
        ours, theirs = self._context.Pipe()
        inherited = [worker.connection for worker in self.workers] + [ours]
        core = self._free_core()
        record = CallRecord() if self._forks else None
        process = self._context.Process(
            target=serve,
            args=(theirs, inherited, self._factory, core, record),
            daemon=self._daemon,
        )
        start_process(process)
        theirs.close()
        guard = CallGuard(record, process.pid) if record else None
        return Worker(process, ours, core, record, inbox=Inbox(ours), guard=guard)

    def _free_core(self) -> int | None:
        """A core for the next worker alone, where there are enough of them.

        The search starts at a core that depends on the judge's process, so that two judges on one
        machine are unlikely to use the same ones.
        """
        if not hasattr(os, "sched_getaffinity"):
            return None
        cores = sorted(os.sched_getaffinity(0))
        if self._size > len(cores):
            return None
        taken = {worker.core for worker in self.workers}
        start = os.getpid() % len(cores)
        return next(core for core in cores[start:] + cores[:start] if core not in taken)

    def _send(self, worker: Worker[Task], message: Assignment | Cancellation) -> None:
        with suppress(ConnectionError):  # it has died: ``events`` will find that out
            send(worker.connection, message)

    def _join(self) -> None:
        """Wait for all of them, up to one limit of time."""
        end = time.monotonic() + END_TIMEOUT_S
        for worker in self.workers:
            worker.process.join(max(0.0, end - time.monotonic()))


def _ready(
    workers: list[Worker[Task]], timeout_s: float | None, wake_up: int | None
) -> list[Worker[Task]]:
    """Those that have sent something or died, as soon as there is one. Raises OSError if a
    descriptor is no longer open, which a plug-in must have closed: it would be ready for ever."""
    if not workers:
        return []
    by_number = {worker.connection.fileno(): worker for worker in workers}
    waiting = select.poll()
    for number in by_number if wake_up is None else (*by_number, wake_up):
        waiting.register(number, select.POLLIN)
    end = None if timeout_s is None else time.monotonic() + timeout_s
    while True:
        left_s = LOOK_S if end is None else min(LOOK_S, max(0.0, end - time.monotonic()))
        found = waiting.poll(math.ceil(left_s * 1000))
        if any(state & select.POLLNVAL for _, state in found):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if found or (end is not None and time.monotonic() >= end):
            break
        for worker in workers:
            if worker.guard is not None:
                worker.guard.look()
    return [by_number[number] for number, _ in found if number != wake_up]


def _death(worker: Worker[Task], task: Task) -> WorkerDeath[Task]:
    latest, made = "", worker.answers
    if worker.record:
        latest, made = worker.record.latest(), max(made, worker.record.progress(worker.serial))
    fault = _fault(worker)
    return WorkerDeath(task, worker.answers, worker.cancelled, fault, latest, made)


def _fault(worker: Worker[Any]) -> str:
    """What a plug-in has to do with the death of a worker."""
    return death_in_call(worker.record, worker.process.exitcode) if worker.record else ""
