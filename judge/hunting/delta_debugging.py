"""An instance on which a solution fails -> a local minimum on which it still fails so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

I = TypeVar("I")  # noqa: E741  (an instance)

#: Neighbours are looked at in groups: small ones first, since a step is often near at hand.
FIRST, MOST = 8, 256


@dataclass(frozen=True)
class Reduction(Generic[I]):
    """``steps`` led to ``instance``, ``tried`` others did not fail so. ``minimal``: all its
    neighbours are known not to; false where time ran out before that."""

    instance: I
    steps: int
    tried: int
    minimal: bool


def reduce(
    start: I,
    smaller: Callable[[I], Iterable[I]],
    first_failing: Callable[[Sequence[I]], int | None],
    has_time: Callable[[], bool],
    leap: int = 0,
) -> Reduction[I]:
    """Step to the first neighbour that fails, until none does.

    ``first_failing`` gives the place of the first of some instances that fails in the same way.
    With ``leap`` so many steps or more are tried at once before: where failures are costly to see,
    or the instance is large. Long leaps alone find their way to smaller instances than short ones.
    The result depends on nothing but the instance and these functions, unless time runs out.
    """
    passed: set[I] = set()
    here, steps = start, 0
    if leap:
        here, steps = _leap(here, leap, smaller, first_failing, has_time, passed)
    while has_time():
        there = _step(here, smaller, first_failing, has_time, passed)
        if there is None:
            return Reduction(here, steps, len(passed), has_time())
        here, steps = there, steps + 1
    return Reduction(here, steps, len(passed), minimal=False)


def _leap(
    here: I,
    least: int,
    smaller: Callable[[I], Iterable[I]],
    first_failing: Callable[[Sequence[I]], int | None],
    has_time: Callable[[], bool],
    passed: set[I],
) -> tuple[I, int]:
    """Half of all that can go at once, then quarters, and so on: as in delta debugging. Where
    neighbours lie that leave out one thing each, in order, steps from one place leave out a run."""
    steps = 0
    stride = len(list(smaller(here))) // 2
    while stride >= least:
        place = 0
        while has_time():
            there, taken = _walk(here, smaller, place, stride)
            if not taken:
                break
            if there not in passed and first_failing([there]) is not None:
                here, steps = there, steps + taken
            else:
                passed.add(there)
                place += stride
        stride //= 2
    return here, steps


def _walk(here: I, smaller: Callable[[I], Iterable[I]], place: int, stride: int) -> tuple[I, int]:
    """So many steps, each to the neighbour at this place, and how many of them there were."""
    for taken in range(stride):
        there = next(islice(smaller(here), place, None), None)
        if there is None:
            return here, taken
        here = there
    return here, stride


def _step(
    here: I,
    smaller: Callable[[I], Iterable[I]],
    first_failing: Callable[[Sequence[I]], int | None],
    has_time: Callable[[], bool],
    passed: set[I],
) -> I | None:
    """The first neighbour that fails; those before it join ``passed``."""
    for group in _groups(_new(smaller(here), passed)):
        if not has_time():
            return None
        place = first_failing(group)
        passed.update(group[:place])
        if place is not None:
            return group[place]
    return None


def _new(neighbours: Iterable[I], passed: Set[I]) -> Iterator[I]:
    """Those that were not tried before, each once."""
    seen: set[I] = set()
    for neighbour in neighbours:
        if neighbour not in passed and neighbour not in seen:
            seen.add(neighbour)
            yield neighbour


def _groups(items: Iterator[I]) -> Iterator[list[I]]:
    size = FIRST
    while group := list(islice(items, size)):
        yield group
        size = min(MOST, 2 * size)
