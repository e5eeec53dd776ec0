"""What a worker does in a run: it prepares solutions, and runs and grades cases."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from judge.checking.checker import Checker
from judge.common.errors import JudgeError
from judge.evaluation import convention_trial
from judge.languages.argument_types import MOST_EXAMPLES
from judge.languages.candidates import candidate
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing
from judge.model import (
    ON_COMMAND_LINE,
    Candidate,
    Case,
    Execution,
    Grade,
    Isolation,
    Kind,
    Limits,
    Problem,
    Solution,
    Verdict,
)
from judge.model.by_values import pickled_by_values
from judge.packages.case_files import LoadedCase
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.packages.plugin_loader import PackedValue
from judge.packages.problem_plugin import ProblemPlugin
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
        return _unpacked_job, (PackedValue.of(self.problem.folder, fields),)


def _unpacked_job(packed: PackedValue) -> Job:
    return Job(*packed.value())


@dataclass(frozen=True)
class Prepare:
    """Compile a job's solution. Tasks name jobs by number, for every worker knows all jobs.
    ``trial``: whether to execute small cases to find its convention, if that is open."""

    job: int
    trial: bool = True


@dataclass(frozen=True)
class RunCases:
    """Run some cases of a job whose solution is built, by their indices in ``Job.cases``."""

    job: int
    built: BuiltSolution
    indices: tuple[int, ...]


@dataclass(frozen=True)
class GradeOutputs:
    """Grade what some cases of a job printed in an earlier run: their indices and executions, and
    when those runs began."""

    job: int
    indices: tuple[int, ...]
    runs: tuple[Execution, ...]
    executed_at: tuple[str, ...]


@dataclass(frozen=True)
class BuildDone:
    """Answer to ``Prepare``: what to run, or the verdict for the solution as a whole."""

    job: int
    built: BuiltSolution | None
    verdict: Verdict | None = None
    message: str = ""
    #: Cases that were executed to find the convention of ``built``; their outcomes count.
    tried: tuple[CaseDone, ...] = ()
    #: Whether it failed because the machine was overloaded, so that it should be tried again.
    overloaded: bool = False


@pickled_by_values
@dataclass(frozen=True, slots=True)
class CaseDone:
    """Answer to ``RunCases`` and ``GradeOutputs``: the execution of one case, and its grade under
    each reading. ``executed_at``: when the earlier run began that executed it; else empty."""

    job: int
    index: int
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
            yield self.prepare(task.job, task.trial)
            return
        if isinstance(task, GradeOutputs):
            yield from self._grade(task)
            return
        for index in task.indices:
            yield self.run(task, index)

    def prepare(self, number: int, trial: bool = True) -> BuildDone:
        """Compile, and where the calling convention is open, find it by trying candidates on small
        cases."""
        job = self._jobs[number]
        done = self.build(job)
        if not trial or done.verdict not in (None, Verdict.CE):
            return done
        if not convention_trial.is_open(
            job.solution, job.problem, self._loaded(job.problem).plugin
        ):
            return done
        if indices := convention_trial.small_indices(job.contexts):
            return self._with_convention(job, done, indices)
        return done

    def _with_convention(self, job: Job, done: BuildDone, indices: Sequence[int]) -> BuildDone:
        """What to run, in the convention that suits small cases best."""
        solution = job.solution
        workshop = _Workshop(self, job, done)
        signs = candidate(solution.kind, solution.convention)
        first = _First(self, job, done.built) if done.built else None
        others, further = solution.candidates, convention_trial.further_indices(job.contexts)
        found = convention_trial.find_convention(
            signs, first, others, workshop, indices, further, len(job.cases)
        )
        built = done.built if found.candidate == signs else workshop.built.get(found.candidate)
        if built is None:
            return done
        if built is not done.built:
            self._close_runner()
        settled = _settled(solution, found)
        tried = tuple(
            CaseDone(job.number, index, _shortened(trial.run), dict(trial.grades))
            for index, trial in convention_trial.counted_trials(found.trials)
        )
        return BuildDone(job.number, dataclasses.replace(built, solution=settled), tried=tried)

    def graded_run(self, job: Job, index: int, run: Execution) -> convention_trial.Trial:
        """An execution with its grades, whole."""
        grades = self._checker(job).grade(
            job.cases[index], job.contexts[index], run, job.solution.readings
        )
        return convention_trial.Trial(run, grades)

    def first_run(self, job: Job, built: BuiltSolution, index: int) -> Execution:
        """An execution in the sandbox that later cases use as well."""
        runner = self._runner_of(job, built)
        return runner.run(*self.instance(job, index))

    def runner_for(self, job: Job, built: BuiltSolution) -> Runner:
        """A sandbox of its own for a candidate, with a lower limit."""
        cpu_s = min(convention_trial.MOST_CPU_S, job.limits.cpu_s)
        limits = dataclasses.replace(job.limits, cpu_s=cpu_s)
        return Runner(built, self._layer, limits, self._isolation)

    def build(self, job: Job) -> BuildDone:
        """Compile; each kind of failure has its verdict."""
        number = job.number
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

    def run(self, task: RunCases, index: int) -> CaseDone:
        """Run and grade one case."""
        job = self._jobs[task.job]
        if job.solution.kind is Kind.OUTPUT:
            return self._graded(job, index, _output(job, index))
        try:
            if job.problem.validated_in_run:
                return self._validated(job, index, self._runner_of(job, task.built))
            ran = self.first_run(job, task.built, index)
        except JudgeError as error:
            ran = failed(str(error))
        return self._graded(job, index, ran)

    def _grade(self, task: GradeOutputs) -> Iterator[CaseDone]:
        job = self._jobs[task.job]
        for index, run, at in zip(task.indices, task.runs, task.executed_at, strict=True):
            yield dataclasses.replace(self._graded(job, index, run), executed_at=at)

    def _runner_of(self, job: Job, built: BuiltSolution) -> Runner:
        """The sandbox of a solution, which stays open while this worker runs its cases."""
        if self._current != job.number or self._runner is None:
            self._close_runner()
            self._runner = Runner(built, self._layer, job.limits, self._isolation)
            self._current = job.number
        return self._runner

    def _validated(self, job: Job, index: int, runner: Runner) -> CaseDone:
        """Run a case in which the validator takes part; raises JudgeError."""
        checker = self._checker(job)
        assert isinstance(checker, ExternalChecker)
        together = Interaction(job.problem, runner, checker.open_validator())
        run, grade = together.judge(job.cases[index])
        grades = dict.fromkeys(job.solution.readings or checker.readings, grade)
        return CaseDone(job.number, index, _shortened(run), grades)

    def _graded(self, job: Job, index: int, run: Execution) -> CaseDone:
        grades = self._checker(job).grade(
            job.cases[index], job.contexts[index], run, job.solution.readings
        )
        return CaseDone(job.number, index, _shortened(run), grades)

    def _examples(self, job: Job) -> list[list[Any]]:
        """The arguments of the first cases, as the function will get them."""
        first = [context.instance for context in job.contexts[:MOST_EXAMPLES]]
        return calling.arguments(job.solution, self._loaded(job.problem).plugin, first)

    def argument_count(self, job: Job) -> int:
        """How many arguments the problem has."""
        return len(self._loaded(job.problem).plugin.arguments(job.contexts[0].instance))

    def instance(self, job: Job, index: int) -> tuple[ProblemPlugin, Any, Case]:
        """What a runner needs of one case."""
        return self._loaded(job.problem).plugin, job.contexts[index].instance, job.cases[index]

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


@dataclass(frozen=True)
class _First:
    """The candidate that the signs of the source choose, in the solution's own sandbox."""

    handler: CaseHandler
    job: Job
    built: BuiltSolution

    def trial(self, index: int) -> convention_trial.Trial:
        return _trial(self.handler, self.job, index, partial(self._run, index))

    def _run(self, index: int) -> Execution:
        return self.handler.first_run(self.job, self.built, index)

    def close(self) -> None:
        """It stays open for the cases that follow."""


