"""A solution's answers to very many instances: in batches for speed, alone for verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.ending import overload
from judge.common.errors import JudgeError
from judge.languages.start_time import with_start
from judge.model import Ended, Execution, Isolation, Kind, Limits
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling
from judge.running.compile import BuiltSolution
from judge.running.runner import Runner
from judge.running.traced_runner import END, MOST_BRANCHES, TracedRunner
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, Session

#: A batch grows until it takes about this much CPU time.
BATCH_S = 0.2
#: The same of a host that starts anew for each batch, and what it may take beyond the limit of one
#: instance: that is only counted alone.
COLD_BATCH_S, COLD_START_S = 0.6, 2.0
#: Whoever takes a larger share of the limit there may be too slow with a start of its own.
COLD_SHARE = 0.25
#: The first batch, and the largest one.
FIRST, MOST = 16, 1024
#: After so many batches that ended early, though no instance was the cause, batches are given up.
MAX_EARLY_ENDS = 3
#: No execution uses as many CPU seconds.
MOST_CPU_S = 10**9
#: The last line of a batch whose answers may depend on each other.
CHANGED = b'"changed"\n'
#: What reading a malformed line raises.
MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
#: How often one instance is tried while the machine is overloaded.
TRIES = 3


class BulkAnswer(Struct, frozen=True):
    """The execution of one instance. Unless it ran ``alone``, in a process of its own, it is only
    evidence, not proof."""

    run: Execution
    alone: bool
    #: Branches of the source that this call was the first in its process to take, if known.
    branches: tuple[int, ...] = ()


class BulkRunner:
    """Runs one built solution on many instances, under its limits."""

    def __init__(
        self,
        built: BuiltSolution,
        layer: Layer,
        limits: Limits,
        plugin: ProblemPlugin,
        branches: bool = False,
        buffered: bool = False,
    ) -> None:
        """``branches``: whether answers in batches say which branches were taken, if they can.
        ``buffered``: a batch may lose some answers before the one that ends it, which is rare; it
        does so once."""
        self._built = built
        self._layer = layer
        self._limits = limits
        self._plugin = plugin
        alone = with_start(limits, built.solution)
        self._runner = Runner(built, layer, alone, Isolation.SOLUTION)
        self._session: Session | None = None
        self._size = FIRST
        self._early = 0
        #: Whether the last one to run was a batch that took too long. What runs next must show on
        #: which instance.
        self.out_of_time = False
        self._with_branches = branches
        self._buffered = buffered
        self._batches = False
        self.answer_with(built.together or built)
        self._traced: TracedRunner | None = None
        #: CPU seconds of everything so far.
        self.used_s = 0.0

    def alone(self, instance: Any) -> Execution:
        """Run one instance as a run of the judge does: verdicts are based on this.

        Raises JudgeError if the machine is overloaded each time.
        """
        for _ in range(TRIES):
            run = self._runner.run(self._plugin, instance)
            self.used_s += run.cpu_s
            self.out_of_time = False
            if run.ended is not Ended.OVERLOADED:
                return run
        raise JudgeError(f"{overload(run)}: hunt again when it is idle, or with fewer workers (-j)")

    def answer_with(self, built: BuiltSolution) -> None:
        """From now on this program, the same solution, answers in batches, if it can."""
        self._close_session()
        self._together = built
        self._batches = bool(built.many)

    def put_variables(self, variables: Mapping[str, str]) -> None:
        """From now on a host that is started for each batch finds these in its environment."""
        environment = {**self._built.environment, **variables}
        self._together = replace(self._together, environment=environment)

    def trace(self, built: BuiltSolution) -> None:
        """From now on run this program, which reports what it does, where there are no batches."""
        self._traced = TracedRunner(built, self._layer, self._limits)

    def all(self, instances: Sequence[Any]) -> Iterator[BulkAnswer]:
        """An execution for each instance, in order, made as they are consumed.

        An instance that ends a batch early is run alone, and the rest in another batch.
        """
        index = 0
        while index < len(instances):
            together = self._batches and self._size > 1
            runs = self.batch(instances[index : index + self._size]) if together else []
            yield from runs
            index += len(runs)
            if index < len(instances) and len(runs) < self._size:
                yield self._single(instances[index], together)
                index += 1
            elif runs:
                self._fit([answered.run for answered in runs])

    def _single(self, instance: Any, ended_early: bool) -> BulkAnswer:
        """One instance in a process of its own; ``ended_early``: a batch did so on it."""
        if self._traced is not None and not ended_early:
            run, branches = self._traced.run(self._plugin, instance)
            self.used_s += run.cpu_s
            if run.ended is Ended.EXITED and run.exit_status == 0:
                return BulkAnswer(run, False, branches)
        out_of_time = self.out_of_time
        run = self.alone(instance)
        if ended_early:
            self._note_early_end(run, out_of_time)
        elif run.ended is Ended.EXITED:
            self._fit([run])
        return BulkAnswer(run, alone=True)

    @property
    def in_batches(self) -> bool:
        """Whether many instances share a process."""
        return self._batches

    def distrust_batches(self) -> None:
        """Use no more batches for a program that behaves differently in a batch than alone.

        A program may rely on a fresh process for each instance, which a batch only imitates. A
        function must be ready to be called many times, so the difference is its own fault.
        """
        self._batches = self._batches and self._built.solution.kind is Kind.FUNCTION

    def _note_early_end(self, run: Execution, out_of_time: bool) -> None:
        """Count an early end against batches, unless it took too long."""
        self._size = max(1, self._size // 2)
        if run.ended is Ended.EXITED and run.exit_status == 0 and not out_of_time:
            self._early += 1
            self._batches = self._batches and self._early < MAX_EARLY_ENDS

    def _fit(self, runs: Sequence[Execution]) -> None:
        each = sum(run.cpu_s for run in runs) / len(runs)
        batch_s = COLD_BATCH_S if self._starts_cold else BATCH_S
        wanted = int(batch_s / each) if each else MOST
        self._size = max(1, min(MOST, wanted, 4 * self._size))

    @property
    def _starts_cold(self) -> bool:
        """Whether each batch waits for the start of a host. A compiled program has none."""
        together = self._together
        return not together.many_warm and (together is self._built or bool(together.branches))

    def _batch_limits(self) -> Limits:
        if not self._starts_cold:
            return self._limits
        more = self._limits.cpu_s + COLD_START_S
        return replace(self._limits, cpu_s=more, wall_override_s=max(3 * more, self._limits.wall_s))

    def batch(self, instances: Sequence[Any]) -> list[BulkAnswer]:
        """Answers to the first instances, up to the one that ended the process that they share."""
        solution, together = self._built.solution, self._together
        command = Command(
            self._many(together),
            self._tasks(instances),
            wants_result=True,
            warm=together.many_warm,
            environment=together.environment,
            files=together.beside or None,
            read_only=together.read_only,
        )
        try:
            if self._session is None:
                self._session = self._layer.open(together.view)
            run = self._session.run(command, self._batch_limits())
        except (SandboxDied, SandboxUnavailable, OSError):
            self._close_session()
            self._batches = False
            return []
        self.used_s += run.cpu_s
        self.out_of_time = run.ended in (Ended.CPU_LIMIT, Ended.WALL_LIMIT, Ended.OVERLOADED)
        if (run.result or b"").endswith(CHANGED):
            self._batches = False
            return []
        lines = _read_lines(run.result or b"", len(instances), run.peak_mib)
        most_s = self._limits.cpu_s * (COLD_SHARE if self._starts_cold else 1)
        runs = list(takewhile(lambda one: one.run.cpu_s <= most_s, lines))
        if self._buffered and len(runs) < len(instances):
            self._buffered = False
            self._close_session()  # its host was started to buffer
        self.out_of_time |= len(runs) < len(lines)
        return [_with_run(one, calling.taken(solution, one.run)) for one in runs]

    def _many(self, together: BuiltSolution) -> tuple[str, ...]:
        """The command of a batch."""
        branches = together.branches if self._with_branches else ()
        return (*together.many, *branches, *(together.buffered if self._buffered else ()))

    def _tasks(self, instances: Sequence[Any]) -> bytes:
        """One JSON list: the arguments of functions, or the inputs of programs."""
        solution, plugin = self._built.solution, self._plugin
        if solution.kind is Kind.FUNCTION:
            return calling.all_arguments(solution, plugin, instances)
        with plugin.series():
            inputs = [calling.fed(solution, plugin, one)[1].decode() for one in instances]
        return json.dumps(inputs).encode()

    def _close_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def close(self) -> None:
        """End all sandboxes."""
        self._close_session()
        if self._traced is not None:
            self._traced.close()
        self._runner.close()


def _read_lines(result: bytes, most: int, peak_mib: float) -> list[BulkAnswer]:
    """The host's lines as answers, up to the first malformed one. A solution may have written
    among them, so that only a line of exactly the right form counts. ``peak_mib``: of all."""
    lines = result.split(b"\n")[:-1][:most]
    runs: list[BulkAnswer] = []
    try:  # all at once: this takes half of the time
        found = json.loads(b"[" + b",".join(lines) + b"]")
    except (ValueError, RecursionError):
        found = []
    each = iter(found) if len(found) == len(lines) else map(json.loads, lines)
    for _ in lines:
        try:
            used, returned, printed, error, *more = next(each)
            run = _as_execution(_as_seconds(used), returned, printed, error, peak_mib)
            runs.append(BulkAnswer(run, False, _as_branches(*more) if more else ()))
        except MALFORMED:
            break
    return runs


def _as_seconds(microseconds: float) -> float:
    """The CPU time that a line claims. Raises ValueError if none can be."""
    if not 0 <= microseconds < MOST_CPU_S * 1e6:
        raise ValueError(f"no time: {microseconds}")
    return microseconds / 1e6


def _with_run(one: BulkAnswer, run: Execution) -> BulkAnswer:
    return one if run is one.run else replace(one, run=run)


def _as_branches(numbers: list[int]) -> tuple[int, ...]:
    """Some branches: a solution may write any number of them. Raises as ``int`` does."""
    return tuple(int(number) % END for number in numbers[:MOST_BRANCHES])


def _as_execution(
    cpu_s: float, returned: str | None, printed: str, error: str | None, peak_mib: float
) -> Execution:
    return Execution(
        ended=Ended.EXITED,
        exit_status=0 if error is None else 1,
        signal=None,
        stdout=printed.encode("utf-8", "replace"),
        stderr=b"" if error is None else error.encode("utf-8", "replace"),
        result=None if returned is None else returned.encode("utf-8", "replace"),
        cpu_s=cpu_s,
        wall_s=cpu_s,
        peak_mib=peak_mib,
    )
