"""Which calling convention a solution has: its candidates, tried on a few small cases.

The signs in the source choose the first candidate. If it is accepted on every small case nothing
else is tried. Otherwise that candidate holds, for all cases of the solution, under which most small
cases are legal, then most accepted; of equals the first, and none that has nothing accepted.
Outcomes of the one that is taken count, so that none of its cases is executed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.evaluation.convention_record import Attempt, Record, Trial
from judge.evaluation.convention_tries import (
    Tries,
    Workshop,
    confirm,
    is_same_execution,
    regraded,
)
from judge.languages.candidates import AS_RETURNED, COMPLEX_NUMBERS
from judge.model import (
    Candidate,
    Ended,
    Input,
    Kind,
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
        signs = Record(printing, attempt, regraded(printing, signs, workshop))
        said = f"convention: {printing.title}, for it returned nothing on {len(indices)} cases"
    if signs.accepted == len(indices):
        return _of_its_length(signs, others, workshop, indices, further, sizes, said)
    if signs.met_limit and signs.counts[0]:
        return Finding(signs.candidate, signs.trials, said)  # it took its input
    if workshop.is_variant and signs.took_its_input:
        return Finding(signs.candidate, signs.trials, said)  # it is wrong on purpose
    records = [signs]
    if signs.met_limit:  # it may wait for the end of what has brackets
        others = sorted(others, key=lambda other: other.convention.input in _BRACKETED)
    others = [other for other in others if other != signs.candidate]
    if signs.candidate.kind is Kind.PROGRAM and signs.printed_nothing:
        others.sort(key=lambda other: other.kind is Kind.PROGRAM)  # it may only define a function
    tries = Tries(signs, workshop, indices, further, max(LEAST_TRIES, len(sizes) // SHARE))
    limits = MOST_LIMITS if signs.met_limit else len(others)
    for candidate in others:
        record = tries.record_of(candidate)
        if record is None:
            continue
        records.append(record)
        limits -= record.met_limit
        if not limits or tries.is_right(record):
            break
    else:
        tries.go_on(records[1:])
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
    confirm(signs, signs.attempt, further)
    may_be_complex = any(one.convention.host_option == COMPLEX_NUMBERS for one in optional)
    may_differ = padded and _is_item_for_item(signs, sizes)
    if (may_differ or (may_be_complex and signs.shows_complex)) and not signs.refuted:
        rest = {*range(len(sizes))} - {*signs.trials} - {*signs.larger}
        confirm(signs, signs.attempt, sorted(rest, key=lambda index: (sum(sizes[index]), index)))
    seen = replace(taken, trials={**signs.trials, **signs.larger})
    if not signs.refuted:
        return seen
    whole = Record(signs.candidate, signs.attempt, dict(seen.trials))
    refuting = list(signs.larger)[-1]
    for candidate in (*optional, *padded):
        shown = (refuting, *(index for index in further if index != refuting))
        record = Tries(whole, workshop, indices, shown, LEAST_TRIES).record_of(candidate)
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
    return next((other for other in others if is_same_execution(other, signs)), None)


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
