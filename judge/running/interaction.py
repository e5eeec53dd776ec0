"""A case of a problem whose output validator takes part in the run: it converses with the
submission (interactive), or gives it the input of another pass (multi-pass), or both.

docs/interactive.md says who is to blame for what.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from judge.checking.answer import answer_bytes
from judge.checking.checker import validated_end
from judge.common.errors import JudgeError, unreadable
from judge.model import (
    RIGHT,
    Case,
    Ended,
    Execution,
    Grade,
    Input,
    Kind,
    Problem,
    Solution,
    Verdict,
)
from judge.packages.case_files import read_input
from judge.running import transcript
from judge.running.external_checker import grade_of, scored_grade
from judge.running.runner import Runner, failed
from judge.running.tool_session import RETRIES
from judge.running.validator import NEXT_PASS, Validator, ValidatorResult
from judge.sandbox import outside
from judge.sandbox.crossing import CrossedExecution, Party, run_crossed
from judge.sandbox.layer import Command, SandboxDied, SandboxUnavailable


def check(problem: Problem, solution: Solution) -> None:
    """Raise JudgeError for a solution that does not fit the type of the problem."""
    if problem.submits_answers and solution.kind is not Kind.OUTPUT:
        raise JudgeError(f"{problem.name} takes answers, not programs: a file for each case")
    if not problem.validated_in_run:
        return
    what = "interactive" if problem.interactive else "multi-pass"
    if solution.kind is Kind.FUNCTION:
        raise JudgeError(
            f"{problem.name} is {what}: it takes programs that read and print, not functions"
        )
    if solution.kind is Kind.OUTPUT:
        raise JudgeError(f"{problem.name} is {what}: it takes programs, not output files")
    if solution.convention.input is not Input.NATIVE:
        form = solution.convention.input.value
        raise JudgeError(f'{problem.name} is {what}: remove input = "{form}" of the manifest')


class _Pass(Struct, frozen=True):
    """One pass: the execution of the solution, its grade, and what the validator asks for."""

    run: Execution
    grade: Grade
    spoken: bytes
    result: ValidatorResult | None = None


class Interaction(Struct, frozen=True):
    """A solution and the validator of its problem; both keep their sandboxes from case to case."""

    problem: Problem
    runner: Runner
    validator: Validator

    def judge(self, case: Case) -> tuple[Execution, Grade]:
        """Run and grade one case. The standard output of the execution is the transcript; its times
        and its memory are those of the pass that took most. Raises JudgeError if the case cannot be
        read."""
        passes: list[_Pass] = []
        most = self.problem.declared.validation_passes if self.problem.multi_pass else 1
        files: Mapping[str, bytes] = {}
        next_input: bytes | None = None
        while True:
            done = self._pass(case, files, next_input)
            passes.append(done)
            asked = done.result.next_pass if done.result and self.problem.multi_pass else None
            if asked is None or done.grade.verdict not in RIGHT:
                return _combined(passes), done.grade
            if len(passes) == most:
                said = f"it asked for more than {most} passes (validation_passes)"
                fault = f"output validator {self.validator.name}: {said}"
                return _combined(passes), Grade(Verdict.JE, message=fault)
            assert done.result is not None
            files = {name: data for name, data in done.result.files.items() if name != NEXT_PASS}
            next_input = asked

    def _pass(self, case: Case, files: Mapping[str, bytes], next_input: bytes | None) -> _Pass:
        if self.problem.interactive:
            return self._conversation(case, self._command(case, None, files, next_input))
        given = read_input(case) if next_input is None else next_input
        run = self.runner.run_with(given, case)
        spoken = transcript.exchange(given, run.stdout)
        if ended := validated_end(run):
            return _Pass(run, ended, spoken)
        command = self._command(case, answer_bytes(run), files, next_input)
        execution = self.validator.session.run(command, self.validator.limits)
        result = self.validator.result(execution)
        return _Pass(run, self._grade(result, case), spoken, result)

    def _command(
        self, case: Case, output: bytes | None, files: Mapping[str, bytes], next_input: bytes | None
    ) -> Command:
        """The command of the validator; raises JudgeError."""
        own = case.settings.output_validator_arguments
        arguments = (*self.problem.output_validator.arguments, *own)
        try:
            return self.validator.command(
                case.input_path, case.answer_path, output, arguments, files, next_input
            )
        except OSError as error:
            raise unreadable(error, case.input_path) from error

    def _conversation(self, case: Case, command: Command) -> _Pass:
        try:
            crossed = self._crossed(case, command)
        except SandboxDied as error:
            run = failed(str(error))
            return _Pass(run, Grade(Verdict.JE, message=run.note), b"")
        run = self.runner.settled(crossed.solution)
        crossed = replace(crossed, solution=run)
        result = self.validator.result(crossed.interactor)
        if crossed.interactor.ended is Ended.OVERLOADED:  # the scheduler repeats it
            run = replace(run, ended=Ended.OVERLOADED, note="")
        spoken = transcript.conversation(
            run.stdout,
            crossed.solution_turns,
            crossed.interactor.stdout,
            crossed.interactor_turns,
        )
        return _Pass(run, self._blamed(crossed, result, case), spoken, result)

    def _crossed(self, case: Case, command: Command) -> CrossedExecution:
        """Both executions, repeated where the reason for the end of one lies outside, or a sandbox
        has died; raises SandboxDied."""
        kills, tries = [outside.killed_for_memory()], [self._crossed_once(case, command)]
        while _is_from_outside(tries[-1]):
            kills.append(outside.killed_for_memory())
            if len(tries) > RETRIES:
                reason = outside.why_not_its_own([one.solution for one in tries], kills)
                if reason:
                    raise SandboxDied(reason)
                return tries[-1]
            self._close()
            tries.append(self._crossed_once(case, command))
        return tries[-1]

    def _crossed_once(self, case: Case, command: Command) -> CrossedExecution:
        for attempt in range(RETRIES + 1):
            try:
                session = self.validator.session.session(command)
                interactor = Party(session, command, self.validator.limits)
                return run_crossed(self.runner.party(case), interactor, self._accepts)
            except (SandboxDied, SandboxUnavailable, OSError) as error:
                self._close()
                if attempt == RETRIES:
                    raise SandboxDied(f"a sandbox died {RETRIES + 1} times: {error}") from error
            finally:
                self.runner.end_case()
        raise AssertionError("unreachable")

    def _accepts(self, run: Execution) -> bool:
        return self.validator.result(run).accepted

    def _close(self) -> None:
        self.runner.close()
        self.validator.session.close()

    def _blamed(self, crossed: CrossedExecution, result: ValidatorResult, case: Case) -> Grade:
        """The grade of a conversation. A fault of the interactor blames nobody else; otherwise the
        first one to end with something that is not right decides."""
        if result.verdict is Verdict.JE:
            hangs = crossed.interactor.ended is Ended.WALL_LIMIT
            message = f"the interactor hangs: {result.message}" if hangs else result.message
            return Grade(Verdict.JE, message=message)
        rejected_first = crossed.interactor_first and not result.accepted
        ended = None if rejected_first else validated_end(crossed.solution)
        return self._grade(result, case) if ended is None else _ended_early(ended, crossed, result)

    def _grade(self, result: ValidatorResult, case: Case) -> Grade:
        """The case has its score after the last pass."""
        if self.problem.multi_pass and result.next_pass is not None:
            return grade_of(result)
        return scored_grade(result, self.problem, case)


def _ended_early(ended: Grade, crossed: CrossedExecution, result: ValidatorResult) -> Grade:
    """The grade of a solution that failed, with what the interactor has to do with it."""
    messages = [ended.message]
    if crossed.interactor_first:
        messages.append("after the interactor had accepted")
    elif crossed.solution.ended is Ended.WALL_LIMIT:
        messages.append("the interactor waited for its output (is it flushed?)")
    if result.message:
        messages.append(f"the interactor said: {result.message}")
    return replace(ended, message="; ".join(messages))


def _is_from_outside(crossed: CrossedExecution) -> bool:
    runs = (crossed.solution, crossed.interactor)
    return any(map(outside.may_be_from_outside, runs)) or (
        crossed.interactor.ended is Ended.OVERLOADED
    )


def _combined(passes: list[_Pass]) -> Execution:
    """The last execution, with the transcript of all passes and the most that any of them used."""
    runs = [one.run for one in passes]
    text, cut = transcript.whole([one.spoken for one in passes])
    return replace(
        runs[-1],
        stdout=text,
        result=None,
        cut=cut,
        cpu_s=max(run.cpu_s for run in runs),
        wall_s=max(run.wall_s for run in runs),
        peak_mib=max(run.peak_mib for run in runs),
        held_s=max(run.held_s for run in runs),
    )
