"""Generator, reader and writer: draws repeat, round trips are exact, reductions end."""

from __future__ import annotations

import subprocess
import time
from statistics import fmean
from typing import Any

from judge.common.messages import counted
from judge.plugin import InputError
from judge.verify import draws
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.subject import Subject, ask, ask_for

NAME = "generator"
SIZES = (0, 1, 2, 3, 5, 8, 12)
#: Number of draws for the mean size of instances.
SAMPLE = 30
#: Limits of a reduction: steps, neighbours listed, and neighbours checked in each step.
MOST_STEPS, MOST_NEIGHBOURS, LOOKED_AT = 2000, 300, 4


def check(subject: Subject) -> Finding:
    """Fault: a draw does not repeat, a round trip is not exact, a reduction does not reduce."""
    if lacks := subject.plugin.lacks("generate", "smaller", "render"):
        return Finding(NAME, Status.WARNING, f"not tested: this needs {lacks}")
    seed = str(subject.seed)
    drawn = [draws.draw(subject.plugin, seed, size) for size in SIZES]
    faults = _repeats(subject, seed, drawn) + _round_trips(subject, drawn)
    steps, wrong = _reductions(subject, drawn)
    faults += wrong
    if faults:
        return Finding(NAME, Status.FAULT, faults[0], tuple(faults[1 : EXAMPLES + 1]))
    odd = _sizes(subject) if subject.plugin.offers("size") else ""
    statement = f"draws repeat, round trips are exact, {counted(steps, 'reduction')} simplify"
    if odd:
        return Finding(NAME, Status.WARNING, f"{statement}; {odd}")
    return Finding(NAME, Status.OK, f"{statement}, sizes are as requested")


def _repeats(subject: Subject, seed: str, drawn: list[Any]) -> list[str]:
    """A seed gives the same instance again, also in another process."""
    again = [draws.draw(subject.plugin, seed, size) for size in SIZES]
    faults = [
        f"generate is not repeatable: two draws of size {size} with the same seed differ"
        for size, one, two in zip(SIZES, drawn, again, strict=True)
        if one != two
    ]
    if faults:
        return faults
    here = [draws.digest(subject.plugin, instance) for instance in drawn]
    try:
        there = draws.elsewhere(subject.problem.folder, seed, SIZES)
    except subprocess.TimeoutExpired:
        return [f"generate takes more than {draws.DRAW_TIMEOUT_S} s in another process"]
    if len(there) < len(here):
        return ["generate fails in another process"]
    return [
        f"generate depends on more than its seed: another process draws another instance of "
        f"size {size}"
        for size, one, two in zip(SIZES, here, there, strict=True)
        if one != two
    ]


def _round_trips(subject: Subject, drawn: list[Any]) -> list[str]:
    plugin, faults = subject.plugin, []
    for size, instance in zip(SIZES, drawn, strict=True):
        text = ask(plugin.render, instance)
        try:
            if ask(plugin.parse, text) != instance:
                faults.append(f"parse is not the inverse of render on a draw of size {size}")
        except InputError as error:
            faults.append(f"parse refuses the output of render for a draw of size {size}: {error}")
    for name, context in subject.contexts.items():
        try:
            if ask(plugin.parse, ask(plugin.render, context.instance)) != context.instance:
                faults.append(f"{name}: parse is not the inverse of render")
            if context.best is None or not plugin.offers("parse_answer", "render_answer"):
                continue
            text = ask(plugin.render_answer, context.instance, context.best)
            if ask(plugin.parse_answer, text, context.instance) != context.best:
                faults.append(f"{name}: parse_answer is not the inverse of render_answer")
        except InputError as error:
            faults.append(f"{name}: parse refuses the output of render: {error}")
    return faults


def _reductions(subject: Subject, drawn: list[Any]) -> tuple[int, list[str]]:
    """Random reductions of every draw, for at most ``subject.seconds``: the number of steps, and
    the faults."""
    rng, end = subject.rng("smaller"), time.monotonic() + subject.seconds
    steps = 0
    for instance in drawn:
        seen = {instance}
        for _ in range(MOST_STEPS):
            near = ask_for(subject.plugin.smaller, instance, most=MOST_NEIGHBOURS)
            for other in rng.sample(near, min(LOOKED_AT, len(near))):
                if wrong := _not_simpler(subject, instance, other):
                    return steps, [f"smaller: {wrong}; from {_quoted(subject, instance)}"]
            if not near or time.monotonic() > end:
                break
            instance = rng.choice(near)
            steps += 1
            if instance in seen:
                return steps, [
                    f"smaller returns to the same instance: {_quoted(subject, instance)}"
                ]
            seen.add(instance)
        else:
            return steps, [f"smaller does not end: {MOST_STEPS:,} steps from one instance"]
    return steps, []


def _not_simpler(subject: Subject, instance: Any, other: Any) -> str:
    plugin = subject.plugin
    if other == instance:
        return "`smaller` yields the instance itself"
    sizes = zip(ask(plugin.size, other), ask(plugin.size, instance), strict=True)
    if any(reduced > ours for reduced, ours in sizes):
        return "a neighbour is larger"
    if instance in ask_for(plugin.smaller, other, most=MOST_NEIGHBOURS):
        return "two instances are neighbours of each other"
    try:
        if ask(plugin.parse, ask(plugin.render, other)) != other:
            return "parse is not the inverse of render on a neighbour"
    except InputError as error:
        return f"a neighbour is not a valid input: {error}"
    return ""


def _sizes(subject: Subject) -> str:
    """A message unless some number of ``size`` is within a factor of 3 of the requested size."""
    means = []
    for size in SIZES[1:]:
        rng = subject.rng(f"sizes {size}")
        sizes = [
            ask(subject.plugin.size, ask(subject.plugin.generate, rng, size)) for _ in range(SAMPLE)
        ]
        means.append([fmean(numbers) for numbers in zip(*sizes, strict=True)])
    follows = [
        all(asked / 3 <= mean <= 3 * asked for asked, mean in zip(SIZES[1:], numbers, strict=True))
        for numbers in zip(*means, strict=True)
    ]
    if any(follows):
        return ""
    averages = ", ".join(f"{mean:.1f}" for mean in means[-1])
    return f"sizes are not as requested: draws of size {SIZES[-1]} have size {averages} on average"


def _quoted(subject: Subject, instance: Any) -> str:
    text = ask(subject.plugin.render, instance)
    return repr(text if len(text) <= 200 else text[:200] + " …")
