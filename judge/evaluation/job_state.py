"""What a batch knows of one job while it runs, and the result that follows from it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from judge.checking import stopping
from judge.checking.group_scores import GroupGrader
from judge.checking.verdict import solution_result
from judge.common.spooled_list import SpooledList
from judge.evaluation.index_queue import IndexQueue
from judge.evaluation.known_executions import OutcomeSource, StoredOutput
from judge.evaluation.request import Request, Settings
from judge.evaluation.tasks import BuildDone, CaseDone, Job
from judge.model import (
    INTERRUPTED,
    ExecutionKey,
    Grade,
    GradedExecution,
    Kind,
    SolutionResult,
    StaticResult,
    TimeRule,
    Verdict,
)
from judge.packages.case_reader import contexts_of_worker
from judge.running.compile import BuiltSolution

#: How many cases a worker is given at once: as many as take it ``CHUNK_S`` seconds, but at least
#: and at most so many.
CHUNK, MOST_CHUNK, CHUNK_S = 8, 64, 0.05
#: How many different grades of a solution are kept, to be shared.
SHARED_GRADES = 4096
#: How much of the name of a solution is part of the name of its folder, in characters.
MOST_NAME = 50
#: Verdicts of solutions that may reach a time limit, or come close to it.
SLOW = frozenset({Verdict.TLE, Verdict.UNVERIFIED})


class JobState(Struct):
    """What the batch knows of one job while it runs."""

    job: Job
    request: Request
    #: Indices of cases that were not looked for among those that are known.
    unseen: IndexQueue
    #: Indices of cases that must be executed, and that no worker has been given.
    waiting: deque[int]
    #: By the index of the case.
    done: SpooledList[CaseDone | None]
    #: How many cases are neither judged nor skipped.
    open: int
    #: Indices of cases whose known outputs must be graded again.
    to_grade: deque[int] = field(default_factory=deque)
    #: Those outputs, and the keys of all cases that are to be executed or graded.
    outputs: dict[int, StoredOutput] = field(default_factory=dict)
    keys: dict[int, ExecutionKey] = field(default_factory=dict)
    built: BuiltSolution | None = None
    ready: BuildDone | None = None
    #: What the static validator says of the source; None while that is not known.
    static: tuple[StaticResult, ...] | None = None
    started: bool = False
    #: Workers that died while they compiled it.
    deaths: int = 0
    #: Whether it was tried to compile it alone, after the machine had been overloaded.
    alone: bool = False
    tries: dict[int, int] = field(default_factory=dict)
    #: How many cases were executed so far, and how long that took together, in seconds.
    executed: int = 0
    wall_s: float = 0.0
    #: Grades that many executions share: they take most of an execution's memory, and time when it
    #: is written to a file.
    grades: dict[tuple[tuple[str, Grade], ...], Mapping[str, Grade]] = field(default_factory=dict)
    #: How often a case hit a limit so far, repeated executions included: never too few.
    limited: int = 0
    #: Indices of cases of which some execution is to be repeated, if the machine allows it.
    doubts: set[int] = field(default_factory=set)
    #: Whether the latest case hit a limit, so that the next one may be the last.
    slow: bool = False
    #: The readings under which some case has been failed.
    refuted: frozenset[str] = frozenset()
    #: The first case known to be failed under every reading: where a solution ends at its first
    #: failure, none beyond it counts. None if there is none.
    failed: stopping.Stop | None = None
    #: Looks for the case that ends the solution, among the first ones that are done.
    ending: stopping.Ending | None = None

    @property
    def left(self) -> int:
        """How many cases no worker has been given."""
        return len(self.unseen) + len(self.waiting) + len(self.to_grade)

    @property
    def duration_rank(self) -> tuple[float, bool]:
        """Orders solutions by how long their executions will take together, in seconds. What is
        not known may take longest, above all if its manifest expects that it is slow."""
        if self.request.expected_s is not None:
            return self.request.expected_s, False
        return math.inf, not SLOW.isdisjoint(self.job.solution.expect)

    @property
    def can_run(self) -> bool:
        """Whether there is work for a worker: not while it is being compiled."""
        can_execute = self.built is not None or not self.started
        return bool(self.to_grade or self.must_look or (self.waiting and can_execute))

    @property
    def must_look(self) -> bool:
        """Whether cases must be looked for among those that are known, as few are waiting."""
        return bool(self.unseen and not self.to_grade and len(self.waiting) < self.chunk)

    @property
    def chunk(self) -> int:
        """How many cases a worker is given at once: more of quick ones."""
        if not self.executed:
            return CHUNK
        return max(CHUNK, min(MOST_CHUNK, int(CHUNK_S * self.executed / max(self.wall_s, 1e-6))))

    @property
    def mean_wall_s(self) -> float:
        """How long an execution took so far, in seconds."""
        return self.wall_s / self.executed if self.executed else 0.0

    def claim(self, index: int) -> bool:
        """Take a case from those that are left; False if an earlier run has its outcome."""
        for queue in (self.unseen, self.waiting):
            if index in queue:
                queue.remove(index)
                return True
        return False

    def drop(self) -> int:
        """Forget the cases that no worker has been given; their number."""
        dropped = self.left
        for queue in (self.unseen, self.waiting, self.to_grade):
            queue.clear()
        self.outputs.clear()
        return dropped

    def drop_beyond_failed(self) -> int:
        """Forget the cases that no worker has been given and that come after a failed one; their
        number."""
        before = self.left
        for queue in (self.unseen, self.waiting, self.to_grade):
            kept = [index for index in queue if self.counts(index)]
            queue.clear()
            queue.extend(kept)
        return before - self.left

    def counts(self, index: int) -> bool:
        """Whether a case may count."""
        return self.failed is None or index <= self.failed.index

    def rules(self, rules: stopping.Rules) -> stopping.Rules:
        """What ends this solution early."""
        soft = self.job.problem.rules.time is TimeRule.SOFT
        return replace(rules, soft_time=True) if soft else rules

    def stop(self, rules: stopping.Rules) -> stopping.Stop | None:
        """The last case that counts, if there is one. A score depends on all cases."""
        if self.job.problem.scoring:
            return None
        rules = self.rules(rules)
        may_give_up = 0 < rules.give_up <= self.limited
        may_stop = rules.stop_at_first and self.refuted
        if not (may_give_up or may_stop):
            return None  # called after every case: most solutions need no look at all of them
        if self.ending is None:
            self.ending = stopping.Ending(rules)
        return self.ending.advance(self._grades)

    def _grades(self, index: int) -> Mapping[str, Grade] | None:
        ran = self.done[index] if index < len(self.done) else None
        return ran.grades if ran else None

    def with_shared_grades(self, ran: CaseDone) -> CaseDone:
        """The execution with grades that equal ones share."""
        if len(self.grades) >= SHARED_GRADES:
            self.grades.clear()
        shared = self.grades.setdefault(tuple(ran.grades.items()), ran.grades)
        return ran if shared is ran.grades else replace(ran, grades=shared)

    def at(self, index: int) -> CaseDone:
        """The outcome of a case that is done."""
        ran = self.done[index]
        assert ran is not None
        return ran

    def take(self, ran: CaseDone) -> None:
        """Take the outcome of a case, or replace it."""
        self.done[ran.index] = ran
        if self.ending is not None and ran.index < self.ending.index:
            self.ending = None  # what was found depends on the earlier outcome

    def doubtful(self, rules: stopping.Rules) -> set[int]:
        """The indices of those executions that count and are to be repeated."""
        stop = self.stop(rules)
        return {index for index in self.doubts if stop is None or index <= stop.index}

    def kept(self, rules: stopping.Rules) -> Iterator[tuple[int, CaseDone]]:
        """The executions that count, with the index of their case."""
        stop = self.stop(rules)
        for index, ran in enumerate(self.done):
            if ran is not None and (stop is None or index <= stop.index):
                yield index, ran


def taken(queue: deque[int], most: int) -> tuple[int, ...]:
    """So many of the first cases of a queue, at most; they leave it."""
    return tuple(queue.popleft() for _ in range(min(most, len(queue))))


def executed_before(state: JobState) -> Iterator[CaseDone]:
    """What was executed before the run, if the solution's own convention is the settled one."""
    job = state.job
    if state.built and state.built.solution.convention == job.solution.convention:
        for index, one in job.executed.items():
            yield CaseDone(job.number, index, one.run, one.grades)


