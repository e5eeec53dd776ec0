"""The best score stays the same for the variants of an instance that the plug-in declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from judge.common.messages import counted
from judge.model import Verdict
from judge.plugin import Metamorphic
from judge.verify import trial_runs
from judge.verify.deadline import Deadline, share
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.plugin_calls import ask, variants_of
from judge.verify.subject import Subject

NAME = "metamorphic"
MOST_VARIANTS = 8
LARGEST = 8
#: The part of the time in which variants are made a second time.
REPEATED = 0.1
#: Stored cases on which the reference takes longer than this are left out, in seconds.
QUICK_S = 0.25


class Variant(Struct, frozen=True):
    """A variant, and the index of the instance that it was made from."""

    name: str
    of: int
    instance: Any


def check(subject: Subject) -> Finding:
    """Fault: the score of a reference differs between an instance and its variant."""
    plugin = subject.plugin
    if plugin.own is None:
        return Finding(NAME, Status.OK, "there is no plug-in that could have variants")
    if plugin.lacks("score"):
        return Finding(NAME, Status.OK, "there are no scores that variants could have")
    if not isinstance(plugin.own, Metamorphic):
        return Finding(NAME, Status.WARNING, "not tested: the plug-in has no method variants")
    if lacks := plugin.lacks("score", "render"):
        return Finding(NAME, Status.WARNING, f"not tested: this needs {lacks}")
    if not subject.references:
        return Finding(NAME, Status.WARNING, "not tested: there is no reference")
    deadline = Deadline(subject.seconds)
    rng, bases = subject.rng("variants"), _bases(subject)
    variants = [
        Variant(name, index, variant)
        for index, base in deadline.items(enumerate(bases))
        for name, variant in variants_of(plugin, base, rng, most=MOST_VARIANTS)
    ]
    if said := _unrepeated(subject, bases, Deadline(REPEATED * subject.seconds)):
        return Finding(NAME, Status.FAULT, said)
    reference = subject.references[0]
    instances = [*bases, *(one.instance for one in variants)]
    trials = trial_runs.run(subject, [reference], instances, deadline=deadline)
    results = trials.get(reference.solution.name, {})
    faults, counts, scores = [], Counter[str](), subject.loaded.scores
    for number, one in enumerate(variants, len(bases)):
        first, second = results.get(one.of), results.get(number)
        if first is None or second is None or not trial_runs.scored(first):
            continue
        counts[one.name] += 1
        if first.score != second.score:
            what = f"{scores.score(first.score)} turns into "
            what += (
                scores.score(second.score)
                if trial_runs.scored(second)
                else (f"{second.verdict.value} {second.message}")
            )
            text = ask(plugin.render, bases[one.of])
            faults.append(f"{one.name}: {what}; input {text[:300]!r}")
    tables = (Table("Variants", ("Variant", "Tested"), _rows(counts)),)
    name = reference.solution.name
    if faults:
        statement = (
            f"{name}: {len(faults)} of {counted(counts.total(), 'variant')} have a different score"
        )
        return Finding(
            NAME, Status.FAULT, f"{statement}: {faults[0]}", tuple(faults[:EXAMPLES]), tables
        )
    complete = len(results) == len(instances)
    if not counts:
        said = f"{name} solved no variant" if complete else "not tested: out of time"
        return Finding(NAME, Status.WARNING, said, is_complete=complete)
    scope = counted(counts.total(), "variant")
    if not complete:
        scope = share(counts.total(), len(variants), "variant")
    statement = f"{name} scores the same on {scope}"
    return Finding(NAME, Status.OK, f"{statement} ({', '.join(counts)})", (), tables, complete)


def _unrepeated(subject: Subject, bases: Sequence[Any], deadline: Deadline) -> str:
    """A message if the same generator of numbers makes other variants; empty otherwise."""
    for number, base in deadline.items(enumerate(bases)):
        one, other = (
            variants_of(subject.plugin, base, subject.rng(f"again {number}"), most=MOST_VARIANTS)
            for _ in range(2)
        )
        if [*one] != [*other]:
            text = ask(subject.plugin.render, base)
            said = "variants is not repeatable: two calls with the same seed differ"
            return f"{said}; input {text[:300]!r}"
    return ""


def _rows(counts: Counter[str]) -> tuple[tuple[str, ...], ...]:
    return tuple((name, str(count)) for name, count in counts.items())


def _bases(subject: Subject) -> list[Any]:
    """Quick stored cases and small random instances; their number grows with ``seconds``."""
    most = int(max(4, min(30, 3 * subject.seconds)))
    rng = subject.rng("bases")
    outcomes = subject.references[0].outcomes
    quick = [
        o.case for o in outcomes if o.verdict is Verdict.AC and o.run and o.run.cpu_s < QUICK_S
    ]
    chosen = rng.sample(quick, min(most, len(quick)))
    if not subject.plugin.offers("generate"):
        return [subject.contexts[case].instance for case in chosen]
    drawn = [ask(subject.plugin.generate, rng, 1 + index % LARGEST) for index in range(most)]
    return [*(subject.contexts[case].instance for case in chosen), *drawn]
