"""What a hunt found -> the smallest instances that fail so, one for each sort and shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from judge.hunting.delta_debugging import reduce
from judge.hunting.hunter import Hunter
from judge.hunting.instances import CLIMB
from judge.hunting.result import Failure
from judge.hunting.stress import LIMITS, Counterexample, Fault
from judge.packages.plugin_faults import PluginFault, calling_plugin
from judge.plugin import Plugin

#: Reductions may take what is left of the time of the hunt, but within these bounds, in seconds.
SHRINK_TIME_S = (20.0, 60.0)
#: A reduction begins with leaps of at least so many steps where a step is dear, or the way far.
DEAR_LEAP, FAR_LEAP = 2, 5
#: After so many reductions of one sort that led to nothing new, no more of that sort are begun.
IDLE = 10


def shrink_failures(
    hunter: Hunter,
    found: Sequence[tuple[int, Counterexample]],
    reading: str,
    has_time: Callable[[], bool],
    tell: Callable[[str], None],
) -> tuple[Failure, ...]:
    """Each failure reduced; those of one sort and shape are one. The smallest come first.

    One that there was no time to reduce is dropped where another of its sort was reduced. ``tell``
    hears why a reduction had to end before that.
    """
    plugin = hunter.hunt_context.target.plugin
    caught: dict[object, Failure] = {}
    done: set[Fault] = set()
    idle: Counter[Fault] = Counter()
    for number, counterexample in sorted(found, key=lambda row: row[1].fault.verdict in LIMITS):
        fault = counterexample.fault
        if fault in done and not counterexample.flaky and (idle[fault] == IDLE or not has_time()):
            continue
        one = _shrunk(hunter, number, counterexample, reading, has_time, tell)
        shape = plugin.size(one.counterexample.instance)
        key = "flaky" if one.counterexample.flaky else (one.counterexample.fault, shape)
        known = caught.get(key)
        idle[fault] += 1
        if known is None or _bulk(plugin, one) < _bulk(plugin, known):
            caught[key] = one
            idle[fault] = 0
        if one.minimal:
            done.add(one.counterexample.fault)
    worth_showing = [
        one for one in caught.values() if one.minimal or one.counterexample.fault not in done
    ]
    smallest_first = sorted(worth_showing, key=lambda one: _bulk(plugin, one))
    return tuple(smallest_first[: hunter.hunt_context.options.failures])


def _bulk(plugin: Plugin[Any, Any], one: Failure) -> tuple[int, int, int]:
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
        if not costly:
            return examiner.first_like(group, reading, counterexample.fault)
        found = examiner.first_costly(group, reading, counterexample.fault, has_time)
        if found is None:
            return None
        known[found[1].instance] = found[1]
        return found[0]

    broken: list[PluginFault] = []

    def smaller(instance: Any) -> Iterator[Any]:
        try:
            with calling_plugin("smaller"):
                yield from plugin.smaller(instance)
        except PluginFault as fault:
            broken.append(fault)

    def goes_on() -> bool:
        return has_time() and not broken

    leap = DEAR_LEAP if costly else FAR_LEAP if number >= CLIMB else 0
    least = reduce(counterexample.instance, smaller, first_like, goes_on, leap)
    for fault in broken:
        hunt_context = f"seed {hunter.hunt_context.options.seed}, from instance {number}"
        tell(f"not reduced to the end: {fault} ({hunt_context})")
    last = known.get(least.instance) or examiner.find_again(least.instance, reading)
    if last is None:  # it failed there once: a solution that does not repeat itself
        return Failure(number, examiner.doubted(counterexample, reading), size, 0, minimal=False)
    if not costly:
        last = examiner.doubted(last, reading)
    return Failure(number, last, size, least.steps, least.minimal and not last.flaky)
