"""Tasks of a check, in worker processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from judge.running.worker_pool import WorkerAnswer, WorkerDeath, WorkerPool
from judge.running.worker_process import Factory

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def answers(
    tasks: Iterable[Task], workers: int, factory: Factory, kind: type[Answer]
) -> Iterator[tuple[Task, Answer | None]]:
    """The answer to each task, as soon as it is known; None if its worker died. ``factory`` makes
    the handler of each worker, which gives one answer of this ``kind`` to a task."""
    pool = WorkerPool[Task, Answer](workers, factory)
    waiting = iter(tasks)
    try:
        pool.start()
        while True:
            for worker, task in zip(pool.idle, waiting, strict=False):
                pool.give(worker, task)
            if not pool.busy:
                return
            for event in pool.events():
                if isinstance(event, WorkerAnswer):
                    yield event.task, event.answer
                elif isinstance(event, WorkerDeath) and not event.answers:
                    yield event.task, None
    finally:
        pool.end()
