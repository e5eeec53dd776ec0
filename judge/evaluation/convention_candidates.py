"""The candidates for a calling convention, built and executed so that they can be tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from judge.common.errors import JudgeError
from judge.evaluation.convention_record import OWN_ENDS, Trial
from judge.evaluation.convention_trial import Finding
from judge.evaluation.tasks import BuildDone, Job
from judge.languages.table import all_languages
from judge.model import (
    ON_COMMAND_LINE,
    Arity,
    Candidate,
    Case,
    Ended,
    Execution,
    Kind,
    Output,
    Solution,
)
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling
from judge.running.arrangements import can_arrange
from judge.running.compile import BuiltSolution, called_as
from judge.running.runner import Runner, failed


class Handler(Protocol):
    """What a worker does for candidates."""

    def build(self, job: Job) -> BuildDone:
        """Compile."""

    def graded_run(self, job: Job, index: int, run: Execution) -> Trial:
        """An execution with its grades, whole."""

    def first_run(self, job: Job, built: BuiltSolution, index: int) -> Execution:
        """An execution in the sandbox that later cases use as well."""

    def runner_for(self, job: Job, built: BuiltSolution, start_s: float) -> Runner:
        """A sandbox of its own for a candidate, with a lower limit; ``start_s`` is CPU time that a
        start alone may take."""

    def instance(self, job: Job, index: int) -> tuple[ProblemPlugin, Any, Case]:
        """What a runner needs of one case."""

    def argument_lists(self, job: Job) -> list[list[Any]]:
        """The arguments of the first cases, as the problem has them."""


def _keep_open() -> None:
    """What ends the sandbox of a candidate whose later cases run in it as well."""


class BuiltCandidate(Struct, frozen=True):
    """A candidate in its sandbox: what executes the case with an index, and what ends the
    sandbox."""

    handler: Handler
    job: Job
    execute: Callable[[int], Execution]
    end: Callable[[], None] = _keep_open

    def trial(self, index: int) -> Trial | None:
        try:
            run = self.execute(index)
            if run.ended is Ended.OVERLOADED:
                run = self.execute(index)
            if run.ended is Ended.OVERLOADED:
                return None
            return self.handler.graded_run(self.job, index, run)
        except JudgeError as error:
            return self.handler.graded_run(self.job, index, failed(str(error)))

    def close(self) -> None:
        self.end()


class CandidateBuilder(Struct, dict=True):
    """Builds the candidates of a job; ``built`` keeps what was built of each."""

    handler: Handler
    job: Job
    first: BuildDone
    built: dict[Candidate, BuiltSolution] = field(default_factory=dict)
    #: The same for functions that are compiled, by what is compiled; None where that failed.
    compiled: dict[Solution, BuiltSolution | None] = field(default_factory=dict)
    folders: int = 0
    #: Whether the source cannot be built as a program, whatever its input is.
    is_no_program: bool = False
    #: The least CPU time, in seconds, that the first candidate took: a start may take that long.
    start_s: float = 0.0

    def first_run(self, index: int) -> Execution:
        """An execution of the first candidate, which has been built, unless it is known."""
        assert self.first.built is not None
        known = self.job.executed.get(index)
        run = known.run if known else self.handler.first_run(self.job, self.first.built, index)
        if run.ended in OWN_ENDS:
            self.start_s = min(self.start_s or run.cpu_s, run.cpu_s)
        return run

    @cached_property
    def _argument_lists(self) -> list[list[Any]]:
        """The arguments of the first cases: the same for every candidate."""
        return self.handler.argument_lists(self.job)

    @property
    def compiles(self) -> bool:
        return bool(all_languages()[self.job.solution.language].host_compile)

    @property
    def is_variant(self) -> bool:
        return self.job.solution.variant_of is not None

    def attempt(self, candidate: Candidate) -> BuiltCandidate | None:
        """Only how a program is fed changes nothing of what is built."""
        solution = _as_candidate(self.job.solution, candidate)
        if solution.kind is Kind.PROGRAM and self.is_no_program:
            return None
        if not can_arrange(self._argument_lists, candidate.convention):
            return None
        if self.compiles and solution.kind is Kind.FUNCTION:
            return self._called_in_another_way(candidate, solution)
        built = self.first.built
        forms = {candidate.convention.input, self.job.solution.convention.input}
        argv = forms & ON_COMMAND_LINE
        if built and solution.kind is self.job.solution.kind is Kind.PROGRAM and not argv:
            built = replace(built, solution=solution)
        else:
            built = self._built(solution)
        if built is None:
            self.is_no_program |= solution.kind is Kind.PROGRAM
            return None
        return self._opened(candidate, built)

    def _called_in_another_way(
        self, candidate: Candidate, solution: Solution
    ) -> BuiltCandidate | None:
        """How a function that is compiled with its host is called, and where it answers, are
        options of the host: nothing is compiled again for them."""
        key = _what_is_compiled(solution)
        if not self.compiled:
            self.compiled[_what_is_compiled(self.job.solution)] = self.first.built
        if key not in self.compiled:
            self.compiled[key] = self._built(solution)
        built = self.compiled[key]
        if built is None:
            return None
        return self._opened(candidate, called_as(built, solution))

    def _built(self, solution: Solution) -> BuiltSolution | None:
        self.folders += 1
        folder = self.job.folder.with_name(f"{self.job.folder.name}-{self.folders}")
        return self.handler.build(replace(self.job, solution=solution, folder=folder)).built

    def _opened(self, candidate: Candidate, built: BuiltSolution) -> BuiltCandidate:
        self.built[candidate] = built
        runner = self.handler.runner_for(self.job, built, self.start_s)

        def execute(index: int) -> Execution:
            return runner.run(*self.handler.instance(self.job, index))

        return BuiltCandidate(self.handler, self.job, execute, runner.close)

    def regraded(self, candidate: Candidate, index: int, trial: Trial) -> Trial:
        solution = _as_candidate(self.job.solution, candidate)
        if self.first.built:
            self.built[candidate] = replace(self.first.built, solution=solution)
        return self.handler.graded_run(self.job, index, calling.taken(solution, trial.run))


def _what_is_compiled(solution: Solution) -> Solution:
    """The solution without what only its host's options say."""
    convention = replace(
        solution.convention,
        arity=Arity.ARGS,
        output=Output.RETURN,
        result_length=None,
        end_mark=None,
    )
    return replace(solution, convention=convention)


def _as_candidate(solution: Solution, candidate: Candidate) -> Solution:
    return replace(solution, kind=candidate.kind, convention=candidate.convention)


def in_convention(solution: Solution, found: Finding) -> Solution:
    """The solution in its convention, with a line that says how it was found."""
    said = (found.said,) if found.said else ()
    taken = _as_candidate(solution, found.candidate)
    return replace(taken, settled=solution.settled + said)
