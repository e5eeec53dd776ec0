"""The checker of a problem whose package brings an output validator: it runs in the sandbox."""

from __future__ import annotations

import fcntl
import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.answer import answer_bytes
from judge.checking.checker import validated_end
from judge.checking.group_scores import ScoreFault, case_score, has_score, modern_scoring
from judge.common.errors import JudgeError
from judge.common.score_format import ScoreFormat
from judge.languages.missing_headers import missing_header
from judge.languages.program import program_of_package
from judge.languages.toolchain import ToolMissing
from judge.model import (
    RIGHT,
    Case,
    Ended,
    Execution,
    Grade,
    Limits,
    OutputValidator,
    Problem,
    Reason,
    Verdict,
)
from judge.packages.case_files import LoadedCase
from judge.packages.testlib import Said
from judge.plugin import PLAIN_READING
from judge.running.program import BuiltProgram, build_program
from judge.running.tool_session import CompileError, compile_limits
from judge.running.validator import Validator, ValidatorResult
from judge.running.validator_limits import validation_limits
from judge.sandbox.layer import Layer, SandboxDied, SandboxUnavailable

#: How much of a compiler's message is shown.
MOST_SAID = 2000
#: What an interactor may write where the package says nothing: all that the submission reads is
#: part of it. The format allows more than its typical 8 MiB.
CONVERSATION_BYTES = 64 * 2**20


class ExternalChecker:
    """Grades by the output validator of the package. A fault of it is JE and blames no solution.

    The validator is built when the first output is graded. ``folder`` is shared with the checkers
    of other workers, which need not build it again; by default it is one of its own.
    """

    readings = (PLAIN_READING,)

    def __init__(self, problem: Problem, layer: Layer, folder: Path | None = None) -> None:
        self._problem = problem
        self._layer = layer
        self._own = Path(tempfile.mkdtemp(prefix="validator-", dir=folder))
        self._own.chmod(0o755)
        self._folder = folder or self._own
        self._validators: tuple[Validator, ...] = ()
        #: The files of the submission that is judged.
        self._submitted: Mapping[str, bytes] = {}
        #: Why there is no validator.
        self._fault: JudgeError | None = None

    def grade(
        self, case: Case | None, loaded: LoadedCase, run: Execution, readings: Sequence[str] = ()
    ) -> dict[str, Grade]:
        """An execution that failed is not shown to the validator."""
        return dict.fromkeys(readings or self.readings, self._grade(case, run))

    def _grade(self, case: Case | None, run: Execution) -> Grade:
        if ended := validated_end(run):
            return ended
        if case is None:
            return Grade(Verdict.JE, message="an output validator judges only cases that are files")
        try:
            validators = self.open_validators()
        except JudgeError as fault:
            return Grade(Verdict.JE, message=str(fault))
        own = case.settings.output_validator_arguments
        arguments = (*self._problem.output_validator.arguments, *own)
        output, grades = answer_bytes(run), list[Grade]()
        named = case.settings.output_validator_name
        chosen = zip(self._problem.output_validator.all, validators, strict=True)
        for one in (opened for told, opened in chosen if told.is_named(named)):
            result = one.check(case.input_path, case.answer_path, output, arguments)
            grades.append(scored_grade(result, self._problem, case))
            if grades[-1].verdict not in RIGHT:
                return grades[-1]
        return grades[0]

    def open_validator(self) -> Validator:
        """The only one of a problem that converses with it; raises JudgeError."""
        return self.open_validators()[0]

    def open_validators(self) -> tuple[Validator, ...]:
        """The open validators, all of which must accept; raises JudgeError where the package has a
        fault."""
        if not self._validators and self._fault is None:
            try:
                self._validators = tuple(
                    self._opened(one, self._own / f"data-{index}")
                    for index, one in enumerate(self._problem.output_validator.all)
                )
            except JudgeError as error:
                self._fault = error
        if self._fault is not None:
            raise self._fault
        return self._validators

    def _opened(self, one: OutputValidator, folder: Path) -> Validator:
        assert one.path is not None
        try:
            built = built_once(
                one.path, self._problem, self._layer, self._folder, "output validator"
            )
            limits = limits_of(self._problem)
            validator = Validator(built, one.protocol, self._layer, limits, folder)
            validator.show_submission(self._submitted)
            return validator
        except OSError as error:
            said = f"the output validator cannot be opened: {error.strerror}"
            raise JudgeError(said, one.path) from error

    def begin_case(self, submitted: Mapping[str, bytes]) -> None:
        """Forget how the validators ended before, and show them the files of the submission."""
        self._submitted = submitted
        for validator in self._validators:
            validator.ended = None
            validator.show_submission(submitted)

    def ends(self) -> tuple[Ended, ...]:
        """How the validators that were run since then ended."""
        return tuple(one.ended for one in self._validators if one.ended is not None)

    def series(self) -> AbstractContextManager[None]:
        return nullcontext()  # a validator runs in a sandbox

    def close(self) -> None:
        for validator in self._validators:
            validator.close()
        shutil.rmtree(self._own, ignore_errors=True)


