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

from judge import check
from judge.check import Context
from judge.crew import Crew, Hand
from judge.execute import RETRIES, Prepared, failed
from judge.model import (
    Case,
    Ended,
    Grade,
    Graded,
    Isolation,
    Judged,
    Limits,
    Problem,
    Run,
    Solution,
    Verdict,
    worst,
)
from judge.sandbox.layer import Layer
from judge.scratch import temporary_folder
from judge.ways import Kind
from judge.worker import Job, Prepare, Ran, Ready, RunCases

CHUNK = 8


@dataclass(frozen=True)
class Settings:
    """How a batch is run. ``give_up``: time limits in a row that end a solution; 0 for never."""

    workers: int
    isolation: Isolation = Isolation.SOLUTION
    give_up: int = 10


@dataclass(frozen=True)
class Request:
    """One solution to be judged on these cases of its problem."""

    problem: Problem
    solution: Solution
    readings: tuple[str, ...]
    cases: tuple[Case, ...]
    contexts: Sequence[Context]
    limits: Limits


#: Called for each case that is done: the solution and the verdict of its most favourable reading.
Progress = Callable[[Solution, Verdict, int], None]
#: Called with each run just before; one that is made again, alone, does not come a second time.
Arrived = Callable[[Solution, Graded], None]


def nobody(solution: Solution, graded: Graded) -> None:
    """For those who wait for the end."""


@dataclass
class _State:
    """What the batch knows of one job while it runs."""

    job: Job
    request: Request
    waiting: deque[int]
    #: By place; a list, for a dict of so many takes ten times as much memory.
    done: list[Ran | None]
    prepared: Prepared | None = None
    ready: Ready | None = None
    started: bool = False
    #: Workers that died while they compiled it.
    deaths: int = 0
    tries: dict[int, int] = field(default_factory=dict)
    #: Grades that many runs have in common, kept once: they are most of what a run takes up.
    grades: dict[tuple[tuple[str, Grade], ...], dict[str, Grade]] = field(default_factory=dict)
    #: Time limits seen so far, those of runs made again among them: never too few.
    late: int = 0

    def gives_up(self, limit: int) -> int | None:
        """The place after which nothing counts: ``limit`` time limits in a row, in case order."""
        if not limit or self.late < limit:
            return None  # asked after every run: most solutions need no look at all their cases
        in_a_row = 0
        for place, ran in enumerate(self.done):
            if ran is None:
                return None
            in_a_row = in_a_row + 1 if _provisional(ran) is Verdict.TLE else 0
            if in_a_row == limit:
                return place
        return None

    def kept(self, limit: int) -> Iterator[tuple[int, Ran]]:
        """What counts of what is done, by place."""
        last = self.gives_up(limit)
        for place, ran in enumerate(self.done):
            if ran is not None and (last is None or place <= last):
                yield place, ran


