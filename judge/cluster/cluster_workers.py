"""The workers of a cluster as an executor: each seat of a Dask worker does one task at a time.

A task that is on a worker when that goes is given back to the batch. An answer that comes later is
dropped, so that nothing is counted twice.
"""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import wait
from queue import Empty, SimpleQueue
from typing import Any

from msgspec import Struct

from judge.cluster import worker_session
from judge.cluster.bundle import Blob, Packer
from judge.cluster.dask_cluster import ASK_S, PATIENCE_S, DaskCluster
from judge.cluster.host import BatchOrder
from judge.cluster.worker_session import Beginning, TaskReport
from judge.common.safe_text import one_line
from judge.evaluation.tasks import BuildDone, CaseDone, Job, OpenChecker, Prepare, Task
from judge.model import Isolation, Kind, Verdict
from judge.running.worker_pool import Event, TaskEnd, Worker, WorkerAnswer, WorkerDeath

Answer = BuildDone | CaseDone
#: After so many losses of a worker with the same first case, the case is at fault.
MOST_LOSSES = 5
#: Characters of a message that are shown.
MOST_SAID = 200
#: How long an answer may take from a worker to here, in seconds.
FETCH_TIMEOUT_S = 30.0


class Seat(Struct, frozen=True):
    """One of the indices of a Dask worker."""

    address: str
    number: int


