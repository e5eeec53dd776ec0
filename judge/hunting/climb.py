"""Instances of increasing size: what is slow, or was written for small input, fails only there."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from judge.hunting.hunter import Hunter, StretchResult
from judge.hunting.instances import HIGHEST, LARGE, RUNG, climb
from judge.hunting.origins import directed_number
from judge.hunting.reference_answers import ReferenceFails
from judge.hunting.stress import ReadingTerms
from judge.hunting.target import USUAL_SIZES

# CPU seconds on an idle machine: on a busy one all of them are longer.
#: Both solutions are quick at a size if its few instances take no more CPU time than this, and
#: fast enough for some instances of that size with the other one.
QUICK_S, BEARABLE_S = 0.1, 0.6
#: Where one instance takes so much longer than one of the least size, ten smaller ones show more in
#: the same time.
AFFORDABLE_S = 0.01
#: Where one takes so much longer than one of the least size, most made on purpose are smaller.
CHEAP_S = 0.002


class ClimbResult(Struct, frozen=True):
    """The results for each size, the largest size at which both solutions were quick, and the
    largest one that the source names at which they were fast enough for a few instances.
    ``affordable``: beyond this size few instances should be tried; None if that is unknown."""

    results: tuple[StretchResult, ...]
    largest: int
    bearable: int
    affordable: int | None = None
    #: The same of what is made on purpose.
    cheap: int | None = None


def climb_results(
    hunter: Hunter,
    terms: ReadingTerms,
    stopped: Callable[[], bool],
    progress: Callable[[int], object],
) -> ClimbResult:
    """Some instances of increasing size, until one fails or takes too long. The sizes go beyond the
    default range while the reference is fast. A size ends early when the solution has used a part
    of its limit there, so the result may depend on CPU times.
    """
    limit_s = hunter.hunt_context.target.problem.limits.cpu_s
    least, usual = hunter.hunt_context.options.sizes
    highest = HIGHEST if (least, usual) == USUAL_SIZES else usual
    results: list[StretchResult] = []
    largest = 0
    affordable = cheap = least_s = None
    found = False
    for size, numbers in climb(least, highest):
        try:
            result = hunter.examine(0, numbers, terms, _enough(hunter, limit_s, stopped))
        except ReferenceFails:
            if size <= usual:
                raise
            break
        results.append(result)
        examination = result.examination
        progress(examination.tried)
        took_s = examination.reference_s + examination.solution_s
        each_s = took_s / max(examination.tried, 1)
        least_s = each_s if least_s is None else least_s
        if each_s - least_s > hunter.slowness * CHEAP_S and cheap is None:
            cheap = size - 1
        if each_s - least_s > hunter.slowness * AFFORDABLE_S and affordable is None:
            affordable = size - 1
        found = any(hunter.accepts(one.instance) for _, one in result.findings)
        seen_enough = found or examination.too_slow or stopped()
        if seen_enough or examination.reference_s > limit_s / 16:
            break
        if took_s <= hunter.slowness * QUICK_S:
            largest = size
    bearable = largest
    if highest == HIGHEST and not found and not results[-1].examination.too_slow:
        bearable = _try_named(hunter, terms, stopped, results, limit_s) or largest
    return ClimbResult(tuple(results), largest, bearable, affordable, cheap)


def _try_named(
    hunter: Hunter,
    terms: ReadingTerms,
    stopped: Callable[[], bool],
    results: list[StretchResult],
    limit_s: float,
) -> int:
    """Some instances of each size beyond the usual ones that the source names, until one fails or
    takes too long; adds to ``results``. The largest size at which both were fast enough, or 0."""
    bearable = 0
    context = hunter.hunt_context
    for size in context.maker.constants.sizes(context.options.sizes[1] + 1, LARGE):
        numbers = [directed_number(size, size, index) for index in range(RUNG)]
        try:
            result = hunter.examine(0, numbers, terms, _enough(hunter, limit_s, stopped))
        except ReferenceFails:
            break
        examination = result.examination
        took_s = examination.reference_s + examination.solution_s
        is_slow = (
            examination.too_slow
            or took_s > hunter.slowness * BEARABLE_S
            or examination.tried < RUNG // 2
        )
        if result.findings or not is_slow:
            results.append(result)
        if result.findings or is_slow or stopped():
            break
        bearable = size
    return bearable


def _enough(hunter: Hunter, limit_s: float, stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Whether the solution has, from now on, used a part of its limit for one size."""
    bulk_runner = hunter.bulk_runners[0]
    begin_s = bulk_runner.used_s

    def enough() -> bool:
        used_s = bulk_runner.used_s - begin_s
        return stopped() or (used_s > limit_s / 4 and not bulk_runner.out_of_time)

    return enough
