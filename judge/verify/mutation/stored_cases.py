"""The stored cases under mutation: which changes of accepted solutions do they let through?"""

from __future__ import annotations

import hashlib
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.evaluation import scheduler
from judge.evaluation.request import Request, Settings
from judge.model import Kind, Outcome, SolutionResult, Verdict
from judge.solutions.load import source_of
from judge.verify import trial_runs
from judge.verify.deadline import Deadline
from judge.verify.finding import EXAMPLES, Finding, Status, Table
from judge.verify.mutation.bulk_mutants import BulkMutants, prepare_bulk, quick_cases
from judge.verify.mutation.bulk_trials import SmallInstances
from judge.verify.mutation.kept_mutants import KeptMutants
from judge.verify.mutation.source_text import SourceMutant, source_mutants
from judge.verify.plugin_calls import ask
from judge.verify.subject import Subject

NAME = "stored cases"
#: The mutants of a solution are tried so many at a time; at first fewer, and more where a batch
#: lasts less than the first of these times, in seconds; fewer where it lasts longer than the other.
BATCH, FIRST_BATCH = 192, 4
SHORT_S, LONG_S = 3.0, 8.0
#: Random instances of at most so many pieces a side, on which survivors are compared.
LARGEST = 6
INSTANCES = 200
#: The time limit of a mutant, in times of the longest of those cases, and a little more.
LIMIT_FACTOR = 5
LEAST_S = 0.2
#: The check ends after so many times ``Subject.seconds``, and what it has begun.
TIME_FACTOR = 18


class Mutated(Struct, frozen=True):
    """A mutant of an accepted solution, as a solution of its own."""

    origin: str
    mutant: SourceMutant
    result: SolutionResult


class LetThrough(Struct, frozen=True):
    """A mutant that passes all stored cases. ``instance`` refutes it; None if none was found, and
    ``compared`` is false if there was no time to look at all of them."""

    mutated: Mutated
    instance: str | None
    compared: bool = True


def check(subject: Subject) -> Finding:
    """Warning: a mutant of an accepted solution passes all stored cases, and a small instance
    refutes it."""
    deadline = Deadline(TIME_FACTOR * subject.seconds)
    made = [
        (result, list(_mutants_of(subject, result)))
        for result in subject.solution_results
        if _is_right(result)
    ]
    if not any(mutants for _, mutants in made):
        return Finding(NAME, Status.WARNING, "no accepted source to mutate")
    kept = KeptMutants.of(subject, NAME)
    tally, queues, small = Tally(), list[Queue](), Small(subject)
    for origin, mutants in made:
        queues.append(Queue(origin))
        for one in mutants:
            outcome: MutantOutcome | None = kept.result(_identity(one))
            if outcome is None:
                queues[-1].waiting.append(one)
            else:
                tally.add(one, outcome)
    is_first = True
    while (waiting := [queue for queue in queues if queue.waiting]) and (
        is_first or not deadline.is_over
    ):
        is_first = False
        queue, begin = min(waiting, key=lambda one: one.spent_s), time.monotonic()
        queue.prepare(subject)
        for one, outcome in _outcomes(subject, queue.batch(), deadline, queue.bulk, small):
            tally.add(one, outcome)
            if outcome.is_final:
                kept.add(_identity(one), outcome)
        queue.charge(time.monotonic() - begin)
        kept.keep()
    left = sum(len(queue.waiting) for queue in queues)
    return _finding(tally.tried, tally.let_through, left)


