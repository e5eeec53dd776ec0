"""BuiltSolution x Case -> Execution, in a sandbox that is kept."""

from __future__ import annotations

import dataclasses
from typing import Any

from judge.model import Ended, Execution, Isolation, Kind, Limits
from judge.plugin import Plugin
from judge.running import calling
from judge.running.compile import RETRIES, BuiltSolution
from judge.sandbox import outside
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, Session

#: A run may go this far past its time limit before it is stopped: one that ends by itself near
#: the limit is known for what it is, and is measured again.
STRETCH = 1.2


class Runner:
    """Runs one prepared solution; keeps its sandbox open between cases unless told otherwise."""

    def __init__(
        self, built: BuiltSolution, layer: Layer, limits: Limits, isolation: Isolation
    ) -> None:
        self._prepared = built
        self._layer = layer
        self._limits = limits
        self._stretched = dataclasses.replace(
            limits, cpu_s=STRETCH * limits.cpu_s, wall_override_s=limits.wall_s
        )
        self._isolation = isolation
        self._session: Session | None = None
        self._killed_for_memory = outside.killed_for_memory()

    def run(self, plugin: Plugin[Any, Any], instance: Any) -> Execution:
        """One case. Never raises: a sandbox that dies, or cannot be opened, is opened anew, twice
        at most; then the run says so. One that somebody else may have ended is made again, twice at
        most: if it ends so every time, it is its own doing unless something speaks against it.
        """
        command = self._command(plugin, instance)
        kills, tries = [self._killed_for_memory], [self._one(command)]
        while outside.may_be_from_outside(tries[-1]):
            kills.append(outside.killed_for_memory())
            self._killed_for_memory = kills[-1]
            if len(tries) > RETRIES:
                told = outside.why_not_its_own(tries, kills)
                return failed(told) if told else tries[-1]
            self.close()  # a host that serves many calls may have been hit itself
            tries.append(self._one(command))
        return tries[-1]

    def _one(self, command: Command) -> Execution:
        for attempt in range(RETRIES + 1):
            try:
                if self._session is None:
                    self._session = self._layer.open(self._prepared.view)
                return self._settled(self._session.run(command, self._stretched))
            except (SandboxDied, SandboxUnavailable, OSError) as error:
                self.close()
                if attempt == RETRIES:
                    return failed(f"the sandbox died {RETRIES + 1} times: {error}")
            finally:
                if self._isolation is Isolation.CASE:
                    self.close()
        raise AssertionError("unreachable")

    def _settled(self, run: Execution) -> Execution:
        """The run under the limit itself, and a function's answer where it is looked for."""
        ends = (Ended.EXITED, Ended.SIGNALLED, Ended.OVERLOADED)
        if run.ended in ends and run.cpu_s >= self._limits.cpu_s:
            return dataclasses.replace(run, ended=Ended.CPU_LIMIT)
        return calling.answered(self._prepared.solution, run)

    def _command(self, plugin: Plugin[Any, Any], instance: Any) -> Command:
        built = self._prepared
        words, standard_input = calling.fed(built.solution, plugin, instance)
        return Command(
            built.argv + words,
            standard_input.encode(),
            wants_result=built.solution.kind is Kind.FUNCTION,
            warm=built.warm,
        )

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def failed(note: str) -> Execution:
    """A run that says why the judge could not run it."""
    return Execution(Ended.SANDBOX_FAILED, None, None, b"", b"", None, 0.0, 0.0, 0.0, note)
