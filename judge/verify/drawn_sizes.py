"""The sizes of a generator's draws: no number is left out, and each counts what it says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from judge.verify.draws import Draw

#: A number is left out if each of so many neighbours on both sides was drawn so often.
NEIGHBOURS, OFTEN = 2, 6
#: Where more numbers than these are left out, the sizes are of some kind, such as powers of two.
MOST_LEFT_OUT = 2
#: Requested sizes at which the average is within this factor of the size: the number follows it.
FOLLOWED, FACTOR = range(3, 13), 3
#: Stored inputs of which so many are greater than all draws, by more than such a part.
LEAST_STORED, REACHED = 3, 0.8
#: So many draws with so many different numbers show what a number counts.
LEAST_DRAWS, LEAST_VALUES = 50, 5
#: The size of each draw.
Sizes = Mapping[Draw, Sequence[int]]


def left_out(sizes: Sizes) -> str:
    """What is wrong if a number of the size is never drawn, and all near it often are."""
    for place, numbers in enumerate(zip(*sizes.values(), strict=False), 1):
        counts = Counter(numbers)
        span = range(min(counts), max(counts))
        if len(span) > len(counts) + MOST_LEFT_OUT:
            continue
        for gap in (one for one in span if one not in counts):
            near = [gap + by for by in range(-NEIGHBOURS, NEIGHBOURS + 1) if by]
            if all(counts[one] >= OFTEN for one in near):
                many = f"{counts[gap - 1]} of {gap - 1} and {counts[gap + 1]} of {gap + 1}"
                return f"no draw has the size {gap} (number {place} of size), and there are {many}"
    return ""


def out_of_reach(sizes: Sizes, stored: Mapping[str, Sequence[int]]) -> str:
    """A message if stored inputs, by name, are much larger than all draws, also than those of as
    large a requested size."""
    largest = max((one.size for one in sizes), default=0)
    for place in _following(sizes):
        most = max(numbers[place] for numbers in sizes.values())
        known = {name: size[place] for name, size in stored.items() if size[place] <= largest}
        above = [name for name, number in known.items() if number > most]
        if len(above) >= LEAST_STORED and most < REACHED * max(known.values()):
            return (
                f"no draw has a size above {most} (number {place + 1} of size), and {len(above)} "
                f"stored inputs have, such as {above[0]}"
            )
    return ""


def _following(sizes: Sizes) -> list[int]:
    """The places of the numbers that follow the requested size."""
    by_size = defaultdict[int, list[Sequence[int]]](list)
    for one, size in sizes.items():
        if one.size in FOLLOWED:
            by_size[one.size].append(size)
    asked = sorted(by_size)
    columns = zip(*([*map(fmean, zip(*by_size[size], strict=True))] for size in asked), strict=True)
    return [
        place
        for place, means in enumerate(columns)
        if means[0] < means[-1]
        and all(
            size / FACTOR <= mean <= FACTOR * size for size, mean in zip(asked, means, strict=True)
        )
    ]


def miscounted(sizes: Sequence[Sequence[int]], arguments: Sequence[Any]) -> str:
    """What is wrong if a number of the size always differs by one from how many things of a kind
    the arguments of an instance hold, and counts nothing else in them."""
    counts = [dict(_counts(one)) for one in arguments]
    for place, numbers in enumerate(zip(*sizes, strict=False), 1):
        if len(numbers) < LEAST_DRAWS or len({*numbers}) < LEAST_VALUES:
            continue
        steps = {
            what: {number - its.get(what, -1) for number, its in zip(numbers, counts, strict=True)}
            for what in counts[0]
        }
        if {0} in steps.values():
            continue
        for what, its in steps.items():
            if its in ({1}, {-1}):
                more = "more" if its == {1} else "less"
                return f"size is wrong: its number {place} is always one {more} than {what}"
    return ""


def _counts(arguments: Any) -> Iterator[tuple[str, int]]:
    """How many there are of what in the arguments, each with words for it."""
    for place, value in enumerate(arguments, 1):
        yield from _of_value(f"argument {place}", value)


def _of_value(what: str, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield what, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, int | list | tuple | str) and not isinstance(inner, bool):
                yield f"{key} of {what}", inner if isinstance(inner, int) else len(inner)
    elif isinstance(value, list | tuple | str):
        yield f"the items of {what}", len(value)
        yield from _of_items(what, value)


def _of_items(what: str, items: Sequence[Any]) -> Iterator[tuple[str, int]]:
    """The most that one item holds, under a key and under all keys together."""
    if not items or not all(isinstance(one, dict) for one in items):
        return  # else every item has the same keys, or no number is counted
    for key, inner in items[0].items():
        if isinstance(inner, list | tuple | str):
            most = max(len(one.get(key, ())) for one in items)
            yield f"the most {key} in an item of {what}", most
    listed = [sum(len(v) for v in one.values() if isinstance(v, list | tuple)) for one in items]
    yield f"the most in lists of an item of {what}", max(listed)
