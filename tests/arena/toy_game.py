"""A game for the toy problem: two players take 1 or 2 from a heap in turn; the last one wins it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judge.arena.contestants import find_contestants
from judge.arena.result import ArenaResult, ArenaTask
from judge.arena.tournament import play
from judge.packages.arena_game import game_of
from judge.packages.loaded_problem import load_problems
from tests.contest import Contest

GAME = """
    roles = ("opens", "follows")

    def random_board(self, rng, size):
        return rng.randint(1, size)

    def role_to_move(self, board, moves):
        return len(moves) % 2 if sum(moves) < board else None

    def move_arguments(self, board, moves):
        return [self.roles[len(moves) % 2], board - sum(moves)]

    def move_input(self, board, moves):
        return f"{self.roles[len(moves) % 2]}\\n{board - sum(moves)}\\n"

    def decode_move(self, text, board, moves, reading):
        if not text.strip().isdecimal():
            raise Undecodable("not a number")
        if int(text) not in (1, 2) or int(text) > board - sum(moves):
            raise IllegalAnswer("one or two", f"{text.strip()} cannot be taken")
        return int(text)

    def payoff(self, board, moves):
        return board if len(moves) % 2 else -board

    def forfeit(self, board, moves):
        return board if len(moves) % 2 else -board
"""

#: Leaves a multiple of 3 where it can; one of each way to post code.
BEST = "lambda role, heap: heap % 3 or 1\n"
ONES = "input(), input()\nprint(1)\n"
GREEDY = "(role, heap) => Math.min(2, heap)\n"


def declare(toy: Contest, text: str = GAME) -> None:
    """Give the plug-in a game."""
    plugin = toy.problem / "plugin.py"
    plugin.write_text(plugin.read_text() + text)


def contestant(toy: Contest, file: str, source: str, manifest: str = "") -> None:
    folder = toy.solutions / "arena"
    folder.mkdir(exist_ok=True)
    toy.solution(f"arena/{file}", source, manifest)


def three(toy: Contest) -> None:
    """The game and three contestants."""
    declare(toy)
    contestant(toy, "best.py", BEST)
    contestant(toy, "ones.py", ONES)
    contestant(toy, "greedy.js", GREEDY)


def task(toy: Contest, *names: str, **more: Any) -> ArenaTask:
    [loaded] = load_problems(toy.root / "problems", ["toy"])
    game = game_of(loaded.plugin)
    found = find_contestants(toy.root / "solutions", loaded, game, names)
    chosen = {"count": 6, "size": 9, "seed": 0, **more}
    return ArenaTask(loaded.problem, game, found, **chosen)


def held(
    toy: Contest, *names: str, stopped: Callable[[], bool] = lambda: False, **more: Any
) -> ArenaResult:
    return play(task(toy, *names, **more), stopped, lambda count: None)
