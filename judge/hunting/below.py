"""Instances below a local minimum, with fewer pieces or smaller numbers: what no chain of failing
steps leads to."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, pairwise, product
from math import prod
from typing import Any

from judge.common.text_places import NUMBER
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import EnumerableBelow, InputError

#: How many shapes are looked for, and how many instances ``smaller`` leads to.
MOST_SHAPES, MOST_REACHED = 200, 1500
#: So many of the latter, those of the shortest chains, come before the shapes.
NEAR = 400
#: How many fillings of one shape are tried: first so few of each shape, then more.
FILLINGS = (64, 512, 4096)
#: How many instances are tried in all.
MOST_BELOW = 8192
#: How many instances with one piece added to another one are tried.
MOST_MERGED = 1024
#: How many ways to replace equal numbers together are tried.
MOST_REPLACED = 1024
#: How many inputs of the same shape, with numbers of a lesser sum, are made.
MOST_LESSER = 2048
#: Of inputs with more numbers none is: to find how small each may be takes too long.
MOST_NUMBERS = 64
#: Instances that are tried together.
GROUP = 256
#: Numbers next to which programs overflow.
_EDGES = tuple(2**bits - less for bits in (7, 8, 15, 16, 31, 32) for less in (2, 1, 0))
_LOW = range(2, 6)

#: The pieces of an input between its numbers.
Shape = tuple[str, ...]


def first_below(
    plugin: ProblemPlugin,
    least: Any,
    seen: Sequence[Any],
    first_failing: Callable[[Sequence[Any]], int | None],
    has_time: Callable[[], bool],
) -> Any | None:
    """The first instance that is simpler than ``least`` and fails; None if none was found.

    Looked at are the same input with lesser numbers in place of all that are equal; with a piece
    less, whose numbers are added to another one's; what short
    chains of ``smaller`` lead to; the same input with numbers of a lesser sum; what the plug-in
    enumerates; all shapes that ``smaller`` leads to, filled with the numbers of ``seen``; and all
    instances that ``smaller`` leads to. Each up to a bound, and while there is time.
    """
    instances = islice(_distinct(plugin, least, seen, has_time), MOST_BELOW)
    try:
        while has_time() and (group := list(islice(instances, GROUP))):
            index = first_failing(group)
            if index is not None:
                return group[index]
    except PluginFault:
        return None
    return None


def _distinct(
    plugin: ProblemPlugin, least: Any, seen: Sequence[Any], has_time: Callable[[], bool]
) -> Iterator[Any]:
    bulk, known = _bulk(plugin, least), {least}
    sources = (
        _replaced(plugin, least),
        islice(_merged(plugin, least), MOST_MERGED),
        islice(_reached(plugin, least), NEAR),
        _of_lesser_sum(plugin, least),
        _enumerated(plugin, least),
        _filled(plugin, least, seen),
        _reached(plugin, least),
    )
    for instance in chain.from_iterable(sources):
        if not has_time():
            return
        if instance not in known and _bulk(plugin, instance) < bulk:
            known.add(instance)
            yield instance


def _bulk(plugin: ProblemPlugin, instance: Any) -> tuple[int, int]:
    """The number of pieces, then the sum of all numbers in the input; where the plug-in has no
    sizes, the length of the input comes first."""
    text = plugin.render(instance)
    numbers = sum(abs(int(number)) for number in NUMBER.findall(text))
    return sum(plugin.size(instance) or (len(text),)), numbers


def _replaced(plugin: ProblemPlugin, least: Any) -> Iterator[Any]:
    """The input with lesser numbers, one in place of all that are equal: ``smaller`` lowers one of
    them and leaves the others, and what fails only where they are equal does not fail then."""
    text = plugin.render(least)
    shape, found = tuple(NUMBER.split(text)), NUMBER.findall(text)
    counts = Counter(found)
    for lesser in _lesser(counts):
        new = dict(zip(counts, lesser, strict=True))
        with suppress(InputError):
            yield plugin.parse(_text(shape, [new[number] for number in found]))


def _lesser(counts: Mapping[str, int]) -> Iterator[Sequence[str]]:
    """Each of these numbers or one that is nearer to 0, those of the least sum first, where each
    counts so often; of large numbers only the first ones, and the number itself."""
    choices = [_from_zero(int(number)) for number in counts]
    lengths = [abs(int(number)) + 1 for number in counts]  # ``len`` refuses very long ranges
    count = min(MOST_REPLACED, max(lengths, default=1))
    while count > 1 and prod(min(count, length) for length in lengths) > MOST_REPLACED:
        count -= 1
    if count < 2:
        return
    pools = [
        [*one[: count - 1], one[-1]] if length > count else [*one]
        for one, length in zip(choices, lengths, strict=True)
    ]

    def total(way: Sequence[int]) -> int:
        return sum(abs(number) * count for number, count in zip(way, counts.values(), strict=True))

    for way in sorted(product(*pools), key=total):
        yield [str(number) for number in way]


def _from_zero(number: int) -> range:
    """The integers from 0 to a number."""
    return range(0, number + 1) if number >= 0 else range(0, number - 1, -1)


def _merged(plugin: ProblemPlugin, least: Any) -> Iterator[Any]:
    """Inputs with a piece less, whose numbers are added to others: all of them to as many in a row,
    or one of them to one. What fails because of a sum still has it, in fewer pieces."""
    numbers = [int(number) for number in NUMBER.findall(plugin.render(least))]
    for neighbour in plugin.smaller(least):
        text = plugin.render(neighbour)
        shape, kept = tuple(NUMBER.split(text)), [int(number) for number in NUMBER.findall(text)]
        gone = _left_out(numbers, kept)
        for more in dict.fromkeys((gone, *((number,) for number in gone))):
            for at in range(len(kept) - len(more) + 1 if any(more) else 0):
                grown = [*kept]
                for place, number in enumerate(more, at):
                    grown[place] += number
                with suppress(InputError):
                    yield plugin.parse(_text(shape, [*map(str, grown)]))


def _left_out(numbers: Sequence[int], kept: Sequence[int]) -> tuple[int, ...]:
    """The numbers in a row that an input lost; none if it lost others. A number before them may be
    less by 1, as a count is."""
    lost = len(numbers) - len(kept)
    for at in range(len(kept) + 1 if lost > 0 else 0):
        if at and numbers[at - 1] - kept[at - 1] not in (0, 1):
            break
        if numbers[at + lost :] == kept[at:]:
            return tuple(numbers[at : at + lost])
    return ()


def _of_lesser_sum(plugin: ProblemPlugin, least: Any) -> Iterator[Any]:
    """The input with other numbers of 0 or more, the least sum first: one number may be greater
    where others are less."""
    text = plugin.render(least)
    shape = tuple(NUMBER.split(text))
    numbers = [abs(int(number)) for number in NUMBER.findall(text)]
    if len(numbers) > MOST_NUMBERS:
        return
    floors = [_floor(plugin, shape, numbers, at) for at in range(len(numbers))]
    free = [at for at, floor in enumerate(floors) if floor is not None]
    lowest = [own if floor is None else floor for own, floor in zip(numbers, floors, strict=True)]
    if not free:
        return
    sums = range(sum(numbers) - sum(lowest))
    ways = chain.from_iterable(_ways_to_add(more, len(free)) for more in sums)
    for way in islice(ways, MOST_LESSER):
        filled = [*lowest]
        for at, more in zip(free, way, strict=True):
            filled[at] += more
        with suppress(InputError):
            yield plugin.parse(_text(shape, [*map(str, filled)]))


def _floor(plugin: ProblemPlugin, shape: Shape, numbers: Sequence[int], at: int) -> int | None:
    """The least number that an input may have at one place, beside the others that it has there;
    None if that place takes no other number, as a count does."""
    own = numbers[at]
    for number in (*range(min(own, 3)), own + 1):
        other = [*numbers[:at], number, *numbers[at + 1 :]]
        with suppress(InputError):
            plugin.parse(_text(shape, [*map(str, other)]))
            return number if number < own else own
    return None


def _ways_to_add(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide a total among some parts, those first that give much to the last one."""
    end = total + parts - 1
    for bars in combinations(range(end), parts - 1):
        yield tuple(after - before - 1 for before, after in pairwise((-1, *bars, end)))