def grade_of(result: ValidatorResult) -> Grade:
    """The grade that a validator's result is, with its messages, without a score."""
    team = f"for the team: {result.team_message}" if result.team_message else ""
    message = "; ".join(filter(None, (result.message, team)))
    reason = Reason.REJECTED if result.verdict is Verdict.WA else None
    return Grade(result.verdict, reason, message)


def scored_grade(result: ValidatorResult, problem: Problem, case: Case) -> Grade:
    """The grade with the score of the case, from ``score.txt`` or ``score_multiplier.txt``. A
    validator that breaks the rules of scoring is JE."""
    grade = grade_of(result)
    if result.verdict is Verdict.BETTER:  # the package is at fault, whatever the score
        return grade
    if result.points is not None and not problem.scoring:
        return _without_points(result, grade)
    try:
        if result.score_fault and has_score(problem, case):
            raise ScoreFault(result.score_fault)
        if not result.accepted:
            wrote = result.score is not None or result.multiplier is not None
            if wrote and modern_scoring(problem, case):
                raise ScoreFault("the output validator wrote a score, but did not accept")
            return grade
        return replace(grade, score=case_score(problem, case, result.score, result.multiplier))
    except ScoreFault as fault:
        return Grade(Verdict.JE, message=str(fault))


def _without_points(result: ValidatorResult, grade: Grade) -> Grade:
    """The grade of an output that is worth points, in a problem that has none: right if it has some
    and is not said to be right in parts only."""
    is_right = result.points is Said.POINTS and (result.score is None or result.score > 0)
    given = "" if result.score is None else f" ({ScoreFormat().score(result.score)})"
    said = f"the checker gives points{given}, and the problem is not of type scoring"
    message = "; ".join(filter(None, (said, grade.message)))
    if is_right:
        return replace(grade, message=message)
    return replace(grade, verdict=Verdict.WA, reason=Reason.REJECTED, message=message)


def limits_of(problem: Problem) -> Limits:
    """The limits of the validators of a problem."""
    declared = problem.declared
    output = declared.validation_output_bytes
    if output is None and problem.interactive:
        output = CONVERSATION_BYTES
    return validation_limits(declared.validation_s, declared.validation_mib, output)


def built_once(path: Path, problem: Problem, layer: Layer, folder: Path, what: str) -> BuiltProgram:
    """A program of the package, built at most once in a folder that workers share.

    ``what`` names its purpose in messages. Raises JudgeError.
    """
    name = "-".join((problem.name, *path.relative_to(problem.folder).parts))
    kept = folder / f"{name}.built"
    with _locked(folder / f"{name}.lock"):
        if kept.exists():
            found: BuiltProgram | _Fault = pickle.loads(kept.read_bytes())
        else:
            found = _built(path, problem, layer, folder / name, what)
            kept.write_bytes(pickle.dumps(found))
    if isinstance(found, _Fault):
        raise JudgeError(found.said, found.path, found.line)
    return found


class _Fault(Struct, frozen=True):
    """Why a program cannot be built, for every worker that asks."""

    said: str
    path: Path
    line: int | None = None


def _built(
    path: Path, problem: Problem, layer: Layer, folder: Path, what: str
) -> BuiltProgram | _Fault:
    """The built program, or why it cannot be built."""
    try:
        program = replace(program_of_package(path, problem), constants=problem.constants)
        plugin = problem.folder if problem.plugin else None
        return build_program(program, layer, folder, plugin, compile_limits(problem.declared))
    except JudgeError as error:  # of a file of it
        return _Fault(error.message, error.path or path, error.line)
    except CompileError as error:
        said = missing_header(str(error)) or str(error)[:MOST_SAID]
        return _Fault(f"the {what} cannot be compiled: {said}", path)
    except (ToolMissing, SandboxDied, SandboxUnavailable, OSError) as error:
        return _Fault(f"the {what} cannot be built: {error}", path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time; the lock ends with the process."""
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)
