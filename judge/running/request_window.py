"""Asks for several short cases of a solution in one message.

To wake the sandbox for each of them, and to be woken, takes as long as a small program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from judge.model import Case, Execution
from judge.packages.problem_plugin import ProblemPlugin
from judge.running.runner import Runner

#: A case that takes less CPU time is short. There are twice as many of them in each message as in
#: the one before, and at most ``MOST``.
SHORT_S = 0.005
MOST = 32


class RequestWindow:
    """Runs cases of one solution in the sandbox of ``runner``. ``instance_of``: the instance of an
    index, and its case."""

    def __init__(
        self,
        runner: Runner,
        plugin: ProblemPlugin,
        instance_of: Callable[[int], tuple[Any, Case]],
    ) -> None:
        self._runner = runner
        self._plugin = plugin
        self._instance_of = instance_of
        #: How many run by themselves before ``_size`` are asked for.
        self._alone, self._size = 1, 2

    def runs(self, indices: Sequence[int]) -> Iterator[list[Execution | None]]:
        """The executions of the cases, in order, as many together as were asked for in a message,
        and made as they are consumed; None for one that is to run by itself before the next one is
        consumed."""
        at = 0
        while at < len(indices):
            runs = self._together(indices[at : at + self._size]) or [None]
            yield runs
            at += len(runs)

    def _together(self, indices: Sequence[int]) -> list[Execution | None]:
        """None if the first one is to run by itself."""
        if self._alone or len(indices) < 2:
            self._alone = max(0, self._alone - 1)
            return []
        runs = self._runner.run_together(self._plugin, map(self._instance_of, indices))
        if all(run is not None and run.cpu_s < SHORT_S for run in runs):
            self._size = min(MOST, max(self._size, 2 * len(runs)))
            self._alone = 0 if runs else MOST  # what cannot be asked for together is not soon again
        else:
            self._alone, self._size = 1, 2
        return runs
