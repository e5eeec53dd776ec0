"""What gives tasks to workers, wherever they are: the pool of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from judge.running.worker_pool import Event, Worker

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class Executor(Protocol[Task, Answer]):
    """Workers that take tasks and answer; ``WorkerPool`` says what each method does.

    The workers of a cluster may come and go, so that there may be none for a while.
    """

    @property
    def workers(self) -> list[Worker[Task]]: ...

    @property
    def idle(self) -> list[Worker[Task]]: ...

    @property
    def busy(self) -> list[Worker[Task]]: ...

    def start(self) -> None: ...

    def can_do(self, worker: Worker[Task], job: int) -> bool:
        """Whether a worker has what a job needs. True where no worker has it."""
        ...

    def give(self, worker: Worker[Task], task: Task) -> None: ...

    def cancel(self, worker: Worker[Task]) -> None: ...

    def events(
        self, timeout_s: float | None = None, wake_up: int | None = None
    ) -> Iterator[Event[Task, Answer]]:
        """May end early, without an event. Raises JudgeError where no worker is left."""
        ...

    def end(self) -> None: ...
