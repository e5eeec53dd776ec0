"""Tasks whose worker died: they are given to another one, but not again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from judge.common.errors import JudgeError
from judge.running.tool_session import RETRIES


class WorkerDeaths:
    """How many workers died at each task."""

    def __init__(self) -> None:
        self._counts: Counter[Hashable] = Counter()

    def count(self, task: Hashable, fault: str, work: str = "") -> None:
        """One more worker died at a task. Raises JudgeError if the task may not be tried again: for
        the ``fault`` of a plug-in, and after ``RETRIES`` tries. ``work`` says what the worker was
        at, as in ``" while it tried instances 1 to 5"``."""
        if fault:
            raise JudgeError(fault)
        self._counts[task] += 1
        if self._counts[task] > RETRIES:
            died = f"a worker process died {RETRIES + 1} times{work}"
            raise JudgeError(f"{died}: try again with fewer workers (-j)")