def _enumerated(plugin: ProblemPlugin, least: Any) -> Iterator[Any]:
    if isinstance(plugin.own, EnumerableBelow):
        yield from islice(plugin.below(least), MOST_BELOW)


def _reached(plugin: ProblemPlugin, least: Any) -> Iterator[Any]:
    """What chains of ``smaller`` lead to, the shortest chains first."""
    waiting, known = deque([least]), {least}
    while waiting and len(known) < MOST_REACHED:
        for instance in plugin.smaller(waiting.popleft()):
            if instance not in known:
                known.add(instance)
                waiting.append(instance)
                yield instance


def _filled(plugin: ProblemPlugin, least: Any, seen: Sequence[Any]) -> Iterator[Any]:
    """Inputs of smaller shapes with other numbers, those of few numbers first. A few fillings of
    every shape come before many of one: the least shapes alone would else take all tries."""
    pool = _numbers([plugin.render(instance) for instance in seen])
    shapes = sorted(_shapes(plugin, least), key=lambda shape: (len(shape), sum(map(len, shape))))
    for before, most in pairwise((0, *FILLINGS)):
        for shape in shapes:
            for numbers in _fillings(pool, len(shape) - 1, before, most):
                with suppress(InputError):
                    yield plugin.parse(_text(shape, numbers))


