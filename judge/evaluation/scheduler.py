"""Many solutions on many cases at once: gives tasks to workers, and survives their death."""

from __future__ import annotations

import dataclasses
import shutil
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from judge.checking import stopping
from judge.checking.reading import most_favourable
from judge.checking.verdict import solution_result
from judge.common import interrupts
from judge.common.scratch import temporary_folder
from judge.common.wake_up import WakeUp
from judge.evaluation.events import (
    BatchEvent,
    CaseJudged,
    CasesSkipped,
    SolutionBuilt,
    SolutionEnded,
)
from judge.evaluation.repeat import agree, decided, is_close
from judge.evaluation.worker import BuildDone, CaseDone, CaseHandler, Job, Prepare, RunCases
from judge.model import (
    GIVE_UP,
    Case,
    Ended,
    Grade,
    GradedExecution,
    Isolation,
    Kind,
    Limits,
    Problem,
    Solution,
    SolutionResult,
    Verdict,
)
from judge.packages.case_files import LoadedCase
from judge.running import worker_pool
from judge.running.compile import RETRIES, BuiltSolution
from judge.running.runner import failed
from judge.running.worker_pool import Worker, WorkerAnswer, WorkerDeath, WorkerPool
from judge.sandbox.layer import Layer
from judge.sandbox.outside import may_be_from_outside

CHUNK = 8
#: After so many executions in a row that the machine holds up although they are alone, no more
#: are repeated.
OVERLOADS = 3


@dataclass(frozen=True)
class Settings:
    """How a batch is run. ``give_up``: cases in a row that hit a limit and end a solution, 0 for
    never; ``stop_at_first``: end a solution as soon as no further case can change its verdict."""

    workers: int
    isolation: Isolation = Isolation.SOLUTION
    give_up: int = GIVE_UP
    stop_at_first: bool = False

    @property
    def rules(self) -> stopping.Rules:
        return stopping.Rules(self.give_up, self.stop_at_first)


@dataclass(frozen=True)
class Request:
    """One solution to be judged on these cases of its problem."""

    problem: Problem
    solution: Solution
    readings: tuple[str, ...]
    cases: tuple[Case, ...]
    contexts: Sequence[LoadedCase]
    limits: Limits
    #: Names of cases to run before the others; what the verdict is does not depend on it.
    first: frozenset[str] = frozenset()


#: The workers of a run.
Workers = WorkerPool[Prepare | RunCases, BuildDone | CaseDone]
WorkerEvent = worker_pool.Event[Prepare | RunCases, BuildDone | CaseDone]


@dataclass
class _State:
    """What the batch knows of one job while it runs."""

    job: Job
    request: Request
    #: Indices of cases that no worker has been given.
    waiting: deque[int]
    #: By the index of the case; a dict of so many would take ten times as much memory.
    done: list[CaseDone | None]
    #: How many cases are neither judged nor skipped.
    open: int
    built: BuiltSolution | None = None
    ready: BuildDone | None = None
    started: bool = False
    #: Workers that died while they compiled it.
    deaths: int = 0
    #: Whether it was tried to compile it alone, after the machine had been overloaded.
    alone: bool = False
    tries: dict[int, int] = field(default_factory=dict)
    #: Grades that many executions share, kept once: they take most of an execution's memory.
    grades: dict[tuple[tuple[str, Grade], ...], dict[str, Grade]] = field(default_factory=dict)
    #: How often a case hit a limit so far, repeated executions included: never too few.
    limited: int = 0
    #: The readings under which some case has been failed for good.
    refuted: frozenset[str] = frozenset()

    def stop(self, rules: stopping.Rules) -> stopping.Stop | None:
        """The last case that counts, if there is one. A score depends on all cases."""
        if self.job.problem.scoring:
            return None
        may_give_up = 0 < rules.give_up <= self.limited
        may_stop = rules.stop_at_first and self.refuted
        if not (may_give_up or may_stop):
            return None  # called after every case: most solutions need no look at all of them
        return stopping.first_stop((ran.grades if ran else None for ran in self.done), rules)

    def kept(self, rules: stopping.Rules) -> Iterator[tuple[int, CaseDone]]:
        """The executions that count, with the index of their case."""
        stop = self.stop(rules)
        for place, ran in enumerate(self.done):
            if ran is not None and (stop is None or place <= stop.place):
                yield place, ran


def run(
    requests: Sequence[Request], layer: Layer, settings: Settings
) -> tuple[list[SolutionResult], bool]:
    """Judge every request. Returns the results, and whether an interrupt cut the batch short."""
    batch = Batch(requests, layer, settings)
    for _ in batch.events():
        pass
    return batch.results(), batch.interrupted


def _state(number: int, request: Request, folder: Path) -> _State:
    job = Job(
        number,
        request.problem,
        request.solution,
        request.cases,
        request.contexts,
        request.limits,
        folder / f"{number}-{request.solution.name.replace('/', '-')}",
    )
    count = len(request.cases)
    order = sorted(range(count), key=lambda place: request.cases[place].name not in request.first)
    return _State(job, request, deque(order), [None] * count, count)


