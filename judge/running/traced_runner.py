"""Runs a program that reports which edges of its code it takes."""

from __future__ import annotations

from array import array
from typing import Any

from msgspec.structs import replace

from judge.model import Execution, Limits
from judge.packages.problem_plugin import ProblemPlugin
from judge.running import calling
from judge.running.compile import BuiltSolution
from judge.running.runner import failed
from judge.sandbox.layer import Command, Layer, SandboxDied, SandboxUnavailable, Session

#: A branch has a number below this. From ``COMPARISONS`` on are those of comparisons: the number of
#: the comparison times ``DISTANCES``, and how near its sides were, in bits; 0 if they were equal.
MOST_BRANCHES, COMPARISONS, DISTANCES = 2**16, 2**13, 33
#: From here on are numbers that say what the first side of a comparison was more than the second
#: one, below ``FAR`` on both sides: the comparison times twice ``FAR``, the difference and ``FAR``.
EXACT, FAR = MOST_BRANCHES, 2**15
#: All numbers are below this.
END = EXACT + (MOST_BRANCHES - COMPARISONS) // DISTANCES * 2 * FAR


class TracedRunner:
    """One traced program in a sandbox of its own. Its answers are evidence and no verdict."""

    def __init__(self, built: BuiltSolution, layer: Layer, limits: Limits) -> None:
        self._built, self._layer, self._limits = built, layer, limits
        self._session: Session | None = None

    def run(self, plugin: ProblemPlugin, instance: Any) -> tuple[Execution, tuple[int, ...]]:
        """The execution, and the branches taken: any numbers, if the program writes them itself.
        Raises JudgeError if the plug-in cannot write the input."""
        built = self._built
        arguments, standard_input = calling.fed(built.solution, plugin, instance)
        command = Command(
            (*built.argv, *arguments),
            standard_input,
            wants_result=True,
            environment=built.environment,
            files=built.beside or None,
            read_only=built.read_only,
        )
        try:
            if self._session is None:
                self._session = self._layer.open(built.view)
            run = self._session.run(command, self._limits)
        except (SandboxDied, SandboxUnavailable, OSError) as error:
            self.close()
            return failed(str(error)), ()
        branches = _branches(run.result or b"")
        return calling.taken(built.solution, replace(run, result=None)), branches

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _branches(written: bytes) -> tuple[int, ...]:
    whole = written[: len(written) // 2 * 2][: 2 * MOST_BRANCHES]
    return tuple(sorted({number % MOST_BRANCHES for number in array("H", whole)}))
