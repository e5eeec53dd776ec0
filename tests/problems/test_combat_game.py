"""Combat as a game: its rules, and that exact play is exact and never beaten."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from judge.arena.contestants import find_contestants
from judge.arena.result import ArenaTask
from judge.arena.standings import rank_contestants
from judge.arena.tournament import play
from judge.packages.arena_game import Position, game_of
from judge.packages.loaded_problem import load_problems
from judge.plugin import IllegalAnswer, Undecodable
from tests.problems.combat_package import ROOT, SOLUTIONS, Board, plugin

COMBAT = plugin()
Player = Callable[[str, Any, Any], Any]
FIRST = COMBAT.readings[0]


@cache
def player(name: str) -> Player:
    found: Player = runpy.run_path(str(SOLUTIONS / "arena" / f"{name}.py"))["play"]
    return found


def boards(count: int, size: int) -> list[Board]:
    rng = Random(5)
    return [COMBAT.random_board(rng, size) for _ in range(count)]


def moves_of(board: Board, attacks: str, blocks: str) -> tuple[Any, ...]:
    """A game between two contestants."""
    moves: tuple[Any, ...] = ()
    for name in (attacks, blocks):
        output = str(player(name)(*COMBAT.move_arguments(board, moves)))
        moves = (*moves, COMBAT.decode_move(output, board, moves, FIRST))
    return moves


def all_blocks(attackers: int, blockers: int) -> list[tuple[tuple[int, int], ...]]:
    places = product(range(-1, attackers), repeat=blockers)
    return [tuple((b, a) for b, a in enumerate(one) if a >= 0) for one in places]


def value(board: Board) -> int:
    """By trying every attack and all blocks."""
    count = len(board[0])
    attacks = (one for size in range(count + 1) for one in combinations(range(count), size))
    return max(
        min(COMBAT.payoff(board, (one, made)) for made in all_blocks(len(one), len(board[1])))
        for one in attacks
    )


def test_a_game_is_an_attack_and_the_blocks_of_what_attacks() -> None:
    board = (((2, 2), (9, 9), (3, 3)), ((1, 4), (1, 1), (0, 1)))
    assert [COMBAT.role_to_move(board, ((),) * count) for count in range(3)] == [0, 1, None]
    attack = COMBAT.decode_move("[0, 2]", board, (), FIRST)
    assert attack == (0, 2)
    assert COMBAT.move_arguments(board, (attack,)) == [
        "block",
        [[2, 2], [3, 3]],
        [[1, 4], [1, 1], [0, 1]],
    ]
    assert COMBAT.move_input(board, (attack,)).splitlines() == [
        "block",
        "[[2, 2], [3, 3]]",
        "[[1, 4], [1, 1], [0, 1]]",
    ]
    blocks = COMBAT.decode_move("[[0, 0], [1, 0], [2, 1]]", board, (attack,), FIRST)
    # The first sample of the problem has the score -1; the 9/9 stays at home and is left.
    assert COMBAT.payoff(board, (attack, blocks)) == 2 * (1 + 18)


@pytest.mark.parametrize(
    ("output", "move"),
    [("", ()), ("[]", ()), ("2 0", (0, 2)), ("[[1]]", None), ("[1.0]", (1,)), ("0\n1", (0, 1))],
)
def test_an_attack_is_any_list_of_creatures(output: str, move: tuple[int, ...] | None) -> None:
    board = boards(1, 5)[0][1], ((1, 1),)
    assert len(board[0]) >= 3
    if move is None:
        with pytest.raises(Undecodable):
            COMBAT.decode_move(output, board, (), FIRST)
    else:
        assert COMBAT.decode_move(output, board, (), FIRST) == move


@pytest.mark.parametrize("output", ["[0, 0]", "[3]", "[-1]"])
def test_an_illegal_attack_is_refused(output: str) -> None:
    with pytest.raises(IllegalAnswer):
        COMBAT.decode_move(output, (((1, 1),) * 3, ()), (), FIRST)


def test_indices_may_count_from_1_where_the_manifest_says_so() -> None:
    board = ((1, 1), (2, 2)), ((3, 3),)
    assert COMBAT.decode_move("[1, 2]", board, (), "1-indexed") == (0, 1)
    assert COMBAT.decode_move("[[1, 2]]", board, ((0, 1),), "1-indexed") == ((0, 1),)


def test_boards_have_creatures_on_both_sides_and_small_numbers() -> None:
    for board in boards(200, 4):
        assert all(1 <= len(side) <= 4 for side in board)
        assert all(0 <= number <= 15 for side in board for one in side for number in one)
    assert boards(9, 4) == boards(9, 4)


def test_no_game_ends_worse_than_a_forfeit() -> None:
    for board in boards(25, 3):
        count = len(board[0])
        for size in range(count + 1):
            for attack in combinations(range(count), size):
                for made in all_blocks(size, len(board[1])):
                    payoff = COMBAT.payoff(board, (attack, made))
                    assert COMBAT.forfeit(board, ()) <= payoff <= COMBAT.forfeit(board, (attack,))


def test_exact_play_reaches_the_value_of_every_small_board() -> None:
    for board in boards(60, 3):
        assert COMBAT.payoff(board, moves_of(board, "exact", "exact")) == value(board), board


@pytest.mark.long
def test_exact_play_is_never_beaten_on_any_board() -> None:
    for board in boards(60, 5):
        worth = COMBAT.payoff(board, moves_of(board, "exact", "exact"))
        for other in ("climbs", "random-moves"):
            assert COMBAT.payoff(board, moves_of(board, "exact", other)) >= worth
            assert COMBAT.payoff(board, moves_of(board, other, "exact")) <= worth


@pytest.mark.long
def test_the_bundled_contestants_play_legally_and_exact_play_loses_no_meeting() -> None:
    [loaded] = load_problems(ROOT / "problems", ["combat"])
    game = game_of(loaded.plugin)
    found = find_contestants(ROOT / "solutions", loaded, game, ())
    assert len(found) >= 6
    result = play(ArenaTask(loaded.problem, game, found, 8, 4, 1, 2), lambda: False, lambda n: None)
    assert not result.forfeits
    ranked = rank_contestants(result)
    best = next(i for i, one in enumerate(result.contestants) if one.name == "exact")
    for (one, _), pairing in ranked.pairings.items():
        assert one != best or (pairing.lost == 0 and pairing.payoff.mean >= 0)
    drawn = [game.draw(Position(result.boards[g.board], g.moves)) for g in result.games[:30]]
    assert all('class="combat"' in picture for picture in drawn)
    assert sum(Fraction(place.payoff.mean) for place in ranked.places) == 0
