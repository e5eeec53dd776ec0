"""Mutants of a solution on many instances in one process: the stored cases, then random ones.

What a batch shows is no proof, as in a hunt, but the original gives the same answers in the same
way. Where it does not, or cannot answer in batches, mutants run as solutions of a run do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from judge.checking.grade import grade_output
from judge.common.errors import JudgeError
from judge.common.scratch import temporary_folder
from judge.languages.table import all_languages
from judge.languages.toolchain import ToolMissing
from judge.model import Grade, Kind, Limits, Solution, SolutionResult, Verdict
from judge.packages.case_files import LoadedCase
from judge.plugin import Best
from judge.running import calling
from judge.running.build import built_solution, repeated_solution
from judge.running.bulk_runner import BulkAnswer, BulkRunner
from judge.running.compile import BuiltSolution
from judge.running.tool_session import CompileError
from judge.sandbox.layer import MachineOverloaded, SandboxDied, SandboxUnavailable
from judge.verify.mutation.switched_source import VARIABLE
from judge.verify.subject import Subject
from judge.verify.trial_runs import Bests

#: The original takes so many CPU seconds for the instances of one batch, and a mutant may take so
#: many times that, and some more.
BATCH_S, LIMIT_FACTOR, LEAST_S = 0.1, 5.0, 0.3
#: The same for the original, whose times are not known.
ORIGINAL_S = 20.0
#: What may happen to a sandbox.
FAILURES = (SandboxUnavailable, SandboxDied, MachineOverloaded, OSError)
#: The wall time of a batch, in seconds: a busy machine is no reason to call a mutant too slow.
WALL_S = 20.0
#: Small instances that are answered in one batch.
SMALL_BATCH = 50


class Original(Struct, frozen=True):
    """A solution whose mutants are tried: its quick cases, those that kill most mutants first, with
    its CPU times. ``switched`` is the source that has mutants, if there is one."""

    result: SolutionResult
    cases: tuple[str, ...]
    times: Mapping[str, float]
    switched: Solution | None = None


class SmallInstances(Struct, frozen=True):
    """Random instances, the shortest first, with the answers of a reference; None where it has
    none."""

    instances: tuple[Any, ...]
    bests: Bests


class BulkTask(Struct, frozen=True):
    """A mutant: its source, or its number in the switched source; with neither, the original in
    the same way."""

    name: str
    solution: Solution
    number: int | None = None
    is_original: bool = False


class BulkResult(Struct, frozen=True):
    """The verdict of the stored cases, None if it could not be found in this way, and the case that
    killed it; of one that they let through, the small instance that refutes it, by its place.
    ``times`` of the cases: only for the original."""

    verdict: Verdict | None
    case: str = ""
    refuted_by: int | None = None
    times: Mapping[str, float] = field(default_factory=dict)


class BulkTrialHandler:
    """What a worker does: one mutant after the other."""

    def __init__(self, subject: Subject, original: Original, small: SmallInstances) -> None:
        self._subject, self._original, self._small = subject, original, small
        self._open = ExitStack()
        self._switched: BulkRunner | None = None

    def answers(self, task: BulkTask) -> Generator[BulkResult, None, None]:
        """One answer."""
        try:
            if task.number is not None:
                yield self._tried(self._chosen(task, task.number), task)
                return
            with temporary_folder() as folder:
                built = built_for_batches(
                    self._subject, task.solution, self._original, Path(folder) / "mutant"
                )
                if built is None:
                    yield BulkResult(None)
                    return
                with closing(self._runner(built, task)) as runner:
                    yield self._tried(runner, task)
        except CompileError:
            yield BulkResult(Verdict.CE)
        except (JudgeError, ToolMissing, *FAILURES):
            yield BulkResult(None)

    def _chosen(self, task: BulkTask, number: int) -> BulkRunner:
        if self._switched is None:
            folder = Path(self._open.enter_context(temporary_folder())) / "switched"
            solution = self._original.switched
            assert solution is not None
            built = built_for_batches(self._subject, solution, self._original, folder, True)
            if built is None:
                raise SandboxUnavailable("it cannot answer in batches")
            self._switched = self._open.enter_context(closing(self._runner(built, task)))
        self._switched.put_variables({VARIABLE: str(number)})
        return self._switched

    def _runner(self, built: BuiltSolution, task: BulkTask) -> BulkRunner:
        limits = self._limits(ORIGINAL_S if task.is_original else 0.0)
        runner = BulkRunner(built, self._subject.layer, limits, self._subject.plugin)
        if not built.many_warm and all_languages()[built.solution.language].repeated:
            runner.answer_with(replace(built))  # it has no start that takes time
        return runner

    def _limits(self, least_s: float) -> Limits:
        longest = max(self._original.times.values(), default=0.0)
        most = LEAST_S + LIMIT_FACTOR * max(BATCH_S, longest)
        return replace(self._subject.limits, cpu_s=max(least_s, most), wall_override_s=WALL_S)

    def _tried(self, runner: BulkRunner, task: BulkTask) -> BulkResult:
        contexts, times = self._subject.contexts, dict[str, float]()
        for names in self._batches(task.is_original):
            given = [contexts[name] for name in names]
            graded = 0
            for name, (answer, grade) in zip(names, self._graded(runner, given), strict=False):
                graded += 1
                times[name] = answer.run.cpu_s
                if grade.verdict is not Verdict.AC:
                    return BulkResult(grade.verdict, name)
            if not runner.in_batches:
                return BulkResult(None)
            if graded < len(names):
                ended = Verdict.TLE if runner.out_of_time else Verdict.RTE
                return BulkResult(ended, names[graded])
        if task.is_original:
            return BulkResult(Verdict.AC, times=times)
        return BulkResult(Verdict.AC, refuted_by=self._refuted(runner))

    def _batches(self, is_original: bool) -> Iterator[Sequence[str]]:
        times, some, total = self._original.times, list[str](), 0.0
        for name in self._original.cases:
            some.append(name)
            total += times.get(name, 0.0)
            if total > BATCH_S and not is_original:
                yield some
                some, total = [], 0.0
        if some:
            yield some

    def _refuted(self, runner: BulkRunner) -> int | None:
        """The place of the first small instance on which it is not as right as the reference."""
        small = self._small
        for start in range(0, len(small.instances), SMALL_BATCH):
            some = small.instances[start : start + SMALL_BATCH]
            given = [
                LoadedCase(instance, small.bests[start + at] or Best(0, None))
                for at, instance in enumerate(some)
            ]
            at = start
            for _, grade in self._graded(runner, given):
                if small.bests[at] is not None and grade.verdict is not Verdict.AC:
                    return at
                at += 1
            if at < start + len(some):
                return at  # it ended there
        return None

    def _graded(
        self, runner: BulkRunner, given: Sequence[LoadedCase]
    ) -> Iterator[tuple[BulkAnswer, Grade]]:
        reading = self._original.result.reading
        assert reading is not None
        answers = runner.batch([one.instance for one in given])
        for context, answer in zip(given, answers, strict=False):
            grades = grade_output(self._subject.plugin, context, answer.run, (reading,))
            yield answer, grades[reading]

    def close(self) -> None:
        """End the sandbox of the switched source."""
        self._open.close()


def built_for_batches(
    subject: Subject, solution: Solution, original: Original, folder: Path, switched: bool = False
) -> BuiltSolution | None:
    """The solution, to answer many instances in one process; None if it has no such way. Raises as
    ``prepare`` does, and JudgeError."""
    examples = []
    if solution.kind is Kind.FUNCTION:
        trial = [subject.contexts[name].instance for name in original.cases]
        examples = calling.arguments(solution, subject.plugin, trial)
    problem, layer = subject.problem, subject.layer
    if switched or solution.kind.value not in all_languages()[solution.language].many:
        return repeated_solution(solution, problem, layer, folder, examples, switched=switched)
    built = built_solution(solution, problem, layer, folder, examples)
    return built if built.many else None
