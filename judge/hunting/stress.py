"""A solution against a reference on many instances: which fail, how, and whether they do again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.checker import PluginChecker
from judge.checking.reading import settle_reading
from judge.checking.soft_limit import extent
from judge.common.errors import JudgeError
from judge.hunting.behaviour import Behaviour, new_behaviours
from judge.hunting.reference_answers import (
    KnownAnswer,
    ReferenceAnswer,
    ReferenceAnswers,
    recalled,
)
from judge.hunting.right_answers import right_grade
from judge.hunting.told_input import shown_instance
from judge.model import Ended, Execution, Grade, Reason, Solution, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.problem_plugin import ProblemPlugin
from judge.plugin import Best
from judge.running.bulk_runner import BulkAnswer, BulkRunner

#: At most this many failures of one stretch are confirmed, of as many kinds as possible.
CONFIRMED = 6
#: How often a failure is repeated before it is shown.
REPETITIONS = 5
#: So many stored cases are always asked for how outputs are to be read.
SETTLING = 8
#: Failures that are slow to reproduce.
LIMITS = frozenset({Verdict.TLE, Verdict.MLE, Verdict.OLE})


class Fault(Struct, frozen=True):
    """A kind of failure, which a reduction keeps. ``rule`` is the broken rule of an illegal answer,
    or how a crashed execution ended."""

    verdict: Verdict
    reason: Reason | None = None
    rule: str = ""

    def __str__(self) -> str:
        parts = [self.verdict.value, self.reason.value if self.reason else "", self.rule]
        return " ".join(filter(None, parts))


class Counterexample(Struct, frozen=True):
    """A failure that also occurs alone. ``other`` is an execution with a different outcome, if
    there was one: then the failure is that the solution is not deterministic."""

    instance: Any
    fault: Fault
    grade: Grade
    run: Execution
    #: What the reference answered.
    reference: ReferenceAnswer
    other: Execution | None = None

    @property
    def best(self) -> Best[Any]:
        return self.reference.best

    @property
    def flaky(self) -> bool:
        return self.other is not None


class Observation(Struct, frozen=True):
    """One instance: the solution's execution, the reference's answer, a grade for each reading."""

    instance: Any
    answered: BulkAnswer
    reference: ReferenceAnswer
    grades: dict[str, Grade]

    @property
    def best(self) -> Best[Any]:
        return self.reference.best


class ReadingTerms(Struct, frozen=True):
    """What the first stretch settles for the whole hunt: how outputs are read and why, and whether
    the solution may exceed the time limit, because that is soft and its other answers are right."""

    reading: str
    why: str = ""
    may_be_slow: bool = False


class Examination(Struct, frozen=True):
    """The results of a stretch of instances. ``tried`` is less than their number if it ended early:
    because the time was over, or with a failure that is slow to reproduce. ``too_slow`` are the
    instances that took too long, where that is no failure."""

    tried: int
    terms: ReadingTerms
    findings: tuple[Counterexample, ...]
    too_slow: tuple[Any, ...]
    solution_s: float
    reference_s: float
    behaviours: tuple[Behaviour, ...] = ()


class Examiner:
    """Compares the answers of a solution with those of a reference. ``stored`` are cases of the
    problem, small ones first, that help to settle the terms; ``soft`` is its time limit."""

    def __init__(
        self,
        plugin: ProblemPlugin,
        solution: tuple[Solution, BulkRunner],
        reference: tuple[Solution, BulkRunner],
        stored: Sequence[LoadedCase] = (),
        soft: bool = False,
    ) -> None:
        self._plugin = plugin
        self._stored_checker = PluginChecker(plugin)
        self._checker = PluginChecker(plugin, rescored=True)
        self._stored = stored
        self._soft = soft
        self._declared = solution[0].readings
        self._solution = solution[1]
        self._reference = ReferenceAnswers(plugin, reference)

    def examine(
        self,
        instances: Sequence[Any],
        terms: ReadingTerms | None,
        has_time: Callable[[], bool],
        spot_check: bool,
        slowness: float = 1.0,
    ) -> Examination:
        """Try a stretch of instances. Without ``terms`` its answers settle them, together with the
        answers to the stored cases; failures on those are no findings.

        With ``spot_check`` the last of many right answers is made again, alone.

        Raises JudgeError if the reference fails or the plug-in raises.
        """
        before_s = (self._solution.used_s, self._reference.used_s)
        seen = self._look_past_slow_ones(instances, has_time, terms.reading if terms else None)
        terms = terms or self._terms(seen, has_time)
        slow = [one for one in seen if terms.may_be_slow and _timed_out(one)]
        in_time = [one for one in seen if one not in slow] if slow else seen
        findings = self._confirmed(in_time, terms.reading)
        if not findings and spot_check:
            findings = self._spot_check(in_time, terms.reading)
        if terms.may_be_slow:  # it may take longer alone than in a batch
            findings = tuple(it for it in findings if it.fault.verdict is not Verdict.TLE)
        return Examination(
            len(seen),
            terms,
            findings,
            tuple(one.instance for one in slow),
            self._solution.used_s - before_s[0],
            self._reference.used_s - before_s[1],
            new_behaviours(
                ((one.instance, one.answered, one.best.score) for one in in_time), slowness
            ),
        )

    def _terms(self, seen: Sequence[Observation], has_time: Callable[[], bool]) -> ReadingTerms:
        """The terms that fit these instances, and the stored cases up to the first slow one; some
        whatever the time is, for without them a right answer may be read wrongly. Those have
        stored answers, so that the reference need not be fast enough for them."""
        left = iter(range(SETTLING))
        answers = self._answers(
            [case.instance for case in self._stored],
            lambda: next(left, None) is not None or has_time(),
        )
        grades = [one.grades for one in seen]
        for case, answered in zip(self._stored, answers, strict=False):
            grades.append(self._stored_checker.grade(None, case, answered.run, self._declared))
        reading, why = settle_reading(self._plugin.readings, self._declared, grades)
        solved = any(grade[reading].verdict is Verdict.AC for grade in grades)
        return ReadingTerms(reading, why, self._soft and solved)

    def settle(self, instances: Sequence[Any], has_time: Callable[[], bool]) -> ReadingTerms:
        """The terms that fit these instances and the stored cases; raises JudgeError."""
        return self._terms(self._look_past_slow_ones(instances, has_time), has_time)

    def reference(self, instance: Any) -> ReferenceAnswer:
        """What the reference answers to an instance; raises ReferenceFails."""
        return self._reference.one(instance)

    def fault(self, one: Observation, reading: str) -> Fault | None:
        """The failure that an observation shows, if any; raises JudgeError."""
        return self._fault(one.instance, one.grades[reading])

    def _look_past_slow_ones(
        self, instances: Sequence[Any], has_time: Callable[[], bool], reading: str | None = None
    ) -> list[Observation]:
        """``look``, but under a soft time limit go on after a slow instance with smaller ones."""
        seen: list[Observation] = []
        left = list(instances)
        while left:
            more = self.look(left, has_time, reading=reading)
            seen += more
            if not (self._soft and more and _timed_out(more[-1]) and has_time()):
                break
            ceiling = self._ceiling(seen)
            left = [one for one in left[len(more) :] if self._extent(one) <= ceiling]
        return seen

    def _ceiling(self, seen: Sequence[Observation]) -> int:
        """The largest extent to try after the last instance took too long: that of the largest
        solved instance that is smaller, or one less if there is none."""
        slow = self._extent(seen[-1].instance)
        solved = {self._extent(one.instance) for one in seen if not _timed_out(one)}
        return max((other for other in solved if other < slow), default=slow - 1)

    def _extent(self, instance: Any) -> int:
        return extent(self._plugin.size(instance))

    def look(
        self,
        instances: Sequence[Any],
        has_time: Callable[[], bool],
        known: Sequence[KnownAnswer] = (),
        reading: str | None = None,
    ) -> list[Observation]:
        """Both answers to the first instances, up to a slow one or until the time is over.

        ``known``: the reference's answers to all of them, if it need not run. ``reading``: the only
        one that is graded; without it all that the solution may mean are.
        """
        answers = list(self._answers(instances, has_time))
        tried = instances[: len(answers)]
        theirs = recalled(known[: len(answers)]) if known else self._reference.all(tried)
        with self._plugin.series():
            readings = self._declared if reading is None else (reading,)
            return [self._seen(*row, readings) for row in zip(tried, answers, theirs, strict=True)]

    def first_like(
        self, instances: Sequence[Any], reading: str, fault: Fault, has_time: Callable[[], bool]
    ) -> int | None:
        """The index of the first instance with the same failure, alone, while there is time."""
        index = 0
        while index < len(instances) and has_time():
            for one in self.look(instances[index:], has_time, reading=reading):
                if self._has_fault(one, reading, fault):
                    return index
                index += 1
        return None

    def first_costly(
        self, instances: Sequence[Any], reading: str, fault: Fault, has_time: Callable[[], bool]
    ) -> tuple[int, Counterexample] | None:
        """``first_like`` for a failure by a limit, which would end a batch without a result: each
        instance runs alone, while there is time."""
        answers = self._reference.all(instances)
        for index, (instance, answer) in enumerate(zip(instances, answers, strict=True)):
            if not has_time():
                break
            found, grade, run = self._fault_alone(instance, answer.best, reading)
            if found == fault:
                return index, Counterexample(instance, fault, grade, run, answer)
        return None

    def _has_fault(self, one: Observation, reading: str, fault: Fault) -> bool:
        """Whether the failure is this one; a hint from a batch is checked alone."""
        hint = self._fault(one.instance, one.grades[reading])
        if one.answered.alone:
            return hint == fault
        if not _is_hint(hint, fault):
            return False
        return self._fault_alone(one.instance, one.best, reading)[0] == fault

    def find_again(self, instance: Any, reading: str) -> Counterexample | None:
        """The failure on one instance, alone; None if it does not fail."""
        answer = self._reference.one(instance)
        fault, grade, run = self._fault_alone(instance, answer.best, reading)
        return Counterexample(instance, fault, grade, run, answer) if fault else None

    def repeated(self, counterexample: Counterexample, reading: str) -> Counterexample:
        """The finding, repeated a few times: flaky if the outcome is not always the same."""
        for _ in range(REPETITIONS):
            fault, _, run = self._fault_alone(counterexample.instance, counterexample.best, reading)
            if fault != counterexample.fault:
                return replace(counterexample, other=run)
        return counterexample

    def _answers(
        self, instances: Sequence[Any], has_time: Callable[[], bool]
    ) -> Iterator[BulkAnswer]:
        """The answers up to the first that hit a limit: a second one would take as long again."""
        for answered in self._solution.all(instances):
            yield answered
            if answered.run.ended is not Ended.EXITED and answered.run.signal is None:
                return
            if not has_time():
                return

    def _seen(
        self,
        instance: Any,
        answered: BulkAnswer,
        reference: ReferenceAnswer,
        readings: tuple[str, ...],
    ) -> Observation:
        run, best = answered.run, reference.best
        grades: dict[str, Grade] | None = None
        if len(readings) == 1:
            is_read_alike = readings[0] == self._reference.reading
            graded = right_grade(self._plugin, instance, run, readings[0], reference, is_read_alike)
            grades = {readings[0]: graded} if graded else None
        if grades is None:
            grades = self._grades(instance, run, best, readings)
        return Observation(instance, answered, reference, grades)

    def _grades(
        self, instance: Any, run: Execution, best: Best[Any], readings: tuple[str, ...]
    ) -> dict[str, Grade]:
        return self._checker.grade(None, LoadedCase(instance, best), run, readings)

    def _fault(self, instance: Any, grade: Grade) -> Fault | None:
        if grade.verdict is Verdict.JE:
            raise JudgeError(f"{grade.message}, {shown_instance(self._plugin, instance)}")
        if grade.verdict is Verdict.AC:
            return None
        rule = grade.message if grade.verdict is Verdict.RTE else grade.rule
        return Fault(grade.verdict, grade.reason, rule)

    def _fault_alone(
        self, instance: Any, best: Best[Any], reading: str
    ) -> tuple[Fault | None, Grade, Execution]:
        run = self._solution.alone(instance)
        grade = self._grades(instance, run, best, (reading,))[reading]
        return self._fault(instance, grade), grade, run

    def _confirmed(self, seen: Sequence[Observation], reading: str) -> tuple[Counterexample, ...]:
        """The first failure of each kind and size, if it fails alone too; the smallest first."""
        firsts: dict[tuple[Fault, tuple[int, ...]], Observation] = {}
        for one in seen:
            fault = self._fault(one.instance, one.grades[reading])
            if fault:
                firsts.setdefault((fault, self._plugin.size(one.instance)), one)
        chosen = sorted(firsts.items(), key=lambda item: (sum(item[0][1]), item[0][1]))
        found = (self.confirm(one, reading) for _, one in _spread(chosen)[:CONFIRMED])
        return tuple(counterexample for counterexample in found if counterexample)

    def confirm(self, one: Observation, reading: str) -> Counterexample | None:
        """Run it alone, twice: if the outcomes differ the solution is flaky."""
        hint = self._fault(one.instance, one.grades[reading])
        if _costly(one.answered) and hint:
            waited = one.answered.run.ended is Ended.WALL_LIMIT
            if waited and self._fault_alone(one.instance, one.best, reading)[0] is None:
                return None  # the machine was too busy to run it
            return Counterexample(
                one.instance, hint, one.grades[reading], one.answered.run, one.reference
            )
        fault, grade, run = self._fault_alone(one.instance, one.best, reading)
        again, _, other = self._fault_alone(one.instance, one.best, reading)
        if again == fault and not (fault == hint or (fault and _is_hint(hint, fault))):
            self._solution.distrust_batches()
            if one.answered.alone or self._solution.in_batches:
                again, other = hint, one.answered.run
        if again != fault:
            either = fault or again
            assert either is not None
            return Counterexample(one.instance, either, grade, run, one.reference, other)
        return Counterexample(one.instance, fault, grade, run, one.reference) if fault else None

    def _spot_check(self, seen: Sequence[Observation], reading: str) -> tuple[Counterexample, ...]:
        """The last instance of a batch without a failure, alone: state may have hidden one."""
        if not seen or seen[-1].answered.alone:
            return ()
        if self._fault_alone(seen[-1].instance, seen[-1].best, reading)[0] is None:
            return ()
        found = self.confirm(seen[-1], reading)
        return (found,) if found else ()


def _spread(
    chosen: Sequence[tuple[tuple[Fault, tuple[int, ...]], Observation]],
) -> list[tuple[tuple[Fault, tuple[int, ...]], Observation]]:
    """Alternate between the kinds of failure, so that a common one does not hide a rare one."""
    turn: dict[Fault, int] = {}
    ranked = []
    for index, item in enumerate(chosen):
        fault = item[0][0]
        turn[fault] = turn.get(fault, 0) + 1
        ranked.append((turn[fault], index, item))
    return [item for _, _, item in sorted(ranked, key=lambda row: row[:2])]


def _is_hint(hint: Fault | None, fault: Fault) -> bool:
    """Whether a result from a batch suggests this failure; a batch does not show how a process
    would end."""
    return hint == fault or (hint is not None and hint.verdict is fault.verdict is Verdict.RTE)


def _timed_out(one: Observation) -> bool:
    return one.answered.run.ended in (Ended.CPU_LIMIT, Ended.WALL_LIMIT)


def _costly(answered: BulkAnswer) -> bool:
    """Whether it hit a limit alone, which is not repeated."""
    return answered.alone and answered.run.ended not in (Ended.EXITED, Ended.SIGNALLED)