class Queue(Struct):
    """The mutants of one solution that are not tried yet, and the seconds that the others took:
    solutions get equal shares of the time, so that one that compiles slowly does not leave the
    others without. ``bulk``: how those are tried that can be tried in batches of cases."""

    origin: SolutionResult
    waiting: deque[Mutated] = field(default_factory=deque)
    spent_s: float = 0.0
    size: int = FIRST_BATCH
    bulk: BulkMutants | None = None
    is_prepared: bool = False

    def prepare(self, subject: Subject) -> None:
        """Find out, once, which mutants can be tried in batches; those that are compiled together
        come first."""
        if self.is_prepared:
            return
        self.is_prepared = True
        mutants = {one.result.solution.digest: one.mutant for one in self.waiting}
        self.bulk = prepare_bulk(subject, self.origin, mutants)
        if self.bulk is not None:
            numbers = self.bulk.numbers
            alone = [one for one in self.waiting if one.result.solution.digest not in numbers]
            together = [one for one in self.waiting if one.result.solution.digest in numbers]
            self.waiting = deque([*together, *alone])

    def batch(self) -> list[Mutated]:
        """The next ones, at least one."""
        count = min(self.size, BATCH, len(self.waiting))
        return [self.waiting.popleft() for _ in range(count)]

    def charge(self, seconds: float) -> None:
        self.spent_s += seconds
        if seconds < SHORT_S:
            self.size = min(BATCH, 2 * self.size)
        elif seconds > LONG_S:
            self.size = max(1, self.size // 2)


class MutantOutcome(Struct, frozen=True):
    """The verdict of the stored cases on a mutant; of one that they let through, the instance that
    refutes it, and whether there was time to look at all instances."""

    verdict: Verdict | None
    instance: str | None = None
    compared: bool = True

    @property
    def is_final(self) -> bool:
        """Whether another try would end the same: not so if the machine was too busy."""
        return self.verdict not in (Verdict.SKIP, Verdict.JE, None) and self.compared


class Tally(Struct):
    """How many mutants of each solution were tried, and those that passed."""

    tried: Counter[str] = field(default_factory=Counter)
    let_through: list[LetThrough] = field(default_factory=list)

    def add(self, mutated: Mutated, outcome: MutantOutcome) -> None:
        if outcome.verdict not in _UNBUILT:
            self.tried[mutated.origin] += 1
        if outcome.verdict is Verdict.AC:
            self.let_through.append(LetThrough(mutated, outcome.instance, outcome.compared))


def _identity(mutated: Mutated) -> tuple[str, str]:
    return mutated.origin, mutated.result.solution.digest


class Small(Struct, dict=True):
    """Random instances on which survivors are compared, once they are needed; their texts."""

    subject: Subject

    @cached_property
    def texts(self) -> Sequence[str]:
        return sorted(self._drawn, key=len)

    @cached_property
    def _drawn(self) -> dict[str, Any]:
        subject = self.subject
        if not subject.references or not subject.plugin.offers("generate", "render"):
            return {}
        rng = subject.rng("small instances")
        drawn = [ask(subject.plugin.generate, rng, 1 + i % LARGEST) for i in range(INSTANCES)]
        return {ask(subject.plugin.render, one): one for one in drawn}

    @cached_property
    def answered(self) -> SmallInstances:
        """With the answers of the reference."""
        instances = [self._drawn[text] for text in self.texts]
        if not instances:
            return SmallInstances((), ())
        reference = self.subject.references[0]
        bests = trial_runs.best_answers(self.subject, reference, instances)
        return SmallInstances(tuple(instances), bests)


def _outcomes(
    subject: Subject,
    batch: Sequence[Mutated],
    deadline: Deadline,
    bulk: BulkMutants | None,
    small: Small,
) -> Iterator[tuple[Mutated, MutantOutcome]]:
    found = bulk.results([one.result for one in batch], small.answered) if bulk else {}
    for one in batch:
        if (result := found.get(_name(one))) is not None:
            at = result.refuted_by
            yield one, MutantOutcome(result.verdict, None if at is None else small.texts[at])
    left = [one for one in batch if _name(one) not in found]
    verdicts = _verdicts(subject, left) if left else {}
    passed = [one for one in left if verdicts.get(_name(one)) is Verdict.AC]
    compared = {_name(one.mutated): one for one in _compared(subject, passed, deadline, small)}
    for one in left:
        verdict, through = verdicts.get(_name(one)), compared.get(_name(one))
        if through is None:
            yield one, MutantOutcome(verdict)
        else:
            yield one, MutantOutcome(verdict, through.instance, through.compared)


_UNBUILT = (Verdict.CE, Verdict.SKIP, Verdict.JE, None)


def _is_right(result: SolutionResult) -> bool:
    solution = result.solution
    built = solution.kind is not Kind.OUTPUT and not solution.encoding
    return built and result.verdict is Verdict.AC and solution.expect == {Verdict.AC}


def _mutants_of(subject: Subject, result: SolutionResult) -> Iterator[Mutated]:
    solution = result.solution
    try:
        text = source_of(solution).decode()
    except (OSError, UnicodeDecodeError):
        return
    made = source_mutants(text)
    subject.rng(ascii(solution.name)).shuffle(made)
    for number, mutant in enumerate(made):
        yield Mutated(solution.name, mutant, _as_result(result, mutant, number))


def _as_result(result: SolutionResult, mutant: SourceMutant, number: int) -> SolutionResult:
    source = mutant.text.encode()
    changed = replace(
        result.solution,
        name=f"{result.solution.name}~{number}",
        source=source,
        digest=hashlib.sha256(source).hexdigest(),
        readings=(result.reading,) if result.reading else (),
    )
    return replace(result, solution=changed)


def _name(mutated: Mutated) -> str:
    return mutated.result.solution.name


def _verdicts(subject: Subject, batch: Sequence[Mutated]) -> dict[str, Verdict]:
    """The verdict of each on the quick stored cases, up to its first failure.

    Raises KeyboardInterrupt after Ctrl-C.
    """
    requests = [_request(subject, one.result) for one in batch]
    settings = Settings(subject.workers, give_up=1, stop_at_first=True)
    done, interrupted = scheduler.run(requests, subject.layer, settings)
    if interrupted:
        raise KeyboardInterrupt
    return {result.solution.name: result.verdict for result in done}


def _request(subject: Subject, result: SolutionResult) -> Request:
    """``result`` has the outcomes of the original."""
    times = {o.case: o.run.cpu_s for o in result.outcomes if o.run}
    cases = quick_cases(result)
    longest = LEAST_S + LIMIT_FACTOR * max((times[name] for name in cases), default=0.0)
    limits = subject.limits
    return Request(
        subject.problem,
        result.solution,
        subject.plugin.readings,
        tuple(subject.cases[name] for name in cases),
        [subject.contexts[name] for name in cases],
        replace(limits, cpu_s=min(limits.cpu_s, longest)),
    )


def _compared(
    subject: Subject, passed: Sequence[Mutated], deadline: Deadline, small: Small
) -> list[LetThrough]:
    """Each with the smallest of some random instances on which it is not as right as the
    reference."""
    if not passed or not small.texts:
        return [LetThrough(one, None) for one in passed]
    instances, bests, ordered = small.answered.instances, small.answered.bests, small.texts
    solutions = [one.result for one in passed]
    runs = trial_runs.run(subject, solutions, instances, deadline=deadline, bests=bests)
    found = []
    for one in passed:
        its = runs.get(_name(one), {})
        wrong = (i for i, best in enumerate(bests) if best is not None and _is_wrong(its.get(i)))
        first = next(wrong, None)
        whole = len(its) == len(instances)
        found.append(LetThrough(one, None if first is None else ordered[first], whole))
    return found


def _is_wrong(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.verdict is not Verdict.AC


def _finding(tried: Counter[str], let_through: Sequence[LetThrough], left: int) -> Finding:
    let_through = sorted(let_through, key=lambda one: (one.mutated.origin, one.mutated.mutant.line))
    refuted = [one for one in let_through if one.instance is not None]
    total = tried.total() - (len(let_through) - len(refuted))
    killed = total - len(refuted)
    said = f"{killed:,} of {counted(total, 'mutant')} of accepted solutions are killed"
    if left:
        said += f"; {left:,} more were not tried within the time"
    unsure = sum(one.instance is None and not one.compared for one in let_through)
    if unsure:
        said += f"; there was no time for all instances of {unsure:,}"
    complete = not left and not unsure
    tables = (_shares(tried, let_through), _survivors(let_through))
    if not refuted:
        return Finding(NAME, Status.OK, said, (), tables, complete)
    details = tuple(_line(one) for one in refuted[:EXAMPLES])
    said += f"; let through: {details[0]}"
    return Finding(NAME, Status.WARNING, said, details, tables, complete)


def _line(one: LetThrough) -> str:
    return f"{one.mutated.origin}, line {one.mutated.mutant.line}: {one.mutated.mutant.change}"


def _shares(tried: Counter[str], let_through: Sequence[LetThrough]) -> Table:
    rows = []
    for name, count in sorted(tried.items()):
        its = [one for one in let_through if one.mutated.origin == name]
        refuted = sum(one.instance is not None for one in its)
        same = len(its) - refuted
        share = (count - len(its)) / max(1, count - same)
        rows.append(
            (name, str(count), str(count - len(its)), str(refuted), str(same), f"{share:.1%}")
        )
    head = (
        "Solution",
        "Mutants",
        "Killed",
        "Let through",
        "No instance found",
        "Killed of the rest",
    )
    return Table("Mutants of accepted solutions on the stored cases", head, tuple(rows))


def _survivors(let_through: Sequence[LetThrough]) -> Table:
    rows = tuple(
        (
            one.mutated.origin,
            str(one.mutated.mutant.line),
            one_line(one.mutated.mutant.change, 160),
            "none found" if one.instance is None else one_line(repr(one.instance), 160),
        )
        for one in sorted(let_through, key=lambda one: one.instance is None)
    )
    head = ("Solution", "Line", "Change", "A small instance that refutes it")
    return Table("Mutants that pass all stored cases", head, rows, folded=True)
