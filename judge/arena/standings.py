"""From games to a ranking: mean pay-offs with their intervals, and an established rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from statistics import NormalDist

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from judge.arena.result import ArenaResult, GameRecord
from judge.plugin import Score

#: Of the intervals.
CONFIDENCE = 0.95


class Estimate(Struct, frozen=True):
    """An exact mean over the boards; the expected value is within ``margin`` of it with the
    confidence above. None for fewer than two boards."""

    mean: Fraction
    margin: float | None


class Pairing(Struct, frozen=True):
    """Two contestants: the mean pay-off of the ``first`` for a game against the ``second``, how
    many meetings it won, drew and lost, and its gain on each board (both games together)."""

    first: int
    second: int
    payoff: Estimate
    won: int
    drawn: int
    lost: int
    gains: tuple[Score, ...]


class Standing(Struct, frozen=True):
    """A contestant. ``payoff`` is for a game; ``by_role`` is its mean in each role; ``rating`` is
    the mean skill with its standard deviation; ``forfeits`` counts games."""

    rank: int
    contestant: int
    payoff: Estimate
    by_role: tuple[Fraction, Fraction]
    rating: tuple[float, float]
    won: int
    drawn: int
    lost: int
    forfeits: int


class Standings(Struct, frozen=True):
    """The best first; ``pairings`` has every pair in both orders."""

    places: tuple[Standing, ...]
    pairings: Mapping[tuple[int, int], Pairing]


def rank_contestants(result: ArenaResult) -> Standings:
    """Rank by mean pay-off; equal means share a rank. There is at least one board."""
    count, boards = len(result.contestants), len(result.boards)
    payoffs = {(game.board, *game.players): game.payoff for game in result.games}
    pairings = {
        (a, b): _pairing(a, b, _gains(payoffs, boards, a, b))
        for a in range(count)
        for b in range(count)
        if a != b
    }
    ratings = _ratings(pairings, count, boards)
    forfeits = Counter(game.forfeit.contestant for game in result.forfeits if game.forfeit)
    means = {a: _mean_of(a, pairings, count, boards) for a in range(count)}
    places = [
        Standing(
            rank=1 + sum(other.mean > means[a].mean for other in means.values()),
            contestant=a,
            payoff=means[a],
            by_role=_by_role(result.games, a),
            rating=(ratings[a].mu, ratings[a].sigma),
            won=sum(p.won for (one, _), p in pairings.items() if one == a),
            drawn=sum(p.drawn for (one, _), p in pairings.items() if one == a),
            lost=sum(p.lost for (one, _), p in pairings.items() if one == a),
            forfeits=forfeits[a],
        )
        for a in range(count)
    ]
    places.sort(key=lambda place: (place.rank, result.contestants[place.contestant].name))
    return Standings(tuple(places), pairings)


def _gains(
    payoffs: Mapping[tuple[int, int, int], Score], boards: int, a: int, b: int
) -> tuple[Score, ...]:
    return tuple(payoffs[board, a, b] - payoffs[board, b, a] for board in range(boards))


def _pairing(a: int, b: int, gains: tuple[Score, ...]) -> Pairing:
    """The margin comes from differences on the same boards, which vary less than pay-offs do."""
    return Pairing(
        a,
        b,
        estimate([Fraction(gain) / 2 for gain in gains]),
        won=sum(gain > 0 for gain in gains),
        drawn=sum(gain == 0 for gain in gains),
        lost=sum(gain < 0 for gain in gains),
        gains=gains,
    )


def _mean_of(
    a: int, pairings: Mapping[tuple[int, int], Pairing], count: int, boards: int
) -> Estimate:
    """Over the boards, of the mean pay-off for a game there."""
    against = [pairings[a, b].gains for b in range(count) if b != a]
    on_boards = [sum(map(Fraction, (gains[i] for gains in against))) for i in range(boards)]
    return estimate([Fraction(total) / (2 * len(against)) for total in on_boards])


def estimate(values: Sequence[Fraction]) -> Estimate:
    """The mean, and the margin of the normal approximation."""
    mean = sum(values, Fraction()) / len(values)
    if len(values) < 2:
        return Estimate(mean, None)
    variance = sum(((v - mean) ** 2 for v in values), Fraction()) / (len(values) - 1)
    quantile = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return Estimate(mean, quantile * sqrt(variance / len(values)))


def _by_role(games: Sequence[GameRecord], a: int) -> tuple[Fraction, Fraction]:
    first = [Fraction(game.payoff) for game in games if game.players[0] == a]
    second = [-Fraction(game.payoff) for game in games if game.players[1] == a]
    return sum(first, Fraction()) / len(first), sum(second, Fraction()) / len(second)


def _ratings(
    pairings: Mapping[tuple[int, int], Pairing], count: int, boards: int
) -> list[PlackettLuceRating]:
    """Every meeting counts as one match, board by board."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(count)]
    for board in range(boards):
        for a, b in combinations(range(count), 2):
            gain = pairings[a, b].gains[board]
            ranks = [float(gain < 0), float(gain > 0)]
            [[ratings[a]], [ratings[b]]] = model.rate([[ratings[a]], [ratings[b]]], ranks=ranks)
    return ratings
