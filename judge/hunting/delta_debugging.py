"""An instance on which a solution fails -> a local minimum with the same failure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct

I = TypeVar("I")  # noqa: E741  (an instance)

#: Neighbours are tried in groups. The first groups are small, for the next step is often near.
FIRST, MOST = 8, 256
#: Leaps are taken to the first neighbours, so many for each piece of the instance: those that leave
#: out a piece or simplify one. Where there are thousands of others, walking to them takes too long.
REACH = 4
#: After so many steps in a row to the neighbour at one index, ever more of them are tried at once:
#: a large number that ``smaller`` lowers by 1 would else take as many executions as it is large.
STRAIGHT = 8


class Reduction(Struct, Generic[I], frozen=True):
    """``steps`` led to ``instance``, ``tried`` others did not show the failure. ``minimal``: none
    of its neighbours shows it; false if there was no time to try all."""

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
    pieces: int = 0,
) -> Reduction[I]:
    """Step to the first neighbour that fails, until none does.

    ``first_failing`` gives the index of the first instance with the same failure. With ``leap``
    that many steps or more are first tried at once: for failures that are slow to reproduce, and
    for large instances. Without short leaps the result is often smaller. ``pieces``, if it is
    known, is the size of ``start``: no leap is then longer than half of it. The result depends only
    on the instance and these functions, unless the time runs out.
    """
    passed: set[I] = set()
    here, steps = start, 0
    if leap:
        here, steps = _leap(here, leap, pieces, smaller, first_failing, has_time, passed)
    last: int | None = None
    straight = 0
    while has_time():
        there = _step(here, smaller, first_failing, has_time, passed)
        if there is None:
            return Reduction(here, steps, len(passed), has_time())
        neighbours = enumerate(smaller(here))
        index = next((i for i, neighbour in neighbours if neighbour == there), None)
        straight = straight + 1 if index == last else 1
        here, steps, last = there, steps + 1, index
        if index is not None and straight == STRAIGHT:
            here, taken = _gallop(here, index, smaller, first_failing, has_time, passed)
            steps, straight = steps + taken, 0
    return Reduction(here, steps, len(passed), minimal=False)


def _leap(
    here: I,
    least: int,
    pieces: int,
    smaller: Callable[[I], Iterable[I]],
    first_failing: Callable[[Sequence[I]], int | None],
    has_time: Callable[[], bool],
    passed: set[I],
) -> tuple[I, int]:
    """Leave out half of everything at once, then quarters, and so on, as in delta debugging. Where
    each neighbour leaves out one item, in order, steps at one index leave out consecutive items."""
    steps = 0
    end = sum(1 for _ in smaller(here))
    stride = end // 2
    if pieces:
        end, stride = min(end, REACH * pieces), min(stride, max(least, pieces // 2))
    while stride >= least:
        index = 0
        while index < end and has_time():
            there, taken = _walk(here, smaller, index, stride)
            if not taken:
                break
            if there not in passed and first_failing([there]) is not None:
                here, steps = there, steps + taken
            else:
                passed.add(there)
                index += stride
        stride //= 2
    return here, steps


def _gallop(
    here: I,
    index: int,
    smaller: Callable[[I], Iterable[I]],
    first_failing: Callable[[Sequence[I]], int | None],
    has_time: Callable[[], bool],
    passed: set[I],
) -> tuple[I, int]:
    """2, 4, 8 … steps to the neighbour at one index at once, and from the first that are too many,
    ever fewer."""
    steps, stride, grows = 0, 2, True
    while stride > 1 and has_time():
        there, taken = _walk(here, smaller, index, stride)
        if taken and there not in passed and first_failing([there]) is not None:
            here, steps = there, steps + taken
        else:
            grows = False
            if taken:
                passed.add(there)
        stride = 2 * stride if grows else stride // 2
    return here, steps


def _walk(here: I, smaller: Callable[[I], Iterable[I]], index: int, stride: int) -> tuple[I, int]:
    """Take ``stride`` steps, each to the neighbour at this index, and count those that exist."""
    for taken in range(stride):
        there = next(islice(smaller(here), index, None), None)
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
    """The first neighbour that fails; those before it are added to ``passed``."""
    for group in _groups(_new(smaller(here), passed)):
        if not has_time():
            return None
        index = first_failing(group)
        passed.update(group[:index])
        if index is not None:
            return group[index]
    return None


def _new(neighbours: Iterable[I], passed: Set[I]) -> Iterator[I]:
    """Those that were not tried before, without duplicates."""
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
