"""A solution's answers to very many instances: in batches for speed, alone where it counts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from judge.checking.ending import overload
from judge.common.errors import JudgeError
from judge.model import Ended, Execution, Isolation, Kind, Limits
from judge.plugin import Plugin
from judge.running import calling
from judge.running.compile import BuiltSolution
from judge.running.runner import Runner
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, Session

#: A batch grows until it takes about this long, in seconds of CPU time.
BATCH_S = 0.2
FIRST, MOST = 16, 512
#: After so many batches that ended early for no fault of an instance, there are no more of them.
BATCH_TIME_FACTOR = 3
#: So often one instance is tried while the machine holds it up.
TRIES = 3


@dataclass(frozen=True)
class BulkAnswer:
    """A run of one instance. One that was not made alone, in a process of its own, is evidence
    and no more."""

    run: Execution
    alone: bool


class BulkRunner:
    """Runs one prepared solution on instance after instance, under its limits."""

    def __init__(
        self, built: BuiltSolution, layer: Layer, limits: Limits, plugin: Plugin[Any, Any]
    ) -> None:
        self._prepared = built
        self._layer = layer
        self._limits = limits
        self._plugin = plugin
        self._runner = Runner(built, layer, limits, Isolation.SOLUTION)
        self._session: Session | None = None
        self._size = FIRST
        self._early = 0
        #: Whether the last thing that ran was a batch that took too long: what comes next is to say
        #: on which instance.
        self.out_of_time = False
        self._batches = bool(built.many)
        #: CPU time of all that was run so far, in seconds.
        self.used_s = 0.0

    def alone(self, instance: Any) -> Execution:
        """One instance by the ordinary road: this is what a verdict rests on.

        Raises JudgeError where the machine is overloaded, time after time.
        """
        for _ in range(TRIES):
            run = self._runner.run(self._plugin, instance)
            self.used_s += run.cpu_s
            self.out_of_time = False
            if run.ended is not Ended.OVERLOADED:
                return run
        raise JudgeError(f"{overload(run)}: hunt again when it is idle, or with fewer workers (-j)")

    def all(self, instances: Sequence[Any]) -> Iterator[BulkAnswer]:
        """A run for each, in their order; who has seen enough need not take them all.

        An instance on which a batch ends early is run alone, and the rest in another batch.
        """
        place = 0
        while place < len(instances):
            together = self._batches and self._size > 1
            runs = self._batch(instances[place : place + self._size]) if together else []
            yield from (BulkAnswer(run, alone=False) for run in runs)
            place += len(runs)
            if place < len(instances) and len(runs) < self._size:
                out_of_time = self.out_of_time
                run = self.alone(instances[place])
                if together:
                    self._note_early_end(run, out_of_time)
                elif run.ended is Ended.EXITED:
                    self._fit([run])
                yield BulkAnswer(run, alone=True)
                place += 1
            elif runs:
                self._fit(runs)

    @property
    def in_batches(self) -> bool:
        """Whether many instances share a process."""
        return self._batches

    def distrust_batches(self) -> None:
        """A program has shown itself otherwise in a batch than alone: no more batches of it.

        Each run of a program begins a process, by contract, which a batch only imitates. A
        function is called many times by contract, so there the difference is its own.
        """
        self._batches = self._batches and self._prepared.solution.kind is Kind.FUNCTION

    def _note_early_end(self, run: Execution, out_of_time: bool) -> None:
        """A batch that took too long says nothing against batches."""
        self._size = max(1, self._size // 2)
        if run.ended is Ended.EXITED and run.exit_status == 0 and not out_of_time:
            self._early += 1
            self._batches = self._batches and self._early < BATCH_TIME_FACTOR

    def _fit(self, runs: Sequence[Execution]) -> None:
        each = sum(run.cpu_s for run in runs) / len(runs)
        wanted = int(BATCH_S / each) if each else MOST
        self._size = max(1, min(MOST, wanted, 4 * self._size))

    def _batch(self, instances: Sequence[Any]) -> list[Execution]:
        """Runs of the first instances, up to the one on which the batch came to its end."""
        solution = self._prepared.solution
        tasks: list[Any]
        if solution.kind is Kind.FUNCTION:
            tasks = calling.arguments(solution, self._plugin, instances)
        else:
            tasks = [calling.fed(solution, self._plugin, instance)[1] for instance in instances]
        command = Command(
            self._prepared.many,
            json.dumps(tasks).encode(),
            wants_result=True,
            warm=self._prepared.many_warm,
        )
        try:
            if self._session is None:
                self._session = self._layer.open(self._prepared.view)
            run = self._session.run(command, self._limits)
        except (SandboxDied, SandboxUnavailable, OSError):
            self._close_session()
            self._batches = False
            return []
        self.used_s += run.cpu_s
        self.out_of_time = run.ended in (Ended.CPU_LIMIT, Ended.WALL_LIMIT, Ended.OVERLOADED)
        runs = _read_lines(run.result or b"", len(instances))
        return [calling.taken(solution, one) for one in runs]

    def _close_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def close(self) -> None:
        """End both sandboxes."""
        self._close_session()
        self._runner.close()


def _read_lines(result: bytes, most: int) -> list[Execution]:
    """The host's lines as runs, up to the first that is not whole. A solution may have written
    into them: nothing but a line of the right shape is believed."""
    runs: list[Execution] = []
    for line in result.split(b"\n")[:-1][:most]:
        try:
            used, returned, printed, error = json.loads(line)
            runs.append(_as_run(used / 1e6, returned, printed, error))
        except (ValueError, TypeError, AttributeError, RecursionError):
            break
    return runs


def _as_run(cpu_s: float, returned: str | None, printed: str, error: str | None) -> Execution:
    return Execution(
        ended=Ended.EXITED,
        exit_status=0 if error is None else 1,
        signal=None,
        stdout=printed.encode("utf-8", "replace"),
        stderr=b"" if error is None else error.encode("utf-8", "replace"),
        result=None if returned is None else returned.encode("utf-8", "replace"),
        cpu_s=cpu_s,
        wall_s=cpu_s,
        peak_mib=0.0,
    )
