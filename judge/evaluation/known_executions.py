"""Executions that need not be repeated, because an earlier run has their outcome.

An outcome is known under the limits that cannot have changed it. One that depends on the state of
the machine is never known: held up, killed from outside, a fault of the judge, or so near the time
limit that repeated executions fell on both sides of it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from judge.common.errors import JudgeError
from judge.evaluation.convention_trial import small_indices
from judge.evaluation.execution_key import ExecutionKeys
from judge.evaluation.repeat import CLOSE_BELOW, is_close, is_decided
from judge.evaluation.request import Request
from judge.evaluation.tasks import CaseDone
from judge.languages.toolchain import ToolMissing
from judge.model import (
    RIGHT,
    Ended,
    Execution,
    ExecutionKey,
    Grade,
    Kind,
    KnownExecution,
    Limits,
    StaticResult,
    Verdict,
)
from judge.sandbox.outside import may_be_from_outside
from judge.store.store import Store

#: One that reached its wall limit, and waited for the machine for more than this share of it, is
#: not known.
LARGEST_DELAY = 0.2
#: A static validation in the store: nothing of the solution was executed.
_SOURCE_READ = Execution(Ended.EXITED, 0, None, b"", b"", None, 0.0, 0.0, 0.0)


class StoredOutput(Struct, frozen=True):
    """An execution of an earlier run; ``grades`` is None where it must be graded again."""

    run: Execution
    grades: Mapping[str, Grade] | None
    executed_at: str


class OutcomeSource(Protocol):
    """Where a batch finds outcomes that are known, and keeps those that are new."""

    def key(self, request: Request, index: int) -> ExecutionKey | None:
        """What identifies an execution; None if its outcome can be neither found nor kept."""

    def keys(self, request: Request, indices: Sequence[int]) -> list[ExecutionKey | None]:
        """The same of several cases, in less time."""

    def find(
        self, request: Request, keys: Sequence[ExecutionKey | None]
    ) -> list[StoredOutput | None]:
        """The stored execution for each key; None if it must be executed."""

    def keep(self, request: Request, key: ExecutionKey, done: CaseDone) -> None:
        """Keep an outcome for later runs, if it may be known then."""

    def find_static(self, request: Request) -> tuple[StaticResult, ...] | None:
        """What the static validator says of the source; None if it must be asked."""

    def keep_static(self, request: Request, static: tuple[StaticResult, ...]) -> None:
        """Keep that for later runs, if it may be known then."""

    def flush(self) -> None:
        """Nothing has happened for a while: write what waits to be written."""


class StoredOutcomes:
    """The outcomes in a store. ``fresh``: none of earlier runs is found, but new ones are kept.
    ``executed``: keys of executions that belong to this run, though the store has them."""

    def __init__(
        self,
        store: Store,
        keys: ExecutionKeys,
        started: str,
        fresh: bool,
        executed: Container[bytes] = frozenset(),
    ) -> None:
        self._store = store
        self._keys = keys
        self._started = started
        self._fresh = fresh
        self._executed = executed
        #: Whether the convention of a solution has been found, by problem and name.
        self._settled: dict[tuple[str, str], bool] = {}

    def key(self, request: Request, index: int) -> ExecutionKey | None:
        solution = request.solution
        if solution.kind is Kind.OUTPUT or solution.skipped or solution.unbuildable:
            return None
        try:
            return self._keys.key(request, index)
        except (ToolMissing, JudgeError, OSError):  # reported where it is to be executed
            return None

    def keys(self, request: Request, indices: Sequence[int]) -> list[ExecutionKey | None]:
        with self._keys.plugin_of(request).series():
            return [self.key(request, index) for index in indices]

    def find(
        self, request: Request, keys: Sequence[ExecutionKey | None]
    ) -> list[StoredOutput | None]:
        sought = [key.execution for key in keys if key]
        if self._fresh:
            sought = [key for key in sought if key in self._executed]
        stored = self._store.known_of(sought) if sought else {}
        return [
            self._usable(request, key, stored.get(key.execution, ())) if key else None
            for key in keys
        ]

    def _usable(
        self, request: Request, key: ExecutionKey, stored: Sequence[KnownExecution]
    ) -> StoredOutput | None:
        """Of what is stored under a key, what holds for a request."""
        limits = request.limits
        for known in stored:
            if not holds_under(known, limits):
                continue
            self._store.use_known(key.execution)
            if known.grade_key == key.grade.hex():
                at = "" if key.execution in self._executed else known.executed_at
                return StoredOutput(known.run, known.grades, at)
            whole = not (known.run.cut or request.problem.validated_in_run)
            if whole and self._is_settled(request):
                return StoredOutput(known.run, None, known.executed_at)
        return None

    def _is_settled(self, request: Request) -> bool:
        """Whether outputs come from the right calling convention, whatever grades them: it was not
        open, or one of the cases that it was tried on was accepted."""
        solution = request.solution
        name = solution.problem, solution.name
        if name not in self._settled:
            indices = small_indices(request.contexts) if solution.candidates else []
            grades = [grade for index in indices for grade in self._stored_grades(request, index)]
            accepted = any(grade.verdict in RIGHT for grade in grades)
            self._settled[name] = accepted or not grades
        return self._settled[name]

    def _stored_grades(self, request: Request, index: int) -> Iterator[Grade]:
        if key := self.key(request, index):
            for known in self._store.known(key.execution):
                yield from known.grades.values()

    def keep(self, request: Request, key: ExecutionKey, done: CaseDone) -> None:
        if is_lasting(done, request.limits):
            at, grade_key = done.executed_at or self._started, key.grade.hex()
            known = KnownExecution(request.limits, done.run, done.grades, at, grade_key)
            self._store.keep_known(key.execution, known)

    def find_static(self, request: Request) -> tuple[StaticResult, ...] | None:
        key = None if self._fresh else self._static_key(request)
        if key is None:
            return None
        for known in self._store.known(key.execution):
            if known.grade_key == key.grade.hex():
                self._store.use_known(key.execution)
                return tuple(StaticResult(group, grade) for group, grade in known.grades.items())
        return None

    def keep_static(self, request: Request, static: tuple[StaticResult, ...]) -> None:
        key = self._static_key(request)
        if key is not None and all(one.grade.verdict is not Verdict.JE for one in static):
            grades = {one.group: one.grade for one in static}
            known = KnownExecution(
                request.limits, _SOURCE_READ, grades, self._started, key.grade.hex()
            )
            self._store.keep_known(key.execution, known)

    def _static_key(self, request: Request) -> ExecutionKey | None:
        try:
            return self._keys.static_key(request)
        except (ToolMissing, JudgeError, OSError):  # reported where it is to be compiled
            return None

    def flush(self) -> None:
        self._store.flush(at_once=False)


def is_lasting(done: CaseDone, limits: Limits) -> bool:
    """Whether an execution would end in the same way if it were repeated."""
    run = done.run
    return not (
        run.ended in (Ended.SANDBOX_FAILED, Ended.OVERLOADED)
        or may_be_from_outside(run)
        or (is_close(run, limits.cpu_s) and not is_decided(run, limits.cpu_s))
        or (run.ended is Ended.WALL_LIMIT and run.held_s > LARGEST_DELAY * limits.wall_s)
        or any(grade.verdict is Verdict.JE for grade in done.grades.values())
    )


def holds_under(known: KnownExecution, now: Limits) -> bool:
    """Whether an execution would have ended in the same way under other limits."""
    return _holds_for_time(known, now) and _holds_for_memory(known, now.memory_mib)


def _holds_for_time(known: KnownExecution, now: Limits) -> bool:
    """A time limit that was reached holds for all below it, a time that was enough for all that are
    clearly above it."""
    run, then = known.run, known.limits
    if run.ended in (Ended.CPU_LIMIT, Ended.WALL_LIMIT):
        return now.cpu_s <= then.cpu_s and now.wall_s <= then.wall_s
    if (now.cpu_s, now.wall_s) == (then.cpu_s, then.wall_s):
        return True
    in_time = run.wall_s - run.held_s < CLOSE_BELOW * now.wall_s or now.wall_s >= then.wall_s
    return run.cpu_s < CLOSE_BELOW * now.cpu_s and in_time


def _holds_for_memory(known: KnownExecution, now_mib: int) -> bool:
    """A memory limit that was reached holds for all below it, one that did not matter for all above
    it: a failure may come from a refused allocation."""
    run, then_mib = known.run, known.limits.memory_mib
    if now_mib == then_mib:
        return True
    if run.ended is Ended.MEMORY_LIMIT:
        return now_mib < then_mib
    clean = run.ended is Ended.EXITED and run.exit_status == 0 and not run.exceeded
    return clean and now_mib > then_mib
