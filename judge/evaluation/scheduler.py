"""Many solutions on many cases at once: gives tasks to workers, and survives their death."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

from judge.checking import stopping
from judge.checking.reading import most_favourable
from judge.common import interrupts
from judge.common.scratch import temporary_folder
from judge.common.wake_up import WakeUp
from judge.evaluation.events import (
    BatchEvent,
    CaseJudged,
    CasesRead,
    CasesSkipped,
    SolutionBuilt,
    SolutionEnded,
)
from judge.evaluation.job_state import (
    JobState,
    executed_before,
    graded_execution,
    job_result,
    look_up,
    new_state,
    take_static,
)
from judge.evaluation.known_executions import OutcomeSource, StoredOutput
from judge.evaluation.repeat import is_doubtful, repeat_alone
from judge.evaluation.request import Request, Settings
from judge.evaluation.task_choice import (
    TaskChoice,
    is_far,
    left_of,
    next_index,
    next_task,
    rest_s,
)
from judge.evaluation.tasks import BuildDone, CaseDone, GradeOutputs, OpenChecker, Prepare, Task
from judge.model import Grade, SolutionResult, Verdict
from judge.running import worker_pool
from judge.running.package_grader import PackageGraders
from judge.running.runner import failed
from judge.running.tool_session import RETRIES
from judge.running.worker_pool import Worker, WorkerAnswer, WorkerDeath
from judge.sandbox.layer import Layer

#: How many cases are looked for among those that are known, before workers are looked after.
LOOKED_UP = 64
#: How many of a solution that nobody compiles yet, because a worker is waiting for it.
FIRST_LOOKED_UP = 8
#: How long executions wait for the next one before they are stored without it: seconds.
FLUSH_S = 0.1
WorkerEvent = worker_pool.Event[Task, BuildDone | CaseDone]


def run(
    requests: Sequence[Request], layer: Layer, settings: Settings
) -> tuple[list[SolutionResult], bool]:
    """Judge every request. Returns the results, and whether an interrupt cut the batch short."""
    batch = Batch(requests, layer, settings)
    for _ in batch.events():
        pass
    return batch.results(), batch.interrupted


class Batch:
    """Requests on their way: what each worker is doing, and what is left to do.

    What ``known`` has an outcome of is not executed.
    """

    def __init__(
        self,
        requests: Sequence[Request],
        layer: Layer,
        settings: Settings,
        known: OutcomeSource | None = None,
    ) -> None:
        self._requests = requests
        self._known = known
        self._layer = layer
        self._settings = settings
        self._states: list[JobState] = []
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
            jobs = len(self._requests)
            states = (new_state(i, r, Path(folder), jobs) for i, r in enumerate(self._requests))
            self._states = [*states]
            #: Those that take longest come first, so that none is left to the end alone.
            order = sorted(self._states, key=lambda state: state.duration_rank, reverse=True)
            its = self._settings
            all_jobs = [state.job for state in self._states]
            self._workers = its.executors.open(all_jobs, self._layer, its.isolation, its.workers)
            self._choice = TaskChoice(order, self._workers, its.give_up > 0)
            self.interrupted = True  # until the last line is reached
            try:
                self._workers.start()
                yield from self._finish()
                yield from self._compile_again()
                self._measure_again()
                self.interrupted = False
            except _Interrupted:
                pass
            finally:
                self._workers.end()

    def results(self) -> list[SolutionResult]:
        """What was judged."""
        jobs, its = len(self._states), self._settings
        with closing(PackageGraders(self._layer)) as graders:
            found = [
                job_result(state, its, self.interrupted, graders.of(state.job.problem), jobs)
                for state in self._states
            ]
        return [result for result in found if result is not None]

    def _compile_again(self) -> Iterator[BatchEvent]:
        """What could not be compiled because the machine was overloaded, once more and alone."""
        for state in self._states:
            if state.ready and state.ready.overloaded and not state.alone:
                state.alone = True
                self._workers.give(self._worker_for(state), Prepare(state.job.number))
                yield from self._finish()

    def _finish(self) -> Iterator[BatchEvent]:
        """Take answers and give tasks until every worker is idle, or an interrupt comes."""
        while True:
            looked = [self._assign(worker) for worker in self._workers.idle]
            yield from self._pending_news()
            if not self._workers.busy and not any(looked) and not self._can_go_on():
                return
            wait_s = 0.0 if any(looked) else FLUSH_S if self._known else None
            if not any(looked) and all(is_far(worker) for worker in self._workers.busy):
                states = (self._states[w.task.job] for w in self._workers.busy if w.task)
                self._wake_up.wait(rest_s(self._workers.busy, states))
            heard = False
            for event in self._workers.events(wait_s, self._wake_up.fileno()):
                heard = True
                self._hear(event)
                yield from self._pending_news()
            if self._known and not heard:
                self._known.flush()

    def _can_go_on(self) -> bool:
        """Whether there is work, although no worker is busy: where workers come and go, there may
        be none for a while."""
        return any(state.can_run for state in self._states)

    def _worker_for(self, state: JobState) -> Worker[Task]:
        """An idle worker that can do a job; all are idle. Raises _Interrupted."""
        while True:
            for worker in self._workers.idle:
                if self._workers.can_do(worker, state.job.number):
                    return worker
            for event in self._workers.events(FLUSH_S, self._wake_up.fileno()):
                self._hear(event)
            if self._wake_up.called:
                raise _Interrupted

    def _pending_news(self) -> Iterator[BatchEvent]:
        """What has happened; raises _Interrupted if an interrupt came."""
        while self._news:
            yield self._news.popleft()
        if self._wake_up.called:
            raise _Interrupted

    def _hear(self, event: WorkerEvent) -> None:
        state = self._states[event.task.job]
        if isinstance(event, WorkerAnswer):
            self._take(state, event.answer)
        elif isinstance(event, WorkerDeath):
            self._run_again(state, event)
        elif event.cancelled:
            self._give_back(state, event.task, left_of(event.task, event.answers))

    def _measure_again(self) -> None:
        """Repeat, alone, executions that ended by themselves near their limit, or by a signal that
        may have come from outside; and those that the machine held up."""
        in_vain = 0
        for state in self._states:
            seen: set[int] = set()
            while doubtful := sorted(state.doubtful(self._settings.rules) - seen):
                seen.update(doubtful)
                for index in doubtful:
                    alone = partial(self._run_alone, state, index)
                    settled, in_vain = repeat_alone(
                        state.at(index), state.job.limits.cpu_s, alone, in_vain
                    )
                    if settled is not None:
                        self._settle(state, settled)
                self._resume(state)

    def _resume(self, state: JobState) -> None:
        """Go on with a solution that was stopped at a case which it has passed now."""
        if state.built is None or state.stop(self._settings.rules):
            return
        missing = [index for index, done in enumerate(state.done) if done is None]
        if not missing:
            return
        state.failed, state.slow = None, False
        state.waiting.extend(missing)
        state.open += len(missing)
        for _ in self._finish():
            pass

    def _settle(self, state: JobState, done: CaseDone) -> None:
        """Replace the outcome of a case by that of several tries."""
        state.take(done)
        key = self._known.key(state.request, done.index) if self._known else None
        if self._known and key:
            self._known.keep(state.request, key, done)

    def _run_alone(self, state: JobState, index: int) -> CaseDone:
        """Execute a case again, while all other workers are idle."""
        state.waiting.append(index)
        self._give(self._worker_for(state), state)
        for _ in self._finish():
            pass  # listeners have heard of this case
        return state.at(index)

    def _run_again(self, state: JobState, died: WorkerDeath[Task]) -> None:
        """A worker died: what it had not finished goes to another."""
        if isinstance(died.task, OpenChecker):
            return
        if isinstance(died.task, Prepare):
            if not died.answers:
                self._prepare_again(state, died.fault)
            return
        left = left_of(died.task, died.answers)
        if not left:
            self._give_back(state, died.task, left)
            return
        made_all = died.made == len(died.task.indices)
        # The last one of those that are made may have kept the worker from answering.
        first = left[-1] if made_all else died.task.indices[died.made]
        state.tries[first] = state.tries.get(first, 0) + 1
        if died.fault or state.tries[first] > RETRIES:
            said = f"the worker died {RETRIES + 1} times on this case"
            if died.latest_call:  # it may have closed the worker's descriptors, or taken all memory
                said += f", in or after {died.latest_call}"
            run = failed(died.fault or said)
            grade = Grade(Verdict.JE, message=run.note)
            grades = dict.fromkeys(state.request.readings, grade)
            self._record(state, CaseDone(state.job.number, first, run, grades))
            left = tuple(index for index in left if index != first)
        self._give_back(state, died.task, left)

    def _give_back(self, state: JobState, task: Task, left: tuple[int, ...]) -> None:
        """A worker has left its task, and did not answer these cases of it."""
        if isinstance(task, OpenChecker):
            return
        if isinstance(task, Prepare):
            state.started = state.ready is not None
            return
        stop = state.stop(self._settings.rules) or state.failed
        if stop:
            kept = tuple(index for index in left if index < stop.index)
            self._skip(state, len(left) - len(kept), stop)
            left = kept
        if isinstance(task, GradeOutputs):
            state.to_grade.extendleft(reversed(left))
            for index, run, at in zip(task.indices, task.runs, task.executed_at, strict=True):
                state.outputs[index] = StoredOutput(run, None, at)
        else:
            state.waiting = deque(sorted((*left, *state.waiting)))

    def _prepare_again(self, state: JobState, fault: str) -> None:
        """The worker that compiled it died: from the beginning, twice at most, unless it is a fault
        of the plug-in."""
        state.deaths += 1
        if state.deaths <= RETRIES and not fault:
            state.started = False
            return
        message = fault or f"the worker that compiled it died {RETRIES + 1} times"
        self._take_ready(state, BuildDone(state.job.number, None, Verdict.JE, message))

    def _take(self, state: JobState, answer: BuildDone | CaseDone) -> None:
        if isinstance(answer, BuildDone):
            self._take_ready(state, answer)
        else:
            self._record(state, answer)

    def _take_ready(self, state: JobState, ready: BuildDone) -> None:
        state.ready, state.built = ready, ready.built
        if ready.overloaded and not state.alone:
            return  # tried again when all else is done
        if ready.verdict is None:
            self._news.append(SolutionBuilt(state.job.solution))
            take_static(state, self._known)
            for ran in (*ready.tried, *executed_before(state)):
                if state.claim(ran.index):
                    self._record(state, ran)
        else:
            skipped = state.drop()
            self._news.append(CasesSkipped(state.job.solution, ready.verdict, skipped))
            self._close(state, skipped)

    def _record(self, state: JobState, ran: CaseDone) -> None:
        """Take an outcome that is new."""
        if self._known is not None:
            key = state.keys.pop(ran.index, None) or self._known.key(state.request, ran.index)
            if key is not None:
                self._known.keep(state.request, key, ran)
        self._count(state, ran)

    def _count(self, state: JobState, ran: CaseDone) -> None:
        """Take an outcome; the solution may end with it."""
        ran = state.with_shared_grades(ran)
        if not ran.executed_at:
            state.executed, state.wall_s = state.executed + 1, state.wall_s + ran.run.wall_s
        state.take(ran)
        if is_doubtful(ran, state.job.limits.cpu_s):
            state.doubts.add(ran.index)
        verdict = most_favourable(ran.grades)[1].verdict
        state.limited += verdict in stopping.LIMITS
        state.slow = verdict in stopping.LIMITS
        refuted = stopping.refuted(ran.grades, state.rules(self._settings.rules))
        state.refuted |= refuted
        self._news.append(CaseJudged(state.job.solution, graded_execution(state, ran), verdict))
        self._close(state, 1)
        if stop := state.stop(self._settings.rules):
            self._skip(state, state.drop(), stop)
            self._cancel(self._choice.working_on(state))
            return
        if self._settings.stop_at_first and refuted >= ran.grades.keys():
            self._end_at(state, stopping.Stop(ran.index, verdict, stopping.FAILED))
        if state.failed:
            self._cancel(
                w for w in self._choice.working_on(state) if not state.counts(next_index(w))
            )
        elif self._choice.is_one_by_one(state):
            self._cancel(sorted(self._choice.working_on(state), key=next_index)[1:])

    def _end_at(self, state: JobState, failed: stopping.Stop) -> None:
        """A case is failed: the solution ends there or before, and none after it counts."""
        if not state.job.problem.scoring and state.counts(failed.index):
            state.failed = failed
            self._skip(state, state.drop_beyond_failed(), failed)

    def _cancel(self, workers: Iterable[Worker[Task]]) -> None:
        for worker in workers:
            self._workers.cancel(worker)

    def _skip(self, state: JobState, cases: int, stop: stopping.Stop) -> None:
        """Some cases need not be executed: their solution was stopped."""
        if cases:
            self._news.append(CasesSkipped(state.job.solution, stop.verdict, cases))
            self._close(state, cases)

    def _close(self, state: JobState, cases: int) -> None:
        """So many cases of a solution are done with; after the last one it has ended."""
        state.open -= cases
        if state.open == 0:
            self._news.append(SolutionEnded(state.job.solution))

    def _assign(self, worker: Worker[Task]) -> bool:
        """Give an idle worker a task, or else look for some cases of its next solution among those
        that are known. Whether it looked: then there may be more to do at once."""
        state = self._choice.next_state(worker)
        if state is None:
            if task := self._choice.to_open(worker):
                self._workers.give(worker, task)
            return False
        if state.must_look:
            self._look_up(state)
            return True
        self._give(worker, state)
        return False

    def _look_up(self, state: JobState) -> None:
        """Look for the next cases of a solution among those that are known. Those that were not
        read are read first; raises JudgeError."""
        name, its_first = state.job.problem.name, len(state.unseen) == len(state.request.cases)
        most = FIRST_LOOKED_UP if its_first else LOOKED_UP
        for chunk in state.request.read(islice(state.unseen, most)):
            self._news.append(CasesRead(name, chunk))
        for done in look_up(state, self._known, most):
            self._count(state, done)

    def _give(self, worker: Worker[Task], state: JobState) -> None:
        self._workers.give(worker, next_task(state, len(self._workers.workers)))


class _Interrupted(Exception):
    """A signal asked for an end."""
