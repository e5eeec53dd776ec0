"""Accepted solutions on inputs with numbers that no generator draws: none crashes where the input
validators accept the input, none differs from the reference, and no answer beats it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common.safe_text import one_line
from judge.model import Outcome, SolutionResult, Verdict
from judge.packages.problem_plugin import REFUSED
from judge.plugin import Best, Goal, Score
from judge.running.input_validator import opened, settings_to_try
from judge.verify import flat_scores, input_validators, mutants, trial_runs
from judge.verify.deadline import Deadline
from judge.verify.drawn_inputs import shown
from judge.verify.flat_scores import ScoredOutput
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.wide_inputs import wide_instances

#: The most CPU seconds of an execution: one that takes longer shows nothing here.
MOST_CPU_S = 2.0
#: A solution that exceeds a limit so many times in a row is stopped.
GIVE_UP = 3
#: The part of the time for the reference.
REFERENCE = 0.5
#: So many suspicious inputs are shown to the input validators, short ones first.
MOST_SHOWN = 12
#: Outputs of other inputs have at most so many characters, and so many of them are tried.
LONGEST_FOREIGN, MOST_FOREIGN = 400, 60
_WRONG = frozenset({Verdict.WA, Verdict.RTE, Verdict.BETTER, Verdict.JE})


class WideAnswer(Struct, frozen=True):
    """An instance, what the reference prints for it, and the best answer that this is."""

    instance: Any
    text: str
    best: Best[Any]


class Suspicion(Struct, frozen=True):
    """What is wrong on an instance, if that is a valid input."""

    instance: Any
    said: str


def fault(subject: Subject, solutions: Sequence[SolutionResult], seconds: float) -> str:
    """A message; empty if nothing is wrong, or no input validators say what is an input.

    ``solutions``: accepted ones, the reference first. Raises KeyboardInterrupt, MachineOverloaded,
    JudgeError.
    """
    if not subject.problem.input_validators or not solutions:
        return ""
    instances = wide_instances(subject, solutions)
    deadline = Deadline(seconds)
    reference = solutions[0]
    outcomes = _run(subject, [reference], instances, Deadline(REFERENCE * seconds), ())[0]
    found = [*_crashes(subject, reference, instances, outcomes)]
    answers = [*_answered(subject, reference, instances, outcomes)]
    found += deadline.items(_better(subject, reference, answers))
    bests = [one.best for one in answers]
    given = [one.instance for one in answers]
    others = solutions[1:]
    for result, its in zip(others, _run(subject, others, given, deadline, bests), strict=True):
        found += _wrong(result, given, its)
    if said := _first_valid(subject, found):
        return said
    return _capped(subject, answers)


def _run(
    subject: Subject,
    solutions: Sequence[SolutionResult],
    instances: Sequence[Any],
    deadline: Deadline,
    bests: Sequence[Best[Any]],
) -> list[dict[int, Outcome]]:
    """The outcomes of each solution by the index of the instance."""
    limits = replace(subject.limits, cpu_s=min(subject.limits.cpu_s, MOST_CPU_S))
    ran = trial_runs.run(
        subject, solutions, instances, GIVE_UP, limits, deadline=deadline, bests=bests
    )
    return [dict(ran.get(one.solution.name, {})) for one in solutions]


def _crashes(
    subject: Subject, one: SolutionResult, instances: Sequence[Any], outcomes: dict[int, Outcome]
) -> Iterator[Suspicion]:
    for index, outcome in sorted(outcomes.items()):
        if outcome.verdict is Verdict.RTE:
            said = f"{one.solution.name} gets {outcome.verdict.value} ({outcome.message})"
            yield Suspicion(instances[index], one_line(said, 300))


def _answered(
    subject: Subject, one: SolutionResult, instances: Sequence[Any], outcomes: dict[int, Outcome]
) -> Iterator[WideAnswer]:
    for index, outcome in sorted(outcomes.items()):
        best = trial_runs.best_answer(subject, instances[index], outcome, one)
        text = mutants.kept_text(outcome.run) if outcome.run else None
        if best is not None and text is not None:
            yield WideAnswer(instances[index], text, best)


def _wrong(
    one: SolutionResult, instances: Sequence[Any], outcomes: dict[int, Outcome]
) -> Iterator[Suspicion]:
    for index, outcome in sorted(outcomes.items()):
        if outcome.verdict in _WRONG:
            message = f" ({outcome.message})" if outcome.message else ""
            said = f"{one.solution.name} is accepted, and gets {outcome.verdict.value}{message}"
            yield Suspicion(instances[index], one_line(said, 300))


def _better(
    subject: Subject, reference: SolutionResult, answers: Sequence[WideAnswer]
) -> Iterator[Suspicion]:
    """Instances for which the answer to another one scores better than that of the reference."""
    if not subject.plugin.offers("score"):
        return
    reading = reference.reading or subject.plugin.readings[0]
    rises = subject.plugin.goal is Goal.MAXIMISE
    texts = dict.fromkeys(one.text for one in answers if len(one.text) <= LONGEST_FOREIGN)
    shortest = sorted(texts, key=len)[:MOST_FOREIGN]
    for one in answers:
        for text in shortest:
            score = None if text == one.text else _score(subject, one.instance, text, reading)
            if score is None or one.best.score is None:
                continue
            if score > one.best.score if rises else score < one.best.score:
                scores = subject.loaded.scores
                better = f"{scores.score(score)}, not {scores.score(one.best.score)}"
                said = f"{reference.solution.name} is beaten by {one_line(repr(text), 100)}"
                yield Suspicion(one.instance, f"{said}, which scores {better}")


def _score(subject: Subject, instance: Any, text: str, reading: str) -> Score | None:
    try:
        return subject.plugin.score(instance, subject.plugin.decode(text, instance, reading))
    except REFUSED:
        return None


def _first_valid(subject: Subject, found: Sequence[Suspicion]) -> str:
    """The first suspicion whose instance the input validators accept, short ones first."""
    if not found:
        return ""
    rows = sorted(
        ((ask(subject.plugin.render, one.instance), one.said) for one in found),
        key=lambda row: (len(row[0]), row[0]),
    )
    paths, layer = subject.problem.input_validators, subject.layer
    settings = settings_to_try(subject.problem)
    with opened(subject.problem, paths, layer, "input validator") as [validators]:
        for text, said in rows[:MOST_SHOWN]:
            if not input_validators.refusal(settings, validators, text):
                return f"{said} for an input that the input validators accept: {shown(text)}"
    return ""


def _capped(subject: Subject, answers: Sequence[WideAnswer]) -> str:
    """A message if the scores look capped."""
    scored = [
        ScoredOutput(one.text, one.best.score) for one in answers if one.best.score is not None
    ]
    return flat_scores.fault(subject, scored)
