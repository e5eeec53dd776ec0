"""Where the executions of a batch take place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from judge.evaluation.site import Site
from judge.evaluation.tasks import BuildDone, CaseDone, Job, Task
from judge.evaluation.worker import CaseHandler
from judge.model import Isolation
from judge.running.executor import Executor
from judge.running.worker_pool import WorkerPool
from judge.sandbox.layer import Layer

#: The workers of a run.
Workers = Executor[Task, BuildDone | CaseDone]


class Executors(Protocol):
    """Makes the workers of a batch."""

    def open(
        self, jobs: Sequence[Job], layer: Layer, isolation: Isolation, size: int
    ) -> Workers: ...

    def site(self) -> Site | None:
        """The machines, which are alike; None for this one."""
        ...

    def machine(self) -> str:
        """What the report calls the machines; empty for this one."""
        ...

    def toolchains(self, languages: Sequence[str]) -> Mapping[str, str] | None:
        """The version of each toolchain there, or why it is missing; None for this machine."""
        ...


class LocalExecutors:
    """On this machine, in ``size`` processes."""

    def open(self, jobs: Sequence[Job], layer: Layer, isolation: Isolation, size: int) -> Workers:
        return WorkerPool(size, partial(CaseHandler, jobs, layer, isolation), together=True)

    def site(self) -> Site | None:
        return None

    def machine(self) -> str:
        return ""

    def toolchains(self, languages: Sequence[str]) -> Mapping[str, str] | None:
        return None
