"""``smaller`` of a plug-in: each step is simpler and valid, and no chain of steps is endless."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from judge.plugin import InputError
from judge.verify.plugin_calls import ask, ask_for
from judge.verify.subject import Subject
from judge.verify.text_numbers import NUMBER

#: Limits of a random reduction: steps, neighbours listed, and neighbours checked in each step.
MOST_STEPS, MOST_NEIGHBOURS, LOOKED_AT = 2000, 300, 4
#: Below so many small draws everything is looked at, up to so many instances in all.
MOST_STARTS, MOST_BELOW = 12, 1500
#: At most so many random reductions, whose starts have different sizes.
MOST_WALKS = 24


def faults(subject: Subject, drawn: Sequence[Any], seconds: float) -> tuple[int, list[str]]:
    """The number of steps that were checked within so many seconds, and what is wrong with one."""
    steps, wrong = _walks(subject, _spread(subject, drawn), seconds / 2)
    if wrong:
        return steps, [wrong]
    more, wrong = _below(subject, drawn, seconds / 2)
    return steps + more, [wrong] if wrong else []


def _spread(subject: Subject, drawn: Sequence[Any]) -> list[Any]:
    """Some of the draws, of sizes that differ."""
    by_size: dict[tuple[int, ...], Any] = {}
    for instance in drawn:
        by_size.setdefault(ask(subject.plugin.size, instance), instance)
    ordered = [by_size[size] for size in sorted(by_size, key=lambda size: (sum(size), size))]
    count = min(MOST_WALKS, len(ordered))
    return [ordered[index * len(ordered) // count] for index in range(count)]


def _walks(subject: Subject, starts: Sequence[Any], seconds: float) -> tuple[int, str]:
    """Random reductions of these instances, small ones first."""
    rng, end = subject.rng("smaller"), time.monotonic() + seconds
    steps = 0
    for number, instance in enumerate(starts):
        if number and time.monotonic() > end:
            break
        seen = {instance}
        for _ in range(MOST_STEPS):
            near = ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS)
            if near != ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS):
                said = "smaller does not repeat: two calls yield different instances"
                return steps, f"{said}; from {_quoted(subject, instance)}"
            for other in rng.sample(near, min(LOOKED_AT, len(near))):
                if wrong := _not_simpler(subject, instance, other):
                    return steps, f"smaller: {wrong}; from {_quoted(subject, instance)}"
            if not near or time.monotonic() > end:
                break
            instance = rng.choice(near)
            steps += 1
            if instance in seen:
                return steps, f"smaller returns to the same instance: {_quoted(subject, instance)}"
            seen.add(instance)
        else:
            return steps, f"smaller does not end: {MOST_STEPS:,} steps from one instance"
    return steps, ""


def _below(subject: Subject, drawn: Sequence[Any], seconds: float) -> tuple[int, str]:
    """Everything that ``smaller`` makes of the smallest draws, depth first."""
    small = sorted(drawn, key=lambda one: sum(ask(subject.plugin.size, one)))[:MOST_STARTS]
    done: set[Any] = set()
    steps, end = 0, time.monotonic() + seconds
    for start in small:
        path = [(start, _neighbours(subject, start))]
        on_path = {start}
        while path and len(done) < MOST_BELOW and time.monotonic() < end:
            here, others = path[-1]
            other = next(others, None)
            if other is None:
                path.pop()
                on_path.discard(here)
                done.add(here)
                continue
            steps += 1
            if other in on_path and other != here:
                return steps, f"smaller returns to the same instance: {_quoted(subject, other)}"
            if other in done:
                continue
            if wrong := _ill_formed(subject, here, other):
                return steps, f"smaller: {wrong}; from {_quoted(subject, here)}"
            if len(path) < MOST_STEPS:
                on_path.add(other)
                path.append((other, _neighbours(subject, other)))
    return steps, ""


def _neighbours(subject: Subject, instance: Any) -> Iterator[Any]:
    return iter(ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS))


def _not_simpler(subject: Subject, instance: Any, other: Any) -> str:
    if wrong := _ill_formed(subject, instance, other):
        return wrong
    if instance in ask_for(subject.plugin.smaller, other, most=MOST_NEIGHBOURS):
        return "two instances are neighbours of each other"
    return ""


def _ill_formed(subject: Subject, instance: Any, other: Any) -> str:
    """What is wrong with a neighbour, whatever its own neighbours are."""
    plugin = subject.plugin
    if other == instance:
        return "`smaller` yields the instance itself"
    sizes = zip(ask(plugin.size, other), ask(plugin.size, instance), strict=True)
    if any(reduced > ours for reduced, ours in sizes):
        return "a neighbour is larger"
    written = ask(plugin.render, other)
    if has_greater_numbers(written, ask(plugin.render, instance)):
        return "a neighbour differs in its numbers alone, and has greater ones"
    try:
        if ask(plugin.parse, written) != other:
            return "parse is not the inverse of render on a neighbour"
    except InputError as error:
        return f"a neighbour is not a valid input: {error}"
    return ""


def has_greater_numbers(text: str, before: str) -> bool:
    """Whether two texts differ in numbers alone, and those of the first one have a greater maximum
    and a greater sum, without regard to signs. Numbers with leading zeros may be parts of others,
    such as minutes."""
    if NUMBER.sub("0", text) != NUMBER.sub("0", before):
        return False
    now, then = NUMBER.findall(text), NUMBER.findall(before)
    if any(one.lstrip("-") != str(abs(int(one))) for one in (*now, *then)):
        return False
    values, old = [abs(int(one)) for one in now], [abs(int(one)) for one in then]
    return max(values, default=0) > max(old, default=0) and sum(values) > sum(old)


def _quoted(subject: Subject, instance: Any) -> str:
    text = ask(subject.plugin.render, instance)
    return repr(text if len(text) <= 200 else text[:200] + " …")
