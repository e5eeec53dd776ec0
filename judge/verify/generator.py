"""Generator, reader and writer: draws repeat and differ, round trips are exact, reductions end."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from random import Random
from statistics import fmean
from typing import Any

from judge.common.messages import counted
from judge.packages.case_files import LoadedCase
from judge.packages.generators import has_generators
from judge.plugin import Divides, InputError
from judge.verify import (
    drawn_sizes,
    draws,
    generated_data,
    mutated_draws,
    reduction_ends,
    reductions,
    short_arguments,
    unremoved_pieces,
    variety,
)
from judge.verify.deadline import Deadline, share
from judge.verify.draws import Draw
from judge.verify.finding import EXAMPLES, Finding, Status
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject

NAME = "generator"
#: The sizes whose draws are measured, and how many of each.
SIZES, SAMPLE = (1, 2, 3, 5, 8, 12), 30
#: At most so many parts of an input are looked at.
MOST_PARTS = 30
#: Draws of this size, at most so many, must hardly ever come again.
LARGE_SIZE, MOST_LARGE = 20, 3000
#: The part of a quarter of the time in which ``mutate`` is called, and as much for ``arguments``.
MUTATING = 0.3


def check(subject: Subject) -> Finding:
    """Fault: a draw does not repeat, or all are the same; a round trip is not exact, a reduction
    does not reduce; or what ``generators.yaml`` makes is not what is stored."""
    if has_generators(subject.problem.folder):
        finding = generated_data.check(subject, NAME)
        if finding.status is Status.FAULT or not subject.plugin.offers("generate"):
            return finding
    if subject.plugin.own is None:
        said = "there is neither a plug-in nor a generators.yaml that makes inputs"
        return Finding(NAME, Status.OK, said)
    if lacks := subject.plugin.lacks("generate", "smaller", "render"):
        return Finding(NAME, Status.WARNING, f"not tested: this needs {lacks}")
    seed, whole, part = str(subject.seed), Deadline(subject.seconds), subject.seconds / 4
    drawn = draws.draw_many(subject.plugin, seed, part)
    faults = _repeats(subject, seed, drawn, Deadline(part))
    trips, wrong_trips = _round_trips(subject, drawn, whole)
    faults += wrong_trips
    texts = {one: ask(subject.plugin.render, instance) for one, instance in drawn.items()}
    faults += variety.faults(texts)
    if not faults and (said := variety.few_seeds(_large_texts(subject))):
        faults.append(said)
    sizes = {} if faults else _sizes_of(subject, drawn)
    if not faults and (said := _wrong_sizes(subject, drawn, sizes)):
        faults.append(said)
    stored = _stored_inputs(subject)
    if not faults and (said := variety.never_drawn(texts.values(), stored)):
        faults.append(said)
    if not faults and (said := variety.unvaried([*texts.values()], stored)):
        faults.append(said)
    # Reductions have a part of their own: what comes before may take all of the time.
    reducing = max(part, min(2 * part, whole.left_s))
    steps, wrong = reductions.faults(subject, list(drawn.values()), reducing)
    faults += wrong
    ended = True
    if not faults:
        small_first = {drawn[one]: texts[one] for one in _small_first(subject, drawn)}
        said = mutated_draws.fault(subject, drawn.values(), MUTATING * part)
        said = said or mutated_draws.differs_elsewhere(subject)
        said = said or unremoved_pieces.fault(subject, [*small_first], MUTATING * part)
        said = said or short_arguments.fault(subject, [*small_first], MUTATING * part)
        faults += [said] if said else []
    if not faults:
        facts = reduction_ends.number_facts(subject, small_first)
        ended, said = reduction_ends.stuck(subject, small_first, facts, part)
        faults += [said] if said else []
    if faults:
        return Finding(NAME, Status.FAULT, faults[0], tuple(faults[1 : EXAMPLES + 1]))
    odd = _odd_sizes(subject, sizes) if subject.plugin.offers("size") else variety.no_growth(texts)
    odd = odd or variety.repeated(texts)
    odd = odd or variety.missing(texts.values(), stored)
    odd = odd or reduction_ends.left_numbers(facts)
    if not odd:
        drawn_parts = [text for one in drawn.values() for text in _part_texts(subject, one)]
        odd = variety.out_of_reach(drawn_parts, _stored_parts(subject))
    statement = (
        f"{counted(len(drawn), 'draw')} repeat, "
        f"{share(trips, len(drawn) + len(stored), 'round trip')} are exact, "
        f"{counted(steps, 'reduction')} simplify"
    )
    complete = ended and trips == len(drawn) + len(stored) and not whole.is_over
    if odd:
        return Finding(NAME, Status.WARNING, f"{statement}; {odd}", is_complete=complete)
    return Finding(NAME, Status.OK, f"{statement}, sizes are as requested", is_complete=complete)


def _stored_parts(subject: Subject) -> Mapping[str, str]:
    """The stored inputs, or some parts of each."""
    return {
        name if not place else f"{name}, part {place + 1}": text
        for name, context in subject.contexts.items()
        for place, text in enumerate(_part_texts(subject, context.instance))
    }


def _part_texts(subject: Subject, instance: Any) -> list[str]:
    """An input as the plug-in writes it, or some of its parts as inputs of their own."""
    own, render = subject.plugin.own, subject.plugin.render
    if not isinstance(own, Divides):
        return [ask(render, instance)]
    many = min(MOST_PARTS, ask(own.parts, instance))
    return [ask(render, ask(own.part, instance, place)) for place in range(many)]


def _large_texts(subject: Subject) -> list[str]:
    """Many draws of one large size, as the plug-in writes them."""
    rng, deadline = subject.rng("large draws"), Deadline(subject.seconds / 10)
    return [
        ask(subject.plugin.render, ask(subject.plugin.generate, Random(rng.random()), LARGE_SIZE))
        for _ in deadline.items(range(MOST_LARGE))
    ]


def _small_first(subject: Subject, drawn: Mapping[Draw, Any]) -> list[Draw]:
    return sorted(drawn, key=lambda one: sum(ask(subject.plugin.size, drawn[one])))


def _stored_inputs(subject: Subject) -> Mapping[str, str]:
    """The stored inputs, as the plug-in writes them."""
    return {
        name: ask(subject.plugin.render, context.instance)
        for name, context in subject.contexts.items()
    }


def _repeats(
    subject: Subject, seed: str, drawn: Mapping[Draw, Any], deadline: Deadline
) -> list[str]:
    """A seed gives the same instance again: in another order, and in another process. Draws that
    there is no time to repeat here are not repeated there."""
    order: list[Draw] = []
    for one in deadline.items(subject.rng("draws").sample(list(drawn), len(drawn))):
        order.append(one)
        if draws.draw(subject.plugin, seed, one) != drawn[one]:
            said = f"two draws of size {one.size} with the same seed differ"
            return [f"generate is not repeatable: {said}"]
    try:
        there = draws.elsewhere(subject.problem.folder, seed, order)
    except subprocess.TimeoutExpired:
        return [f"generate takes more than {draws.DRAW_TIMEOUT_S} s in another process"]
    if len(there) < len(order):
        return ["generate fails in another process"]
    for one, digest in zip(order, there, strict=True):
        if draws.digest(subject.plugin, drawn[one]) != digest:
            said = f"another process draws another instance of size {one.size}"
            return [f"generate depends on more than its seed: {said}"]
    return []


def _round_trips(
    subject: Subject, drawn: Mapping[Draw, Any], deadline: Deadline
) -> tuple[int, list[str]]:
    """How many draws and stored cases were written and read again, and what is wrong with them."""
    done, faults = 0, list[str]()
    for one, instance in deadline.items(drawn.items()):
        done += 1
        if wrong := _wrong_trip(subject, instance):
            faults.append(f"{wrong} on a draw of size {one.size}")
    for name, context in deadline.items(subject.contexts.items()):
        done += 1
        if wrong := _wrong_trip(subject, context.instance) or _wrong_answer_trip(subject, context):
            faults.append(f"{name}: {wrong}")
    return done, faults


def _wrong_trip(subject: Subject, instance: Any) -> str:
    """What is wrong with an instance that is written and read again; empty if nothing is."""
    plugin = subject.plugin
    try:
        same = ask(plugin.parse, ask(plugin.render, instance)) == instance
    except InputError as error:
        return f"parse refuses the output of render ({error})"
    return "" if same else "parse is not the inverse of render"


def _wrong_answer_trip(subject: Subject, context: LoadedCase) -> str:
    """The same for the best answer to a case."""
    plugin = subject.plugin
    if context.best is None or not plugin.offers("parse_answer", "render_answer"):
        return ""
    text = ask(plugin.render_answer, context.instance, context.best)
    try:
        same = ask(plugin.parse_answer, text, context.instance) == context.best
    except InputError as error:
        return f"parse_answer refuses the output of render_answer: {error}"
    return "" if same else "parse_answer is not the inverse of render_answer"


def _sizes_of(subject: Subject, drawn: Mapping[Draw, Any]) -> drawn_sizes.Sizes:
    """The size of each draw; empty where the plug-in does not say."""
    if not subject.plugin.offers("size"):
        return {}
    return {one: ask(subject.plugin.size, instance) for one, instance in drawn.items()}


def _wrong_sizes(subject: Subject, drawn: Mapping[Draw, Any], sizes: drawn_sizes.Sizes) -> str:
    """What is wrong with the sizes of the draws; empty if nothing is."""
    plugin = subject.plugin
    if not sizes:
        return ""
    if said := drawn_sizes.left_out(sizes):
        return said
    if not plugin.offers("arguments"):
        return ""
    arguments = [ask(plugin.arguments, instance) for instance in drawn.values()]
    return drawn_sizes.miscounted([*sizes.values()], arguments)


def _odd_sizes(subject: Subject, sizes: drawn_sizes.Sizes) -> str:
    """A message if the sizes of draws are not as requested, or much less than stored ones."""
    stored = {
        name: ask(subject.plugin.size, context.instance)
        for name, context in subject.contexts.items()
    }
    return _sizes(subject) or drawn_sizes.out_of_reach(sizes, stored)


def _sizes(subject: Subject) -> str:
    """A message unless some number of ``size`` is within a factor of 3 of the requested size."""
    means = []
    for size in SIZES:
        rng = subject.rng(f"sizes {size}")
        sizes = [
            ask(subject.plugin.size, ask(subject.plugin.generate, rng, size)) for _ in range(SAMPLE)
        ]
        means.append([fmean(numbers) for numbers in zip(*sizes, strict=True)])
    follows = [
        all(asked / 3 <= mean <= 3 * asked for asked, mean in zip(SIZES, numbers, strict=True))
        for numbers in zip(*means, strict=True)
    ]
    if any(follows):
        return ""
    averages = ", ".join(f"{mean:.1f}" for mean in means[-1])
    return f"sizes are not as requested: draws of size {SIZES[-1]} have size {averages} on average"
