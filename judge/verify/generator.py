"""The generator and its companions: draws repeat, text and instance agree, reductions end."""

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
#: Draws of one size whose mean says how large its instances are.
SAMPLE = 30
#: Steps and neighbours looked at on the way from an instance to its simplest relative.
MOST_STEPS, MOST_NEIGHBOURS, LOOKED_AT = 2000, 300, 4


def check(subject: Subject) -> Finding:
    """Fault: a draw that does not repeat, a text that does not come back, a reduction that is no
    reduction."""
    seed = str(subject.seed)
    drawn = [draws.draw(subject.plugin, seed, size) for size in SIZES]
    faults = _repeats(subject, seed, drawn) + _round_trips(subject, drawn)
    steps, wrong = _reductions(subject, drawn)
    faults += wrong
    if faults:
        return Finding(NAME, Status.FAULT, faults[0], tuple(faults[1 : EXAMPLES + 1]))
    odd = _sizes(subject)
    said = f"draws repeat, texts come back, {counted(steps, 'reduction')} simplify"
    if odd:
        return Finding(NAME, Status.WARNING, f"{said}; {odd}")
    return Finding(NAME, Status.OK, f"{said}, sizes come out as asked")


def _repeats(subject: Subject, seed: str, drawn: list[Any]) -> list[str]:
    """The same instance for the same seed: again, and in another process."""
    again = [draws.draw(subject.plugin, seed, size) for size in SIZES]
    faults = [
        f"generate is not repeatable: two draws of size {size} with one seed differ"
        for size, one, two in zip(SIZES, drawn, again, strict=True)
        if one != two
    ]
    if faults:
        return faults
    here = [draws.digest(subject.plugin, instance) for instance in drawn]
    try:
        there = draws.elsewhere(subject.problem.folder, seed, SIZES)
    except subprocess.TimeoutExpired:
        return [f"generate takes more than {draws.DRAW_TIMEOUT_S} s in a process of its own"]
    if len(there) < len(here):
        return ["generate fails in a process of its own"]
    return [
        f"generate depends on more than its seed: another process draws another size {size}"
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
            faults.append(f"parse refuses what render wrote of a draw of size {size}: {error}")
    for name, context in subject.contexts.items():
        try:
            if ask(plugin.parse, ask(plugin.render, context.instance)) != context.instance:
                faults.append(f"{name}: parse is not the inverse of render")
            text = ask(plugin.render_answer, context.instance, context.best)
            if ask(plugin.parse_answer, text, context.instance) != context.best:
                faults.append(f"{name}: parse_answer is not the inverse of render_answer")
        except InputError as error:
            faults.append(f"{name}: a text that was rendered is refused: {error}")
    return faults


def _reductions(subject: Subject, drawn: list[Any]) -> tuple[int, list[str]]:
    """Random ways down from every draw, for as long as ``ground.seconds`` allow: the number of
    steps taken, and what is wrong with them."""
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
                return steps, [f"smaller goes round in a circle: {_quoted(subject, instance)}"]
            seen.add(instance)
        else:
            return steps, [f"smaller has no end: {MOST_STEPS:,} steps from one instance"]
    return steps, []


def _not_simpler(subject: Subject, instance: Any, other: Any) -> str:
    plugin = subject.plugin
    if other == instance:
        return "an instance is its own neighbour"
    sizes = zip(ask(plugin.size, other), ask(plugin.size, instance), strict=True)
    if any(its > ours for its, ours in sizes):
        return "a neighbour is larger"
    if instance in ask_for(plugin.smaller, other, most=MOST_NEIGHBOURS):
        return "two instances are each simpler than the other"
    try:
        if ask(plugin.parse, ask(plugin.render, other)) != other:
            return "a neighbour's text does not come back as it was"
    except InputError as error:
        return f"a neighbour is no valid input: {error}"
    return ""


def _sizes(subject: Subject) -> str:
    """A complaint unless one number of ``size`` follows what is asked, within a factor of 3."""
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
    told = ", ".join(f"{mean:.1f}" for mean in means[-1])
    return f"sizes are not as asked: a draw of size {SIZES[-1]} has {told} on average"


def _quoted(subject: Subject, instance: Any) -> str:
    text = ask(subject.plugin.render, instance)
    return repr(text if len(text) <= 200 else text[:200] + " …")
