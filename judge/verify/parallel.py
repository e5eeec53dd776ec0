"""Tasks of a check, in worker processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from judge.running.worker_pool import WorkerPool
from judge.running.worker_process import Factory

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def answers(
    tasks: Iterable[Task], workers: int, factory: Factory, kind: type[Answer]
) -> Iterator[tuple[Task, Answer | None]]:
    """The answer to each task, as soon as it is known; None if its worker died. ``factory`` makes
    the handler of each worker, which gives one answer of this ``kind`` to a task."""
    pool = WorkerPool[Task, Answer](workers, factory)
    try:
        pool.start()
        yield from pool.answered(iter(tasks))
    finally:
        pool.end()
