"""Every pair of contestants meets on every board, both ways round.

Games advance together, a few boards at a time. What a contestant does in a position does not depend
on its opponent, so that equal positions are played once. Nothing depends on the workers' timing.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import permutations
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge import sandbox
from judge.arena.player import MoveHandler, MoveTask, PlayContext, Reply
from judge.arena.result import ArenaResult, ArenaTask, Forfeit, GameRecord, LeftOut
from judge.common.errors import JudgeError
from judge.common.messages import counted
from judge.common.scratch import temporary_folder
from judge.languages.toolchain import ToolMissing
from judge.model import Kind, Solution, Verdict
from judge.packages.arena_game import Position
from judge.packages.plugin_faults import PluginFault, calling_plugin
from judge.running import calling
from judge.running.build import built_solution
from judge.running.compile import BuiltSolution
from judge.running.tool_session import CompileError
from judge.running.worker_deaths import WorkerDeaths
from judge.running.worker_pool import Event, WorkerAnswer, WorkerDeath, WorkerPool
from judge.sandbox.layer import Layer, MachineOverloaded, SandboxDied, SandboxUnavailable

#: So many boards are played together, and so many positions are in a task.
BOARDS, POSITIONS = 16, 16
#: Positions of at most so many boards show a compiler the types of a function's arguments.
EXAMPLES = 8
#: A contestant that met a limit in so many positions is not run again.
GIVE_UP = 20
#: A game that goes on after so many moves is a fault of the plug-in.
MOST_MOVES = 1000
STOP_CHECK_S = 0.1
_LIMITS = frozenset({Verdict.TLE, Verdict.MLE, Verdict.OLE})

#: Called with the number of games that are over, of all, since the last call.
Progress = Callable[[int], object]
#: A contestant and where it is to move.
Turn = tuple[int, Position]


def play(
    task: ArenaTask, stopped: Callable[[], bool], progress: Progress, layer: Layer | None = None
) -> ArenaResult:
    """Play all games; raises JudgeError for a fault of the problem or the machine.

    When ``stopped`` says so, or when the time is over, the result has the boards on which all games
    are over. The first board is played whatever time it takes.
    """
    begin = time.monotonic()
    layer = layer or sandbox.choose(task.sandbox)
    with temporary_folder() as folder, calling_plugin(located=True):
        boards = tuple(task.game.board(task.seed, n + 1, task.size) for n in range(task.count))
        built, left_out = _compiled(task, layer, Path(folder), boards[:EXAMPLES])
        if len(built) < 2:
            message = "; ".join(f"{one.solution.name}: {one.why}" for one in left_out)
            raise JudgeError(f"fewer than two contestants can play: {message}", task.problem.folder)
        context = PlayContext(task.game, task.problem.limits, layer, built)
        with closing(_Tournament(context, task.workers, stopped)) as tournament:
            games: list[GameRecord] = []
            interrupted = False
            for chosen in _groups(task, begin):
                played = tournament.play(boards, chosen)
                if played is None:
                    interrupted = True
                    break
                games += played
                progress(len(played))
            executions = tournament.executions
    contestants = tuple(one.solution for one in built)
    boards = boards[: len({game.board for game in games})]
    return ArenaResult(task, contestants, boards, tuple(games), left_out, executions, interrupted)


def _groups(task: ArenaTask, begin: float) -> Iterator[range]:
    """The boards that are played together, while there is time. If that is limited the groups are
    small at first: one is begun only if another one like the last would end in time."""
    first, size = 0, BOARDS if task.seconds is None else 1
    while first < task.count:
        chosen = range(first, min(first + size, task.count))
        started = time.monotonic()
        yield chosen
        now = time.monotonic()
        each_s = (now - started) / len(chosen)
        first = chosen.stop
        if task.seconds is not None:
            affordable = int((begin + task.seconds - now) / each_s) if each_s else BOARDS
            size = min(BOARDS, 2 * size, affordable)
            if size < 1:
                return


def _compiled(
    task: ArenaTask, layer: Layer, folder: Path, boards: tuple[object, ...]
) -> tuple[tuple[BuiltSolution, ...], tuple[LeftOut, ...]]:
    built, left_out = [], []
    for number, solution in enumerate(task.contestants):
        try:
            examples = _examples(task, solution, boards)
            place = folder / str(number)
            built.append(built_solution(solution, task.problem, layer, place, examples))
        except CompileError as error:
            first = (str(error).splitlines() or ["no message from the compiler"])[0]
            left_out.append(LeftOut(solution, f"does not compile: {first}", True))
        except ToolMissing as error:
            left_out.append(LeftOut(solution, f"cannot be run: {error}", False))
        except (SandboxDied, SandboxUnavailable, MachineOverloaded, OSError) as error:
            raise JudgeError(f"cannot be run: {error}", solution.path) from error
    return tuple(built), tuple(left_out)


def _examples(
    task: ArenaTask, solution: Solution, boards: tuple[object, ...]
) -> list[list[object]]:
    if solution.kind is not Kind.FUNCTION:
        return []
    return calling.arguments(solution, task.game.inputs, map(Position, boards))


class _Game(Struct, frozen=True):
    """A game that goes on."""

    board: int
    players: tuple[int, int]
    position: Position


class _Tournament:
    """Workers, and what is known of contestants' moves."""

    def __init__(self, context: PlayContext, workers: int, stopped: Callable[[], bool]) -> None:
        self._game = context.game
        self._contestants = range(len(context.built))
        self._stopped = stopped
        self._pool = WorkerPool[MoveTask, Reply](workers, partial(MoveHandler, context))
        self._pool.start()
        self._limits_met: Counter[int] = Counter()
        self.executions = 0

    def close(self) -> None:
        self._pool.end()

    def play(self, boards: tuple[object, ...], chosen: Iterable[int]) -> list[GameRecord] | None:
        """All games on some boards, by board and players; None if stopped before their end."""
        going = [
            _Game(board, players, Position(boards[board]))
            for board in chosen
            for players in permutations(self._contestants, 2)
        ]
        over: list[GameRecord] = []
        for _ in range(MOST_MOVES + 1):
            roles = {game.position: self._game.role_to_move(game.position) for game in going}
            over += [self._scored(game) for game in going if roles[game.position] is None]
            going = [game for game in going if roles[game.position] is not None]
            if not going:
                return sorted(over, key=lambda game: (game.board, game.players))
            turns = {g: (g.players[roles[g.position] or 0], g.position) for g in going}
            replies = self._replies(dict.fromkeys(turns.values()))
            if replies is None:
                return None
            over += [
                self._forfeited(g, turn[0], replies[turn])
                for g, turn in turns.items()
                if replies[turn].verdict is not Verdict.AC
            ]
            going = [
                replace(g, position=g.position.after(replies[turn].move))
                for g, turn in turns.items()
                if replies[turn].verdict is Verdict.AC
            ]
        message = f"the plug-in's role_to_move does not end a game after {MOST_MOVES:,} moves"
        raise PluginFault(message, self._game.plugin.path)

    def _scored(self, game: _Game) -> GameRecord:
        payoff = self._game.payoff(game.position)
        return GameRecord(game.board, game.players, game.position.moves, payoff)

    def _forfeited(self, game: _Game, contestant: int, reply: Reply) -> GameRecord:
        payoff = self._game.forfeit(game.position)
        lost = Forfeit(contestant, reply.verdict, reply.why)
        return GameRecord(game.board, game.players, game.position.moves, payoff, lost)

    def _replies(self, turns: Iterable[Turn]) -> Mapping[Turn, Reply] | None:
        """A reply to each turn; None if stopped."""
        found: dict[Turn, Reply] = {}
        asked: dict[int, list[Position]] = {}
        for contestant, position in turns:
            if self._limits_met[contestant] >= GIVE_UP:
                why = f"not run again: it met a limit {counted(GIVE_UP, 'time')} or more"
                found[contestant, position] = Reply(verdict=Verdict.TLE, why=why)
            else:
                asked.setdefault(contestant, []).append(position)
        asking = _Asking(self._pool, self._stopped, list(_tasks(asked)))
        played = asking.all()
        if played is None:
            return None
        self.executions += len(played)
        self._limits_met += Counter(c for (c, _), r in played.items() if r.verdict in _LIMITS)
        return {**found, **played}


