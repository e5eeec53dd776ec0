"""What a worker does in a run: it prepares solutions, and runs and grades cases."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.checking.checker import Checker
from judge.common.errors import JudgeError
from judge.languages.argument_types import MOST_EXAMPLES
from judge.languages.toolchain import ToolMissing
from judge.model import Case, Execution, Grade, Isolation, Kind, Limits, Problem, Solution, Verdict
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.packages.plugin_loader import Packed
from judge.running import calling, interaction, output_file
from judge.running.build import built_solution
from judge.running.checkers import open_checker
from judge.running.compile import BuiltSolution, CompileError
from judge.running.external_checker import ExternalChecker
from judge.running.interaction import Interaction
from judge.running.runner import Runner, failed
from judge.sandbox.layer import Layer, MachineOverloaded, SandboxDied, SandboxUnavailable, View

#: How much of an output is sent back for the report; the grade is made from all of it.
KEPT_BYTES = 64 * 2**10


@dataclass(frozen=True)
class Job:
    """One solution on its problem's cases; ``contexts`` and ``cases`` have the same indices."""

    number: int
    problem: Problem
    solution: Solution
    cases: tuple[Case, ...]
    contexts: Sequence[LoadedCase]
    limits: Limits
    folder: Path

    def __reduce__(self) -> tuple[Any, ...]:
        """A process that was not forked must load the plug-in before it can read instances."""
        fields = tuple(getattr(self, field.name) for field in dataclasses.fields(self))
        return _unpacked_job, (Packed.of(self.problem.folder, fields),)


def _unpacked_job(packed: Packed) -> Job:
    return Job(*packed.value())


@dataclass(frozen=True)
class Prepare:
    """Compile a job's solution. Tasks name jobs by number, for every worker knows all jobs."""

    job: int


@dataclass(frozen=True)
class RunCases:
    """Run some cases of a job whose solution is built, by their indices in ``Job.cases``."""

    job: int
    built: BuiltSolution
    places: tuple[int, ...]


@dataclass(frozen=True)
class GradeOutputs:
    """Grade what some cases of a job printed in an earlier run: their indices and executions, and
    when those runs began."""

    job: int
    places: tuple[int, ...]
    runs: tuple[Execution, ...]
    executed_at: tuple[str, ...]


@dataclass(frozen=True)
class BuildDone:
    """Answer to ``Prepare``: what to run, or the verdict for the solution as a whole."""

    job: int
    built: BuiltSolution | None
    verdict: Verdict | None = None
    message: str = ""
    #: Whether it failed because the machine was overloaded, so that it should be tried again.
    overloaded: bool = False


@dataclass(frozen=True, slots=True)
class CaseDone:
    """Answer to ``RunCases`` and ``GradeOutputs``: the execution of one case, and its grade under
    each reading. ``executed_at``: when the earlier run began that executed it; else empty."""

    job: int
    place: int
    run: Execution
    grades: Mapping[str, Grade]
    executed_at: str = ""


#: What a worker of a run is given.
Task = Prepare | RunCases | GradeOutputs


