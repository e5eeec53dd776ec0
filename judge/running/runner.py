"""BuiltSolution x Case -> Execution, in a sandbox that stays open."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from typing import Any

from msgspec.structs import replace

from judge.common.errors import JudgeError, told
from judge.languages.start_time import start_note
from judge.model import Case, Ended, Execution, Isolation, Kind, Limits
from judge.packages.given_files import files_of_case
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling
from judge.running.compile import BuiltSolution
from judge.running.tool_session import RETRIES
from judge.sandbox import outside
from judge.sandbox.crossing import Party
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, Session

#: An execution is stopped at this multiple of its time limit. So one that ends by itself near the
#: limit can be distinguished from one that does not, and is measured again.
LIMIT_FACTOR = 1.2


class Runner:
    """Runs one built solution. Its sandbox stays open from case to case, unless ``isolation`` asks
    for a new one for each."""

    def __init__(
        self, built: BuiltSolution, layer: Layer, limits: Limits, isolation: Isolation
    ) -> None:
        self._built = built
        self._layer = layer
        self._limits = limits
        self._stretched = replace(
            limits, cpu_s=LIMIT_FACTOR * limits.cpu_s, wall_override_s=limits.wall_s
        )
        self._isolation = isolation
        self._session: Session | None = None
        self._killed_for_memory = outside.killed_for_memory()

    def run(self, plugin: ProblemPlugin, instance: Any, case: Case | None = None) -> Execution:
        """Run one case; ``case`` is None for an instance that is in no file.

        Raises JudgeError only if the plug-in cannot write the input, or its file cannot be read. A
        sandbox that dies, or cannot be opened, is opened again, at
        most twice, and then the execution says so. An execution that another process may have ended
        is repeated, at most twice. If it ends in this way every time the program itself is the
        cause, unless there is evidence to the contrary.
        """
        return self._settled_of(self._command(plugin, instance, case))

    def run_together(
        self, plugin: ProblemPlugin, cases: Iterable[tuple[Any, Case]]
    ) -> list[Execution | None]:
        """Run short cases one after the other, asked for in one message; none if that cannot be,
        as before one has run by itself. None for one that must do that. Never raises."""
        if self._session is None:
            return []
        try:
            with closing(self._commands(plugin, cases)) as commands:
                runs = self._session.run_together(commands, self._stretched)
        except JudgeError:  # told where that one runs
            return []
        except (SandboxDied, OSError):
            self.close()
            return []
        return [
            None if run is None or outside.may_be_from_outside(run) else self.settled(run)
            for run in runs
        ]

    def _commands(
        self, plugin: ProblemPlugin, cases: Iterable[tuple[Any, Case]]
    ) -> Generator[Command, None, None]:
        """The commands of several cases, which are all taken before one of them runs."""
        with plugin.series():
            for instance, case in cases:
                yield self._command(plugin, instance, case)

    def run_with(self, given: bytes, case: Case) -> Execution:
        """Run a program on this standard input, in the same way; raises JudgeError if a file of the
        case cannot be read."""
        return self._settled_of(self._of_case(given, case))

    def party(self, case: Case) -> Party:
        """The program as one side of a conversation; raises SandboxUnavailable, OSError, and
        JudgeError if a file of the case cannot be read."""
        command = self._of_case(b"", case)
        if self._session is None:
            self._session = self._layer.open(self._built.view)
        return Party(self._session, command, self._stretched)

    def _settled_of(self, command: Command) -> Execution:
        kills, tries = [self._killed_for_memory], [self._one(command)]
        while outside.may_be_from_outside(tries[-1]):
            kills.append(outside.killed_for_memory())
            self._killed_for_memory = kills[-1]
            if len(tries) > RETRIES:
                reason = outside.why_not_its_own(tries, kills)
                return failed(reason) if reason else tries[-1]
            self.close()  # a host that serves many calls may have been hit itself
            tries.append(self._one(command))
        return tries[-1]

    def _one(self, command: Command) -> Execution:
        for attempt in range(RETRIES + 1):
            try:
                if self._session is None:
                    self._session = self._layer.open(self._built.view)
                return self.settled(self._session.run(command, self._stretched))
            except (SandboxDied, SandboxUnavailable, OSError) as error:
                self.close()
                if attempt == RETRIES:
                    return failed(f"the sandbox died {RETRIES + 1} times: {told(error)}")
            finally:
                self.end_case()
        raise AssertionError("unreachable")

    def end_case(self) -> None:
        """Close the sandbox if every case has a new one."""
        if self._isolation is Isolation.CASE:
            self.close()

    def settled(self, run: Execution) -> Execution:
        """The execution under the limit itself, with a function's answer."""
        ends = (Ended.EXITED, Ended.SIGNALLED, Ended.OVERLOADED)
        if run.ended in ends and run.cpu_s >= self._limits.cpu_s:
            run = replace(run, ended=Ended.CPU_LIMIT)
        if run.ended is Ended.CPU_LIMIT:
            return replace(run, note=run.note or start_note(self._built.solution))
        return calling.answered(self._built.solution, run)

    def _command(self, plugin: ProblemPlugin, instance: Any, case: Case | None) -> Command:
        solution = self._built.solution
        arguments, standard_input = calling.fed(solution, plugin, instance, case)
        return self._of_case(standard_input, case, arguments, solution.kind is Kind.FUNCTION)

    def _of_case(
        self,
        standard_input: bytes,
        case: Case | None,
        arguments: tuple[str, ...] = (),
        wants_result: bool = False,
    ) -> Command:
        """The command with what the case itself gives it; raises JudgeError."""
        built = self._built
        own = case.settings.arguments if case else ()
        # A host has the arguments that it was started with.
        argv, warm = (built.cold, False) if own else (built.argv, built.warm)
        files = {**built.beside, **(files_of_case(case) if case else {})}
        return Command(
            (*argv, *own, *arguments),
            standard_input,
            wants_result=wants_result,
            warm=warm,
            environment=built.environment,
            read_only=built.read_only,
            files=files or None,
        )

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def failed(note: str) -> Execution:
    """The execution of what the judge could not run; ``note`` says why."""
    return Execution(Ended.SANDBOX_FAILED, None, None, b"", b"", None, 0.0, 0.0, 0.0, note)
