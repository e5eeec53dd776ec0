"""The tries of other candidates for a calling convention: which are worth one, and of how many.

Each gets one case first, and those that are right on it the others. What is left of the tries goes
to the rest: it may be that none is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.answer import NOTHING, VOID
from judge.evaluation.convention_record import OWN_ENDS, Attempt, Record, Trial
from judge.model import Arity, Candidate, Kind, Output


class Workshop(Protocol):
    """What builds candidates, and grades an execution again as another candidate would have it."""

    @property
    def compiles(self) -> bool:
        """Whether a candidate that is a function must be compiled."""

    @property
    def is_variant(self) -> bool:
        """Whether the source is made from another one, which is called in the same way."""

    def attempt(self, candidate: Candidate) -> Attempt | None:
        """None for one that cannot be built, or cannot be given such cases."""

    def regraded(self, candidate: Candidate, index: int, trial: Trial) -> Trial:
        """What the same execution is worth where it is its output that answers."""


class Tries(Struct):
    """``signs`` is what the first candidate did; ``left`` more executions may be spent."""

    signs: Record
    workshop: Workshop
    indices: Sequence[int]
    further: Sequence[int]
    left: int
    #: How many of these are for the cases on which a candidate that was legal was not tried.
    kept: int = 0

    def record_of(self, candidate: Candidate) -> Record | None:
        """What a candidate does, up to the first case that it gets wrong; None if nothing speaks
        for it, or no tries are left."""
        signs, workshop = self.signs, self.workshop
        if is_same_execution(candidate, signs):
            if candidate.kind is Kind.PROGRAM:
                return Record(candidate, None, regraded(candidate, signs, workshop))
            empty = [trial.run.result in (*NOTHING, VOID) for trial in signs.trials.values()]
            if signs.counts[0] and not any(empty) and not signs.returned_no_content:
                return None  # what was returned is an answer: what was printed besides is none
            return Record(candidate, None, regraded(candidate, signs, workshop))
        if self.left <= self.kept or not _is_plausible(candidate, signs, workshop.compiles):
            return None
        attempt = workshop.attempt(candidate)
        if attempt is None:
            return None
        record = Record(candidate, attempt)
        self._try(record, attempt, until_wrong=True)
        if _is_legal(record):
            self.kept = max(self.kept, len(self.indices) - len(record.trials))
        return record

    def go_on(self, records: Sequence[Record]) -> None:
        """Try those that were legal where they were wrong on the cases that are left, the best one
        first."""
        self.left = max(self.left, self.kept)
        for record in sorted(records, key=lambda record: record.rank, reverse=True):
            is_open = record.attempt is not None and not record.met_limit and not record.larger
            if not is_open or not _is_legal(record) or self.left <= 0 or self._is_behind(record):
                continue
            if (attempt := self.workshop.attempt(record.candidate)) is not None:
                self._try(record, attempt, until_wrong=False)

    def is_right(self, record: Record) -> bool:
        """Whether a candidate is accepted on all cases that it was tried on."""
        return record.rank[1] == len(self.indices) and not record.refuted

    def _try(self, record: Record, attempt: Attempt, until_wrong: bool) -> None:
        try:
            for index in self._order:
                if index in record.trials:
                    continue
                trial = attempt.trial(index) if self.left > 0 else None
                if trial is None:
                    break
                self.left -= 1
                record.trials[index] = trial
                legal, accepted = record.counts
                if (accepted if until_wrong else legal) < len(record.trials):
                    break
                if self._is_behind(record):
                    break
            if record.rank[1] == len(self.indices):
                confirm(record, attempt, self.further)
                self.left -= len(record.larger)
        finally:
            attempt.close()

    @property
    def _order(self) -> list[int]:
        """The cases, those first that the first candidate got wrong: most others do too."""
        trials = self.signs.trials
        return sorted(self.indices, key=lambda at: at in trials and self.signs.is_right_on(at))

    def _is_behind(self, record: Record) -> bool:
        """Whether it cannot do better than the first candidate, however its other cases end."""
        signs = self.signs
        small = {index: trial for index, trial in signs.trials.items() if index in self.indices}
        known = Record(signs.candidate, None, small).rank
        legal, accepted = record.counts
        left = len(self.indices) - len(record.trials)
        is_open = known[1] < len(self.indices)  # else it failed on a larger case
        return is_open and (legal + left, accepted + left) <= known


def _is_legal(record: Record) -> bool:
    """Whether it was legal on all cases that it was tried on."""
    return record.counts[0] == len(record.trials) > 0


def regraded(candidate: Candidate, signs: Record, workshop: Workshop) -> dict[int, Trial]:
    """The trials of the first candidate as another one would have them graded."""
    return {at: workshop.regraded(candidate, at, trial) for at, trial in signs.trials.items()}


def confirm(record: Record, attempt: Attempt, further: Sequence[int]) -> None:
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


def is_same_execution(candidate: Candidate, signs: Record) -> bool:
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
