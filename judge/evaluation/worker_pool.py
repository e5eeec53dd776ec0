"""The worker processes of a batch: hired, each on a processor of its own, and ended with all that
they run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.common.processes import kill_tree, start_process
from judge.evaluation.worker import Job, Prepare, RunCases, serve
from judge.model import Isolation
from judge.sandbox.layer import Layer

#: How long workers may take to end when asked.
TIDY_S = 2.0


@dataclass
class WorkerHandle:
    """A worker process as the batch holds it."""

    process: Any
    connection: Any
    core: int | None = None
    task: Prepare | RunCases | None = None
    #: The places of the task that have not come back.
    left: list[int] = field(default_factory=list)
    last_job: int | None = None
    #: Whether it has been told to leave what is left, and has not said yet that it has.
    leaving: bool = False


class WorkerPool:
    """So many workers, who all know the jobs from their start."""

    def __init__(
        self, workers: int, layer: Layer, isolation: Isolation, jobs: Sequence[Job]
    ) -> None:
        self.handles: list[WorkerHandle] = []
        self._workers = workers
        self._what = jobs, layer, isolation
        import multiprocess

        # Forking takes milliseconds where a fresh interpreter takes a tenth of a second.
        methods = multiprocess.get_all_start_methods()
        self._context = multiprocess.get_context("fork" if "fork" in methods else None)

    def hire(self) -> None:
        """As many as are missing."""
        while len(self.handles) < self._workers:
            self.handles.append(self._hire())

    def replace(self, handle: WorkerHandle) -> None:
        """Another for one that has died."""
        handle.process.kill()
        handle.process.join()
        handle.connection.close()
        self.handles.remove(handle)
        self.hire()

    def end(self) -> None:
        """End them and all that they run: asked first, so that they tidy up, then killed."""
        for handle in self.handles:
            handle.process.terminate()
        end = time.monotonic() + TIDY_S
        for handle in self.handles:
            handle.process.join(max(0.0, end - time.monotonic()))
        for handle in self.handles:
            kill_tree(handle.process)
            handle.process.join()
            handle.connection.close()

    def _hire(self) -> WorkerHandle:
        ours, theirs = self._context.Pipe()
        others = [handle.connection for handle in self.handles] + [ours]
        core = self._core()
        process = self._context.Process(target=serve, args=(theirs, others, *self._what, core))
        process.daemon = True
        start_process(process)
        theirs.close()
        return WorkerHandle(process, ours, core)

    def _core(self) -> int | None:
        """A processor of the next worker's own, where there are enough of them.

        They are counted from a place that depends on the judge's process, so that two judges on
        one machine are unlikely to meet.
        """
        if not hasattr(os, "sched_getaffinity"):
            return None
        cores = sorted(os.sched_getaffinity(0))
        if self._workers > len(cores):
            return None
        taken = {handle.core for handle in self.handles}
        start = os.getpid() % len(cores)
        return next(core for core in cores[start:] + cores[:start] if core not in taken)
