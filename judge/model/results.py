"""Grades and outcomes of executions; results of solutions, problems and runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field

from judge.model.calibration import Calibration
from judge.model.convention import Kind
from judge.model.execution import Execution
from judge.model.expectation import CaseResult, WholeResult, names, unmet
from judge.model.problem import Problem
from judge.model.solution import Solution
from judge.model.verdict import Reason, Verdict
from judge.plugin import Score


class Grade(Struct, frozen=True, omit_defaults=True):
    """The verdict on one output under one reading."""

    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    score: Score | None = None
    gap: Score | None = None
    #: The short name of the rule that an illegal answer breaks.
    rule: str = ""


class GradedExecution(Struct, frozen=True, omit_defaults=True):
    """One execution and its grade under each reading; ``best`` is the stored answer's score, None
    where answers have no scores."""

    case: str
    best: Score | None
    run: Execution
    grades: Mapping[str, Grade]
    #: The case's size, as the plug-in counts it.
    size: tuple[int, ...] = ()
    #: When the run began that executed it, ISO 8601 with offset, if an earlier run did; else empty.
    executed_at: str = ""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """The final verdict on one solution on one case."""

    problem: str
    solution: str
    case: str
    verdict: Verdict
    reason: Reason | None
    message: str
    score: Score | None
    best: Score | None
    gap: Score | None
    run: Execution | None
    #: When the run began that executed it, ISO 8601 with offset, if an earlier run did; else empty.
    executed_at: str = ""
    #: The size of the case, as the plug-in counts it; empty if it is not known.
    size: tuple[int, ...] = ()


#: What a static validation test case is called below its group. No file has this name.
STATIC_NAME = "static validation"
#: Why the remaining cases were not run, where somebody ended the run.
INTERRUPTED = "interrupted"


class Slow(Struct, frozen=True):
    """How far a right but slow solution came: the largest case that it solved.

    ``size`` is the plug-in's. ``growth`` is the factor by which CPU time grows per step of
    size, fitted to ``points`` cases; None if those are too few.
    """

    case: str
    size: tuple[int, ...]
    growth: float | None
    points: int


class GroupResult(Struct, frozen=True):
    """One group of cases: its verdict and, of a scoring problem, its score. ``why`` says why the
    score is 0 although cases passed."""

    name: str
    verdict: Verdict
    score: Score | None = None
    why: str = ""


class StaticResult(Struct, frozen=True):
    """What the static validator says of a source for one group."""

    group: str
    grade: Grade

    @property
    def name(self) -> str:
        """The name of the static validation test case, for messages."""
        return f"{self.group}/{STATIC_NAME}"


class Totals(Struct, frozen=True):
    """What the outcomes of a solution come to: how many cases have each verdict, the largest gap,
    CPU time and memory, and sums."""

    verdicts: Mapping[Verdict, int]
    worst_gap: Score | None
    executions: int
    #: How many of them are from earlier runs.
    known: int
    cpu_s: float
    peak_mib: float
    all_cpu_s: float
    all_wall_s: float

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Totals:
        """There may be very many: they are taken once."""
        verdicts, gap = Counter[Verdict](), None
        executions = known = 0
        cpu_s = peak_mib = all_cpu_s = all_wall_s = 0.0
        for outcome in outcomes:
            verdicts[outcome.verdict] += 1
            known += bool(outcome.executed_at)
            if outcome.gap is not None:
                gap = outcome.gap if gap is None else max(gap, outcome.gap)
            if run := outcome.run:
                executions += 1
                cpu_s, all_cpu_s = max(cpu_s, run.cpu_s), all_cpu_s + run.cpu_s
                peak_mib, all_wall_s = max(peak_mib, run.peak_mib), all_wall_s + run.wall_s
        return cls(verdicts, gap, executions, known, cpu_s, peak_mib, all_cpu_s, all_wall_s)


class SolutionResult(Struct, frozen=True, dict=True):
    """One solution over all its cases. ``outcomes`` lacks the cases that were not run."""

    solution: Solution
    verdict: Verdict
    reading: str | None
    #: Why that reading was chosen, for the report.
    reading_why: str
    outcomes: Sequence[Outcome]
    #: What went wrong before any case ran: a compile error's text, a missing toolchain.
    message: str = ""
    #: Why the remaining cases were not run; empty when all were.
    stopped: str = ""
    #: Of an UNVERIFIED one.
    slow: Slow | None = None
    #: Of a scoring problem, if all cases were run.
    score: Score | None = None
    groups: tuple[GroupResult, ...] = ()
    #: Of a problem with static validation test cases.
    static: tuple[StaticResult, ...] = ()
    #: The largest bound up to which it is right on every input, such as (3, 3); empty if none is
    #: known.
    proved: tuple[int, ...] = ()
    #: What all outcomes come to, where ``outcomes`` holds only some of very many.
    whole: Totals | None = None

    @property
    def proof(self) -> str:
        """``proved to 3 × 3``; empty if nothing is proved."""
        return f"proved to {' × '.join(map(str, self.proved))}" if self.proved else ""

    @property
    def as_expected(self) -> bool:
        return not self.unexpected

    @property
    def _is_open(self) -> bool:
        """Whether the run ended before its cases say what was expected: while all was accepted, as
        a case that fails may be among the rest, or before there is a score to expect a part of."""
        partial = any(one.partial for one in self.solution.expectations)
        return self.stopped == INTERRUPTED and (self.verdict is Verdict.AC or partial)

    @cached_property
    def unexpected(self) -> str:
        """What was expected instead, in a few words; empty if all is as expected."""
        if self.verdict is Verdict.SKIP or self._is_open:
            return ""
        if not self.solution.expectations:
            expected = names(self.solution.expect)
            return "" if self.verdict in self.solution.expect else expected
        found = [CaseResult(o.case, o.verdict, o.message) for o in self.outcomes]
        found += [CaseResult(s.name, s.grade.verdict, s.grade.message) for s in self.static]
        scores = {"": self.score, **{group.name or "": group.score for group in self.groups}}
        whole = WholeResult(self.verdict, scores)
        for expectation in self.solution.expectations:
            if not found and expectation.cases:
                continue
            if said := unmet(expectation, found or [CaseResult("", self.verdict)], whole):
                return f"{said}, {expectation.origin}"
        if self.verdict is Verdict.JE:  # over all: the package breaks a rule of scores
            return f"{names(self.solution.expect)}, not {Verdict.JE.name} over all"
        return ""

    @cached_property
    def totals(self) -> Totals:
        """What all outcomes come to."""
        return self.whole or Totals.of(self.outcomes)

    @property
    def ran(self) -> int:
        """How many cases were run."""
        return sum(self.totals.verdicts.values())

    @property
    def worst_gap(self) -> Score | None:
        return self.totals.worst_gap

    @property
    def passed(self) -> int:
        return self.totals.verdicts.get(Verdict.AC, 0)

    @property
    def cpu_s(self) -> float:
        """The longest CPU time of a case, in seconds."""
        return self.totals.cpu_s

    @property
    def timed(self) -> bool:
        """Whether there are times and memory to report: something was run, not only read."""
        return self.solution.kind is not Kind.OUTPUT and self.totals.executions > 0

    @property
    def known(self) -> int:
        """How many of its executions are from earlier runs."""
        return self.totals.known

    @property
    def peak_mib(self) -> float:
        return self.totals.peak_mib

    @property
    def failed(self) -> Iterator[Outcome]:
        """The cases that were not accepted, but for those that do not count as run."""
        if self.passed == self.ran:
            return iter(())
        spared = (Verdict.AC, Verdict.SKIP)
        return (outcome for outcome in self.outcomes if outcome.verdict not in spared)

    @cached_property
    def refuted(self) -> Outcome | None:
        """The first case with the verdict that the whole has, or else the first not accepted."""
        whole = (outcome for outcome in self.failed if outcome.verdict is self.verdict)
        return next(whole, None) or next(self.failed, None)


class ProblemResult(Struct, frozen=True):
    """All solutions judged on one problem."""

    problem: Problem
    solutions: tuple[SolutionResult, ...]


class Results(Struct, frozen=True):
    """One ``judge run``, as reports show it."""

    problems: tuple[ProblemResult, ...]
    #: ISO 8601 with offset.
    started: str
    wall_s: float
    command: str
    machine: str
    sandbox: str
    toolchains: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False
    #: Of the judge that made these results; empty in results of an older store.
    version: str = ""
    #: The class of the machine: times compare within one. Empty in results of an older store.
    machine_class: str = ""
    #: How fast it is, if `judge calibrate` has measured that.
    calibration: Calibration | None = None

    @property
    def unexpected(self) -> tuple[SolutionResult, ...]:
        return tuple(j for p in self.problems for j in p.solutions if not j.as_expected)
