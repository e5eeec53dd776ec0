"""What a hunt found -> the smallest instances with each kind of failure and size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from judge.hunting.below import first_below
from judge.hunting.delta_debugging import reduce
from judge.hunting.hunter import Hunter
from judge.hunting.instances import CLIMB
from judge.hunting.origins import DIRECTED
from judge.hunting.reference_answers import ReferenceFails
from judge.hunting.result import Failure
from judge.hunting.stress import LIMITS, Counterexample, Fault
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import ProblemPlugin

#: Reductions may take the rest of the hunt's time, but at least and at most so many seconds.
SHRINK_TIME_S = (20.0, 60.0)
#: A reduction begins with leaps of at least so many steps: where a step is slow, and where the
#: instance is large.
SLOW_LEAP, LARGE_LEAP = 2, 5
#: More pieces than this make an instance large.
MOST_USUAL = 20
#: After so many reductions of one kind that led to nothing new, no more of that kind are begun.
IDLE = 10


def shrink_failures(
    hunter: Hunter,
    found: Sequence[tuple[int, Counterexample]],
    reading: str,
    has_time: Callable[[], bool],
    tell: Callable[[str], None],
) -> tuple[Failure, ...]:
    """The failures, reduced: one for each kind and size, the smallest first.

    One that there was no time to reduce is left out if another of its kind was reduced. ``tell``
    is called with the reason why a reduction ended early.
    """
    plugin = hunter.hunt_context.target.plugin
    smallest: dict[object, Failure] = {}
    done: set[Fault] = set()
    idle: Counter[Fault] = Counter()
    for number, counterexample in sorted(found, key=lambda row: row[1].fault.verdict in LIMITS):
        fault = counterexample.fault
        if fault in done and not counterexample.flaky and (idle[fault] == IDLE or not has_time()):
            continue
        one = _shrunk(hunter, number, counterexample, reading, has_time, tell)
        shape = plugin.size(one.counterexample.instance)
        key = "flaky" if one.counterexample.flaky else (one.counterexample.fault, shape)
        known = smallest.get(key)
        idle[fault] += 1
        if known is None or _bulk(plugin, one) < _bulk(plugin, known):
            smallest[key] = one
            idle[fault] = 0
        if one.minimal:
            done.add(one.counterexample.fault)
    chosen = _worth_showing(hunter, smallest.values(), done)
    starts = {number: counterexample.instance for number, counterexample in found}
    lowest: dict[object, Failure] = {}
    for one in chosen:
        low = _lowest(hunter, one, starts[one.number], reading, has_time, tell)
        shape = plugin.size(low.counterexample.instance)
        key = "flaky" if low.counterexample.flaky else (low.counterexample.fault, shape)
        if key not in lowest or _bulk(plugin, low)[:2] < _bulk(plugin, lowest[key])[:2]:
            lowest[key] = low
    return tuple(sorted(lowest.values(), key=lambda one: _bulk(plugin, one)))


def _worth_showing(
    hunter: Hunter, failures: Iterable[Failure], done: Container[Fault]
) -> list[Failure]:
    """As many as are wanted, the smallest first. The one that shows that the solution is not
    deterministic is among them: it changes what the others mean."""
    target, options = hunter.hunt_context.target, hunter.hunt_context.options
    ordered = sorted(failures, key=lambda one: _bulk(target.plugin, one))
    flaky = [one for one in ordered if one.counterexample.flaky]
    others = [
        one
        for one in ordered
        if not one.counterexample.flaky and (one.minimal or one.counterexample.fault not in done)
    ]
    return [*flaky, *others][: options.failures]


def _lowest(
    hunter: Hunter,
    one: Failure,
    start: Any,
    reading: str,
    has_time: Callable[[], bool],
    tell: Callable[[str], None],
) -> Failure:
    """A local minimum, or what lies below it: looked for among smaller sizes, and reduced again.
    Of a failure by a limit only those tries take long that fail; the others are made in batches."""
    plugin, examiner = hunter.hunt_context.target.plugin, hunter.examiner
    while one.minimal and has_time():
        fault, least = one.counterexample.fault, one.counterexample.instance
        first_like = partial(_first_like, hunter, reading, fault, has_time)
        lower = first_below(plugin, least, (least, start), first_like, has_time)
        again = examiner.find_again(lower, reading) if lower is not None else None
        if again is None or again.fault != fault:
            break
        new = _shrunk(hunter, one.number, again, reading, has_time, tell)
        if new.counterexample.flaky:
            break
        one = replace(new, first_size=one.first_size, steps=one.steps + 1 + new.steps)
    return one


def _first_like(
    hunter: Hunter,
    reading: str,
    fault: Fault,
    has_time: Callable[[], bool],
    instances: Sequence[Any],
) -> int | None:
    """The index of the first valid instance with the same failure. Where the reference fails, an
    instance is left out: a failure that is confirmed must not be lost for it."""
    plugin = hunter.hunt_context.target.plugin
    left: list[int] = [*range(len(instances))]
    while left:
        try:
            group = [instances[at] for at in left]
            found = hunter.examiner.first_like(group, reading, fault, has_time)
        except ReferenceFails as error:
            failing = {error.text, *error.others}
            kept = [at for at in left if plugin.render(instances[at]) not in failing]
            left = kept if len(kept) < len(left) else []
        else:
            if found is None:
                return None
            if hunter.accepts(instances[left[found]]):
                return left[found]
            left = left[found + 1 :]
        if not has_time():
            break
    return None


def _bulk(plugin: ProblemPlugin, one: Failure) -> tuple[int, int, int]:
    text = plugin.render(one.counterexample.instance)
    return sum(plugin.size(one.counterexample.instance)), len(text), one.number


def _shrunk(
    hunter: Hunter,
    number: int,
    counterexample: Counterexample,
    reading: str,
    has_time: Callable[[], bool],
    tell: Callable[[str], None],
) -> Failure:
    plugin, examiner = hunter.hunt_context.target.plugin, hunter.examiner
    size = plugin.size(counterexample.instance)
    if counterexample.flaky:
        return Failure(number, counterexample, size, 0, minimal=False)

    costly = counterexample.fault.verdict in LIMITS
    known = {counterexample.instance: counterexample}

    def first_like(group: Sequence[Any]) -> int | None:
        fault = counterexample.fault
        if not costly:
            return _first_like(hunter, reading, fault, has_time, group)
        valid = [index for index, one in enumerate(group) if has_time() and hunter.accepts(one)]
        found = examiner.first_costly([group[i] for i in valid], reading, fault, has_time)
        if found is None:
            return None
        known[found[1].instance] = found[1]
        return valid[found[0]]

    broken: list[PluginFault] = []

    def smaller(instance: Any) -> Iterator[Any]:
        try:
            for one in plugin.smaller(instance):
                yield one
                if not goes_on():
                    break
        except PluginFault as fault:
            broken.append(fault)

    def goes_on() -> bool:
        return has_time() and not broken

    large = CLIMB <= number < DIRECTED or sum(size) > MOST_USUAL
    leap = SLOW_LEAP if costly else LARGE_LEAP if large else 0
    least = reduce(counterexample.instance, smaller, first_like, goes_on, leap, sum(size))
    for fault in broken:
        origin = f"seed {hunter.hunt_context.options.seed}, instance {number}"
        tell(f"not reduced to the end: {fault} ({origin})")
    last = known.get(least.instance) or examiner.find_again(least.instance, reading)
    if last is None:  # it failed there before: a solution that is not deterministic
        return Failure(number, examiner.repeated(counterexample, reading), size, 0, minimal=False)
    if not costly:
        last = examiner.repeated(last, reading)
    return Failure(number, last, size, least.steps, least.minimal and not last.flaky)
