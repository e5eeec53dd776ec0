"""The search of a hunt: workers that examine stretches of instances, in the order of numbers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import multiprocess

from judge import sandbox
from judge.checking.soft_limit import extent
from judge.common.errors import JudgeError
from judge.common.interrupts import for_workers
from judge.common.processes import start_process
from judge.common.scratch import temporary_folder
from judge.hunting.hunter import Hunter
from judge.hunting.instances import FEW, HIGHEST, climb, generate_instances, stretch
from judge.hunting.reference import HuntContext, prepare_all
from judge.hunting.result import HuntResult, TooSlow
from judge.hunting.shrink import REDUCE_S, shrink_failure
from judge.hunting.stress import Counterexample, Examined, ReadingTerms, ReferenceFails
from judge.hunting.target import HuntOptions, Target, has_terms
from judge.packages.plugin_faults import calling_plugin
from judge.plugin import Plugin
from judge.sandbox.lifetime import die_with_parent

LOOK_S = 0.1
#: A reference that takes so many times as long as the solution is worth a word.
FAR_SLOWER = 10

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Stretch:
    """What a worker found in one stretch; numbers are those of instances."""

    place: int
    examined: Examined
    found: tuple[tuple[int, Counterexample], ...]


def hunt(
    target: Target, options: HuntOptions, stopped: Callable[[], bool], progress: Progress
) -> HuntResult:
    """Search until something fails or time is over, then reduce it; raises JudgeError.

    ``stopped`` is asked often: once it says yes, what was found so far is returned as it is.
    ``progress`` hears how many instances more were tried.
    """
    begin = time.monotonic()
    layer = sandbox.choose(options.sandbox)
    with temporary_folder() as folder, calling_plugin():
        hunt_context = prepare_all(target, options, layer, Path(folder))
        hunter = Hunter(hunt_context)
        told: list[str] = []
        try:
            if options.only is not None:
                taken = _only(hunter, options.only, stopped)
            else:
                taken = _search(hunter, stopped, progress, told.append)
            searched_s = time.monotonic() - begin
            left_s = options.seconds - searched_s - 2 * target.problem.limits.cpu_s
            end = time.monotonic() + sorted((*REDUCE_S, left_s))[1]

            def has_time() -> bool:
                return time.monotonic() < end and not stopped()

            terms = taken[0].examined.terms if taken else ReadingTerms("")
            found = [row for one in taken for row in one.found]
            caught = (
                shrink_failure(hunter, found, terms.reading, has_time, told.append) if found else ()
            )
        finally:
            hunter.close()
    return HuntResult(
        reference=hunt_context.reference.solution.name,
        tried=sum(s.examined.tried for s in taken),
        seconds=searched_s,
        reading=terms.reading,
        reading_why=terms.why,
        caught=caught,
        too_slow=_too_slow(taken, target.plugin),
        warnings=(*dict.fromkeys(told), *_warnings(taken, hunt_context)),
        interrupted=stopped(),
    )


def _too_slow(taken: Sequence[Stretch], plugin: Plugin[Any, Any]) -> TooSlow | None:
    def bulk(instance: Any) -> tuple[int, tuple[int, ...]]:
        size = plugin.size(instance)
        return extent(size), size

    instances = [instance for one in taken for instance in one.examined.too_slow]
    return TooSlow(len(instances), min(instances, key=bulk)) if instances else None


def _warnings(taken: Sequence[Stretch], hunt_context: HuntContext) -> tuple[str, ...]:
    tried = sum(s.examined.tried for s in taken)
    solution_s = sum(s.examined.solution_s for s in taken)
    reference_s = sum(s.examined.reference_s for s in taken)
    if not tried or reference_s < 1 or reference_s < FAR_SLOWER * solution_s:
        return ()
    return (
        f"the reference {hunt_context.reference.solution.name} takes "
        f"{reference_s / tried * 1000:.2g} ms "
        f"an instance, the solution {solution_s / tried * 1000:.2g} ms: a faster one (--against), "
        "or smaller instances (--size), would try more of them",
    )


def _only(hunter: Hunter, number: int, stopped: Callable[[], bool]) -> list[Stretch]:
    """One instance, under the terms that a whole hunt would settle on."""
    target = hunter.hunt_context.target
    terms = ReadingTerms((target.solution.readings or target.plugin.readings)[0])
    if has_terms(target):
        terms = _examine(hunter, 0, stretch(0), None, stopped).examined.terms
    return [_examine(hunter, 0, range(number, number + 1), terms, stopped)]


def _examine(
    hunter: Hunter,
    place: int,
    numbers: range,
    terms: ReadingTerms | None,
    stopped: Callable[[], bool],
) -> Stretch:
    """One stretch; the same instance is not tried twice in it."""
    hunt_context = hunter.hunt_context

    def has_time() -> bool:
        return time.monotonic() < hunt_context.end and not stopped()

    rows = list(generate_instances(hunt_context.target.plugin, hunt_context.options, numbers))
    first = {instance: number for number, instance in reversed(rows)}
    ordered = list(dict.fromkeys(instance for _, instance in rows))
    spot_check = place & (place - 1) == 0  # ever more rarely: it costs a process
    examined = hunter.examiner.examine(ordered, terms, has_time, spot_check)
    return Stretch(place, examined, tuple((first[f.instance], f) for f in examined.findings))


def _search(
    hunter: Hunter, stopped: Callable[[], bool], progress: Progress, tell: Callable[[str], None]
) -> list[Stretch]:
    """The stretches that count, in order. The first one settles the terms; then all workers. What
    stands the first few is tried with ever larger instances, and only then with all the rest.

    A fault of the jury's ends it; raises JudgeError where nothing has been found by then.
    """
    done: dict[int, Stretch] = {}
    climbed: list[Stretch] = []
    worker_pool = _WorkerPool(hunter.hunt_context)
    try:
        worker_pool.give(0, None)
        _take(worker_pool, done, stopped, progress)
        _deal(worker_pool, done, FEW, stopped, progress)
        stands = len(done) == FEW and not any(it.found for it in done.values())
        if stands:
            climbed = _climb(hunter, done[0].examined.terms, stopped, progress)
        if not any(it.found for it in climbed):
            _deal(worker_pool, done, None, stopped, progress)
    except JudgeError as error:
        if not any(it.found for it in done.values()):
            raise
        tell(f"the search ended early: {error}")
    finally:
        worker_pool.stop()
    last = _last(done, hunter.hunt_context.options.failures)
    counted = [done[place] for place in sorted(done) if last is None or place <= last]
    return counted + climbed


def _deal(
    worker_pool: _WorkerPool,
    done: dict[int, Stretch],
    most: int | None,
    stopped: Callable[[], bool],
    progress: Progress,
) -> None:
    """Give out the next stretches, at most so many in all, and wait for them."""
    given = len(done)

    def is_wanted() -> bool:
        return bool(done) and given != most and _is_wanted(given, done, worker_pool.hunt_context)

    while worker_pool.busy or is_wanted():
        while worker_pool.idle and is_wanted():
            worker_pool.give(given, done[0].examined.terms)
            given += 1
        if not _take(worker_pool, done, stopped, progress):
            break


def _climb(
    hunter: Hunter, terms: ReadingTerms, stopped: Callable[[], bool], progress: Progress
) -> list[Stretch]:
    """A few instances of ever larger sizes, until one fails or takes too long: what is slow, or was
    made for small ones, shows itself late. Beyond the sizes that are usual, while the reference is
    quick. A size ends early once the solution has used a part of its limit there, so CPU times have
    a say in what is found here.
    """
    target, options, bulk_runner = (
        hunter.hunt_context.target,
        hunter.hunt_context.options,
        hunter.bulk_runners[0],
    )
    limit_s = target.problem.limits.cpu_s
    highest = HIGHEST if options.sizes == HuntOptions.sizes else options.sizes[1]
    taken: list[Stretch] = []
    for size, numbers in climb(options.sizes[0], highest):
        begin_s = bulk_runner.used_s

        def enough(begin_s: float = begin_s) -> bool:
            used_s = bulk_runner.used_s - begin_s
            return stopped() or (used_s > limit_s / 4 and not bulk_runner.out_of_time)

        try:
            taken.append(_examine(hunter, 0, numbers, terms, enough))
        except ReferenceFails:
            if size <= options.sizes[1]:
                raise
            break
        examined = taken[-1].examined
        progress(examined.tried)
        seen_enough = taken[-1].found or examined.too_slow or stopped()
        if seen_enough or examined.reference_s > limit_s / 16:
            break
    return taken


def _is_wanted(place: int, done: Mapping[int, Stretch], hunt_context: HuntContext) -> bool:
    last = _last(done, hunt_context.options.failures)
    return (last is None or place <= last) and time.monotonic() < hunt_context.end


def _last(done: Mapping[int, Stretch], failures: int) -> int | None:
    """The last stretch that counts: that of the first failure, or, unless it holds enough sorts
    of them, one twice as far."""
    first = min((place for place, it in done.items() if it.found), default=None)
    if first is None:
        return None
    sorts = {counterexample.fault for _, counterexample in done[first].found}
    return first if len(sorts) >= failures else 2 * first + 1


def _take(
    worker_pool: _WorkerPool,
    done: dict[int, Stretch],
    stopped: Callable[[], bool],
    progress: Progress,
) -> bool:
    """Wait for the next stretch; false when the hunt has been stopped."""
    while not stopped():
        taken = worker_pool.take(LOOK_S)
        if taken:
            done[taken.place] = taken
            progress(taken.examined.tried)
            return True
    return False


class _WorkerPool:
    """The workers: a process each, forked, with a pipe to it."""

    def __init__(self, hunt_context: HuntContext) -> None:
        self.hunt_context = hunt_context
        context = multiprocess.get_context("fork")
        self.idle: list[Any] = []
        self.busy: list[Any] = []
        self._processes = []
        for _ in range(hunt_context.options.workers):
            ours, theirs = context.Pipe()
            inherited = [*self.idle, ours]
            process = context.Process(
                target=_serve, args=(theirs, inherited, hunt_context), daemon=True
            )
            start_process(process)
            theirs.close()
            self.idle.append(ours)
            self._processes.append(process)

    def give(self, place: int, terms: ReadingTerms | None) -> None:
        connection = self.idle.pop()
        self.busy.append(connection)
        connection.send((place, terms))

    def take(self, timeout_s: float) -> Stretch | None:
        """A stretch that has come back, if any does in time."""
        ready = wait(self.busy, timeout_s)
        for connection in [one for one in self.busy if one in ready][:1]:
            self.busy.remove(connection)
            self.idle.append(connection)
            try:
                answer = connection.recv()
            except (EOFError, OSError) as error:
                raise JudgeError("a worker died: try again with fewer (-j)") from error
            if isinstance(answer, tuple):
                raise ReferenceFails(*answer) if answer[1] else JudgeError(answer[0])
            assert isinstance(answer, Stretch)
            return answer
        return None

    def stop(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
        for connection in (*self.idle, *self.busy):
            connection.close()


def _end(number: int, frame: object) -> None:
    """Leave by way of every ``finally``, so that no process and no scratch folder stays."""
    raise SystemExit(0)


def _serve(connection: Any, others: Sequence[Any], hunt_context: HuntContext) -> None:
    """The body of a worker: stretches in, what was found out."""
    die_with_parent()
    for_workers(_end)
    parent = os.getppid()
    for other in others:
        other.close()
    hunter = Hunter(hunt_context)
    try:
        while True:
            place, terms = connection.recv()
            try:
                with calling_plugin():
                    answer: Any = _examine(
                        hunter, place, stretch(place), terms, lambda: os.getppid() != parent
                    )
            except ReferenceFails as error:
                answer = (str(error), error.text)
            except JudgeError as error:
                answer = (str(error), "")
            connection.send(answer)
    except (EOFError, ConnectionError):
        pass
    finally:
        with suppress(OSError):
            hunter.close()
