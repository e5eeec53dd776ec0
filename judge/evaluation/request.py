"""What a batch is asked to do, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from judge.checking import stopping
from judge.evaluation.executors import Executors, LocalExecutors
from judge.model import GIVE_UP, Case, GradedExecution, Isolation, Limits, Problem, Solution
from judge.packages.case_files import CaseFiles, LoadedCase
from judge.packages.case_reader import CaseView, ReadCases
from judge.plugin import Score


class Settings(Struct, frozen=True):
    """How a batch is run. ``give_up``: cases in a row that hit a limit and end a solution, 0 for
    never; ``stop_at_first``: end a solution as soon as no further case can change its verdict."""

    workers: int
    isolation: Isolation = Isolation.SOLUTION
    give_up: int = GIVE_UP
    stop_at_first: bool = False
    executors: Executors = field(default_factory=LocalExecutors)

    @property
    def rules(self) -> stopping.Rules:
        return stopping.Rules(self.give_up, self.stop_at_first)


class Request(Struct, frozen=True):
    """One solution to be judged on these cases of its problem."""

    problem: Problem
    solution: Solution
    readings: tuple[str, ...]
    #: Those that are read while others run have no digests before: see ``case``.
    cases: Sequence[Case]
    contexts: Sequence[LoadedCase]
    limits: Limits
    #: How long its executions took together when it last ran, in seconds; None if it never did.
    expected_s: float | None = None
    #: Names of cases to run before the others; what the verdict is does not depend on it.
    first: frozenset[str] = frozenset()
    #: By case: what was executed before the plan was made, in the solution's own convention.
    executed: Mapping[str, GradedExecution] = field(default_factory=dict)

    def case(self, index: int) -> Case:
        """A case with its digests; raises JudgeError where it must be read for them."""
        its = self.contexts
        return its.case(index) if isinstance(its, CaseView) else self.cases[index]

    def facts(self, index: int) -> tuple[Score | None, tuple[int, ...]]:
        """Of a case that was read: the score of the stored answer, if answers have scores, and the
        size, as the plug-in counts it."""
        its = self.contexts
        if isinstance(its, CaseView):
            return its.facts(index)
        return its[index].best_score, its[index].size

    def files(self, indices: Sequence[int]) -> tuple[CaseFiles, ...]:
        """The files of some cases, if all were read lately and are short; else none."""
        its = self.contexts
        if not isinstance(its, CaseView):
            return ()
        found = [its.files(index) for index in indices]
        kept = tuple(one for one in found if one is not None)
        return kept if len(kept) == len(found) else ()

    def read(self, indices: Iterable[int]) -> Iterator[ReadCases]:
        """Read those cases that were not read. Yields chunks of cases if all of the problem are
        read. Raises JudgeError, also for a stored answer that is wrong."""
        its = self.contexts
        if not isinstance(its, CaseView):
            return
        for place in indices:
            index = its.unread(place)
            if index is None:
                continue
            chunk = its.reader.read(index)
            if its.reader.has_all_of(self.problem):
                yield chunk
