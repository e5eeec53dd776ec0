"""Solutions executed on instances that are in no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from msgspec.structs import replace

from judge.checking.answer import answer_text
from judge.checking.ending import ended_well
from judge.evaluation import scheduler
from judge.evaluation.request import Request, Settings
from judge.model import Case, Ended, Execution, Limits, Outcome, Solution, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import REFUSED
from judge.plugin import Best
from judge.sandbox.layer import MachineOverloaded
from judge.verify.deadline import Deadline
from judge.verify.subject import Subject

#: The outcomes of every solution by the index of the instance.
Trials = Mapping[str, Mapping[int, Outcome]]
#: The best answer to each instance, None where none is known.
Bests = tuple[Best[Any] | None, ...]


def as_settled(result: SolutionResult) -> Solution:
    """The solution with the reading and the calling convention that were determined on the stored
    cases: where no best answer is known, no trial can determine them."""
    readings = (result.reading,) if result.reading else ()
    return replace(result.solution, readings=readings, candidates=())


def run(
    subject: Subject,
    solutions: Sequence[SolutionResult],
    instances: Sequence[Any],
    give_up: int = 0,
    limits: Limits | None = None,
    workers: int | None = None,
    deadline: Deadline | None = None,
    bests: Sequence[Best[Any] | None] = (),
) -> Trials:
    """Run every solution on every instance, in the sandbox and in parallel. Outcomes are missing
    from where ``deadline`` was over.

    ``bests``: the best answer to each instance. Without them, and where there is none, only the
    score of an outcome counts, not its verdict: see ``scored``. Raises KeyboardInterrupt after
    Ctrl-C, MachineOverloaded.
    """
    cases = tuple(Case(str(index), "", subject.problem.folder) for index in range(len(instances)))
    known = bests or [None] * len(instances)
    contexts = [
        LoadedCase(instance, best or Best(0, None))
        for instance, best in zip(instances, known, strict=True)
    ]
    requests = [
        Request(
            subject.problem,
            as_settled(result),
            subject.plugin.readings,
            cases,
            contexts,
            limits or subject.limits,
        )
        for result in solutions
    ]
    if not requests or not cases:
        return {}
    settings = Settings(min(workers or subject.workers, len(cases)), give_up=give_up)
    done = results_until(scheduler.Batch(requests, subject.layer, settings), deadline)
    for held_up in (o for j in done for o in j.outcomes if o.run and is_held_up(o.run)):
        raise MachineOverloaded(held_up.message)
    return {j.solution.name: {int(o.case): o for o in j.outcomes} for j in done}


def results_until(batch: scheduler.Batch, deadline: Deadline | None) -> list[SolutionResult]:
    """What was done until the deadline; raises KeyboardInterrupt."""
    with closing(batch.events()) as events:
        for _ in events:
            if deadline is not None and deadline.is_over:
                break
        else:
            if batch.interrupted:
                raise KeyboardInterrupt
    return batch.results()


def is_held_up(run: Execution) -> bool:
    """Whether the machine was overloaded, so that the execution does not count."""
    return run.ended is Ended.OVERLOADED


def refuse_held_up(result: SolutionResult) -> None:
    """Raise MachineOverloaded for a solution whose verdict is JE because the machine was."""
    held_up = [o for o in result.outcomes if o.run and is_held_up(o.run)]
    if held_up and result.verdict is Verdict.JE:
        name = result.solution.name
        raise MachineOverloaded(f"{name}, {held_up[0].case}: {held_up[0].message}")


def best_answers(subject: Subject, reference: SolutionResult, instances: Sequence[Any]) -> Bests:
    """What a reference answers to each instance, with its score if the problem has scores; None
    where it has no legal answer. Raises as ``run`` does."""
    outcomes = run(subject, [reference], instances).get(reference.solution.name, {})
    return tuple(
        best_answer(subject, instance, outcomes.get(index), reference)
        for index, instance in enumerate(instances)
    )


def best_answer(
    subject: Subject, instance: Any, outcome: Outcome | None, reference: SolutionResult
) -> Best[Any] | None:
    """What a reference has answered to an instance; None if that is no legal answer."""
    if outcome is None or outcome.run is None:
        return None
    if subject.plugin.offers("score"):
        return None if outcome.score is None else Best(outcome.score, None)
    if not ended_well(outcome.run):
        return None
    reading = reference.reading or subject.plugin.readings[0]
    try:
        return Best(None, subject.plugin.decode(answer_text(outcome.run), instance, reading))
    except REFUSED:
        return None


def scored(outcome: Outcome | None) -> bool:
    """Whether an execution ended with a legal answer."""
    return outcome is not None and outcome.score is not None
