"""The end of the time that a check may take."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from judge.common.messages import counted

T = TypeVar("T")


class OutOfTime(Exception):
    """What is asked for comes after the deadline."""


class Deadline:
    """So many seconds from now on; every part of a check looks at the same one."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._end

    @property
    def left_s(self) -> float:
        """Seconds until then, 0 afterwards."""
        return max(0.0, self._end - time.monotonic())

    @property
    def over_s(self) -> float:
        """Seconds since then, 0 before."""
        return max(0.0, time.monotonic() - self._end)

    def part(self, share: float) -> Deadline:
        """From now on, such a part of the time that is left."""
        return Deadline(share * self.left_s)

    def require(self) -> None:
        """Raise OutOfTime if it is over: for what asks slow programs from many places."""
        if self.is_over:
            raise OutOfTime

    def items(self, of: Iterable[T]) -> Iterator[T]:
        """Items until the time is over, but at least one."""
        for number, item in enumerate(of):
            if number and self.is_over:
                return
            yield item


def share(done: int, total: int, noun: str) -> str:
    """How much of something a check has done: ``5 of 9 cases, out of time``; ``9 cases`` if all."""
    if done >= total:
        return counted(total, noun)
    return f"{done:,} of {counted(total, noun)} (out of time)"
