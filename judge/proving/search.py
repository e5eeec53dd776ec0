"""A proof: workers try stretches of the enumeration in order, and the first failure decides."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from judge import sandbox
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.hunting.reference import TRIAL, build_solution, choose_reference, stored_cases
from judge.hunting.stress import ReadingTerms
from judge.hunting.target import Target
from judge.packages.plugin_faults import calling_plugin
from judge.proving.answer_blocks import BLOCK
from judge.proving.enumeration import InstanceCursor, packed_instances
from judge.proving.prover import ProofContext, ProofHandler, ProofStretch, Prover, StretchProof
from judge.proving.record import ProofRecord
from judge.proving.result import ProofEnd, ProofResult
from judge.proving.target import ProofTask, answers_key
from judge.running.worker_deaths import WorkerDeaths
from judge.running.worker_pool import Event, WorkerAnswer, WorkerDeath, WorkerPool
from judge.sandbox.layer import Layer
from judge.store.proofs import ProofStore

#: How many instances settle how outputs are read.
FIRST = 256
#: How often a proof looks whether it was stopped, and how often it is stored.
STOP_CHECK_S, KEEP_S = 0.1, 2.0

#: Called with the number of instances that were proved, of all, since the last call.
Progress = Callable[[int], object]


def prove(
    task: ProofTask,
    stopped: Callable[[], bool],
    progress: Progress,
    store: ProofStore | None = None,
    resume: bool = False,
    layer: Layer | None = None,
) -> ProofResult:
    """Try every instance within the bound, up to the first on which the solution fails.

    With ``resume`` it begins where the same proof ended before. Without a ``layer`` the options
    choose the sandbox. Raises JudgeError for a fault of
    the problem, the reference or the machine.
    """
    started = time.monotonic()
    layer = layer or sandbox.choose(task.search.sandbox)
    with temporary_folder() as folder, calling_plugin(located=True):
        context = prepare_proof(task, layer, Path(folder), store)
        record = ProofRecord(task, context.reference.solution, store)
        begin = record.proved() if resume else 0
        terms = settle_terms(context, stopped)
        context = replace(context, terms=terms)
        progress(begin)
        proved, last = _Search(context, begin, stopped, progress, record).run()
    end = _end(last, proved, task.total)
    if end is ProofEnd.REFUTED:
        record.forget()  # whatever was proved before
    record.keep(proved, is_done=end is ProofEnd.PROVED)
    return ProofResult(
        end=end,
        reference=context.reference.solution.name,
        bound=task.bound,
        described=task.described,
        total=task.total,
        proved=proved,
        resumed=begin,
        seconds=time.monotonic() - started,
        reading=terms.reading,
        reading_why=terms.why,
        counterexample=last.counterexample if last else None,
        slow=last.slow if last else None,
        interrupted=stopped(),
    )


def prepare_proof(
    task: ProofTask, layer: Layer, folder: Path, store: ProofStore | None = None
) -> ProofContext:
    """Compile the solution and choose its reference, by the largest of a few first instances. One
    whose answers the store has is preferred, so that a proof that is resumed has the same one."""
    target, search = _with_known_reference(task, store), task.search
    count = min(task.total, TRIAL)
    trial = InstanceCursor(task.plugin, task.bound).take(0, count, lambda: True)
    built = build_solution(target.solution, target, search, layer, folder / "solution", trial, True)
    reference = choose_reference(target, search, layer, folder, trial, together=True)
    end = time.monotonic() + search.seconds
    return ProofContext(task, layer, built, reference, stored_cases(target), end)


def _with_known_reference(task: ProofTask, store: ProofStore | None) -> Target:
    if store is None:
        return task.target
    known = [(store.answered_blocks(answers_key(task, r)), r) for r in task.target.references]
    most, reference = max(known, key=lambda pair: pair[0])
    return replace(task.target, references=(reference,)) if most else task.target


def settle_terms(context: ProofContext, stopped: Callable[[], bool]) -> ReadingTerms:
    """How outputs are read, by the first instances and the stored cases; raises JudgeError."""
    task, prover = context.task, Prover(context)
    try:
        count = min(FIRST, task.total)
        first = InstanceCursor(task.plugin, task.bound).take(0, count, lambda: True)
        return prover.settle(first, stopped)
    finally:
        prover.close()


def _end(last: StretchProof | None, proved: int, total: int) -> ProofEnd:
    if last is not None and last.counterexample is not None:
        return ProofEnd.REFUTED
    if last is not None and last.slow is not None:
        return ProofEnd.TOO_SLOW
    return ProofEnd.PROVED if proved == total else ProofEnd.UNFINISHED


class _Search:
    """The stretches that were tried, and the workers that try more. A stretch counts once all
    before it are proved, so that the workers' timing does not matter."""

    def __init__(
        self,
        context: ProofContext,
        begin: int,
        stopped: Callable[[], bool],
        progress: Progress,
        record: ProofRecord,
    ) -> None:
        self._context = context
        self._stopped = stopped
        self._progress = progress
        self._record = record
        self._cursor = InstanceCursor(context.task.plugin, context.task.bound)
        self._pool = WorkerPool[ProofStretch, StretchProof](
            context.task.search.workers, partial(ProofHandler, context)
        )
        self._proved = begin
        self._given = 0
        #: The number of the first instance that no stretch has yet.
        self._begun = begin
        #: The answers that do not count yet, by the index of their stretch.
        self._early: dict[int, StretchProof] = {}
        self._counted = 0
        #: The least stretch that is not wholly right.
        self._last_wanted: int | None = None
        self._again: list[ProofStretch] = []
        #: What is wrong with the enumeration, after the stretches that were given to workers.
        self._fault: JudgeError | None = None
        self._deaths = WorkerDeaths()
        self._kept = time.monotonic()

    def run(self) -> tuple[int, StretchProof | None]:
        """How many instances are proved, and the stretch that ended the proof, if one did; raises
        JudgeError."""
        try:
            if self._proved < self._context.task.total:
                self._pool.start()
            return self._try_all()
        finally:
            self._pool.end()
            self._record.keep(self._proved)

    def _try_all(self) -> tuple[int, StretchProof | None]:
        while True:
            for worker in self._pool.idle:
                if (stretch := self._next()) is not None:
                    self._pool.give(worker, stretch)
            if not self._pool.busy:
                if self._fault is not None:
                    raise self._fault
                return self._proved, None
            for event in self._pool.events(STOP_CHECK_S):
                self._take(event)
            if (last := self._count()) is not None:
                return self._proved, last
            if self._stopped():
                return self._proved, None

    def _next(self) -> ProofStretch | None:
        if self._again:
            return self._again.pop()
        begin, total = self._begun, self._context.task.total
        if self._last_wanted is not None or begin >= total or not self._has_time():
            return None
        try:
            return self._stretch(begin, total)
        except JudgeError as error:
            self._fault = error
            self._begun = total
            return None

    def _stretch(self, begin: int, total: int) -> ProofStretch | None:
        """The next instances, up to the end of a block; None if the time is over before them."""
        end = min(begin - begin % BLOCK + BLOCK, total)
        instances = self._cursor.take(begin, end, self._has_time)
        if not instances:
            return None
        if end == total:
            self._cursor.check_end()
        self._begun = end
        self._given += 1
        packed = packed_instances(instances, self._context.task.plugin)
        return ProofStretch(self._given - 1, begin, end, packed, self._record.answers(begin))

    def _has_time(self) -> bool:
        return time.monotonic() < self._context.end and not self._stopped()

    def _take(self, event: Event[ProofStretch, StretchProof]) -> None:
        if isinstance(event, WorkerDeath):
            if not event.answers:
                self._try_again(event.task, event.fault)
        elif isinstance(event, WorkerAnswer):
            index = event.task.index
            self._early[index] = event.answer
            self._record.keep_answers(event.task.begin, event.answer.answers)
            if event.answer.proved < event.task.end - event.task.begin:
                known = self._last_wanted
                self._last_wanted = index if known is None else min(index, known)

    def _try_again(self, stretch: ProofStretch, fault: str) -> None:
        work = f" while it tried instances {stretch.begin + 1:,} to {stretch.end:,}"
        self._deaths.count(stretch.index, fault, work)
        self._again.append(stretch)

    def _count(self) -> StretchProof | None:
        """Count what follows on what is proved; return the stretch that ends the proof."""
        while (answer := self._early.pop(self._counted, None)) is not None:
            whole = self._last_wanted != self._counted
            self._counted += 1
            self._proved += answer.proved
            self._progress(answer.proved)
            if answer.fault is not None:
                raise answer.fault.error()
            if not whole:
                return answer
        if time.monotonic() - self._kept > KEEP_S:
            self._kept = time.monotonic()
            self._record.keep(self._proved)
        return None