def _tasks(asked: Mapping[int, list[Position]]) -> Iterator[MoveTask]:
    """Those of one contestant follow each other, so that its sandboxes stay open."""
    for contestant, positions in asked.items():
        for start in range(0, len(positions), POSITIONS):
            yield MoveTask(contestant, tuple(positions[start : start + POSITIONS]))


class _Asking:
    """Gives tasks to the workers of a pool and collects their replies."""

    def __init__(
        self,
        pool: WorkerPool[MoveTask, Reply],
        stopped: Callable[[], bool],
        tasks: list[MoveTask],
    ) -> None:
        self._pool = pool
        self._stopped = stopped
        self._waiting = tasks[::-1]
        self._replies: dict[Turn, Reply] = {}
        self._taken: Counter[MoveTask] = Counter()
        self._deaths = WorkerDeaths()

    def all(self) -> dict[Turn, Reply] | None:
        """None if stopped; raises JudgeError."""
        while self._waiting or self._pool.busy:
            for worker in self._pool.idle:
                if self._waiting:
                    self._pool.give(worker, self._waiting.pop())
            for event in self._pool.events(STOP_CHECK_S):
                self._take(event)
            if self._stopped():
                return None
        return self._replies

    def _take(self, event: Event[MoveTask, Reply]) -> None:
        task = event.task
        if isinstance(event, WorkerDeath):
            self._try_again(task, event.fault)
        elif isinstance(event, WorkerAnswer):
            if event.answer.fault:
                raise JudgeError(event.answer.fault)
            position = task.positions[self._taken[task]]
            self._replies[task.contestant, position] = event.answer
            self._taken[task] += 1

    def _try_again(self, task: MoveTask, fault: str) -> None:
        self._deaths.count(task, fault)
        self._taken[task] = 0
        self._waiting.append(task)
