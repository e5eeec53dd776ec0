"""All mutants of a suite in parallel: each on a few trials, then the rest, then the search."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from judge.running.worker_pool import WorkerAnswer, WorkerDeath, WorkerPool
from judge.verify.deadline import Deadline
from judge.verify.mutation.execution import Fate, MutantResult, MutantTask, Mutator, Suite
from judge.verify.mutation.operators import Mutation
from judge.verify.mutation.trials import Trial

#: CPU seconds of the original for the trials that every mutant runs on first.
FIRST_S = 0.25
#: What is under way at the end may go on for so many seconds; how often the clock is looked at.
GRACE_S, LOOK_S = 5.0, 1.0
#: The trials that noticed so many of the last mutants nearby are tried first.
KEPT = 6
#: Mutants are nearby if they are in the same so many lines.
NEARBY = 8


class Survivor(Struct, frozen=True):
    """A mutant that nothing stored notices. ``run`` is false if it makes a difference in no trial,
    not even at its own place."""

    module: str
    file: str
    mutation: Mutation
    run: bool
    telling: Trial | None = None


class _Mutant(Struct, frozen=True):
    """A mutant, and the trials that may notice it, the best first."""

    module: str
    mutation: Mutation
    trials: Sequence[int]

    @property
    def place(self) -> tuple[str, int]:
        return self.module, self.mutation.line // NEARBY


class MutantHandler:
    """What a worker does: each mutant in a fork of itself."""

    def __init__(self, suite: Suite) -> None:
        self._mutator = Mutator(suite)

    def answers(self, task: MutantTask) -> Generator[MutantResult, None, None]:
        """One answer."""
        yield self._mutator.examine(task)

    def close(self) -> None:
        """Nothing is kept."""


class Rounds:
    """What becomes of some mutants, as far as there is time. ``counts``: by their fate;
    ``noticed``: of each that did not survive."""

    def __init__(
        self,
        suite: Suite,
        wanted: Iterable[tuple[str, Mutation]],
        workers: int,
        deadline: Deadline,
        search_s: float = 0.0,
    ) -> None:
        """``search_s``: CPU seconds of the search for each survivor; 0 for none."""
        self.counts: Counter[Fate] = Counter()
        self.noticed: dict[tuple[str, Mutation], Fate] = {}
        self._suite = suite
        self._workers, self._deadline, self._search_s = workers, deadline, search_s
        self._mutants = [_Mutant(*one, suite.of(*one)) for one in wanted]
        self._last: dict[tuple[str, int], deque[int]] = defaultdict(lambda: deque(maxlen=KEPT))

    def survivors(self) -> list[Survivor]:
        """Those that all trials let through, with a text that would notice them."""
        pool = WorkerPool[MutantTask, MutantResult](
            self._workers, partial(MutantHandler, self._suite)
        )
        try:
            pool.start()
            survived = list(self._tried(pool))
            survived += (one for one in self._mutants if not one.trials)
            self.counts[Fate.SURVIVED] = len(survived)
            told = self._searched(pool, survived) if self._search_s else {}
        finally:
            pool.end()
        modules = self._suite.subjects.modules
        found = [
            Survivor(
                one.module,
                modules[one.module].path.name,
                one.mutation,
                bool(one.trials),
                told.get((one.module, one.mutation)),
            )
            for one in survived
        ]
        return sorted(found, key=lambda one: (one.file, one.mutation.line, one.mutation.node))

    def _tried(self, pool: WorkerPool[MutantTask, MutantResult]) -> Iterator[_Mutant]:
        rest = list[tuple[_Mutant, Sequence[int]]]()
        by_task = dict[MutantTask, tuple[_Mutant, Sequence[int]]]()

        def first() -> Iterator[MutantTask]:
            for one in self._mutants:
                if one.trials:
                    chosen = self._first(one)
                    known = set(chosen)
                    left = [index for index in one.trials if index not in known]
                    task = MutantTask(one.module, one.mutation, chosen)
                    by_task[task] = one, left
                    yield task

        for task, result in self.results(pool, first()):
            one, left = by_task[task]
            if result.fate is Fate.SURVIVED and left:
                rest.append((one, left))
            elif self._counted(one, result):
                yield one
        rest.sort(key=lambda row: self._suite.seconds(row[1]))
        tasks = {MutantTask(one.module, one.mutation, tuple(left)): one for one, left in rest}
        for task, result in self.results(pool, tasks):
            if self._counted(tasks[task], result):
                yield tasks[task]

    def _first(self, one: _Mutant) -> tuple[int, ...]:
        """The trials that noticed others nearby, and the first ones of its own."""
        own = set(one.trials)
        chosen = dict.fromkeys(at for at in reversed(self._last[one.place]) if at in own)
        spent = self._suite.seconds(list(chosen))
        for index in one.trials:
            if chosen and spent >= FIRST_S:
                break
            if index not in chosen:
                chosen[index] = None
                spent += self._suite.times[index]
        return tuple(chosen)

    def _counted(self, one: _Mutant, result: MutantResult) -> bool:
        """Whether it survived; others are counted, and the trial that noticed it is kept."""
        if result.fate is Fate.SURVIVED:
            return True
        self.counts[result.fate] += 1
        self.noticed[one.module, one.mutation] = result.fate
        if result.trial is not None:
            last = self._last[one.place]
            if result.trial in last:
                last.remove(result.trial)
            last.append(result.trial)
        return False

    def _searched(
        self, pool: WorkerPool[MutantTask, MutantResult], survived: Sequence[_Mutant]
    ) -> dict[tuple[str, Mutation], Trial | None]:
        tasks = (
            MutantTask(one.module, one.mutation, tuple(one.trials), self._search_s)
            for one in survived
        )
        return {
            (task.module, task.mutation): result.telling
            for task, result in self.results(pool, tasks)
        }

    def results(
        self, pool: WorkerPool[MutantTask, MutantResult], tasks: Iterable[MutantTask]
    ) -> Iterator[tuple[MutantTask, MutantResult]]:
        """The results of as many tasks as there is time for, and of one at least. What is under way
        for too long after that is left out: a mutant may slow down every call."""
        waiting, known = self._deadline.items(tasks), 0
        given = set[MutantTask]()  # an earlier round may have left something under way
        while not (known and self._deadline.over_s > GRACE_S):
            for worker in pool.idle:
                task = next(waiting, None)
                if task is None:
                    break
                pool.give(worker, task)
                given.add(task)
            if not pool.busy:
                return
            for event in pool.events(LOOK_S):
                if event.task not in given:
                    continue
                if isinstance(event, WorkerAnswer):
                    known += 1
                    yield event.task, event.answer
                elif isinstance(event, WorkerDeath):
                    known += 1
                    yield event.task, MutantResult(Fate.ENDED)
