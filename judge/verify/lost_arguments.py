"""Instances that a plug-in gives to functions as the same arguments, though no answer is right for
both: then no function can be right."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from judge.checking.grade import grade_output
from judge.model import Execution, Outcome, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.plugin import PLAIN_READING
from judge.verify import draws, trial_runs
from judge.verify.deadline import Deadline
from judge.verify.drawn_inputs import shown
from judge.verify.draws import Draw
from judge.verify.plugin_calls import ask, ask_for
from judge.verify.subject import Subject

#: So many small draws, of sizes up to this one, with so many neighbours each.
MOST_DRAWS, MOST_SIZE, MOST_NEIGHBOURS = 600, 8, 16
#: At most so many pairs of instances are given to a reference; most may well have the same answer.
MOST_PAIRS = 60
#: The part of the time of a check for finding such pairs.
DRAWING = 0.5


def fault(subject: Subject, reference: SolutionResult, seconds: float) -> str:
    """A message; empty if there is no such pair, or several readings say what is right. Raises
    KeyboardInterrupt, MachineOverloaded."""
    plugin = subject.plugin
    is_known = reference.verdict is Verdict.AC and reference.reading == PLAIN_READING
    if plugin.readings != (PLAIN_READING,) or not is_known:
        return ""
    if not plugin.offers("generate", "render", "arguments"):
        return ""
    pairs = _alike(subject, Deadline(DRAWING * seconds))
    instances = [instance for pair in pairs for instance in pair]
    deadline = Deadline(seconds)
    ran = trial_runs.run(subject, [reference], instances, deadline=deadline)
    outcomes = ran.get(reference.solution.name, {})
    for number, pair in enumerate(pairs):
        both = [outcomes.get(2 * number), outcomes.get(2 * number + 1)]
        first, second = (
            _loaded(subject, instance, outcome, reference)
            for instance, outcome in zip(pair, both, strict=True)
        )
        if first is None or second is None:
            continue
        if _is_wrong(subject, first[0], second[1]) and _is_wrong(subject, second[0], first[1]):
            one, other = (shown(ask(plugin.render, instance)) for instance in pair)
            return f"arguments are the same for {one} and {other}, and right answers are not"
    return ""


def _alike(subject: Subject, deadline: Deadline) -> list[tuple[Any, Any]]:
    """Some pairs of different instances with the same arguments, short ones first."""
    plugin, rows = subject.plugin, dict[str, dict[str, Any]]()
    for number in deadline.items(range(MOST_DRAWS)):
        one = Draw(number, 1 + number % MOST_SIZE)
        instance = draws.draw(plugin, f"{subject.seed} arguments", one)
        near = ask_for(plugin.smaller, instance, most=MOST_NEIGHBOURS) if _reduces(subject) else []
        for some in (instance, *near):
            key = repr(ask(plugin.arguments, some))
            rows.setdefault(key, {}).setdefault(ask(plugin.render, some), some)
    found = [pair for row in rows.values() for pair in pairwise(row.values())]
    some = subject.rng("arguments").sample(found, min(MOST_PAIRS, len(found)))
    return sorted(some, key=lambda pair: sum(len(ask(plugin.render, one)) for one in pair))


def _reduces(subject: Subject) -> bool:
    return subject.plugin.offers("smaller")


def _loaded(
    subject: Subject, instance: Any, outcome: Outcome | None, reference: SolutionResult
) -> tuple[LoadedCase, Execution] | None:
    """The instance with its best answer, and the execution that printed it."""
    best = trial_runs.best_answer(subject, instance, outcome, reference)
    if best is None or outcome is None or outcome.run is None:
        return None
    return LoadedCase(instance, best), outcome.run


def _is_wrong(subject: Subject, loaded: LoadedCase, run: Execution) -> bool:
    return grade_output(subject.plugin, loaded, run)[PLAIN_READING].verdict is Verdict.WA
