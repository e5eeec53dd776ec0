"""From games to a ranking."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from judge.arena.result import ArenaResult, GameRecord
from judge.arena.standings import estimate, rank_contestants
from tests.arena.toy_game import held, three
from tests.contest import make_contest


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> ArenaResult:
    toy = make_contest(tmp_path_factory.mktemp("arena"))
    three(toy)
    return held(toy, count=4)


def with_payoffs(result: ArenaResult, payoffs: dict[tuple[int, int], list[int]]) -> ArenaResult:
    """The same contestants after games with these pay-offs on each board."""
    count = len(payoffs[0, 1])
    games = [
        GameRecord(board, players, (), payoffs[players][board])
        for board in range(count)
        for players in permutations(range(3), 2)
    ]
    return replace(result, boards=result.boards[:count], games=tuple(games))


@pytest.mark.long
def test_contestants_rank_by_the_exact_mean_over_their_games(played: ArenaResult) -> None:
    payoffs = {(0, 1): [3, 1], (1, 0): [0, 0], (0, 2): [5, 2], (2, 0): [1, 1]}
    payoffs |= {(1, 2): [2, 2], (2, 1): [2, 2]}
    ranked = rank_contestants(with_payoffs(played, payoffs))
    means = {place.contestant: place.payoff.mean for place in ranked.places}
    assert means == {0: Fraction(9, 8), 1: Fraction(-4, 8), 2: Fraction(-5, 8)}
    assert [(place.rank, place.contestant) for place in ranked.places] == [(1, 0), (2, 1), (3, 2)]
    first = ranked.places[0]
    assert first.by_role == (Fraction(11, 4), Fraction(-2, 4))
    assert (first.won, first.drawn, first.lost) == (4, 0, 0)
    pairing = ranked.pairings[1, 2]
    assert (pairing.won, pairing.drawn, pairing.lost) == (0, 2, 0)
    assert ranked.pairings[1, 0].gains == (-3, -1)
    # On the boards its mean pay-off was 7/4 and 1/2.
    assert first.payoff.margin == pytest.approx(1.96 * (5 / 4) / sqrt(2) / sqrt(2), rel=1e-3)


@pytest.mark.long
def test_equal_means_share_a_rank(played: ArenaResult) -> None:
    ranked = rank_contestants(
        with_payoffs(played, {pair: [1, 1] for pair in permutations(range(3), 2)})
    )
    assert [place.rank for place in ranked.places] == [1, 1, 1]
    assert all(p.rating == pytest.approx(ranked.places[0].rating, abs=0.5) for p in ranked.places)


def test_the_rating_knows_who_won_and_not_how_much(played: ArenaResult) -> None:
    payoffs = {pair: [0] * 4 for pair in permutations(range(3), 2)}
    little = rank_contestants(with_payoffs(played, {**payoffs, (0, 1): [1] * 4}))
    much = rank_contestants(with_payoffs(played, {**payoffs, (0, 1): [99] * 4}))
    ratings: list[Any] = [{p.contestant: p.rating for p in one.places} for one in (little, much)]
    assert ratings[0] == ratings[1]
    assert ratings[0][0][0] > ratings[0][2][0] > ratings[0][1][0]


def test_meetings_are_paired_on_their_boards(played: ArenaResult) -> None:
    """What all win alike on a board takes no part in the interval of a pair."""
    payoffs = {pair: [0, 1000, -1000] for pair in permutations(range(3), 2)}
    payoffs[0, 1] = [2, 1002, -998]
    estimated = rank_contestants(with_payoffs(played, payoffs)).pairings[0, 1].payoff
    assert (estimated.mean, estimated.margin) == (1, 0)


def test_one_board_tells_nothing_about_others() -> None:
    assert estimate([Fraction(1, 3)]).margin is None
