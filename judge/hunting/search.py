"""The search of a hunt: workers examine stretches of instances, in the order of their numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from judge import sandbox
from judge.checking.soft_limit import extent
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.hunting.behaviour import Feature
from judge.hunting.climb import climb_results
from judge.hunting.hunter import (
    Hunter,
    HuntHandler,
    StretchFault,
    StretchResult,
    StretchTask,
)
from judge.hunting.instances import FEW, stretch
from judge.hunting.origins import Part
from judge.hunting.reference import HuntContext, prepare_all
from judge.hunting.result import HuntResult, TooSlow
from judge.hunting.schedule import Schedule
from judge.hunting.shrink import SHRINK_TIME_S, shrink_failures
from judge.hunting.stress import ReadingTerms
from judge.hunting.target import HuntOptions, Target, has_terms
from judge.packages.plugin_faults import calling_plugin
from judge.packages.problem_plugin import ProblemPlugin
from judge.running.worker_deaths import WorkerDeaths
from judge.running.worker_pool import Event, WorkerAnswer, WorkerDeath, WorkerPool

#: How often a search checks whether it was stopped.
STOP_CHECK_S = 0.1
#: A reference that takes this many times as long as the solution gets a warning.
SLOW_REFERENCE_RATIO = 10

#: Called with the number of instances that were tried since the last call.
Progress = Callable[[int], object]


def hunt(
    target: Target, options: HuntOptions, stopped: Callable[[], bool], progress: Progress
) -> HuntResult:
    """Search until something fails or the time is over, then reduce it; raises JudgeError.

    ``stopped`` is called often: once it returns true, what was found so far is returned as it is.
    """
    begin = time.monotonic()
    layer = sandbox.choose(options.sandbox)
    with temporary_folder() as folder, calling_plugin(located=True):
        hunt_context = prepare_all(target, options, layer, Path(folder))
        hunter = Hunter(hunt_context)
        schedule = hunt_schedule(hunt_context)
        warnings: list[str] = []
        try:
            if options.only is not None:
                results, refused = _valid(hunter, _only(hunter, options.only, stopped))
            else:
                search = _Search(hunter, schedule, stopped, progress)
                results, refused = search.results(warnings.append), search.refused
            searched_s = time.monotonic() - begin
            left_s = options.seconds - searched_s - 2 * target.problem.limits.cpu_s
            end = time.monotonic() + sorted((*SHRINK_TIME_S, left_s))[1]

            def has_time() -> bool:
                return time.monotonic() < end and not stopped()

            terms = results[0].examination.terms if results else ReadingTerms("")
            found = [row for one in results for row in one.findings]
            failures = (
                shrink_failures(hunter, found, terms.reading, has_time, warnings.append)
                if found
                else ()
            )
            warnings += _about_validators(hunter, refused)
        finally:
            hunter.close()
    return HuntResult(
        reference=hunt_context.reference.solution.name,
        tried=sum(one.examination.tried for one in results),
        seconds=searched_s,
        reading=terms.reading,
        reading_why=terms.why,
        failures=failures,
        too_slow=_too_slow(results, target.plugin),
        warnings=(*dict.fromkeys(warnings), *_warnings(results, hunt_context)),
        constants=hunt_context.maker.constants.count,
        kept=schedule.corpus.kept,
        interrupted=stopped(),
        refused=len(refused),
    )


#: The numbers of instances that the input validators refuse, and why.
Refusals = list[tuple[int, str]]


def _valid(
    hunter: Hunter, results: Sequence[StretchResult]
) -> tuple[list[StretchResult], Refusals]:
    """The results without what the input validators refuse."""
    pairs = [hunter.valid(one) for one in results]
    return [one for one, _ in pairs], [row for _, refused in pairs for row in refused]


def _about_validators(hunter: Hunter, refused: Refusals) -> list[str]:
    """What the author of the problem should know: what the plug-in makes should be valid."""
    said = [hunter.validators_fault] if hunter.validators_fault else []
    if refused:
        number, why = refused[0]
        advice = "make generate, mutate and parse agree with the validators"
        said.append(f"instance {number} is no valid input, {why}; {advice}")
    return said


def hunt_schedule(hunt_context: HuntContext) -> Schedule:
    """The schedule of a hunt, which knows the constants and the stored cases."""
    maker = hunt_context.maker
    return Schedule(hunt_context.options, maker.constants, len(maker.stored))


def _too_slow(results: Sequence[StretchResult], plugin: ProblemPlugin) -> TooSlow | None:
    def order(instance: Any) -> tuple[int, tuple[int, ...]]:
        size = plugin.size(instance)
        return extent(size), size

    instances = [instance for one in results for instance in one.examination.too_slow]
    return TooSlow(len(instances), min(instances, key=order)) if instances else None


def _warnings(results: Sequence[StretchResult], hunt_context: HuntContext) -> tuple[str, ...]:
    tried = sum(one.examination.tried for one in results)
    solution_s = sum(one.examination.solution_s for one in results)
    reference_s = sum(one.examination.reference_s for one in results)
    if not tried or reference_s < 1 or reference_s < SLOW_REFERENCE_RATIO * solution_s:
        return ()
    return (
        f"the reference {hunt_context.reference.solution.name} takes "
        f"{reference_s / tried * 1000:.2g} ms per instance, the solution "
        f"{solution_s / tried * 1000:.2g} ms: with a faster one (--against) or smaller instances "
        "(--size) the hunt would try more of them",
    )


def _only(hunter: Hunter, number: int, stopped: Callable[[], bool]) -> list[StretchResult]:
    """One instance, under the terms that a whole hunt would settle on."""
    target = hunter.hunt_context.target
    terms = ReadingTerms((target.solution.readings or target.plugin.readings)[0])
    if has_terms(target):
        terms = hunter.examine(0, stretch(0), None, stopped).examination.terms
    return [hunter.examine(0, range(number, number + 1), terms, stopped)]


class _Search:
    """The stretches that were tried so far, and the workers that try more."""

    def __init__(
        self,
        hunter: Hunter,
        schedule: Schedule,
        stopped: Callable[[], bool],
        progress: Progress,
    ) -> None:
        self._hunter = hunter
        self._stopped = stopped
        self._progress = progress
        self._options = hunter.hunt_context.options
        handler = partial(HuntHandler, hunter.hunt_context)
        self._pool = WorkerPool[StretchTask, StretchResult | StretchFault](
            self._options.workers, handler
        )
        self._schedule = schedule
        self._done: dict[int, StretchResult] = {}
        #: Of each stretch that is done: what is worth varying.
        self._kept: dict[int, Sequence[tuple[Part, frozenset[Feature]]]] = {}
        #: How many stretches were given to workers.
        self._given = 0
        #: What the input validators refused.
        self.refused: Refusals = []
        #: Stretches whose worker crashed.
        self._again: list[StretchTask] = []
        self._deaths = WorkerDeaths()

    def results(self, tell: Callable[[str], None]) -> list[StretchResult]:
        """The stretches that count, in order. The first one settles the terms, and only then do
        all workers start. A solution without a failure in the first few stretches is tried with
        ever larger instances, and then with the other stretches.

        A fault of the problem or the machine ends the search: raises JudgeError if nothing was
        found before, otherwise ``tell`` is called with the message.
        """
        climbed: list[StretchResult] = []
        try:
            self._pool.start()
            self._try_stretches(1)
            self._try_stretches(FEW)
            if len(self._done) == FEW and not self._found() and not self._stopped():
                climbed = self._climb()
            if not any(one.findings for one in climbed):
                self._try_stretches(None)
        except JudgeError as error:
            if not self._found():
                raise
            tell(f"the search ended early: {error}")
        finally:
            self._pool.end()
        last = self._last()
        counted = [self._done[i] for i in sorted(self._done) if last is None or i <= last]
        return counted + climbed

    def _found(self) -> bool:
        return any(result.findings for result in self._done.values())

    def _try_stretches(self, count: int | None) -> None:
        """The next stretches, up to ``count`` in all, as long as they are wanted."""
        while not self._stopped():
            for worker in self._pool.idle:
                if task := self._next(count):
                    self._pool.give(worker, task)
            if not self._pool.busy:
                return
            for event in self._pool.events(STOP_CHECK_S):
                self._take(event)

    def _next(self, count: int | None) -> StretchTask | None:
        if self._again:
            return self._again.pop()
        index = self._given
        if index == count or (index and not self._is_wanted(index)):
            return None
        if any(one not in self._kept for one in range(self._schedule.waits_for(index))):
            return None
        self._given += 1
        numbers = self._schedule.numbers(index, self._kept)
        return StretchTask(index, numbers, self._done[0].examination.terms if index else None)

    def _take(self, event: Event[StretchTask, StretchResult | StretchFault]) -> None:
        if isinstance(event, WorkerDeath):
            if not event.answers:
                self._try_again(event.task, event.fault)
        elif isinstance(event, WorkerAnswer):
            if isinstance(event.answer, StretchFault):
                raise event.answer.error()
            self._done[event.task.index] = self._valid(event.answer)
            self._kept[event.task.index] = event.answer.kept
            self._progress(event.answer.examination.tried)

    def _valid(self, result: StretchResult) -> StretchResult:
        valid, refused = self._hunter.valid(result)
        self.refused += refused
        return valid

    def _try_again(self, task: StretchTask, fault: str) -> None:
        work = f" while it tried instances {task.numbers[0]} to {task.numbers[-1]}"
        self._deaths.count(task.index, fault, work)
        self._again.append(task)

    def _is_wanted(self, index: int) -> bool:
        last = self._last()
        in_time = time.monotonic() < self._hunter.hunt_context.end
        return in_time and (last is None or index <= last)

    def _last(self) -> int | None:
        """The last stretch that counts: that of the first failure if it shows enough kinds of
        failure, otherwise one twice as far."""
        first = min(
            (index for index, result in self._done.items() if result.findings), default=None
        )
        if first is None:
            return None
        kinds = {counterexample.fault for _, counterexample in self._done[first].findings}
        return first if len(kinds) >= self._options.failures else 2 * first + 1

    def _climb(self) -> list[StretchResult]:
        """Larger instances, which show how large those of the other stretches may be."""
        terms = self._done[0].examination.terms
        climbed = climb_results(self._hunter, terms, self._stopped, self._progress)
        self._schedule.allow(climbed.largest, climbed.bearable, climbed.affordable, climbed.cheap)
        return [self._valid(one) for one in climbed.results]
