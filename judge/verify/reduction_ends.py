"""Where reductions end: at the smallest instance that still has what it is reduced for.

A number, or a part of the size, is to stay at least as great as a wanted one, which other draws
have. If reductions are stuck well above it, for several numbers, a step is missing that is small
enough. Reductions that take pieces away and leave all numbers as they are need no such step.
"""

from __future__ import annotations

from collections import Counter
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


def stuck(
    subject: Subject, drawn: Mapping[Any, str], facts: NumberFacts, seconds: float
) -> tuple[bool, str]:
    """Whether so many seconds were enough for all reductions, and a message if those of one kind
    are stuck.

    ``drawn``: instances and their texts, small ones first. The kinds take turns, so that a short
    time is enough for a kind that others come before.
    """
    measures = _measures(subject, _short(drawn), facts)
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


def _measures(
    subject: Subject, drawn: Mapping[Any, str], facts: NumberFacts
) -> Mapping[Measure, Sequence[int]]:
    """Each with its value for each draw; -1 where it has none."""
    sizes = [ask(subject.plugin.size, one) for one in drawn]
    found: dict[Measure, Sequence[int]] = {}
    for part in range(min(map(len, sizes), default=0)):
        measure = Measure(f"part {part + 1} of the size:", _part_of(subject, part))
        found[measure] = [size[part] for size in sizes]
    great = [number_kinds.greatest(text) for text in drawn.values()]
    kinds = () if facts.leave_numbers else [kind for one in great for kind in one]
    for kind, count in Counter(kinds).items():
        if count < LEAST_VALUES or facts.are_names(kind):
            continue
        found[Measure(f"a {number_kinds.described(kind)}:", _greatest_of(subject, kind))] = [
            one.get(kind, -1) for one in great
        ]
    return {one: values for one, values in found.items() if len({*values}) >= LEAST_VALUES}


class NumberFacts(Struct, frozen=True):
    """What the draws and some of their reductions tell of the kinds of their numbers."""

    every: frozenset[Kind]
    #: Those behind the first line, and those of them that are greater than all numbers in that.
    below: frozenset[Kind]
    beyond: frozenset[Kind]
    #: Those of which a reduction makes one less, and leaves the others as they are.
    lessened: frozenset[Kind]

    @property
    def leave_numbers(self) -> bool:
        """Whether no reduction makes a number less and leaves the others as they are."""
        return bool(self.every) and not self.lessened

    def are_names(self, kind: Kind) -> bool:
        """Whether the numbers of a kind may be names of pieces: behind the first line they are
        never greater than a number in that, and no reduction makes one of them less by itself."""
        return kind in self.below and kind not in self.beyond | self.lessened


def number_facts(subject: Subject, drawn: Mapping[Any, str]) -> NumberFacts:
    """Those of the draws that are short enough together."""
    short = _short(drawn)
    every, below, beyond = set[Kind](), set[Kind](), set[Kind]()
    for text in short.values():
        head, _, rest = text.partition("\n")
        most = max((number for _, number in number_kinds.numbers(head)), default=0)
        every |= {kind for kind, _ in number_kinds.numbers(text)}
        for kind, number in number_kinds.numbers(rest):
            below.add(kind)
            if number > most:
                beyond.add(kind)
    return NumberFacts(
        frozenset(every), frozenset(below), frozenset(beyond), _lessened(subject, short)
    )


def _lessened(subject: Subject, drawn: Mapping[Any, str]) -> frozenset[Kind]:
    """The kinds of which a reduction of some draws makes a number less by itself."""
    found = set[Kind]()
    for instance in [*drawn][:: max(1, len(drawn) // NAMED)]:
        words, own = len(drawn[instance].split()), number_kinds.listed(drawn[instance])
        for near in ask_for(subject.plugin.smaller, instance, most=MOST_NAMED):
            text = ask(subject.plugin.render, near)
            other = number_kinds.listed(text) if len(text.split()) == words else {}
            for kind in own.keys() & other.keys() - found:
                if len(other[kind]) == len(own[kind]) and any(map(lt, other[kind], own[kind])):
                    found.add(kind)
    return frozenset(found)


def left_numbers(facts: NumberFacts) -> str:
    """A message if all numbers are left as they are, and some behind the first line are neither
    counts nor names of pieces."""
    if not facts.leave_numbers or all(map(facts.are_names, facts.below)):
        return ""
    return "smaller leaves all numbers as they are: hunts do not end at small ones"


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