def _text(shape: Shape, numbers: Sequence[str]) -> str:
    return "".join(chain.from_iterable(zip(shape, (*numbers, ""), strict=True)))


def _shapes(plugin: ProblemPlugin, least: Any) -> set[Shape]:
    """The shapes that chains of ``smaller`` lead to."""
    waiting = deque([least])
    known = {_shape(plugin, least)}
    while waiting and len(known) < MOST_SHAPES:
        for instance in plugin.smaller(waiting.popleft()):
            shape = _shape(plugin, instance)
            if shape not in known:
                known.add(shape)
                waiting.append(instance)
    return known


def _shape(plugin: ProblemPlugin, instance: Any) -> Shape:
    return tuple(NUMBER.split(plugin.render(instance)))


def _numbers(texts: Sequence[str]) -> list[str]:
    """Numbers to fill a shape with, the most promising first: the least ones, those where
    programs overflow, and those of the failing inputs with their sums."""
    rows = [[int(number) for number in NUMBER.findall(text)] for text in texts]
    sums = [sum(row) for row in rows]
    largest = max([*map(abs, sums), *(abs(number) for row in rows for number in row)], default=0)
    edges = [edge for edge in _EDGES if edge <= largest]
    nearby = [total - less for total in sums for less in (1, 0)]
    own = [number for row in rows for number in sorted(row, reverse=True)]
    return list(
        dict.fromkeys(map(str, (0, 1, *edges[-3:], *own[:3], *nearby[:4], *_LOW, *own, *edges)))
    )


def _fillings(pool: Sequence[str], slots: int, before: int, most: int) -> Iterator[tuple[str, ...]]:
    """All ways to fill some slots with the first numbers, as many numbers as a bound allows, but
    those that a lesser bound allows too."""
    known, count = (_affordable(len(pool), slots, bound) for bound in (before, most))
    for way in sorted(product(range(count), repeat=slots), key=sum) if count > known else ():
        if max(way, default=0) >= known:
            yield tuple(pool[index] for index in way)


def _affordable(numbers: int, slots: int, most: int) -> int:
    """How many numbers fill some slots in at most so many ways."""
    return next((count for count in range(numbers, 0, -1) if count**slots <= most), 0)