@dataclass(frozen=True)
class _Other:
    """Another candidate, in a sandbox of its own."""

    handler: CaseHandler
    job: Job
    runner: Runner

    def trial(self, index: int) -> convention_trial.Trial:
        return _trial(self.handler, self.job, index, partial(self._run, index))

    def _run(self, index: int) -> Execution:
        return self.runner.run(*self.handler.instance(self.job, index))

    def close(self) -> None:
        self.runner.close()


def _trial(
    handler: CaseHandler, job: Job, index: int, run: Callable[[], Execution]
) -> convention_trial.Trial:
    try:
        return handler.graded_run(job, index, run())
    except JudgeError as error:
        return handler.graded_run(job, index, failed(str(error)))


@dataclass
class _Workshop:
    """Builds the candidates of a job; ``built`` keeps what was built of each."""

    handler: CaseHandler
    job: Job
    first: BuildDone
    built: dict[Candidate, BuiltSolution] = field(default_factory=dict)
    folders: int = 0

    @property
    def compiles(self) -> bool:
        return bool(all_languages()[self.job.solution.language].host_compile)

    def attempt(self, candidate: Candidate) -> _Other | None:
        """Only how a program is fed changes nothing of what is built."""
        solution = _as_candidate(self.job.solution, candidate)
        order = candidate.convention.argument_order
        if order and len(order) != self.handler.argument_count(self.job):
            return None
        built = self.first.built
        forms = {candidate.convention.input, self.job.solution.convention.input}
        argv = forms & ON_COMMAND_LINE
        if built and solution.kind is self.job.solution.kind is Kind.PROGRAM and not argv:
            built = dataclasses.replace(built, solution=solution)
        else:
            self.folders += 1
            folder = self.job.folder.with_name(f"{self.job.folder.name}-{self.folders}")
            shutil.rmtree(folder, ignore_errors=True)  # of a worker that was killed
            job = dataclasses.replace(self.job, solution=solution, folder=folder)
            built = self.handler.build(job).built
        if built is None:
            return None
        self.built[candidate] = built
        return _Other(self.handler, self.job, self.handler.runner_for(self.job, built))

    def regraded(
        self, candidate: Candidate, index: int, trial: convention_trial.Trial
    ) -> convention_trial.Trial:
        solution = _as_candidate(self.job.solution, candidate)
        if self.first.built:
            self.built[candidate] = dataclasses.replace(self.first.built, solution=solution)
        return self.handler.graded_run(self.job, index, calling.taken(solution, trial.run))


def _as_candidate(solution: Solution, candidate: Candidate) -> Solution:
    return dataclasses.replace(solution, kind=candidate.kind, convention=candidate.convention)


def _settled(solution: Solution, found: convention_trial.Finding) -> Solution:
    """The solution in its convention, with a line that says how it was found."""
    said = (found.said,) if found.said else ()
    taken = _as_candidate(solution, found.candidate)
    return dataclasses.replace(taken, settled=solution.settled + said)


def _output(job: Job, index: int) -> Execution:
    """What an output file, or a submission of answers, says of a case."""
    if job.problem.submits_answers:
        case = job.cases[index]
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
