"""A process beside a Dask worker that executes and grades: Dask's own threads must not fork."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import ExitStack
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge import sandbox
from judge.cluster.bundle import JobOrder, LazyJobs
from judge.common.scratch import temporary_folder
from judge.evaluation.tasks import BuildDone, CaseDone, Prepare, RunCases, Task
from judge.evaluation.worker import CaseHandler
from judge.model import Isolation
from judge.running.worker_process import serve


class BatchOrder(Struct, frozen=True):
    """What a host must know of a batch. ``sandbox`` is the name of a layer, or ``auto``."""

    jobs: tuple[JobOrder, ...]
    sandbox: str
    isolation: Isolation


class HostHandler:
    """A ``CaseHandler`` that compiles a solution itself before it runs its first case: what another
    machine has compiled is of no use here."""

    def __init__(self, order: BatchOrder, store: Path) -> None:
        self._stack = ExitStack()
        scratch = Path(self._stack.enter_context(temporary_folder()))
        jobs = LazyJobs(order.jobs, store, scratch)
        self._cases = CaseHandler(jobs, sandbox.choose(order.sandbox), order.isolation)
        self._built: dict[int, BuildDone] = {}

    def answers(self, task: Task) -> Generator[BuildDone | CaseDone, None, None]:
        """As those of a ``CaseHandler``; to ``RunCases`` a single ``BuildDone`` where the solution
        cannot be built here."""
        if isinstance(task, Prepare):
            yield self._prepared(task.job)
        elif not isinstance(task, RunCases):
            yield from self._cases.answers(task)
        elif (done := self._prepared(task.job)).built is None:
            yield done
        else:
            yield from self._cases.answers(replace(task, built=done.built))

    def close(self) -> None:
        self._cases.close()
        self._stack.close()

    def _prepared(self, job: int) -> BuildDone:
        if job not in self._built:
            done = self._cases.prepare(job)
            if done.overloaded:
                return done
            self._built[job] = done
        return self._built[job]


def main() -> None:
    """Serve the descriptor that the command line names."""
    connection = Connection(int(sys.argv[1]))
    order, store = connection.recv()
    serve(connection, (), partial(HostHandler, order, store), None, None)


if __name__ == "__main__":
    main()
