"""Which calling convention a solution has: its candidates, tried on a few small cases.

The signs in the source choose the first candidate. If it is accepted on every small case nothing
else is tried. Otherwise that candidate holds, for all cases of the solution, under which most small
cases are legal, then most accepted; of equals the first, and none that has nothing accepted.
Outcomes of the one that is taken count, so that none of its cases is executed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.answer import NOTHING, VOID
from judge.evaluation.convention_record import OWN_ENDS, Attempt, Record, Trial
from judge.languages.candidates import AS_RETURNED, COMPLEX_NUMBERS
from judge.model import (
    Arity,
    Candidate,
    Ended,
    Input,
    Kind,
    Output,
    Problem,
    Solution,
)
from judge.packages.case_files import LoadedCase
from judge.packages.case_reader import first_of
from judge.packages.problem_plugin import ProblemPlugin

#: On so many cases a candidate is tried.
CASES = 3
#: So many executions may be spent on other candidates, or a tenth of all, if that is more.
LEAST_TRIES, SHARE = 32, 10
#: So many candidates may meet a limit, if the first one did.
MOST_LIMITS = 3
#: The CPU limit of these executions beyond what a start takes, in seconds.
MOST_CPU_S = 1.0
#: So many times the start of a program the start of a host may take in addition, and so many
#: seconds at most.
HOST_STARTS, MOST_START_S = 3, 2.0
#: The forms of input that have brackets.
_BRACKETED = frozenset({Input.JSON, Input.ONE_LINE, Input.LIST})


class Workshop(Protocol):
    """What builds candidates, and grades an execution again as another candidate would have it."""

    @property
    def compiles(self) -> bool:
        """Whether a candidate that is a function must be compiled."""

    def attempt(self, candidate: Candidate) -> Attempt | None:
        """None for one that cannot be built, or cannot be given such cases."""

    def regraded(self, candidate: Candidate, index: int, trial: Trial) -> Trial:
        """What the same execution is worth where it is its output that answers."""


class Finding(Struct, frozen=True):
    """The candidate that is taken, its trials, and a line that says so if others were tried."""

    candidate: Candidate
    trials: Mapping[int, Trial]
    said: str = ""


def trial_limit_s(start_s: float) -> float:
    """The CPU limit of an execution on trial, in seconds; ``start_s`` is what a start may take."""
    return start_s + min(HOST_STARTS * start_s, MOST_START_S) + MOST_CPU_S


def is_open(solution: Solution, problem: Problem, plugin: ProblemPlugin) -> bool:
    """Whether there are conventions to try."""
    return bool(solution.candidates) and not problem.validated_in_run and plugin.offers("arguments")


def small_indices(contexts: Sequence[LoadedCase]) -> tuple[int, ...]:
    """The indices of a few small cases: not the very least, whose answers are often empty. Of
    very many cases only the first are looked at."""
    contexts = first_of(contexts)
    if any(context.best is None for context in contexts):
        return ()
    order = sorted(range(len(contexts)), key=lambda i: (sum(contexts[i].size), i))
    full = [i for i in order if 0 not in contexts[i].size and sum(contexts[i].size) > 2]
    if len(full) <= CASES:
        return tuple([*full, *(i for i in order if i not in full)][:CASES])
    step = max(1, len(full) // (2 * CASES))
    return tuple(full[step - 1 : step * CASES : step])


def further_indices(contexts: Sequence[LoadedCase]) -> tuple[int, ...]:
    """The indices of a few cases that are larger than those of ``small_indices``."""
    contexts = first_of(contexts)
    small = small_indices(contexts)
    order = sorted(set(range(len(contexts))) - set(small), key=lambda i: (sum(contexts[i].size), i))
    if not small or not order:
        return ()
    above = [i for i in order if sum(contexts[i].size) >= sum(contexts[small[-1]].size)] or order
    step = max(1, len(above) // (2 * CASES))
    return tuple(above[::step][:CASES])


def find_convention(
    first: Candidate,
    attempt: Attempt | None,
    others: Sequence[Candidate],
    workshop: Workshop,
    indices: Sequence[int],
    further: Sequence[int],
    sizes: Sequence[Sequence[int]],
) -> Finding:
    """The candidate to take. ``attempt`` is that of ``first``, None if it cannot be built; one of
    the others that is accepted on all ``indices`` is confirmed on the ``further`` ones; ``sizes``
    are those of all cases."""
    signs = Record(first, attempt)
    if attempt is not None:
        for index in indices:
            if (trial := attempt.trial(index)) is not None:
                signs.trials[index] = trial
            if signs.met_limit and not signs.counts[0]:
                break  # the other cases would take as long, and tell as little
        if not signs.trials:
            return Finding(first, {})  # the machine is overloaded: the scheduler goes on alone
        if len(signs.trials) < len(indices) and not signs.met_limit:
            indices = tuple(signs.trials)
    said = ""
    printing = _printing(signs, others)
    if printing is not None:
        signs = Record(printing, attempt, _regraded(printing, signs, workshop))
        said = f"convention: {printing.title}, for it returned nothing on {len(indices)} cases"
    if signs.accepted == len(indices):
        return _of_its_length(signs, others, workshop, indices, further, sizes, said)
    if signs.met_limit and signs.counts[0]:
        return Finding(signs.candidate, signs.trials, said)  # it took its input
    records = [signs]
    limits = MOST_LIMITS if signs.met_limit else len(others)
    if signs.met_limit:  # it may wait for the end of what has brackets
        others = sorted(others, key=lambda other: other.convention.input in _BRACKETED)
    tries = max(LEAST_TRIES, len(sizes) // SHARE)
    others = [other for other in others if other != signs.candidate]
    if signs.candidate.kind is Kind.PROGRAM and signs.printed_nothing:
        others.sort(key=lambda other: other.kind is Kind.PROGRAM)  # it may only define a function
    for candidate in others:
        record = _tried(candidate, signs, workshop, indices, further, tries)
        if record is None:
            continue
        if record.attempt is not None:
            tries -= len(record.trials) + len(record.larger)
        records.append(record)
        limits -= record.met_limit
        if not limits or (record.rank[1] == len(indices) and not record.refuted):
            break
    able = [one for one in records if one is signs or not _is_mere_order(one, signs, indices)]
    best = max(able, key=lambda record: (record.rank, not record.refuted))
    trials = {**best.trials, **best.larger}
    return Finding(best.candidate, trials, _said(best, records, len(indices)) or said)


def _of_its_length(
    signs: Record,
    others: Sequence[Candidate],
    workshop: Workshop,
    indices: Sequence[int],
    further: Sequence[int],
    sizes: Sequence[Sequence[int]],
    said: str,
) -> Finding:
    """The first candidate, accepted on all small cases; or the same call with an option of the
    host, or with a result that is as long as a list, where numbers were not exact on a larger case,
    or a list has ended too early. That may happen on any case, if so far each result has had an
    item for each item of an argument."""
    taken = Finding(signs.candidate, signs.trials, said)
    padded = [
        other for other in others if other.convention.result_length not in (None, AS_RETURNED)
    ]
    optional = [other for other in others if other.convention.host_option]
    if not (padded or optional) or signs.attempt is None:
        return taken
    _confirm(signs, signs.attempt, further)
    may_be_complex = any(one.convention.host_option == COMPLEX_NUMBERS for one in optional)
    may_differ = padded and _is_item_for_item(signs, sizes)
    if (may_differ or (may_be_complex and signs.shows_complex)) and not signs.refuted:
        rest = {*range(len(sizes))} - {*signs.trials} - {*signs.larger}
        _confirm(signs, signs.attempt, sorted(rest, key=lambda index: (sum(sizes[index]), index)))
    seen = replace(taken, trials={**signs.trials, **signs.larger})
    if not signs.refuted:
        return seen
    whole = Record(signs.candidate, signs.attempt, dict(seen.trials))
    refuting = list(signs.larger)[-1]
    for candidate in (*optional, *padded):
        shown = (refuting, *(index for index in further if index != refuting))
        record = _tried(candidate, whole, workshop, indices, shown, LEAST_TRIES)
        wanted = max(len(indices), len(record.trials) if record else 0)
        if record and record.accepted == wanted and not record.refuted:
            told = f"convention: {candidate.title}, for without it a larger case is wrong"
            return Finding(candidate, {**record.trials, **record.larger}, told)
    return seen


def _is_item_for_item(record: Record, sizes: Sequence[Sequence[int]]) -> bool:
    """Whether each result is a list as long as one of the sizes of its case."""
    trials = {**record.trials, **record.larger}
    return all(_length(trial.run.result) in sizes[index] for index, trial in trials.items())


def _length(result: bytes | None) -> int | None:
    """How many items a list has, as hosts write it."""
    text = (result or b"").strip()
    if not text.startswith(b"["):
        return None
    depth = count = 0
    for byte in text:
        depth += (byte in b"[{") - (byte in b"]}")
        count += byte in b"," and depth == 1
    return count + (text != b"[]")


def _printing(signs: Record, others: Sequence[Candidate]) -> Candidate | None:
    """The same call with what it prints for the answer, if that is all that it ever gives."""
    printed = any(trial.run.stdout.strip() for trial in signs.trials.values())
    if not printed or not signs.returned_nothing:
        return None
    return next((other for other in others if _is_same_execution(other, signs)), None)


def _regraded(candidate: Candidate, signs: Record, workshop: Workshop) -> dict[int, Trial]:
    return {p: workshop.regraded(candidate, p, trial) for p, trial in signs.trials.items()}


def _tried(
    candidate: Candidate,
    signs: Record,
    workshop: Workshop,
    indices: Sequence[int],
    further: Sequence[int],
    tries: int,
) -> Record | None:
    """What a candidate does; None if nothing speaks for it, or no tries are left."""
    if _is_same_execution(candidate, signs):
        if candidate.kind is Kind.PROGRAM:
            return Record(candidate, None, _regraded(candidate, signs, workshop))
        empty = [trial.run.result in (*NOTHING, VOID) for trial in signs.trials.values()]
        if signs.counts[0] and not any(empty) and not signs.returned_no_content:
            return None  # what was returned is an answer: what was printed besides is none
        return Record(candidate, None, _regraded(candidate, signs, workshop))
    if tries <= 0 or not _is_plausible(candidate, signs, workshop.compiles):
        return None
    attempt = workshop.attempt(candidate)
    if attempt is None:
        return None
    record = Record(candidate, attempt)
    small = {index: trial for index, trial in signs.trials.items() if index in indices}
    known = Record(signs.candidate, None, small).rank
    try:
        for index in _wrong_first(signs, indices)[:tries]:
            trial = attempt.trial(index)
            if trial is None:
                break
            record.trials[index] = trial
            if record.counts[0] < len(record.trials) or _is_behind(record, known, len(indices)):
                break
        if record.rank[1] == len(indices):
            _confirm(record, attempt, further)
    finally:
        attempt.close()
    return record


def _wrong_first(signs: Record, indices: Sequence[int]) -> list[int]:
    """The cases, those first that the first candidate got wrong: most others do too."""
    return sorted(indices, key=lambda index: index in signs.trials and signs.is_right_on(index))


def _is_behind(record: Record, known: tuple[int, int], cases: int) -> bool:
    """Whether it cannot do better than the first candidate, whose rank is known, however its other
    cases end."""
    legal, accepted = record.counts
    left = cases - len(record.trials)
    is_open = known[1] < cases  # else it failed on a larger case
    return is_open and (legal + left, accepted + left) <= known


def _confirm(record: Record, attempt: Attempt, further: Sequence[int]) -> None:
    """Look at larger cases: on small ones two forms of input may seem right, each under a reading
    of its own. Their outcomes count as well."""
    for index in further:
        trial = attempt.trial(index)
        if trial is None or trial.run.ended not in OWN_ENDS:
            break  # its limit here is lower than the solution's
        record.larger[index] = trial
        both = Record(record.candidate, None, {**record.trials, **record.larger})
        if both.accepted < len(both.trials):
            record.refuted = True
            break


def _is_same_execution(candidate: Candidate, signs: Record) -> bool:
    """Whether it differs from the first one only by taking what is printed for the answer, or by
    how what a program prints is read."""
    here, there = signs.candidate, candidate
    if signs.trials and here.kind is there.kind is Kind.PROGRAM and there.convention.host_option:
        return replace(there.convention, host_option="") == here.convention
    if not signs.trials or here.kind is not Kind.FUNCTION or there.kind is not Kind.FUNCTION:
        return False
    same = here.convention.arity is there.convention.arity
    same = same and here.convention.name == there.convention.name
    same = same and here.convention.input is there.convention.input
    same = same and not there.convention.is_arranged
    outputs = (here.convention.output, there.convention.output)
    return same and outputs == (Output.RETURN, Output.STDOUT)


def _is_plausible(candidate: Candidate, signs: Record, compiles: bool) -> bool:
    """Whether what the first candidate did leaves room for this one: a program whose answer is
    always the same may only define a function; arguments are not passed in another way where they
    were taken; and an argument is no answer where there was another."""
    if not signs.trials or candidate.kind is not Kind.FUNCTION:
        return True
    if signs.candidate.kind is Kind.PROGRAM:  # one that heeds its input is no function
        return signs.always_the_same
    call, first = candidate.convention, signs.candidate.convention
    if call.is_arranged:
        return signs.accepted < len(signs.trials)
    if call.argument_order and (compiles or len(call.argument_order) > 2):  # too dear for a guess
        return signs.counts[0] < len(signs.trials) or signs.always_the_same
    if call.host_option:
        return signs.accepted < len(signs.trials)
    if call.result_length is not None or call.end_mark is not None:  # it returned another length
        return signs.accepted < len(signs.trials) and not signs.gave_nothing
    if call.output is Output.MUTATED and call.arity is first.arity:
        # What ends in a loop returns what its condition was; what is compiled has a type anyway.
        is_by_accident = signs.always_the_same and len(signs.trials) > 1
        return (
            signs.returned_nothing
            or signs.came_to_no_end
            or (not signs.accepted and (compiles or is_by_accident))
        )
    if call.arity is Arity.SPREAD and signs.accepted < len(signs.trials):
        return True
    if call.arity is not first.arity or first.arity is not Arity.ARGS:
        return signs.counts[0] < len(signs.trials)
    return True


def _is_mere_order(record: Record, signs: Record, indices: Sequence[int]) -> bool:
    """Whether it takes the arguments in another order or arrangement although nothing speaks for
    that: some case is not accepted, and it is not so that all are legal where none was in the
    problem's own."""
    convention = record.candidate.convention
    if not convention.argument_order and not convention.is_arranged:
        return False
    legal, accepted = record.counts
    if len(indices) == 1:  # one case may be right by accident
        return True
    if accepted == len(indices) and not record.refuted:
        return False
    return legal < len(indices) or signs.counts[0] > 0


def counted_trials(trials: Mapping[int, Trial]) -> Iterator[tuple[int, Trial]]:
    """Those whose outcomes count: the others met a limit that is lower than the solution's."""
    for index, trial in trials.items():
        if trial.run.ended is Ended.EXITED:
            yield index, trial


def _said(best: Record, records: Sequence[Record], indices: int) -> str:
    others = [record for record in records if record is not best]
    if not others:
        return ""
    title = best.candidate.title
    if best is records[0]:
        said = f"{len(others)} more tried on {indices} small cases, none better"
        return f"convention: {title}, by its signs; {said}"
    first = records[0]
    return (
        f"convention: {title}: {_counts(best)} of {indices} small cases; "
        f"{first.candidate.title}: {_counts(first)}"
    )


def _counts(record: Record) -> str:
    legal, accepted = record.counts
    return f"{accepted} accepted and {legal} legal"