def look_up(state: JobState, known: OutcomeSource | None, most: int) -> Iterator[CaseDone]:
    """Look for so many cases among those that are known. Yields the outcomes; other cases are to be
    executed or graded from then on. Where the static validator must be asked, all are: it is asked
    when the solution is compiled."""
    if known and state.static is None and state.job.problem.static_groups:
        state.static = known.find_static(state.request)
        known = known if state.static is not None else None
    indices = [*islice(state.unseen, most)]
    keys = known.keys(state.request, indices) if known else [None] * len(indices)
    stored = known.find(state.request, keys) if known else [None] * len(indices)
    for index, key, found in zip(indices, keys, stored, strict=True):
        if not state.unseen or state.unseen[0] != index:  # an outcome has ended the solution
            return
        state.unseen.popleft()
        if found is not None and found.grades is not None:
            yield CaseDone(state.job.number, index, found.run, found.grades, found.executed_at)
            continue
        if key is not None:
            state.keys[index] = key
        if found is None:
            state.waiting.append(index)
        else:
            state.outputs[index] = found
            state.to_grade.append(index)


def take_static(state: JobState, known: OutcomeSource | None) -> None:
    """Keep what the static validator said of the source when it was compiled."""
    if state.ready is not None and state.ready.static:
        state.static = state.ready.static
        if known is not None:
            known.keep_static(state.request, state.static)


