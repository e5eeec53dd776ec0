"""A failing instance becomes a local minimum that fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.hunting.delta_debugging import reduce

Numbers = tuple[int, ...]


def smaller(numbers: Numbers) -> Iterator[Numbers]:
    for at in range(len(numbers)):
        yield numbers[:at] + numbers[at + 1 :]
    for at, number in enumerate(numbers):
        if number:
            yield (*numbers[:at], number - 1, *numbers[at + 1 :])


def _ways(numbers: Numbers) -> Iterator[Numbers]:
    """Many neighbours that do not matter."""
    for way in range(1000 * len(numbers)):
        yield (*numbers[:-1], -1 - way)


def first(fails: Callable[[Numbers], bool]) -> Callable[[Sequence[Numbers]], int | None]:
    return lambda group: next((at for at, one in enumerate(group) if fails(one)), None)


def always() -> bool:
    return True


@pytest.mark.parametrize(
    ("fails", "least"),
    [
        (lambda numbers: sum(numbers) >= 5, (5,)),
        (lambda numbers: len(numbers) >= 3, (0, 0, 0)),
        (lambda numbers: True, ()),
        (lambda numbers: 4 in numbers and 2 in numbers, (4, 2)),
    ],
)
def test_what_does_not_matter_goes(fails: Callable[[Numbers], bool], least: Numbers) -> None:
    reduced = reduce((9, 4, 7, 2), smaller, first(fails), always)
    assert reduced.instance == least and reduced.minimal


def test_an_instance_without_a_failing_neighbour_stays_as_it_is() -> None:
    reduced = reduce((3, 1), smaller, first(lambda numbers: numbers == (3, 1)), always)
    assert (reduced.instance, reduced.steps, reduced.minimal) == ((3, 1), 0, True)
    assert reduced.tried == len(set(smaller((3, 1))))


@pytest.mark.long
@given(
    st.lists(st.integers(0, 6), max_size=6).map(tuple),
    st.integers(0, 12),
    st.integers(1, 5),
    st.sampled_from([0, 2, 5]),
)
def test_no_neighbour_of_the_result_fails_and_the_result_does(
    start: Numbers, least: int, modulus: int, leap: int
) -> None:
    def fails(numbers: Numbers) -> bool:
        return sum(numbers) >= least and len(numbers) % modulus == len(start) % modulus

    if not fails(start):
        return
    reduced = reduce(start, smaller, first(fails), always, leap)
    assert fails(reduced.instance)
    assert not any(fails(neighbour) for neighbour in smaller(reduced.instance))
    assert reduce(start, smaller, first(fails), always, leap) == reduced


def test_neighbours_that_are_others_each_time_lead_to_an_end() -> None:
    """Those of a plug-in that draws them."""
    asked = count()

    def drawn(numbers: Numbers) -> Iterator[Numbers]:
        if len(numbers) < 8:
            yield (*numbers, next(asked))

    reduced = reduce((), drawn, first(lambda numbers: True), always)
    assert len(reduced.instance) == 8


def test_no_neighbour_is_tried_twice() -> None:
    seen: list[Numbers] = []

    def fails(numbers: Numbers) -> bool:
        seen.append(numbers)
        return sum(numbers) >= 9

    reduce((5, 5, 5), smaller, first(fails), always)
    assert len(seen) == len(set(seen))


def test_with_leaps_few_failures_have_to_be_seen() -> None:
    """Of 64 numbers two matter: one by one, 62 steps would lead there."""
    seen = 0

    def fails(numbers: Numbers) -> bool:
        nonlocal seen
        failing = 1 in numbers and 2 in numbers
        seen += failing
        return failing

    start = (*[0] * 20, 1, *[0] * 30, 2, *[0] * 12)
    reduced = reduce(start, smaller, first(fails), always, leap=2)
    assert (reduced.instance, reduced.steps, reduced.minimal) == ((1, 2), 62, True)
    assert seen < 20


def test_leaps_do_not_walk_to_thousands_of_neighbours() -> None:
    """Each piece can be simplified in a thousand ways, which a leap would have to walk along."""
    walked = 0

    def many(numbers: Numbers) -> Iterator[Numbers]:
        nonlocal walked
        for neighbour in chain(smaller(numbers), _ways(numbers)):
            walked += 1
            assert walked < 100_000
            yield neighbour

    start = (1, *[0] * 29, 2)
    fails = first(lambda numbers: 1 in numbers and 2 in numbers)
    reduced = reduce(start, many, fails, always, leap=5, pieces=len(start))
    assert reduced.instance == (1, 2)


@pytest.mark.parametrize("least", [0, 1, 12_345])
def test_a_number_that_is_lowered_one_by_one_soon_becomes_small(least: int) -> None:
    tries = 0

    def fails(numbers: Numbers) -> bool:
        nonlocal tries
        tries += 1
        return sum(numbers) >= least

    reduced = reduce((3, 32_767), smaller, first(fails), always)
    assert reduced.instance == ((least,) if least else ()) and reduced.minimal
    assert tries < 100


@pytest.mark.parametrize("leap", [0, 2])
def test_out_of_time_it_returns_the_smallest_so_far_and_says_so(leap: int) -> None:
    clock = count()

    def has_time() -> bool:
        return next(clock) < 4

    reduced = reduce((5, 5, 5), smaller, first(lambda numbers: sum(numbers) >= 5), has_time, leap)
    assert not reduced.minimal
    assert 0 < reduced.steps < 12 and sum(reduced.instance) >= 5
