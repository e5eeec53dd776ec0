"""The worker of an arena: has contestants make moves."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from judge.checking.answer import answer_text
from judge.checking.ending import crash_text, failure_grade
from judge.common.errors import JudgeError
from judge.languages.start_time import with_start
from judge.model import Ended, Execution, Isolation, Limits, Verdict
from judge.packages.arena_game import ArenaGame, Position
from judge.packages.plugin_faults import calling_plugin
from judge.packages.problem_plugin import REFUSED
from judge.running.compile import BuiltSolution
from judge.running.runner import Runner
from judge.sandbox.layer import Layer

#: A worker keeps the sandboxes of so many contestants open.
OPEN = 8
#: How often a move is tried while the machine is overloaded.
TRIES = 3


class PlayContext(Struct, frozen=True):
    """What every worker needs. ``built`` has the contestants by their index."""

    game: ArenaGame
    limits: Limits
    layer: Layer
    built: tuple[BuiltSolution, ...]


class MoveTask(Struct, frozen=True):
    """One contestant is to move in all of these positions."""

    contestant: int
    positions: tuple[Position, ...]


class Reply(Struct, frozen=True):
    """A legal move; or else the verdict and the reason why there is none. ``fault`` is one of the
    problem or the machine, which ends the arena."""

    move: Any = None
    verdict: Verdict = Verdict.AC
    why: str = ""
    fault: str = ""


class MoveHandler:
    """Runs contestants for a pool of workers: each move in a process of its own."""

    def __init__(self, context: PlayContext) -> None:
        self._context = context
        self._runners: dict[int, Runner] = {}
        self._parent = os.getppid()

    def answers(self, task: MoveTask) -> Generator[Reply, None, None]:
        """One answer for each position."""
        for position in task.positions:
            if os.getppid() != self._parent:
                return
            try:
                with calling_plugin(located=True):
                    reply = self._reply(task.contestant, position)
            except JudgeError as error:
                reply = Reply(fault=str(error))
            yield reply

    def _reply(self, contestant: int, position: Position) -> Reply:
        game, solution = self._context.game, self._context.built[contestant].solution
        run = self._run(contestant, position)
        if failed := failure_grade(run):
            if failed.verdict is Verdict.JE:
                raise JudgeError(f"{failed.message}: try again with fewer workers (-j)")
            return Reply(verdict=failed.verdict, why=failed.message)
        reading = (solution.readings or game.plugin.readings)[0]
        if crash := crash_text(run):
            return Reply(verdict=Verdict.RTE, why=crash)
        try:
            return Reply(game.decode(answer_text(run), position, reading))
        except REFUSED as error:
            return Reply(verdict=Verdict.WA, why=str(error))

    def _run(self, contestant: int, position: Position) -> Execution:
        runner = self._runner(contestant)
        for _ in range(TRIES - 1):
            run = runner.run(self._context.game.inputs, position)
            if run.ended is not Ended.OVERLOADED:
                return run
        return runner.run(self._context.game.inputs, position)

    def _runner(self, contestant: int) -> Runner:
        """The one used last is the last in the dict; the first makes room."""
        runner = self._runners.pop(contestant, None)
        if runner is None:
            if len(self._runners) == OPEN:
                self._runners.pop(next(iter(self._runners))).close()
            context = self._context
            built = context.built[contestant]
            limits = with_start(context.limits, built.solution)
            runner = Runner(built, context.layer, limits, Isolation.SOLUTION)
        self._runners[contestant] = runner
        return runner

    def close(self) -> None:
        for runner in self._runners.values():
            with suppress(OSError):
                runner.close()
