"""Many solutions on many cases at once: hands tasks to workers, survives their death."""

from __future__ import annotations

import dataclasses
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path

from judge.checking import stopping
from judge.checking.reading import most_favourable
from judge.checking.verdict import solution_result
from judge.common.scratch import temporary_folder
from judge.evaluation.worker import BuildDone, CaseDone, Job, Leave, Left, Prepare, RunCases
from judge.evaluation.worker_pool import WorkerHandle, WorkerPool
from judge.model import (
    Case,
    Ended,
    Execution,
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
from judge.running.compile import RETRIES, BuiltSolution
from judge.running.runner import failed
from judge.sandbox.layer import Layer
from judge.sandbox.outside import may_be_from_outside

CHUNK = 8
#: So many runs in a row that the machine holds up although they are alone: it is no use.
OVERLOADS = 3
#: Cases in a row that hit a limit and end a solution, unless told otherwise.
GIVE_UP = 2


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


#: Called for each case that is done: the solution and the verdict of its most favourable reading.
Progress = Callable[[Solution, Verdict, int], None]
#: Called with each run just before; one that is made again, alone, does not come a second time.
Arrived = Callable[[Solution, GradedExecution], None]


def nobody(solution: Solution, graded: GradedExecution) -> None:
    """For those who wait for the end."""


@dataclass
class _State:
    """What the batch knows of one job while it runs."""

    job: Job
    request: Request
    waiting: deque[int]
    #: By place; a list, for a dict of so many takes ten times as much memory.
    done: list[CaseDone | None]
    built: BuiltSolution | None = None
    ready: BuildDone | None = None
    started: bool = False
    #: Workers that died while they compiled it.
    deaths: int = 0
    #: Whether it was tried to compile it alone, after the machine had been overloaded.
    alone: bool = False
    tries: dict[int, int] = field(default_factory=dict)
    #: Grades that many runs have in common, kept once: they are most of what a run takes up.
    grades: dict[tuple[tuple[str, Grade], ...], dict[str, Grade]] = field(default_factory=dict)
    #: Cases that hit a limit so far, those of runs made again among them: never too few.
    limited: int = 0
    #: The readings under which some case has been failed for good.
    refuted: frozenset[str] = frozenset()

    def stop(self, rules: stopping.Rules) -> stopping.Stop | None:
        """Where nothing counts any more, if it has come to that."""
        may_give_up = 0 < rules.give_up <= self.limited
        may_stop = rules.stop_at_first and self.refuted
        if not (may_give_up or may_stop):
            return None  # asked after every run: most solutions need no look at all their cases
        return stopping.find((ran.grades if ran else None for ran in self.done), rules)

    def kept(self, rules: stopping.Rules) -> Iterator[tuple[int, CaseDone]]:
        """What counts of what is done, by place."""
        stop = self.stop(rules)
        for place, ran in enumerate(self.done):
            if ran is not None and (stop is None or place <= stop.place):
                yield place, ran


def run(
    requests: Sequence[Request],
    layer: Layer,
    settings: Settings,
    progress: Progress,
    arrived: Arrived = nobody,
) -> tuple[list[SolutionResult], bool]:
    """Judge every request. Returns what was judged, and whether Ctrl-C cut it short.

    After an interrupt no process is left, and what was done so far is in the result.
    """
    with temporary_folder() as folder:
        states = [_state(i, request, Path(folder)) for i, request in enumerate(requests)]
        jobs = [state.job for state in states]
        worker_pool = WorkerPool(settings.workers, layer, settings.isolation, jobs)
        pool = _Pool(worker_pool, settings, states, progress, arrived)
        interrupted = False
        try:
            pool.work()
            pool.compile_again()
            pool.measure_again()
        except KeyboardInterrupt:
            interrupted = True
        finally:
            worker_pool.end()
        judged = [_judged(s, settings, interrupted) for s in states]
    return [j for j in judged if j is not None], interrupted


def _state(number: int, request: Request, folder: Path) -> _State:
    job = Job(
        number,
        request.problem,
        request.solution,
        request.cases,
        request.contexts,
        request.limits,
        folder / f"{number}-{request.solution.name}",
    )
    count = len(request.cases)
    return _State(job, request, deque(range(count)), [None] * count)


class _Pool:
    """What each of the workers is doing, and what is left to do."""

    def __init__(
        self,
        worker_pool: WorkerPool,
        settings: Settings,
        states: list[_State],
        progress: Progress,
        arrived: Arrived,
    ) -> None:
        self._crew = worker_pool
        self._settings = settings
        self._states = states
        self._progress = progress
        self._arrived = arrived

    def work(self) -> None:
        """Until nothing is left to do."""
        self._crew.hire()
        for handle in self._crew.handles:
            self._assign(handle)
        self._finish()

    def compile_again(self) -> None:
        """What could not be compiled because the machine was overloaded, once more and alone."""
        for state in self._states:
            if state.ready and state.ready.overloaded and not state.alone:
                state.alone = True
                shutil.rmtree(state.job.folder, ignore_errors=True)
                self._send(self._crew.handles[0], Prepare(state.job.number), [])
                self._finish()

    def _finish(self) -> None:
        """Take answers and give tasks until every worker is idle."""
        while busy := [handle for handle in self._crew.handles if handle.task]:
            by_connection = {handle.connection: handle for handle in busy}
            for connection in wait(list(by_connection)):
                handle = by_connection[connection]
                try:
                    answer = handle.connection.recv()
                except (EOFError, OSError):  # OSError: it died within an answer
                    self._replace(handle)
                    continue
                self._take(handle, answer)
            for handle in self._crew.handles:
                if handle.task is None:
                    self._assign(handle)

    def measure_again(self) -> None:
        """Runs that ended by themselves near their limit, or by a signal that may have come from
        outside, once more and alone; and those that the machine held up.

        Where first and second try fall on different sides of the limit, a third decides. A run
        that is held up again stays as it is; after a few of them nothing more of the sort is tried.
        """
        self._progress = lambda solution, verdict, cases: None
        self._arrived = nobody
        in_vain = 0
        for state in self._states:
            for place, first in list(state.kept(self._settings.rules)):
                ran = first
                if may_be_from_outside(ran.run):
                    ran = self._run_alone(state, place)
                if ran.run.ended is Ended.OVERLOADED and in_vain < OVERLOADS:
                    ran = self._run_alone(state, place)
                    in_vain = in_vain + 1 if ran.run.ended is Ended.OVERLOADED else 0
                if _is_close(ran.run, state.job.limits.cpu_s):
                    tries = [ran]
                    while len(tries) < 2 or (len(tries) == 2 and not _agree(tries)):
                        tries.append(self._run_alone(state, place))
                    state.done[place] = _decided(tries)

    def _run_alone(self, state: _State, place: int) -> CaseDone:
        """One case again, while all other workers are idle."""
        state.waiting.append(place)
        self._assign(self._crew.handles[0], state)
        self._finish()
        again = state.done[place]
        assert again is not None
        return again

    def _replace(self, handle: WorkerHandle) -> None:
        """A worker died: hire another, and run again what it had not finished."""
        self._crew.replace(handle)
        if isinstance(handle.task, Prepare):
            self._prepare_again(self._states[handle.task.job])
        elif handle.task:
            state = self._states[handle.task.job]
            first = handle.left[0]
            state.tries[first] = state.tries.get(first, 0) + 1
            if state.tries[first] > RETRIES:
                run = failed(f"the worker died {RETRIES + 1} times on this case")
                grade = Grade(Verdict.JE, message=run.note)
                grades = dict.fromkeys(state.request.readings, grade)
                self._record(state, CaseDone(state.job.number, first, run, grades))
                handle.left.pop(0)
            if not handle.leaving:
                state.waiting.extendleft(reversed(handle.left))

    def _prepare_again(self, state: _State) -> None:
        """The worker that compiled it died: from the beginning, twice at most."""
        state.deaths += 1
        if state.deaths <= RETRIES:
            shutil.rmtree(state.job.folder, ignore_errors=True)
            state.started = False
            return
        message = f"the worker that compiled it died {RETRIES + 1} times"
        self._take_ready(state, BuildDone(state.job.number, None, Verdict.JE, message))

    def _take(self, handle: WorkerHandle, answer: BuildDone | CaseDone | Left) -> None:
        state = self._states[answer.job]
        if isinstance(answer, Left):
            self._skip(state, len(handle.left))
            handle.task, handle.left, handle.leaving = None, [], False
            return
        if isinstance(answer, BuildDone):
            handle.task = None
            self._take_ready(state, answer)
            return
        handle.left.remove(answer.place)
        if not handle.left and not handle.leaving:
            handle.task = None
        self._record(state, answer)

    def _take_ready(self, state: _State, ready: BuildDone) -> None:
        state.ready, state.built = ready, ready.built
        if ready.overloaded and not state.alone:
            return  # tried again when all else is done
        if ready.verdict:
            self._progress(state.job.solution, ready.verdict, len(state.waiting))
            state.waiting.clear()

    def _record(self, state: _State, ran: CaseDone) -> None:
        grades = state.grades.setdefault(tuple(ran.grades.items()), ran.grades)
        state.done[ran.place] = dataclasses.replace(ran, grades=grades)
        verdict = most_favourable(ran.grades)[1].verdict
        state.limited += verdict in stopping.LIMITS
        state.refuted |= stopping.refuted(ran.grades)
        self._arrived(state.job.solution, _graded(state, ran))
        self._progress(state.job.solution, verdict, 1)
        if state.stop(self._settings.rules):
            self._skip(state, len(state.waiting))
            state.waiting.clear()
            for handle in self._crew.handles:
                if handle.left and handle.last_job == state.job.number and not handle.leaving:
                    handle.leaving = True
                    self._tell(handle, Leave(state.job.number))

    def _skip(self, state: _State, cases: int) -> None:
        """Cases that need not be run, for the count of what is left to do."""
        stop = state.stop(self._settings.rules)
        if stop and cases:
            self._progress(state.job.solution, stop.verdict, cases)

    def _assign(self, handle: WorkerHandle, state: _State | None = None) -> None:
        """Its own solution first, then one that nobody has begun, then the one with most left."""
        ready = [s for s in self._states if s.built and s.waiting]
        fresh = next((s for s in self._states if not s.started), None)
        state = state or next((s for s in ready if s.job.number == handle.last_job), None)
        if state is None and fresh:
            fresh.started = True
            self._send(handle, Prepare(fresh.job.number), [])
            return
        state = state or max(ready, key=lambda s: len(s.waiting), default=None)
        if state is None or state.built is None:
            return
        share = max(1, len(state.waiting) // (2 * len(self._crew.handles)))
        places = [state.waiting.popleft() for _ in range(min(CHUNK, share))]
        self._send(handle, RunCases(state.job.number, state.built, tuple(places)), places)

    def _send(self, handle: WorkerHandle, task: Prepare | RunCases, places: list[int]) -> None:
        handle.task, handle.left, handle.last_job = task, places, task.job
        self._tell(handle, task)

    def _tell(self, handle: WorkerHandle, task: Prepare | RunCases | Leave) -> None:
        with suppress(ConnectionError):  # its end is read next, and the task given to another
            handle.connection.send(task)


def _is_close(run: Execution, limit_s: float) -> bool:
    """Whether a run ended by itself between 0.8 and 1.2 of its CPU limit."""
    by_itself = run.exit_status is not None or run.signal is not None
    return by_itself and 0.8 * limit_s <= run.cpu_s <= 1.2 * limit_s


def _agree(tries: Sequence[CaseDone]) -> bool:
    return len({ran.run.ended is Ended.CPU_LIMIT for ran in tries}) == 1


def _decided(tries: Sequence[CaseDone]) -> CaseDone:
    """The last try on the side of the limit where most are; it carries the times of all."""
    late = sum(ran.run.ended is Ended.CPU_LIMIT for ran in tries)
    side = [r for r in tries if (r.run.ended is Ended.CPU_LIMIT) is (2 * late > len(tries))]
    times = tuple(ran.run.cpu_s for ran in tries)
    return dataclasses.replace(side[-1], run=dataclasses.replace(side[-1].run, tries_s=times))


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
    return solution_result(solution, state.request.readings, grades, graded, stopped, rule)


def _taken(state: _State, rules: stopping.Rules) -> Iterator[GradedExecution]:
    """The runs that count, each let go once it is taken: no run is held twice."""
    for place, ran in state.kept(rules):
        state.done[place] = None
        yield _graded(state, ran)


def _graded(state: _State, ran: CaseDone) -> GradedExecution:
    context = state.request.contexts[ran.place]
    name = state.job.cases[ran.place].name
    return GradedExecution(name, context.best.score, ran.run, ran.grades, context.size)
