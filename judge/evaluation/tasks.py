"""What the scheduler asks of a worker, and what a worker answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from judge.model import (
    Case,
    Execution,
    Grade,
    GradedExecution,
    Limits,
    Problem,
    Solution,
    StaticResult,
    Verdict,
)
from judge.packages.case_files import CaseFiles, LoadedCase
from judge.packages.plugin_loader import PackedValue
from judge.running.compile import BuiltSolution


class Job(Struct, frozen=True):
    """One solution on its problem's cases; ``contexts`` and ``cases`` have the same indices."""

    number: int
    problem: Problem
    solution: Solution
    cases: Sequence[Case]
    contexts: Sequence[LoadedCase]
    limits: Limits
    folder: Path
    #: By index: executions in the solution's own convention that are not to be repeated, whether
    #: it is tried or was settled.
    executed: Mapping[int, GradedExecution] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """A process that was not forked must load the plug-in before it can read instances."""
        fields = tuple(getattr(self, name) for name in self.__struct_fields__)
        return _unpacked_job, (PackedValue.of(self.problem.folder, fields),)


def _unpacked_job(packed: PackedValue) -> Job:
    return Job(*packed.value())


class Prepare(Struct, frozen=True):
    """Compile a job's solution. Tasks name jobs by number, for every worker knows all jobs.
    ``trial``: whether to execute small cases to find its convention, if that is open."""

    job: int
    trial: bool = True


class OpenChecker(Struct, frozen=True):
    """Open what checks the outputs of a job, while another worker compiles its solution: a
    validator must be compiled as well. It has no answer."""

    job: int


class RunCases(Struct, frozen=True):
    """Run some cases of a job whose solution is built, by their indices in ``Job.cases``. ``files``
    are those of the cases, if they need not be read again."""

    job: int
    built: BuiltSolution
    indices: tuple[int, ...]
    files: tuple[CaseFiles, ...] = ()


class GradeOutputs(Struct, frozen=True):
    """Grade what some cases of a job printed in an earlier run: their indices and executions, and
    when those runs began."""

    job: int
    indices: tuple[int, ...]
    runs: tuple[Execution, ...]
    executed_at: tuple[str, ...]


class BuildDone(Struct, frozen=True):
    """Answer to ``Prepare``: what to run, or the verdict for the solution as a whole."""

    job: int
    built: BuiltSolution | None
    verdict: Verdict | None = None
    message: str = ""
    #: Cases that were executed to find the convention of ``built``; their outcomes count.
    tried: tuple[CaseDone, ...] = ()
    #: What the static validator of the package says of the source.
    static: tuple[StaticResult, ...] = ()
    #: Whether it failed because the machine was overloaded, so that it should be tried again.
    overloaded: bool = False


class CaseDone(Struct, frozen=True):
    """Answer to ``RunCases`` and ``GradeOutputs``: the execution of one case, and its grade under
    each reading. ``executed_at``: when the earlier run began that executed it; else empty."""

    job: int
    index: int
    run: Execution
    grades: Mapping[str, Grade]
    executed_at: str = ""


#: What a worker of a run is given.
Task = Prepare | OpenChecker | RunCases | GradeOutputs
