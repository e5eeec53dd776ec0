"""The references agree on stored answers, on random instances, and on large ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import le
from statistics import fmean
from typing import Any

from msgspec import Struct

from judge.common.messages import counted, listed
from judge.common.safe_text import one_line
from judge.model import Outcome, SolutionResult, Verdict
from judge.verify import (
    compared_references,
    flat_scores,
    lost_arguments,
    mutants,
    trial_runs,
)
from judge.verify.better_outputs import Start, improved, known_words
from judge.verify.deadline import Deadline
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.flat_scores import ScoredOutput
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject
from judge.verify.text_numbers import greatest
from judge.verify.trial_runs import Trials

NAME = "references"
#: Instances of each size; a reference that exceeds the time limit as many times stops.
DRAWS = 3
MOST_SIZE = 300
#: After so many steps without a larger instance the generator is assumed to have none.
LADDER_TIME_FACTOR = 4
MOST_RANDOM = 5000
#: The parts of the time for drawing instances, and for those of growing size.
DRAWING, CLIMBING = 0.2, 0.4
#: The part for the search for better outputs, and how many changes of each it tries.
IMPROVING, MOST_CHANGES = 0.08, 60
#: The part of the time for arguments that lose something.
ARGUMENTS = 0.4
#: The overhead of an execution in seconds: rendering, grading, the sandbox.
OVERHEAD_S = 0.004


class Drawn(Struct, frozen=True):
    """A random instance and the size that was requested."""

    size: int
    instance: Any


def check(subject: Subject) -> Finding:
    """Fault: a reference fails, or two references differ in the score of an instance."""
    references = subject.references
    if not references:
        statement = (
            "there is none: give a solution that is expected AC a name that begins with reference-"
        )
        return Finding(NAME, Status.WARNING, statement)
    for one in references:
        trial_runs.refuse_held_up(one)
    if said := lost_arguments.fault(subject, references[0], ARGUMENTS * subject.seconds):
        return Finding(NAME, Status.FAULT, said)
    if lacks := subject.plugin.lacks("generate", "render", "score"):
        return _only_stored(subject, lacks)
    deadline = Deadline(subject.seconds)
    rungs = ladder(subject, subject.seconds * DRAWING)
    climbed = _each(subject, references, rungs, subject.seconds * CLIMBING, give_up=DRAWS)
    kept_s = IMPROVING * subject.seconds
    many = _random(subject, rungs, climbed, max(0.0, deadline.left_s - kept_s))
    played = _each(subject, references, many, max(0.0, deadline.left_s - kept_s))
    faults = _stored(references)
    for drawn, results in ((rungs, climbed), (many, played)):
        faults += _failures(references, drawn, results)
        faults += _disagreements(subject, drawn, results)
    if not faults:
        faults += _improved(subject, many, played)
    if not faults:
        faults += _capped(subject, [climbed, played])
    names = listed(j.solution.name for j in references)
    compared = (
        f"{len(subject.contexts)} stored, {_compared(many, played)} random and "
        f"{_compared(rungs, climbed)} growing instances"
    )
    tables = (_reached(subject, references, rungs, climbed),)
    if faults:
        more = f" (and {len(faults) - 1:,} more)" if len(faults) > 1 else ""
        return Finding(NAME, Status.FAULT, faults[0] + more, tuple(faults[:EXAMPLES]), tables)
    if len(references) == 1:
        statement = (
            f"only {names}: it can only be compared with {len(subject.contexts)} stored answers"
        )
        return Finding(NAME, Status.WARNING, statement, (), tables)
    late = tuple(_late(references, many, played))
    tried = _fewest(climbed)
    status = Status.WARNING if late or not tried else Status.OK
    statement = f"{names} agree on {compared}"
    complete = _fewest(played) == len(many) > 0
    return Finding(NAME, status, statement, late, tables, complete)


def _only_stored(subject: Subject, lacks: str) -> Finding:
    """The finding where no random instance can be tried."""
    names = listed(j.solution.name for j in subject.references)
    if faults := _stored(subject.references):
        return Finding(NAME, Status.FAULT, faults[0], tuple(faults[:EXAMPLES]))
    count, faults = compared_references.tried(subject, subject.references, subject.seconds)
    if faults:
        return Finding(NAME, Status.FAULT, faults[0], tuple(faults[:EXAMPLES]))
    said = f"{names}: right on {counted(len(subject.contexts), 'stored case')}"
    said += compared_references.described(count)
    if subject.plugin.own is None:
        return Finding(NAME, Status.OK, f"{said}; there is no plug-in that makes others")
    if len(subject.references) > 1 and count:
        return Finding(NAME, Status.OK, said)  # other checks compare their answers
    return Finding(NAME, Status.WARNING, f"{said}; random instances need {lacks}")


def _each(
    subject: Subject,
    references: Sequence[SolutionResult],
    drawn: Sequence[Drawn],
    seconds: float,
    give_up: int = 0,
) -> Trials:
    """The outcomes of each reference, for an equal part of the time."""
    instances, found = [one.instance for one in drawn], dict[str, Mapping[int, Outcome]]()
    end = Deadline(seconds)
    for left, one in zip(range(len(references), 0, -1), references, strict=True):
        its = Deadline(end.left_s / left)
        found |= trial_runs.run(subject, [one], instances, give_up, deadline=its)
        if its.is_over:
            found.setdefault(one.solution.name, {})
    return found


def _compared(drawn: Sequence[Drawn], results: Trials) -> str:
    """How many of the instances all references have been run on."""
    done = _fewest(results)
    return f"{len(drawn):,}" if done >= len(drawn) else f"{done:,} of {len(drawn):,}"


def _fewest(results: Trials) -> int:
    """How many instances each reference has been run on at least."""
    return min((len(outcomes) for outcomes in results.values()), default=0)


def ladder(subject: Subject, seconds: float) -> list[Drawn]:
    """Instances of growing size, until neither that nor their numbers grow, or the time is over."""
    rng, end = subject.rng("ladder"), Deadline(seconds)
    drawn: list[Drawn] = []
    size, largest, stuck = 1, (0, 0), 0
    while size <= MOST_SIZE and stuck < LADDER_TIME_FACTOR and not (drawn and end.is_over):
        step = [Drawn(size, ask(subject.plugin.generate, rng, size)) for _ in range(DRAWS)]
        drawn += step
        sizes = [sum(ask(subject.plugin.size, one.instance)) for one in step]
        texts = [ask(subject.plugin.render, one.instance) for one in step]
        reached = max(sizes), max(map(greatest, texts))
        stuck = stuck + 1 if all(map(le, reached, largest)) else 0
        largest = max(largest[0], reached[0]), max(largest[1], reached[1])
        size += max(1, size // 3)
    return drawn


def _random(
    subject: Subject, rungs: Sequence[Drawn], climbed: Trials, seconds: float
) -> list[Drawn]:
    """As many instances as ``seconds`` allow, of all sizes that every reference solves in a tenth
    of that time; small ones first."""
    cost: dict[int, float] = {}
    for size in dict.fromkeys(drawn.size for drawn in rungs):
        indices = [index for index, drawn in enumerate(rungs) if drawn.size == size]
        runs = [[results.get(index) for index in indices] for results in climbed.values()]
        if not all(trial_runs.scored(outcome) for outcomes in runs for outcome in outcomes):
            break
        cost[size] = sum(fmean(_seconds(o) for o in outcomes if o) for outcomes in runs)
    budget = seconds * subject.workers
    affordable = [size for size, each in cost.items() if each * 10 <= budget] or list(cost)[:1]
    if not affordable:
        return []
    mean = fmean(cost[size] for size in affordable)
    count = min(MOST_RANDOM, max(len(affordable), int(budget / mean)))
    rng, end = subject.rng("random"), Deadline(seconds * DRAWING)
    drawn: list[Drawn] = []
    while len(drawn) < count and not (drawn and end.is_over):
        size = affordable[len(drawn) % len(affordable)]
        drawn.append(Drawn(size, ask(subject.plugin.generate, rng, size)))
    return sorted(drawn, key=lambda one: one.size)


def _seconds(outcome: Outcome) -> float:
    return OVERHEAD_S + (outcome.run.wall_s if outcome.run else 0.0)


def _stored(references: Sequence[SolutionResult]) -> list[str]:
    return [
        f"{j.solution.name} is not AC on the stored data: {j.verdict.value} on "
        + listed(outcome.case for outcome in j.failed)
        for j in references
        if j.verdict is not Verdict.AC
    ]


def _failures(
    references: Sequence[SolutionResult], drawn: Sequence[Drawn], results: Trials
) -> list[str]:
    """Executions without a legal answer, except time limits (see ``_late``)."""
    return [
        f"{j.solution.name} fails on a random instance of size {drawn[index].size}: "
        f"{o.verdict.value}, {o.message}"
        for j in references
        for index, o in results.get(j.solution.name, {}).items()
        if not trial_runs.scored(o) and o.verdict is not Verdict.TLE
    ] + [
        f"{j.solution.name} was not run on random instances"
        for j in references
        if drawn and j.solution.name not in results
    ]


def _late(
    references: Sequence[SolutionResult], drawn: Sequence[Drawn], results: Trials
) -> list[str]:
    found = []
    for j in references:
        outcomes = results.get(j.solution.name, {})
        late = [(drawn[index].size, o) for index, o in outcomes.items() if o.verdict is Verdict.TLE]
        if late:
            runs = f"{len(late)} of {counted(len(outcomes), 'random instance')}"
            size, first = late[0]
            note = f"the first has size {size}, {first.message}"
            found.append(f"{j.solution.name} exceeds the time limit on {runs}; {note}")
    return found


def _disagreements(subject: Subject, drawn: Sequence[Drawn], results: Trials) -> list[str]:
    found = []
    for index, one in enumerate(drawn):
        scores = {
            name: outcomes[index].score
            for name, outcomes in results.items()
            if trial_runs.scored(outcomes.get(index))
        }
        if len(set(scores.values())) > 1:
            listing = ", ".join(f"{n} {subject.loaded.scores.score(s)}" for n, s in scores.items())
            found.append(f"they disagree on a random instance: {listing}; {_quoted(subject, one)}")
    return found


def _improved(subject: Subject, drawn: Sequence[Drawn], results: Trials) -> list[str]:
    """A random instance whose answer a search among similar texts improves: then the references are
    wrong alike. Small instances first."""
    deadline, rng = Deadline(IMPROVING * subject.seconds), subject.rng("better")
    known = known_words(subject)
    reading = {j.solution.name: j.reading for j in subject.references}
    name = next((one for one in results if reading[one]), "")
    for index, outcome in sorted(results.get(name, {}).items()):
        if deadline.is_over:
            break
        text = mutants.kept_text(outcome.run) if outcome.run else None
        if outcome.score is None or text is None:
            continue
        start, one = Start(text, reading[name] or ""), drawn[index]
        found = improved(
            subject,
            one.instance,
            outcome.score,
            start,
            known,
            rng,
            MOST_CHANGES,
            lambda: deadline.is_over,
        )
        if found is not None:
            scores, said = subject.loaded.scores, one_line(repr(found.text), 200)
            better = f"{scores.score(found.score)}, not {scores.score(outcome.score)}"
            return [f"{name} is beaten by {said}, which scores {better}; {_quoted(subject, one)}"]
    return []


def _capped(subject: Subject, results: Sequence[Trials]) -> list[str]:
    """A message if the scores of the first reference look capped."""
    name, found = subject.references[0].solution.name, list[ScoredOutput]()
    for outcome in (one for trials in results for one in trials.get(name, {}).values()):
        text = mutants.kept_text(outcome.run) if outcome.run else None
        if outcome.score is not None and text is not None:
            found.append(ScoredOutput(text, outcome.score))
    said = flat_scores.fault(subject, found)
    return [said] if said else []


def _quoted(subject: Subject, drawn: Drawn) -> str:
    text = ask(subject.plugin.render, drawn.instance)
    cut = text if len(text) <= 400 else text[:400] + " …"
    return f"size {drawn.size}, input {cut!r}"


def _reached(
    subject: Subject, references: Sequence[SolutionResult], rungs: Sequence[Drawn], climbed: Trials
) -> Table:
    """The largest size up to which each reference solves all instances within the limit."""
    rows = []
    for j in references:
        outcomes: Mapping[int, Outcome] = climbed.get(j.solution.name, {})
        done = 0
        while done < len(rungs) and trial_runs.scored(outcomes.get(done)):
            done += 1
        missing = done < len(rungs) and done not in outcomes
        done -= done % DRAWS
        longest = max((o.run.cpu_s for p, o in outcomes.items() if p < done and o.run), default=0.0)
        sizes = [ask(subject.plugin.size, one.instance) for one in rungs[:done]]
        largest = max(sizes, key=sum, default=())
        whole = done == len(rungs)
        rows.append(
            (
                j.solution.name,
                str(rungs[done - 1].size) if done else "none",
                " × ".join(map(str, largest)) or "–",
                f"{longest * 1000:,.0f} ms",
                "no larger size was drawn"
                if whole
                else "out of time"
                if missing
                else "the next size takes too long or fails",
            )
        )
    limit = subject.limits.cpu_s
    head = ("Reference", "Requested size", "Largest instance", "Longest CPU time", "Why not larger")
    return Table(f"Largest sizes solved within {limit:g} s of CPU time", head, tuple(rows))
