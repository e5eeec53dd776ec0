"""Where reductions end: at the smallest instance that still has what it is reduced for.

A number, or a part of the size, is to stay at least as great as a wanted one, which other draws
have. If reductions are stuck well above it, for several numbers, a step is missing that is small
enough. Reductions that take pieces away and leave all numbers as they are need no such step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import lt
from typing import Any

from msgspec import Struct

from judge.verify import number_kinds
from judge.verify.deadline import Deadline
from judge.verify.number_kinds import Kind
from judge.verify.plugin_calls import ask, ask_for
from judge.verify.subject import Subject

#: So far above the wanted number a reduction may be when it begins, and must not be at its end.
LEAST_GAP = 2
#: So many reductions of a kind, and how many are a fault if they are stuck; the limits of each.
TRIALS, MOST_STUCK, MOST_STEPS, MOST_NEIGHBOURS = 6, 3, 400, 2000
#: So many more begin with draws that are larger than half of the others.
LATE = 3
#: A kind must take so many different values: else it may be a constant.
LEAST_VALUES = 4
#: So many draws, and neighbours of each, are looked at to tell numbers that are names.
NAMED, MOST_NAMED = 40, 100
#: The texts of the draws that are looked at have at most so many characters together.
MOST_TEXT = 400_000


class Measure(Struct, frozen=True):
    """What of an instance is to stay great: a kind of its numbers, or a part of its size."""

    what: str
    of: Callable[[Any], int]


def stuck(subject: Subject, drawn: Mapping[Any, str], seconds: float) -> tuple[bool, str]:
    """Whether so many seconds were enough for all reductions, and a message if those of one kind
    are stuck.

    ``drawn``: instances and their texts, small ones first. The kinds take turns, so that a short
    time is enough for a kind that others come before.
    """
    measures = _measures(subject, _short(drawn))
    deadline = Deadline(seconds)
    waiting = {one: _trials(drawn, values) for one, values in measures.items()}
    told: dict[Measure, list[str]] = {one: [] for one in measures}
    while waiting:
        for measure, trials in [*waiting.items()]:
            if deadline.is_over:
                return False, ""
            trial = next(trials, None)
            if trial is None:
                del waiting[measure]
                continue
            start, wanted = trial
            end = _reduced(subject, start, measure.of, wanted, deadline)
            if end is not None and measure.of(end) >= wanted + LEAST_GAP:
                told[measure].append(_message(subject, measure, wanted, end))
            if len(told[measure]) == MOST_STUCK:
                return True, told[measure][0]
    return True, ""


def _short(drawn: Mapping[Any, str]) -> Mapping[Any, str]:
    """The first ones, as many as are short enough together."""
    lengths = accumulate(map(len, drawn.values()))
    return {
        one: drawn[one] for one, all_in in zip(drawn, lengths, strict=True) if all_in <= MOST_TEXT
    }


def _message(subject: Subject, measure: Measure, wanted: int, end: Any) -> str:
    text = ask(subject.plugin.render, end)
    shown = repr(text if len(text) <= 200 else text[:200] + " …")
    return (
        f"smaller is stuck at {measure.what} {measure.of(end)}, where draws have {wanted} too: "
        f"no neighbour still has {wanted} or more; from {shown}"
    )


def _measures(subject: Subject, drawn: Mapping[Any, str]) -> Mapping[Measure, Sequence[int]]:
    """Each with its value for each draw; -1 where it has none."""
    sizes = [ask(subject.plugin.size, one) for one in drawn]
    found: dict[Measure, Sequence[int]] = {}
    for part in range(min(map(len, sizes), default=0)):
        measure = Measure(f"part {part + 1} of the size:", _part_of(subject, part))
        found[measure] = [size[part] for size in sizes]
    great = [number_kinds.greatest(text) for text in drawn.values()]
    kinds = () if leave_numbers(subject, drawn) else [kind for one in great for kind in one]
    for kind in dict.fromkeys(kinds):
        if _are_names(subject, drawn, kind):
            continue
        found[Measure(f"a {number_kinds.described(kind)}:", _greatest_of(subject, kind))] = [
            one.get(kind, -1) for one in great
        ]
    return {one: values for one, values in found.items() if len({*values}) >= LEAST_VALUES}


def leave_numbers(subject: Subject, drawn: Mapping[Any, str]) -> bool:
    """Whether no reduction makes a number less and leaves the others as they are."""
    every = {kind for text in drawn.values() for kind, _ in number_kinds.numbers(text)}
    return bool(every) and not any(_makes_less(subject, drawn, kind, _numbers) for kind in every)


def left_numbers(subject: Subject, drawn: Mapping[Any, str]) -> str:
    """A message if all numbers are left as they are, and some behind the first line are neither
    counts nor names of pieces."""
    below = [kind for text in drawn.values() for kind, _ in _rest(text)]
    values = dict.fromkeys(below) if leave_numbers(subject, drawn) else ()
    if all(_are_names(subject, drawn, kind) for kind in values):
        return ""
    return "smaller leaves all numbers as they are: hunts do not end at small ones"


def _rest(text: str) -> Iterable[tuple[Kind, int]]:
    return number_kinds.numbers(text.partition("\n")[2])


def _are_names(subject: Subject, drawn: Mapping[Any, str], kind: Kind) -> bool:
    """Whether the numbers of a kind may be names of pieces: behind the first line they are never
    greater than a number in that, and no reduction makes one of them less by itself."""
    rows = [_below(text, kind) for text in drawn.values()]
    heads = (number_kinds.numbers(text.partition("\n")[0]) for text in drawn.values())
    most = [max(map(_number, head), default=0) for head in heads]
    if not any(rows) or any(max(row, default=0) > end for row, end in zip(rows, most, strict=True)):
        return False
    return not _makes_less(subject, drawn, kind, _below)


def _makes_less(
    subject: Subject, drawn: Mapping[Any, str], kind: Kind, of: Callable[[str, Kind], list[int]]
) -> bool:
    """Whether reductions of some draws make one of these numbers less by itself."""
    for instance in [*drawn][:: max(1, len(drawn) // NAMED)]:
        own = of(drawn[instance], kind)
        for near in ask_for(subject.plugin.smaller, instance, most=MOST_NAMED):
            text = ask(subject.plugin.render, near)
            other = of(text, kind) if len(text.split()) == len(drawn[instance].split()) else own
            if len(other) == len(own) and any(map(lt, other, own)):
                return True
    return False


def _below(text: str, kind: Kind) -> list[int]:
    """The numbers of a kind behind the first line."""
    return [number for own, number in _rest(text) if own == kind]


def _numbers(text: str, kind: Kind) -> list[int]:
    return [number for own, number in number_kinds.numbers(text) if own == kind]


def _number(one: tuple[Kind, int]) -> int:
    return one[1]


def _part_of(subject: Subject, part: int) -> Callable[[Any], int]:
    return lambda one: ask(subject.plugin.size, one)[part]


def _greatest_of(subject: Subject, kind: Kind) -> Callable[[Any], int]:
    return lambda one: number_kinds.greatest(ask(subject.plugin.render, one)).get(kind, -1)


def _trials(drawn: Iterable[Any], values: Sequence[int]) -> Iterator[tuple[Any, int]]:
    """Draws with different numbers, early draws first, then some from the middle, and for each the
    greatest number of other draws that is less by the least gap or more; then the least one."""
    begun, again = set[int](), list[tuple[Any, int]]()
    known, rows = sorted({*values}), [*zip(drawn, values, strict=False)]
    for some, most in ((rows, TRIALS), (rows[: len(rows) // 2][::-1], TRIALS + LATE)):
        for instance, value in some:
            below = [one for one in known if 0 < one <= value - LEAST_GAP]
            if below and value not in begun and len(begun) < most:
                if below[0] < below[-1]:
                    again.append((instance, below[0]))
                begun.add(value)
                yield instance, below[-1]
    yield from again


def _reduced(
    subject: Subject, instance: Any, of: Callable[[Any], int], wanted: int, deadline: Deadline
) -> Any:
    """The end of the reduction that takes the first neighbour whose number is still as great as
    wanted; None if the time is over."""
    for _ in range(MOST_STEPS):
        if deadline.is_over:
            return None
        near = ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS)
        following = next((one for one in near if of(one) >= wanted), None)
        if following is None:
            return instance
        instance = following
    return None