def run(
    requests: Sequence[Request],
    layer: Layer,
    settings: Settings,
    progress: Progress,
    arrived: Arrived = nobody,
) -> tuple[list[Judged], bool]:
    """Judge every request. Returns what was judged, and whether Ctrl-C cut it short.

    After an interrupt no process is left, and what was done so far is in the result.
    """
    with temporary_folder() as folder:
        states = [_state(i, request, Path(folder)) for i, request in enumerate(requests)]
        jobs = [state.job for state in states]
        crew = Crew(settings.workers, layer, settings.isolation, jobs)
        pool = _Pool(crew, settings, states, progress, arrived)
        interrupted = False
        try:
            pool.work()
            pool.measure_again()
        except KeyboardInterrupt:
            interrupted = True
        finally:
            crew.end()
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
        crew: Crew,
        settings: Settings,
        states: list[_State],
        progress: Progress,
        arrived: Arrived,
    ) -> None:
        self._crew = crew
        self._settings = settings
        self._states = states
        self._progress = progress
        self._arrived = arrived

    def work(self) -> None:
        """Until nothing is left to do."""
        self._crew.hire()
        for hand in self._crew.hands:
            self._assign(hand)
        self._finish()

    def _finish(self) -> None:
        """Take answers and give tasks until every worker is idle."""
        while busy := [hand for hand in self._crew.hands if hand.task]:
            by_connection = {hand.connection: hand for hand in busy}
            for connection in wait(list(by_connection)):
                hand = by_connection[connection]
                try:
                    answer = hand.connection.recv()
                except (EOFError, OSError):  # OSError: it died within an answer
                    self._replace(hand)
                    continue
                self._take(hand, answer)
            for hand in self._crew.hands:
                if hand.task is None:
                    self._assign(hand)

    def measure_again(self) -> None:
        """Runs that ended by themselves near their limit, once more and alone.

        Where first and second try fall on different sides of the limit, a third decides.
        """
        self._progress = lambda solution, verdict, cases: None
        self._arrived = nobody
        for state in self._states:
            for place, ran in state.kept(self._settings.give_up):
                if _is_close(ran.run, state.job.limits.cpu_s):
                    tries = [ran]
                    while len(tries) < 2 or (len(tries) == 2 and not _agree(tries)):
                        tries.append(self._run_alone(state, place))
                    state.done[place] = _decided(tries)

    def _run_alone(self, state: _State, place: int) -> Ran:
        """One case again, while all other workers are idle."""
        state.waiting.append(place)
        self._assign(self._crew.hands[0], state)
        self._finish()
        again = state.done[place]
        assert again is not None
        return again

    def _replace(self, hand: Hand) -> None:
        """A worker died: hire another, and run again what it had not finished."""
        self._crew.replace(hand)
        if isinstance(hand.task, Prepare):
            self._prepare_again(self._states[hand.task.job])
        elif hand.task:
            state = self._states[hand.task.job]
            first = hand.left[0]
            state.tries[first] = state.tries.get(first, 0) + 1
            if state.tries[first] > RETRIES:
                run = failed(f"the worker died {RETRIES + 1} times on this case")
                grade = Grade(Verdict.JE, message=run.note)
                grades = dict.fromkeys(state.request.readings, grade)
                self._record(state, Ran(state.job.number, first, run, grades))
                hand.left.pop(0)
            state.waiting.extendleft(reversed(hand.left))

    def _prepare_again(self, state: _State) -> None:
        """The worker that compiled it died: from the beginning, twice at most."""
        state.deaths += 1
        if state.deaths <= RETRIES:
            shutil.rmtree(state.job.folder, ignore_errors=True)
            state.started = False
            return
        message = f"the worker that compiled it died {RETRIES + 1} times"
        self._take_ready(state, Ready(state.job.number, None, Verdict.JE, message))

    def _take(self, hand: Hand, answer: Ready | Ran) -> None:
        state = self._states[answer.job]
        if isinstance(answer, Ready):
            hand.task = None
            self._take_ready(state, answer)
            return
        hand.left.remove(answer.place)
        if not hand.left:
            hand.task = None
        self._record(state, answer)

    def _take_ready(self, state: _State, ready: Ready) -> None:
        state.ready, state.prepared = ready, ready.prepared
        if ready.verdict:
            self._progress(state.job.solution, ready.verdict, len(state.waiting))
            state.waiting.clear()

    def _record(self, state: _State, ran: Ran) -> None:
        grades = state.grades.setdefault(tuple(ran.grades.items()), ran.grades)
        state.done[ran.place] = dataclasses.replace(ran, grades=grades)
        verdict = _provisional(ran)
        state.late += verdict is Verdict.TLE
        self._arrived(state.job.solution, _graded(state, ran))
        self._progress(state.job.solution, verdict, 1)
        if state.gives_up(self._settings.give_up) is not None and state.waiting:
            self._progress(state.job.solution, Verdict.TLE, len(state.waiting))
            state.waiting.clear()

    def _assign(self, hand: Hand, state: _State | None = None) -> None:
        """Its own solution first, then one that nobody has begun, then the one with most left."""
        ready = [s for s in self._states if s.prepared and s.waiting]
        fresh = next((s for s in self._states if not s.started), None)
        state = state or next((s for s in ready if s.job.number == hand.last_job), None)
        if state is None and fresh:
            fresh.started = True
            self._send(hand, Prepare(fresh.job.number), [])
            return
        state = state or max(ready, key=lambda s: len(s.waiting), default=None)
        if state is None or state.prepared is None:
            return
        share = max(1, len(state.waiting) // (2 * len(self._crew.hands)))
        places = [state.waiting.popleft() for _ in range(min(CHUNK, share))]
        self._send(hand, RunCases(state.job.number, state.prepared, tuple(places)), places)

    def _send(self, hand: Hand, task: Prepare | RunCases, places: list[int]) -> None:
        hand.task, hand.left, hand.last_job = task, places, task.job
        with suppress(ConnectionError):  # its end is read next, and the task given to another
            hand.connection.send(task)


def _is_close(run: Run, limit_s: float) -> bool:
    """Whether a run ended by itself between 0.8 and 1.2 of its CPU limit."""
    by_itself = run.exit_status is not None or run.signal is not None
    return by_itself and 0.8 * limit_s <= run.cpu_s <= 1.2 * limit_s


def _agree(tries: Sequence[Ran]) -> bool:
    return len({ran.run.ended is Ended.CPU_LIMIT for ran in tries}) == 1


def _decided(tries: Sequence[Ran]) -> Ran:
    """The last try on the side of the limit where most are; it carries the times of all."""
    late = sum(ran.run.ended is Ended.CPU_LIMIT for ran in tries)
    side = [r for r in tries if (r.run.ended is Ended.CPU_LIMIT) is (2 * late > len(tries))]
    times = tuple(ran.run.cpu_s for ran in tries)
    return dataclasses.replace(side[-1], run=dataclasses.replace(side[-1].run, tries_s=times))


def _provisional(ran: Ran) -> Verdict:
    """The verdict while the reading is open: AC if any reading accepts."""
    verdicts = {grade.verdict for grade in ran.grades.values()}
    return Verdict.AC if Verdict.AC in verdicts else worst(frozenset(verdicts))


def _judged(state: _State, settings: Settings, interrupted: bool) -> Judged | None:
    solution = state.job.solution
    if state.ready and state.ready.verdict:
        return Judged(solution, state.ready.verdict, None, "", (), state.ready.message)
    last = state.gives_up(settings.give_up)
    grades = [ran.grades for _, ran in state.kept(settings.give_up)]
    if not grades:
        return None
    stopped = ""
    if last is not None and last + 1 < len(state.job.cases):
        stopped = f"stopped after {settings.give_up} time limits in a row"
    elif interrupted and len(grades) < len(state.job.cases):
        stopped = "interrupted"
    elif solution.kind is Kind.OUTPUT and len(grades) < len(state.job.problem.cases):
        stopped = f"an output file for {solution.case}"
    rule = state.job.problem.rules.time
    graded = _taken(state, settings.give_up)
    return check.judged(solution, state.request.readings, grades, graded, stopped, rule)


def _taken(state: _State, limit: int) -> Iterator[Graded]:
    """The runs that count, each let go once it is taken: no run is held twice."""
    for place, ran in state.kept(limit):
        state.done[place] = None
        yield _graded(state, ran)


def _graded(state: _State, ran: Ran) -> Graded:
    context = state.request.contexts[ran.place]
    name = state.job.cases[ran.place].name
    return Graded(name, context.best.score, ran.run, ran.grades, context.size)