def new_state(number: int, request: Request, folder: Path, jobs: int | None = None) -> JobState:
    """The state of a job that is not started, one of ``jobs``; ``folder`` is where all of them are
    built."""
    job = Job(
        number,
        request.problem,
        request.solution,
        request.cases,
        contexts_of_worker(request.contexts, request.cases),
        request.limits,
        folder / f"{number}-{request.solution.name[:MOST_NAME].replace('/', '-')}",
        _executed(request),
    )
    count = len(request.cases)
    done: SpooledList[CaseDone | None] = SpooledList.filled(None, count, jobs)
    return JobState(job, request, IndexQueue(_order(request)), deque(), done, count)


def _executed(request: Request) -> Mapping[int, GradedExecution]:
    """What was executed, by the indices of cases."""
    if not request.executed:
        return {}
    names = enumerate(case.name for case in request.cases)
    return {index: request.executed[name] for index, name in names if name in request.executed}


def _order(request: Request) -> Iterable[int]:
    """The indices of the cases, in the order in which they are run."""
    every = range(len(request.cases))
    if not request.first:
        return every
    return sorted(every, key=lambda index: request.cases[index].name not in request.first)


def job_result(
    state: JobState,
    settings: Settings,
    interrupted: bool,
    grader: GroupGrader | None = None,
    jobs: int | None = None,
) -> SolutionResult | None:
    """The result of its executions; None if there are none. ``grader`` is the one of the
    package; the job is one of ``jobs``."""
    solution = state.built.solution if state.built else state.job.solution
    if state.ready and state.ready.verdict:
        return SolutionResult(solution, state.ready.verdict, None, "", (), state.ready.message)
    stop = state.stop(settings.rules)
    if not any(True for _ in state.kept(settings.rules)):
        return None
    stopped = ""
    if stop is not None and stop.index + 1 < len(state.job.cases):
        stopped = stop.why
    elif interrupted and _count(state, settings) < len(state.job.cases):
        stopped = INTERRUPTED
    elif solution.kind is Kind.OUTPUT and _count(state, settings) < len(state.job.problem.cases):
        stopped = f"an output file for {solution.case}"
    rule, problem = state.job.problem.rules.time, state.job.problem
    return solution_result(
        solution,
        state.request.readings,
        (ran.grades for _, ran in state.kept(settings.rules)),
        (graded_execution(state, ran) for _, ran in state.kept(settings.rules)),
        stopped,
        rule,
        problem,
        grader,
        state.static or (),
        jobs,
    )


def _count(state: JobState, settings: Settings) -> int:
    return sum(1 for _ in state.kept(settings.rules))


def graded_execution(state: JobState, ran: CaseDone) -> GradedExecution:
    """An execution of a job, with its case."""
    name = state.job.cases[ran.index].name
    best, size = state.request.facts(ran.index)
    return GradedExecution(name, best, ran.run, ran.grades, size, ran.executed_at)