class ClusterWorkers:
    """An ``Executor`` for the jobs of one batch. ``checkers``: the languages that the checker of
    each problem is written in."""

    def __init__(
        self,
        cluster: DaskCluster,
        jobs: Sequence[Job],
        layer: str,
        isolation: Isolation,
        checkers: Mapping[str, frozenset[str]],
    ) -> None:
        self.workers: list[Worker[Task]] = []
        self._cluster = cluster
        self._names = [f"{job.problem.name}/{job.solution.name}" for job in jobs]
        self._languages = [_languages(job, checkers) for job in jobs]
        self._session = uuid.uuid4().hex
        packer = Packer()
        packed = [packer.blobs(job) for job in jobs]
        self._blobs: dict[str, Blob] = {
            blob.digest: blob for one in packed for blob in (one.package, one.problem, one.solution)
        }
        self._order = BatchOrder(tuple(one.order for one in packed), layer, isolation)
        self._seats: dict[Worker[Task], Seat] = {}
        self._serials = count(1)
        #: A machine that is lost and found again has new seats: its hosts may still be busy.
        self._seat_numbers = count()
        #: Tasks on their way: their workers and futures, by serial.
        self._given: dict[int, tuple[Worker[Task], Any]] = {}
        self._done: SimpleQueue[int] = SimpleQueue()
        self._reader, self._writer = Pipe(duplex=False)
        self._news: list[Event[Task, Answer]] = []
        #: Jobs that a machine could not build, and how often a first case was lost.
        self._refused: set[tuple[str, int]] = set()
        self._losses: Counter[tuple[int, int]] = Counter()
        self._alone_since: float | None = None

    @property
    def idle(self) -> list[Worker[Task]]:
        return [worker for worker in self.workers if worker.task is None]

    @property
    def busy(self) -> list[Worker[Task]]:
        return [worker for worker in self.workers if worker.task is not None]

    def start(self) -> None:
        """Take the workers that are there."""
        self._update()

    def can_do(self, worker: Worker[Task], job: int) -> bool:
        """Whether its machine has the toolchain; true if no machine that is there has it."""
        address = self._seats[worker].address
        return self._has(address, job) or not any(
            self._has(seat.address, job) for seat in self._seats.values()
        )

    def give(self, worker: Worker[Task], task: Task) -> None:
        assert worker.task is None, "a worker does one task at a time"
        seat, serial = self._seats[worker], next(self._serials)
        worker.task = worker.last_task = task
        worker.serial, worker.answers, worker.cancelled = serial, 0, False
        try:
            future = self._cluster.client.submit(
                worker_session.execute,
                self._session,
                seat.number,
                self._order,
                serial,
                task,
                workers=[seat.address],
                pure=False,
                key=f"judge-{self._session}-{serial}",
            )
        except Exception:  # Dask's own, of many kinds: the scheduler has gone
            self._lose(worker)
            return
        self._given[serial] = (worker, future)
        future.add_done_callback(lambda _: self._tell_done(serial))

    def cancel(self, worker: Worker[Task]) -> None:
        """Have the host leave the rest of its task."""
        if worker.task is None or worker.cancelled:
            return
        worker.cancelled = True
        seat = self._seats[worker]
        with suppress(Exception):  # then it does its task to the end
            self._cluster.client.run(
                worker_session.cancel,
                self._session,
                seat.number,
                worker.serial,
                workers=[seat.address],
                wait=False,
            )

    def events(
        self, timeout_s: float | None = None, wake_up: int | None = None
    ) -> Iterator[Event[Task, Answer]]:
        more = [] if wake_up is None else [wake_up]

        def stopped() -> bool:
            return bool(wait(more, 0)) if more else False

        self._keep_up(stopped)
        yield from self._taken()
        ready = wait([self._reader, *more], ASK_S if timeout_s is None else min(ASK_S, timeout_s))
        if self._reader in ready:
            self._reader.recv_bytes()
            while self._reader.poll():
                self._reader.recv_bytes()
        while True:
            try:
                serial = self._done.get_nowait()
            except Empty:
                return
            yield from self._finished(serial)
            yield from self._taken()

    def end(self) -> None:
        """End the hosts of this batch everywhere."""
        for _, future in self._given.values():
            with suppress(Exception):  # the scheduler has gone, and forgotten it
                future.cancel()
        self._given.clear()
        with suppress(Exception):  # workers that have gone, a scheduler that has gone
            self._cluster.client.run(
                worker_session.end, self._session, workers=[*self._cluster.facts]
            )
        self.workers.clear()
        self._seats.clear()
        self._writer.close()
        self._reader.close()

    def _tell_done(self, serial: int) -> None:
        """Called in a thread of Dask."""
        self._done.put(serial)
        with suppress(OSError):
            self._writer.send_bytes(b"!")

    def _taken(self) -> Iterator[Event[Task, Answer]]:
        while self._news:
            yield self._news.pop(0)

    def _keep_up(self, stopped: Any) -> None:
        """Take those that join, let go of those that have gone; raises JudgeError where there was
        no worker, or no scheduler, for too long."""
        try:
            self._update()
        except OSError:
            for worker in [*self.workers]:
                self._lose(worker)
            self._cluster.reconnect(stopped)
        if self.workers:
            self._alone_since = None
            return
        self._alone_since = self._alone_since or time.monotonic()
        if time.monotonic() - self._alone_since > PATIENCE_S:
            raise self._cluster.without_workers()

    def _update(self) -> None:
        """Raises OSError where the scheduler does not answer."""
        self._cluster.refresh()
        present = self._cluster.facts.keys()
        for worker in [*self.workers]:
            if self._seats[worker].address not in present:
                self._lose(worker)
        known = {seat.address for seat in self._seats.values()}
        for address in [one for one in present if one not in known]:
            with suppress(OSError):  # it has gone: the next time tells
                self._equip(address)

    def _equip(self, address: str) -> None:
        """Send a worker what it lacks; it has seats then, unless it cannot keep that."""
        run, digests = self._cluster.run, [*self._blobs]
        beginning: Beginning = run(address, worker_session.begin, self._session, digests)
        fault = beginning.fault
        for digest in beginning.lacking:
            fault = fault or run(address, worker_session.keep, self._session, self._blobs[digest])
        if fault:
            self._cluster.leave_out(address, fault)
            return
        for _ in range(self._cluster.seats[address]):
            worker: Worker[Task] = Worker(None, None, None)
            self._seats[worker] = Seat(address, next(self._seat_numbers))
            self.workers.append(worker)

    def _lose(self, worker: Worker[Task]) -> None:
        """A worker has gone: its task, if it has one, is given back."""
        self.workers.remove(worker)
        del self._seats[worker]
        task = worker.task
        if task is None:
            return
        self._given.pop(worker.serial, None)
        worker.task = None
        first = (task.job, -1 if isinstance(task, Prepare | OpenChecker) else task.indices[0])
        self._losses[first] += 1
        if self._losses[first] > MOST_LOSSES:
            self._news.append(WorkerDeath(task, 0, worker.cancelled))
        else:
            self._news.append(TaskEnd(task, 0, cancelled=True))

    def _finished(self, serial: int) -> Iterator[Event[Task, Answer]]:
        """A future has ended, well or not."""
        worker, future = self._given.pop(serial, (None, None))
        if worker is None or future is None or worker.task is None:
            return  # it was given back before
        try:
            report: TaskReport = future.result(timeout=FETCH_TIMEOUT_S)
        except Exception:  # Dask's own, of many kinds: the worker, or its answer, has gone
            self._lose(worker)
            return
        yield from self._reported(worker, worker.task, report)

    def _reported(
        self, worker: Worker[Task], task: Task, report: TaskReport
    ) -> Iterator[Event[Task, Answer]]:
        for answer in report.answers:
            if isinstance(answer, BuildDone) and self._is_elsewhere(worker, task, answer):
                yield self._not_built(worker, task, answer)
                return
            worker.answers += 1
            yield WorkerAnswer(task, answer)
        worker.task = None
        if report.died:
            yield WorkerDeath(task, worker.answers, worker.cancelled, made=worker.answers)
        else:
            yield TaskEnd(task, worker.answers, worker.cancelled)

    def _is_elsewhere(self, worker: Worker[Task], task: Task, done: BuildDone) -> bool:
        """Whether a solution that a machine could not build was built, or may be, by another one:
        a full disk is a fault of the machine."""
        if not isinstance(task, Prepare):
            return True
        here = self._seats[worker].address
        others = {seat.address for seat in self._seats.values()} - {here}
        fault = done.verdict is Verdict.JE and not done.overloaded
        return fault and any(self._has(other, task.job) for other in others)

    def _not_built(self, worker: Worker[Task], task: Task, done: BuildDone) -> Event[Task, Answer]:
        """Another machine can build the solution, and this one cannot: the task goes elsewhere, if
        there is a machine left."""
        address = self._seats[worker].address
        if not done.overloaded:
            if not any(machine == address for machine, _ in self._refused):
                why = one_line(done.message.partition("\n")[0], MOST_SAID)
                self._cluster.tell(f"{address} cannot build {self._names[task.job]}: {why}")
            self._refused.add((address, task.job))
        worker.task = None
        if any(self._has(seat.address, task.job) for seat in self._seats.values()):
            return TaskEnd(task, 0, cancelled=True)
        return WorkerDeath(task, 0, worker.cancelled, done.message or "it cannot be built")

    def _has(self, address: str, job: int) -> bool:
        facts = self._cluster.facts.get(address)
        lacks = facts is None or not self._languages[job].isdisjoint(facts.missing)
        return not lacks and (address, job) not in self._refused


def _languages(job: Job, checkers: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Those of the solution and of what checks its outputs."""
    solution = job.solution
    own = {solution.language} if solution.kind is not Kind.OUTPUT else set()
    return checkers.get(solution.problem, frozenset()) | own
