"""Which task a worker gets next, and how far it is in the one it has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.evaluation.job_state import JobState, taken
from judge.evaluation.tasks import (
    BuildDone,
    CaseDone,
    GradeOutputs,
    OpenChecker,
    Prepare,
    RunCases,
    Task,
)
from judge.running.checkers import has_validator
from judge.running.executor import Executor
from judge.running.tool_session import RETRIES
from judge.running.worker_pool import Worker

#: A worker that has more cases left is far from the end of its task.
FAR = 12
#: While every worker is far from its end, answers are taken together after a rest: to wake up for
#: each takes longer than to take it. At least, and at most, so many seconds.
REST_S, MOST_REST_S = 0.004, 0.02


class TaskChoice:
    """Chooses solutions for idle workers. ``order``: those that are to begin first come first;
    ``gives_up``: whether a solution ends after a limit that it reached."""

    def __init__(
        self,
        order: Sequence[JobState],
        workers: Executor[Task, BuildDone | CaseDone],
        gives_up: bool,
    ) -> None:
        self._order = order
        self._workers = workers
        self._gives_up = gives_up
        #: The folders of problems whose validator some worker was told to open.
        self._opened: set[Path] = set()

    def next_state(self, worker: Worker[Task]) -> JobState | None:
        """Its own solution first, then one that is not started, then the one with most left."""
        last_job = worker.last_task.job if worker.last_task else None
        own = next((s for s in self._order if s.job.number == last_job), None)
        if own is not None and self._may_get(worker, own):
            return own
        # Of thousands of solutions most have ended, or have been started: that is found out first.
        waiting = [s for s in self._order if s.waiting or s.unseen or s.to_grade]
        fresh = next((s for s in waiting if not s.started and self._may_get(worker, s)), None)
        if fresh is not None:
            return fresh
        ready = (state for state in waiting if self._may_get(worker, state))
        return max(ready, key=lambda state: state.left, default=None)

    def to_open(self, worker: Worker[Task]) -> OpenChecker | None:
        """What a worker without a solution can open: the validator of one that is being compiled.
        Each is opened ahead once."""
        for state in self._order:
            problem, number = state.job.problem, state.job.number
            compiling = state.started and state.ready is None
            if not compiling or problem.folder in self._opened or not has_validator(problem):
                continue
            if self._workers.can_do(worker, number):
                self._opened.add(problem.folder)
                return OpenChecker(number)
        return None

    def _may_get(self, worker: Worker[Task], state: JobState) -> bool:
        """Whether a worker can be given something of a solution now."""
        can_do = self._workers.can_do
        return state.can_run and self._may_join(state) and can_do(worker, state.job.number)

    def _may_join(self, state: JobState) -> bool:
        return not (self.is_one_by_one(state) and self.working_on(state))

    def working_on(self, state: JobState) -> list[Worker[Task]]:
        number = state.job.number
        tasks = ((worker, worker.task) for worker in self._workers.busy)
        return [
            worker
            for worker, task in tasks
            if task and task.job == number and not isinstance(task, OpenChecker)
        ]

    def is_one_by_one(self, state: JobState) -> bool:
        """Whether only one worker may go on with a solution: after a limit that it reached, the
        next case may end it, and all beyond would be in vain."""
        return state.slow and self._gives_up and not state.job.problem.scoring


def next_task(state: JobState, workers: int) -> Task:
    """Some cases of a solution, or first its compilation."""
    number = state.job.number
    if state.to_grade:
        indices = taken(state.to_grade, state.chunk)
        found = [state.outputs.pop(index) for index in indices]
        runs = tuple(one.run for one in found)
        return GradeOutputs(number, indices, runs, tuple(o.executed_at for o in found))
    if state.built is None:
        state.started = True
        # Workers that died may have been killed by a case of the trial: such cases are judged.
        return Prepare(number, trial=state.deaths < RETRIES)
    share = max(1, state.left // (2 * workers))
    indices = taken(state.waiting, min(state.chunk, share))
    return RunCases(number, state.built, indices, state.request.files(indices))


def is_far(worker: Worker[Task]) -> bool:
    """Whether it has many cases to go."""
    return cases_left(worker) > FAR


def cases_left(worker: Worker[Task]) -> int:
    """How many cases it has to go."""
    task = worker.task
    return len(task.indices) - worker.answers if isinstance(task, RunCases) else 0


def rest_s(busy: Sequence[Worker[Task]], states: Iterable[JobState]) -> float:
    """How long the answers of busy workers, each on one of the solutions, may wait: half of the
    time that executions alone take until one is at its end."""
    pairs = zip(busy, states, strict=True)
    left = (cases_left(worker) * state.mean_wall_s for worker, state in pairs)
    return min(MOST_REST_S, max(REST_S, min(left, default=0.0) / 2))


def left_of(task: Task, answers: int) -> tuple[int, ...]:
    """The indices of the cases of a task after so many answers."""
    return () if isinstance(task, Prepare | OpenChecker) else task.indices[answers:]


def next_index(worker: Worker[Task]) -> int:
    """The index of the case that it is at."""
    task = worker.task
    if (
        task is None
        or isinstance(task, Prepare | OpenChecker)
        or worker.answers == len(task.indices)
    ):
        return 0
    return task.indices[worker.answers]