class CaseHandler:
    """What a worker does: it keeps the sandbox of the solution that it ran last, and plug-ins and
    checkers of the problems that it has seen."""

    def __init__(self, jobs: Sequence[Job], layer: Layer, isolation: Isolation) -> None:
        self._jobs = jobs
        self._layer = layer
        self._isolation = isolation
        self._current: int | None = None
        self._runner: Runner | None = None
        self._problems: dict[Path, LoadedProblem] = {}
        self._checkers: dict[Path, Checker] = {}

    def answers(self, task: Task) -> Generator[BuildDone | CaseDone, None, None]:
        """One answer to ``Prepare``; to others one for each case, in the task's order."""
        if isinstance(task, Prepare):
            yield self.prepare(task.job)
            return
        if isinstance(task, GradeOutputs):
            yield from self._grade(task)
            return
        for place in task.places:
            yield self.run(task, place)

    def prepare(self, number: int) -> BuildDone:
        """Compile; each kind of failure has its verdict."""
        job = self._jobs[number]
        if job.solution.skipped:
            return BuildDone(number, None, Verdict.SKIP, job.solution.skipped)
        try:
            interaction.check(job.problem, job.solution)
            if job.solution.kind is Kind.OUTPUT:
                return BuildDone(number, BuiltSolution(job.solution, (), View(job.folder)))
            if too_large := _beyond_code_limit(job.problem, job.solution):
                return BuildDone(number, None, Verdict.CE, too_large)
            calling.check(job.solution, self._loaded(job.problem).plugin, job.cases)
            examples = self._examples(job) if job.solution.kind is Kind.FUNCTION else []
            built = built_solution(job.solution, job.problem, self._layer, job.folder, examples)
            return BuildDone(number, built)
        except ToolMissing as error:
            return BuildDone(number, None, Verdict.SKIP, str(error))
        except CompileError as error:
            return BuildDone(number, None, Verdict.CE, str(error))
        except MachineOverloaded as error:
            return BuildDone(number, None, Verdict.JE, str(error), overloaded=True)
        except (SandboxDied, SandboxUnavailable, OSError, JudgeError) as error:
            return BuildDone(number, None, Verdict.JE, str(error))

    def run(self, task: RunCases, place: int) -> CaseDone:
        """Run and grade one case."""
        job = self._jobs[task.job]
        if job.solution.kind is Kind.OUTPUT:
            return self._graded(job, place, _output(job, place))
        if self._current != task.job or self._runner is None:
            self._close_runner()
            self._runner = Runner(task.built, self._layer, job.limits, self._isolation)
            self._current = task.job
        plugin, instance = self._loaded(job.problem).plugin, job.contexts[place].instance
        try:
            if job.problem.validated_in_run:
                return self._validated(job, place, self._runner)
            ran = self._runner.run(plugin, instance, job.cases[place])
        except JudgeError as error:
            ran = failed(str(error))
        return self._graded(job, place, ran)

    def _grade(self, task: GradeOutputs) -> Iterator[CaseDone]:
        job = self._jobs[task.job]
        for place, run, at in zip(task.places, task.runs, task.executed_at, strict=True):
            yield dataclasses.replace(self._graded(job, place, run), executed_at=at)

    def _validated(self, job: Job, place: int, runner: Runner) -> CaseDone:
        """Run a case in which the validator takes part; raises JudgeError."""
        checker = self._checker(job)
        assert isinstance(checker, ExternalChecker)
        together = Interaction(job.problem, runner, checker.open_validator())
        run, grade = together.judge(job.cases[place])
        grades = dict.fromkeys(job.solution.readings or checker.readings, grade)
        return CaseDone(job.number, place, _shortened(run), grades)

    def _graded(self, job: Job, place: int, run: Execution) -> CaseDone:
        grades = self._checker(job).grade(
            job.cases[place], job.contexts[place], run, job.solution.readings
        )
        return CaseDone(job.number, place, _shortened(run), grades)

    def _examples(self, job: Job) -> list[list[Any]]:
        """The arguments of the first cases, as the function will get them."""
        first = [context.instance for context in job.contexts[:MOST_EXAMPLES]]
        return calling.arguments(job.solution, self._loaded(job.problem).plugin, first)

    def _loaded(self, problem: Problem) -> LoadedProblem:
        if problem.folder not in self._problems:
            self._problems[problem.folder] = with_plugin(problem)
        return self._problems[problem.folder]

    def _checker(self, job: Job) -> Checker:
        folder = job.problem.folder
        if folder not in self._checkers:
            loaded = self._loaded(job.problem)
            self._checkers[folder] = open_checker(loaded, self._layer, job.folder.parent)
        return self._checkers[folder]

    def close(self) -> None:
        """End the sandboxes of the solution and of all checkers."""
        self._close_runner()
        for checker in self._checkers.values():
            checker.close()
        self._checkers.clear()

    def _close_runner(self) -> None:
        if self._runner is not None:
            self._runner.close()
            self._runner = None


def _output(job: Job, place: int) -> Execution:
    """What an output file, or a submission of answers, says of a case."""
    if job.problem.submits_answers:
        case = job.cases[place]
        return output_file.answer_of(job.solution, job.problem, case, job.limits)
    return output_file.output_of(job.solution, job.limits)


def _shortened(run: Execution) -> Execution:
    result = None if run.result is None else run.result[:KEPT_BYTES]
    cut = run.cut or max(len(run.stdout), len(run.result or b"")) > KEPT_BYTES
    return dataclasses.replace(run, stdout=run.stdout[:KEPT_BYTES], result=result, cut=cut)


def _beyond_code_limit(problem: Problem, solution: Solution) -> str:
    """Why a source is too large for its problem; empty if it is not."""
    most = problem.declared.code_bytes
    size = solution.measured.file if solution.measured else solution.size
    if most is None or size <= most:
        return ""
    return f"the source has {size:,} bytes, and the code limit is {most:,}"
