"""How long validators may take, and what memory and output they may use."""

from __future__ import annotations

from msgspec.structs import replace

from judge.model import Ended, Execution, Limits

#: How long a validator may wait beyond its limit of CPU time, in seconds.
SPARE_WALL_S = 5.0
#: What a validator gets that has used up its limit of CPU time before: at least so many seconds,
#: and so many times of the most that it needed.
LEAST_PATIENCE_S, PATIENCE_TIMES = 5.0, 20
#: So many outputs use up the whole limit when they are judged again with it: then no more are.
MOST_VAIN = 1


def validation_limits(
    seconds: float | None = None, mib: int | None = None, output_bytes: int | None = None
) -> Limits:
    """The limits of a validator, where the package says nothing those that the format calls
    typical."""
    cpu_s, output = seconds or 60.0, output_bytes or 8 * 2**20
    return Limits(
        cpu_s=cpu_s,
        memory_mib=mib or 2048,
        output_bytes=output,
        processes=128,
        disk_mib=max(64, 2 * output // 2**20),
        wall_override_s=cpu_s + SPARE_WALL_S,
    )


class Patience:
    """How long a validator is waited for. One that has used up its whole limit once is likely to do
    so again: from then on it gets many times of what it needed for any output that it judged. Where
    that is not enough, the output may be a slow one: it is judged again with the whole limit, until
    this was in vain."""

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._longest_s = 0.0
        self._has_hung = False
        self._vain = 0

    @property
    def _seconds(self) -> float:
        if not self._has_hung:
            return self._limit_s
        return min(self._limit_s, max(LEAST_PATIENCE_S, PATIENCE_TIMES * self._longest_s))

    def shortened(self, limits: Limits) -> Limits:
        seconds = self._seconds
        if seconds >= limits.cpu_s:
            return limits
        return replace(limits, cpu_s=seconds, wall_override_s=seconds + SPARE_WALL_S)

    def learn(self, run: Execution) -> str:
        """What is added to the message, if it was given less time than its limit and used it up."""
        seconds = self._seconds
        if run.ended is Ended.CPU_LIMIT:
            self._has_hung = True
            said = f"; it was given {seconds:g} s, as it has used up {self._limit_s:g} s before"
            return said if seconds < self._limit_s else ""
        if run.ended is Ended.EXITED:
            self._longest_s = max(self._longest_s, run.cpu_s)
        return ""

    def doubts(self, run: Execution) -> bool:
        """Whether an output is to be judged again with the whole limit."""
        is_cut = run.ended is Ended.CPU_LIMIT and self._seconds < self._limit_s
        return is_cut and self._vain < MOST_VAIN

    def learn_again(self, run: Execution) -> None:
        """Of an output that was judged again with the whole limit."""
        if run.ended is Ended.CPU_LIMIT:
            self._vain += 1
        elif run.ended is Ended.EXITED:
            self._vain = 0
            self._longest_s = max(self._longest_s, run.cpu_s)
