"""The worker of a proof: compares solution and reference on stretches of the enumeration."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.hunting.hunter import StretchFault
from judge.hunting.reference import reference_limits
from judge.hunting.reference_answers import ReferenceAnswer, ReferenceFails
from judge.hunting.stress import Counterexample, Examiner, Observation, ReadingTerms
from judge.hunting.target import is_soft
from judge.model import Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.plugin_faults import calling_plugin
from judge.proving.answer_blocks import packed_answers, unpacked_answers
from judge.proving.enumeration import unpacked_instances
from judge.proving.target import ProofTask
from judge.running.bulk_runner import BulkRunner
from judge.running.compile import BuiltSolution
from judge.sandbox.layer import Layer


class ProofContext(Struct, frozen=True):
    """What every worker needs. ``end`` is a time of ``time.monotonic``; ``terms`` are None until
    they are settled."""

    task: ProofTask
    layer: Layer
    built: BuiltSolution
    reference: BuiltSolution
    stored: tuple[LoadedCase, ...]
    end: float
    terms: ReadingTerms | None = None


class ProofStretch(Struct, frozen=True):
    """The instances from ``begin`` on, before ``end``: numbers in the enumeration, from 0. They
    are ``packed``. ``answers``: those of the reference, if they are known."""

    index: int
    begin: int
    end: int
    packed: bytes
    answers: bytes | None = None


class StretchProof(Struct, frozen=True):
    """The first ``proved`` instances of a stretch are right. What follows them, if anything did: a
    counterexample, an instance that is too slow, a fault, or else the end of the time. ``answers``
    are those of the reference to all of them, if they were not known."""

    proved: int
    counterexample: Counterexample | None = None
    slow: Any = None
    fault: StretchFault | None = None
    answers: bytes | None = None


class Prover:
    """Compares answers in its own sandboxes; one for each worker."""

    def __init__(self, context: ProofContext) -> None:
        target, limits = context.task.target, context.task.target.problem.limits
        generous = reference_limits(limits, context.task.search.seconds)
        solution = target.solution
        if context.terms:  # the other readings need not be tried
            solution = replace(solution, readings=(context.terms.reading,))
        self._context = context
        self._bulk_runners = (
            BulkRunner(context.built, context.layer, limits, target.plugin, buffered=True),
            BulkRunner(context.reference, context.layer, generous, target.plugin, buffered=True),
        )
        self._examiner = Examiner(
            target.plugin,
            (solution, self._bulk_runners[0]),
            (context.reference.solution, self._bulk_runners[1]),
            context.stored,
            is_soft(target),
        )

    @property
    def used_s(self) -> tuple[float, float]:
        """CPU seconds so far, of the solution and of the reference."""
        solution, reference = self._bulk_runners
        return solution.used_s, reference.used_s

    def settle(self, first: Sequence[Any], stopped: Callable[[], bool]) -> ReadingTerms:
        """How outputs are read, by the first instances and the stored cases."""
        return self._examiner.settle(first, lambda: self._has_time(stopped))

    def prove(self, stretch: ProofStretch, stopped: Callable[[], bool]) -> StretchProof:
        """Try the instances of a stretch up to the first that fails."""

        def has_time() -> bool:
            return self._has_time(stopped)

        terms = self._context.terms
        assert terms is not None, "the terms are settled before"
        instances = unpacked_instances(stretch.packed)
        known = unpacked_answers(stretch.answers, len(instances))
        fresh: list[ReferenceAnswer] = []
        proved = 0
        while proved < len(instances):
            seen = self._examiner.look(instances[proved:], has_time, known[proved:])
            for one in seen:
                found = self._found(one, terms)
                if found is not None:
                    return replace(found, proved=proved)
                proved += 1
            fresh += [] if known else (one.reference for one in seen)
            if not seen or not has_time():
                break
        answers = packed_answers(fresh) if len(fresh) == len(instances) else None
        is_due = stretch.index & (stretch.index - 1) == 0  # less and less often
        if is_due and proved == len(instances):
            return replace(self._spot_check(instances, terms), answers=answers)
        return StretchProof(proved, answers=answers)

    def _found(self, one: Observation, terms: ReadingTerms) -> StretchProof | None:
        """What ends the stretch at an instance; None if the answer is right."""
        fault = self._examiner.fault(one, terms.reading)
        if fault is None:
            return None
        if terms.may_be_slow and fault.verdict is Verdict.TLE:
            return StretchProof(0, slow=one.instance)
        if one.reference.best.answer is None:  # it is known from the store, without its answer
            one = replace(one, reference=self._examiner.reference(one.instance))
        counterexample = self._examiner.confirm(one, terms.reading)
        if counterexample is None:
            return None
        if terms.may_be_slow and counterexample.fault.verdict is Verdict.TLE:
            return StretchProof(0, slow=one.instance)
        return StretchProof(0, counterexample)

    def _spot_check(self, instances: Sequence[Any], terms: ReadingTerms) -> StretchProof:
        """The last instance again, alone: state that a batch keeps may have hidden a failure."""
        found = self._examiner.find_again(instances[-1], terms.reading)
        if found is None or (terms.may_be_slow and found.fault.verdict is Verdict.TLE):
            return StretchProof(len(instances))
        repeated = self._examiner.repeated(found, terms.reading)
        return StretchProof(len(instances) - 1, repeated)

    def _has_time(self, stopped: Callable[[], bool]) -> bool:
        return time.monotonic() < self._context.end and not stopped()

    def close(self) -> None:
        for bulk_runner in self._bulk_runners:
            bulk_runner.close()


class ProofHandler:
    """A prover that a pool of workers gives stretches to."""

    def __init__(self, context: ProofContext) -> None:
        self._prover = Prover(context)
        self._parent = os.getppid()

    def answers(self, stretch: ProofStretch) -> Generator[StretchProof, None, None]:
        """One answer."""
        try:
            with calling_plugin(located=True):
                answer = self._prover.prove(stretch, self._is_orphan)
        except ReferenceFails as error:
            answer = StretchProof(0, fault=StretchFault(str(error), error.text))
        except JudgeError as error:
            answer = StretchProof(0, fault=StretchFault(str(error)))
        yield answer

    def _is_orphan(self) -> bool:
        """Whether the main process has closed the connection."""
        return os.getppid() != self._parent

    def close(self) -> None:
        with suppress(OSError):
            self._prover.close()
