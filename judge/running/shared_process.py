"""Runs a pure function on many cases in one process. To fork a process for each takes ten times as
long as a short call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.model import Execution, Isolation, Limits
from judge.packages.problem_plugin import ProblemPlugin
from judge.running.bulk_runner import BulkRunner
from judge.running.compile import BuiltSolution
from judge.sandbox.layer import Layer

#: Below so many cases a process for each costs less than the start of one that answers many.
FEWEST_CASES = 64
#: The first cases of a solution that share a process; then up to four times as many each time, as
#: long as they take about ``PART_S`` together. CPU seconds.
FIRST, PART_S = 2, 0.1
#: What they may take together. Whoever takes longer runs alone, under the limit of a case.
MOST_S = 0.4
#: A case that takes longer runs alone: its process costs little beside it. CPU seconds.
SLOW_S = 0.02
#: If a larger share of a process's cases must run alone, no more share one.
LOST = 2 / 3


def may_share(built: BuiltSolution, cases: int, isolation: Isolation) -> bool:
    """Whether so many cases may share processes."""
    return built.pure and cases >= FEWEST_CASES and isolation is Isolation.SOLUTION


class SharedProcess:
    """Runs one built solution. What does not end well in a process with others must run alone:
    time limits, failures and large outputs are those of one case."""

    def __init__(
        self, built: BuiltSolution, layer: Layer, limits: Limits, plugin: ProblemPlugin
    ) -> None:
        most_s = min(limits.cpu_s / 2, MOST_S)
        lower = replace(limits, cpu_s=most_s, wall_override_s=limits.wall_s)
        self._bulk_runner = BulkRunner(built, layer, lower, plugin)
        #: How many share the next process; 1 if none is to be shared any more.
        self._size = FIRST

    def runs(self, instances: Sequence[Any]) -> Iterator[Execution | None]:
        """The execution of each instance, in order, made as they are consumed; None for one that
        must run alone."""
        index = 0
        while index < len(instances):
            part = instances[index : index + self._size]
            runs = self._part(part) if self._size > 1 else []
            yield from runs
            index += len(runs)
            if len(runs) < len(part):
                yield None
                index += 1

    def _part(self, instances: Sequence[Any]) -> list[Execution | None]:
        """Of the first instances, up to one on which their process ended."""
        try:
            answers = self._bulk_runner.batch(instances)
        except JudgeError:  # the plug-in fails on one of them: told where that one runs
            answers = []
        runs = [one.run if _ended_well(one.run) else None for one in answers]
        lost = not runs or runs.count(None) > LOST * len(runs)
        each_s = sum(one.run.cpu_s for one in answers) / max(len(answers), 1)
        self._size = 1 if lost or self._bulk_runner.out_of_time else self._fitting(each_s)
        return runs

    def _fitting(self, each_s: float) -> int:
        """How many share the next process."""
        wanted = int(PART_S / each_s) if each_s else 4 * self._size
        return max(2, min(4 * self._size, wanted))

    def close(self) -> None:
        """End the sandbox."""
        self._bulk_runner.close()


def _ended_well(run: Execution) -> bool:
    return run.exit_status == 0 and run.cpu_s <= SLOW_S