class Batch:
    """Requests on their way: what each worker is doing, and what is left to do."""

    def __init__(self, requests: Sequence[Request], layer: Layer, settings: Settings) -> None:
        self._requests = requests
        self._layer = layer
        self._settings = settings
        self._states: list[_State] = []
        #: What has happened and was not yielded yet.
        self._news: deque[BatchEvent] = deque()
        #: Whether it was stopped, or left, before its end.
        self.interrupted = False

    def events(self) -> Generator[BatchEvent, None, None]:
        """Do the work. SIGINT, SIGTERM and SIGHUP end it early, and so does closing this generator:
        no process is left then, and ``results`` holds what was done."""
        with (
            temporary_folder() as folder,
            WakeUp() as self._wake_up,
            interrupts.telling(self._wake_up),
        ):
            self._states = [_state(i, r, Path(folder)) for i, r in enumerate(self._requests)]
            jobs = [state.job for state in self._states]
            handler = partial(CaseHandler, jobs, self._layer, self._settings.isolation)
            self._workers: Workers = WorkerPool(self._settings.workers, handler)
            self.interrupted = True  # until the last line is reached
            try:
                yield from self._work()
                yield from self._compile_again()
                self._measure_again()
                self.interrupted = False
            except _Interrupted:
                pass
            finally:
                self._workers.end()

    def results(self) -> list[SolutionResult]:
        """What was judged. To be called once: it lets go of the executions that it takes."""
        judged = [_judged(state, self._settings, self.interrupted) for state in self._states]
        return [result for result in judged if result is not None]

    def _work(self) -> Iterator[BatchEvent]:
        """Until nothing is left to do."""
        self._workers.start()
        for worker in self._workers.idle:
            self._assign(worker)
        yield from self._finish()

    def _compile_again(self) -> Iterator[BatchEvent]:
        """What could not be compiled because the machine was overloaded, once more and alone."""
        for state in self._states:
            if state.ready and state.ready.overloaded and not state.alone:
                state.alone = True
                shutil.rmtree(state.job.folder, ignore_errors=True)
                self._workers.give(self._workers.workers[0], Prepare(state.job.number))
                yield from self._finish()

    def _finish(self) -> Iterator[BatchEvent]:
        """Take answers and give tasks until every worker is idle, or an interrupt comes."""
        while self._workers.busy:
            for event in self._workers.events(wake_up=self._wake_up.fileno()):
                self._hear(event)
                while self._news:
                    yield self._news.popleft()
                if self._wake_up.called:
                    raise _Interrupted
            if self._wake_up.called:
                raise _Interrupted
            for worker in self._workers.idle:
                self._assign(worker)

    def _hear(self, event: WorkerEvent) -> None:
        state = self._states[event.task.job]
        if isinstance(event, WorkerAnswer):
            self._take(state, event.answer)
        elif isinstance(event, WorkerDeath):
            self._run_again(state, event)
        elif event.cancelled and isinstance(event.task, RunCases):
            self._skip(state, len(event.task.places) - event.answers)

    def _measure_again(self) -> None:
        """Repeat, alone, executions that ended by themselves near their limit, or by a signal that
        may have come from outside; and those that the machine held up.

        Where two tries fall on different sides of the limit, a third decides. An execution that is
        held up again stays as it is; after a few of them in a row no more are repeated.
        """
        in_vain = 0
        for state in self._states:
            for place, first in list(state.kept(self._settings.rules)):
                ran = first
                if may_be_from_outside(ran.run):
                    ran = self._run_alone(state, place)
                if ran.run.ended is Ended.OVERLOADED and in_vain < OVERLOADS:
                    ran = self._run_alone(state, place)
                    in_vain = in_vain + 1 if ran.run.ended is Ended.OVERLOADED else 0
                if is_close(ran.run, state.job.limits.cpu_s):
                    tries = [ran]
                    while len(tries) < 2 or (len(tries) == 2 and not agree(tries)):
                        tries.append(self._run_alone(state, place))
                    state.done[place] = decided(tries)

    def _run_alone(self, state: _State, place: int) -> CaseDone:
        """Execute a case again, while all other workers are idle."""
        state.waiting.append(place)
        self._assign(self._workers.workers[0], state)
        for _ in self._finish():
            pass  # listeners have heard of this case
        again = state.done[place]
        assert again is not None
        return again

    def _run_again(self, state: _State, died: WorkerDeath[Prepare | RunCases]) -> None:
        """A worker died: what it had not finished goes to another."""
        left = list(died.task.places[died.answers :]) if isinstance(died.task, RunCases) else []
        if isinstance(died.task, Prepare) and not died.answers:
            self._prepare_again(state, died.fault)
        if not left:
            return
        first = left[0]
        state.tries[first] = state.tries.get(first, 0) + 1
        if died.fault or state.tries[first] > RETRIES:
            run = failed(died.fault or f"the worker died {RETRIES + 1} times on this case")
            grade = Grade(Verdict.JE, message=run.note)
            grades = dict.fromkeys(state.request.readings, grade)
            self._record(state, CaseDone(state.job.number, first, run, grades))
            left.pop(0)
        if died.cancelled or state.stop(self._settings.rules):
            self._skip(state, len(left))
        else:
            state.waiting.extendleft(reversed(left))

    def _prepare_again(self, state: _State, fault: str) -> None:
        """The worker that compiled it died: from the beginning, twice at most, unless it is a fault
        of the plug-in."""
        state.deaths += 1
        if state.deaths <= RETRIES and not fault:
            shutil.rmtree(state.job.folder, ignore_errors=True)
            state.started = False
            return
        message = fault or f"the worker that compiled it died {RETRIES + 1} times"
        self._take_ready(state, BuildDone(state.job.number, None, Verdict.JE, message))

    def _take(self, state: _State, answer: BuildDone | CaseDone) -> None:
        if isinstance(answer, BuildDone):
            self._take_ready(state, answer)
        else:
            self._record(state, answer)

    def _take_ready(self, state: _State, ready: BuildDone) -> None:
        state.ready, state.built = ready, ready.built
        if ready.overloaded and not state.alone:
            return  # tried again when all else is done
        if ready.verdict is None:
            self._news.append(SolutionBuilt(state.job.solution))
        else:
            skipped = len(state.waiting)
            self._news.append(CasesSkipped(state.job.solution, ready.verdict, skipped))
            self._close(state, skipped)
            state.waiting.clear()

    def _record(self, state: _State, ran: CaseDone) -> None:
        grades = state.grades.setdefault(tuple(ran.grades.items()), ran.grades)
        state.done[ran.place] = dataclasses.replace(ran, grades=grades)
        verdict = most_favourable(ran.grades)[1].verdict
        state.limited += verdict in stopping.LIMITS
        state.refuted |= stopping.refuted(ran.grades)
        self._news.append(CaseJudged(state.job.solution, _graded(state, ran), verdict))
        self._close(state, 1)
        if state.stop(self._settings.rules):
            self._skip(state, len(state.waiting))
            state.waiting.clear()
            for worker in self._workers.busy:
                if worker.task and worker.task.job == state.job.number:
                    self._workers.cancel(worker)

    def _skip(self, state: _State, cases: int) -> None:
        """Some cases need not be executed: their solution was stopped."""
        stop = state.stop(self._settings.rules)
        if stop and cases:
            self._news.append(CasesSkipped(state.job.solution, stop.verdict, cases))
            self._close(state, cases)

    def _close(self, state: _State, cases: int) -> None:
        """So many cases of a solution are done with; after the last one it has ended."""
        state.open -= cases
        if state.open == 0:
            self._news.append(SolutionEnded(state.job.solution))

    def _assign(self, worker: Worker[Prepare | RunCases], state: _State | None = None) -> None:
        """Its own solution first, then one that is not started, then the one with most left."""
        ready = [s for s in self._states if s.built and s.waiting]
        fresh = next((s for s in self._states if not s.started), None)
        last_job = worker.last_task.job if worker.last_task else None
        state = state or next((s for s in ready if s.job.number == last_job), None)
        if state is None and fresh:
            fresh.started = True
            self._workers.give(worker, Prepare(fresh.job.number))
            return
        state = state or max(ready, key=lambda s: len(s.waiting), default=None)
        if state is None or state.built is None:
            return
        share = max(1, len(state.waiting) // (2 * len(self._workers.workers)))
        places = tuple(state.waiting.popleft() for _ in range(min(CHUNK, share)))
        self._workers.give(worker, RunCases(state.job.number, state.built, places))


class _Interrupted(Exception):
    """A signal asked for an end."""


def _judged(state: _State, settings: Settings, interrupted: bool) -> SolutionResult | None:
    solution = state.job.solution
    if state.ready and state.ready.verdict:
        return SolutionResult(solution, state.ready.verdict, None, "", (), state.ready.message)
    stop = state.stop(settings.rules)
    grades = [ran.grades for _, ran in state.kept(settings.rules)]
    if not grades:
        return None
    stopped = ""
    if stop is not None and stop.place + 1 < len(state.job.cases):
        stopped = stop.why
    elif interrupted and len(grades) < len(state.job.cases):
        stopped = "interrupted"
    elif solution.kind is Kind.OUTPUT and len(grades) < len(state.job.problem.cases):
        stopped = f"an output file for {solution.case}"
    rule = state.job.problem.rules.time
    graded = _taken(state, settings.rules)
    problem = state.job.problem
    return solution_result(solution, state.request.readings, grades, graded, stopped, rule, problem)


def _taken(state: _State, rules: stopping.Rules) -> Iterator[GradedExecution]:
    """The executions that count; each is let go once it is taken, so that none is held twice."""
    for place, ran in state.kept(rules):
        state.done[place] = None
        yield _graded(state, ran)


def _graded(state: _State, ran: CaseDone) -> GradedExecution:
    context = state.request.contexts[ran.place]
    name = state.job.cases[ran.place].name
    return GradedExecution(name, context.best_score, ran.run, ran.grades, context.size)
