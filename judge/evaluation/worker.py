"""What a worker does in a run: it prepares solutions, and runs and grades cases."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.checking.checker import Checker
from judge.common.errors import JudgeError
from judge.common.removal import remove_tree
from judge.evaluation import convention_record, convention_trial
from judge.evaluation.convention_candidates import (
    BuiltCandidate,
    CandidateBuilder,
    in_convention,
)
from judge.evaluation.tasks import (
    BuildDone,
    CaseDone,
    GradeOutputs,
    Job,
    OpenChecker,
    Prepare,
    RunCases,
    Task,
)
from judge.evaluation.validator_hangs import ValidatorHangs
from judge.languages.argument_types import MOST_EXAMPLES
from judge.languages.candidates import candidate
from judge.languages.toolchain import ToolMissing
from judge.model import (
    Case,
    Ended,
    Execution,
    Grade,
    Isolation,
    Kind,
    Problem,
    Solution,
    Verdict,
)
from judge.packages.case_reader import first_of, read_ahead
from judge.packages.loaded_problem import LoadedProblem, with_plugin
from judge.packages.plugin_faults import PluginFault
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling, interaction, output_file
from judge.running.build import built_solution
from judge.running.checkers import open_checker
from judge.running.compile import BuiltSolution
from judge.running.external_checker import ExternalChecker
from judge.running.interaction import Interaction
from judge.running.request_window import RequestWindow
from judge.running.runner import Runner, failed
from judge.running.shared_process import SharedProcess, may_share
from judge.running.static_validator import StaticValidator
from judge.running.submitted_files import files_of_submission
from judge.running.tool_session import CompileError
from judge.sandbox.layer import Layer, MachineOverloaded, SandboxDied, SandboxUnavailable, View

#: How much of an output is sent back for the report; the grade is made from all of it.
KEPT_BYTES = 64 * 2**10


class CaseHandler:
    """What a worker does: it keeps the sandbox of the solution that it ran last, and plug-ins and
    checkers of the problems that it has seen."""

    def __init__(self, jobs: Sequence[Job], layer: Layer, isolation: Isolation) -> None:
        self._jobs = jobs
        self._layer = layer
        self._isolation = isolation
        self._current: int | None = None
        self._runner: Runner | None = None
        self._shared: SharedProcess | None = None
        self._window: RequestWindow | None = None
        self._problems: dict[Path, LoadedProblem] = {}
        self._checkers: dict[Path, Checker] = {}
        self._statics: dict[Path, StaticValidator] = {}
        #: The number of a job, and the files of its solution.
        self._shown: tuple[int, Mapping[str, bytes]] | None = None
        self._hangs = ValidatorHangs()

    def answers(self, task: Task) -> Generator[BuildDone | CaseDone, None, None]:
        """One answer to ``Prepare``, none to ``OpenChecker``; to others one for each case, in the
        task's order."""
        if isinstance(task, Prepare):
            yield self.prepare(task.job, task.trial)
            return
        if isinstance(task, OpenChecker):
            self._open_checker(self._jobs[task.job])
            return
        contexts = self._jobs[task.job].contexts
        if isinstance(task, GradeOutputs):
            read_ahead(contexts, task.indices)
            yield from self._grade(task)
            return
        read_ahead(contexts, task.indices, task.files)
        yield from self._run(task)

    def _run(self, task: RunCases) -> Iterator[CaseDone]:
        """Run and grade cases: those of a pure function together, where that ends well."""
        job, indices = self._jobs[task.job], iter(task.indices)
        for runs in self._runs(job, task):
            # What has run already is graded without waiting for anything.
            quick = len(runs) > 1 and None not in runs
            with self._checker(job).series() if quick else nullcontext():
                for ran in runs:
                    index = next(indices)
                    yield self.run(task, index) if ran is None else self._graded(job, index, ran)

    def _runs(self, job: Job, task: RunCases) -> Iterator[list[Execution | None]]:
        """Those executions of a task that were made together, one or more at a time, in order; None
        for one that is to run by itself."""
        if self._may_share(job, task.built):
            shared = self._shared_process_of(job, task.built)
            runs = shared.runs([job.contexts[index].instance for index in task.indices])
            return ([ran] for ran in runs)
        if self._may_ask_together(job):
            return self._window_of(job, task.built).runs(task.indices)
        return ([None] for _ in task.indices)

    def _may_share(self, job: Job, built: BuiltSolution) -> bool:
        shares = may_share(built, len(job.cases), self._isolation)
        return shares and not self._runs_one_by_one(job)

    def _may_ask_together(self, job: Job) -> bool:
        return job.solution.kind is not Kind.OUTPUT and not self._runs_one_by_one(job)

    def _runs_one_by_one(self, job: Job) -> bool:
        return job.problem.validated_in_run or bool(self._hangs.reason_to_stop(job))

    def _window_of(self, job: Job, built: BuiltSolution) -> RequestWindow:
        """Goes with the sandbox of a solution."""
        runner = self._runner_of(job, built)
        if self._window is None:
            plugin = self._loaded(job.problem).plugin
            self._window = RequestWindow(runner, plugin, lambda i: self.instance(job, i)[1:])
        return self._window

    def _shared_process_of(self, job: Job, built: BuiltSolution) -> SharedProcess:
        """Stays open as the sandbox of a solution does."""
        self._runner_of(job, built)
        if self._shared is None:
            plugin = self._loaded(job.problem).plugin
            self._shared = SharedProcess(built, self._layer, job.limits, plugin)
        return self._shared

    def prepare(self, number: int, trial: bool = True) -> BuildDone:
        """Compile, and where the calling convention is open, find it by trying candidates on small
        cases."""
        job = self._jobs[number]
        done = self._prepared(job, trial)
        if done.built is None or not job.problem.static_groups or job.solution.kind is Kind.OUTPUT:
            return done
        static = self._static(job).results(done.built.solution, done.built.view.folder)
        return replace(done, static=static)

    def _prepared(self, job: Job, trial: bool) -> BuildDone:
        done = self.build(job)
        if not trial or done.verdict not in (None, Verdict.CE):
            return done
        if not convention_trial.is_open(
            job.solution, job.problem, self._loaded(job.problem).plugin
        ):
            return done
        if indices := convention_trial.small_indices(job.contexts):
            try:
                return self._with_convention(job, done, indices)
            except PluginFault:  # the first case that is judged has it, and says so
                return done
        return done

    def _with_convention(self, job: Job, done: BuildDone, indices: Sequence[int]) -> BuildDone:
        """What to run, in the convention that suits small cases best."""
        solution = job.solution
        workshop = CandidateBuilder(self, job, done)
        signs = candidate(solution.kind, solution.convention)
        first = None
        if done.built:
            first = BuiltCandidate(self, job, workshop.first_run)
        others, further = solution.candidates, convention_trial.further_indices(job.contexts)
        sizes = [context.size for context in first_of(job.contexts)]
        found = convention_trial.find_convention(
            signs, first, others, workshop, indices, further, sizes
        )
        built = done.built if found.candidate == signs else workshop.built.get(found.candidate)
        if built is None:
            return done
        if built is not done.built:
            self._close_runner()
        settled = in_convention(solution, found)
        tried = tuple(
            CaseDone(job.number, index, _shortened(trial.run), dict(trial.grades))
            for index, trial in convention_trial.counted_trials(found.trials)
        )
        return BuildDone(job.number, replace(built, solution=settled), tried=tried)

    def graded_run(self, job: Job, index: int, run: Execution) -> convention_record.Trial:
        """An execution with its grades, whole."""
        grades = self._checker(job).grade(
            job.cases[index], job.contexts[index], run, job.solution.readings
        )
        return convention_record.Trial(run, grades)

    def first_run(self, job: Job, built: BuiltSolution, index: int) -> Execution:
        """An execution in the sandbox that later cases use as well."""
        runner = self._runner_of(job, built)
        return runner.run(*self.instance(job, index))

    def runner_for(self, job: Job, built: BuiltSolution, start_s: float) -> Runner:
        """A sandbox of its own for a candidate, with a lower limit."""
        cpu_s = min(convention_trial.trial_limit_s(start_s), job.limits.cpu_s)
        limits = replace(job.limits, cpu_s=cpu_s)
        return Runner(built, self._layer, limits, self._isolation)

    def build(self, job: Job) -> BuildDone:
        """Compile; each kind of failure has its verdict."""
        number = job.number
        if job.solution.skipped:
            return BuildDone(number, None, Verdict.SKIP, job.solution.skipped)
        try:
            interaction.check(job.problem, job.solution)
            if job.solution.kind is Kind.OUTPUT and job.solution.unbuildable:
                return BuildDone(number, None, Verdict.CE, job.solution.unbuildable)
            if job.solution.kind is Kind.OUTPUT:
                return BuildDone(number, BuiltSolution(job.solution, (), View(job.folder)))
            if too_large := _beyond_code_limit(job.problem, job.solution):
                return BuildDone(number, None, Verdict.CE, too_large)
            calling.check(job.solution, self._loaded(job.problem).plugin, job.cases)
            examples = self._examples(job) if job.solution.kind is Kind.FUNCTION else []
            remove_tree(job.folder)  # of a build that was cut short
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
        if why := self._hangs.reason_to_stop(job):
            return self._graded(job, index, failed(why))
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
            yield replace(self._graded(job, index, run), executed_at=at)

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
        with self._watched(job, checker):
            run, grade = together.judge(job.cases[index])
        grades = dict.fromkeys(job.solution.readings or checker.readings, grade)
        return CaseDone(job.number, index, _shortened(run), grades)

    def _graded(self, job: Job, index: int, run: Execution) -> CaseDone:
        checker = self._checker(job)
        readings = job.solution.readings or checker.readings
        if why := self._hangs.reason_to_stop(job):
            grades = dict.fromkeys(readings, Grade(Verdict.JE, message=why))
            return CaseDone(job.number, index, _shortened(run), grades)
        with self._watched(job, checker):
            grades = checker.grade(job.cases[index], job.contexts[index], run, readings)
        return CaseDone(job.number, index, _shortened(run), grades)

    @contextmanager
    def _watched(self, job: Job, checker: Checker) -> Iterator[None]:
        """Record whether the output validator, if there is one, uses up its time limit."""
        validator = checker if isinstance(checker, ExternalChecker) else None
        if validator is not None:
            validator.begin_case(self._submitted(job))
        yield
        if validator is not None and (ends := validator.ends()):
            self._hangs.record(job, Ended.CPU_LIMIT in ends)

    def _examples(self, job: Job) -> list[list[Any]]:
        """The arguments of the first cases, as the function will get them."""
        first = [context.instance for context in job.contexts[:MOST_EXAMPLES]]
        return calling.arguments(job.solution, self._loaded(job.problem).plugin, first)

    def argument_lists(self, job: Job) -> list[list[Any]]:
        """The arguments of the first cases, as the problem has them."""
        plugin = self._loaded(job.problem).plugin
        some = job.contexts[:MOST_EXAMPLES]
        return [calling.checked_arguments(plugin, context.instance) for context in some]

    def instance(self, job: Job, index: int) -> tuple[ProblemPlugin, Any, Case]:
        """What a runner needs of one case."""
        return self._loaded(job.problem).plugin, job.contexts[index].instance, job.cases[index]

    def _loaded(self, problem: Problem) -> LoadedProblem:
        if problem.folder not in self._problems:
            self._problems[problem.folder] = with_plugin(problem)
        return self._problems[problem.folder]

    def _static(self, job: Job) -> StaticValidator:
        folder = job.problem.folder
        if folder not in self._statics:
            self._statics[folder] = StaticValidator(job.problem, self._layer, job.folder.parent)
        return self._statics[folder]

    def _submitted(self, job: Job) -> Mapping[str, bytes]:
        """What an output validator sees of a solution: read once for all its cases."""
        if self._shown is None or self._shown[0] != job.number:
            try:
                self._shown = job.number, files_of_submission(job.solution, job.problem, job.folder)
            except (JudgeError, OSError):  # reported where it is compiled
                self._shown = job.number, {}
        return self._shown[1]

    def _open_checker(self, job: Job) -> None:
        checker = self._checker(job)
        if isinstance(checker, ExternalChecker):
            with suppress(JudgeError):  # told where an output is graded
                checker.open_validators()

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
        for static in self._statics.values():
            static.close()
        self._checkers.clear()
        self._statics.clear()

    def _close_runner(self) -> None:
        for its in (self._runner, self._shared):
            if its is not None:
                its.close()
        self._runner = self._shared = self._window = None


def _output(job: Job, index: int) -> Execution:
    """What an output file, or a submission of answers, says of a case."""
    if job.problem.submits_answers:
        case = job.cases[index]
        return output_file.answer_of(job.solution, job.problem, case, job.limits)
    return output_file.output_of(job.solution, job.limits)


def _shortened(run: Execution) -> Execution:
    if max(len(run.stdout), len(run.result or b"")) <= KEPT_BYTES:
        return run
    result = None if run.result is None else run.result[:KEPT_BYTES]
    return replace(run, stdout=run.stdout[:KEPT_BYTES], result=result, cut=True)


def _beyond_code_limit(problem: Problem, solution: Solution) -> str:
    """Why a source is too large for its problem; empty if it is not."""
    most = problem.declared.code_bytes
    size = solution.measured.file if solution.measured else solution.size
    if most is None or size <= most:
        return ""
    return f"the source has {size:,} bytes, and the code limit is {most:,}"
