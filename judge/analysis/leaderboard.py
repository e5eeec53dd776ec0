"""The leaderboards of one problem, from its judged solutions.

A solution is ranked in its *league*: its language, with the flags where those are free. Output
files are not ranked, because they are not solutions of the whole problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from operator import itemgetter

from msgspec import Struct

from judge.model import Kind, SolutionResult, Verdict

#: The score of the smallest solution of a league.
FULL = 1000


class Place(Struct, frozen=True):
    """A valid solution on a board. ``score`` is ``1000 × best / size`` within its league."""

    rank: int
    result: SolutionResult
    score: Fraction

    @property
    def points(self) -> int:
        """The score, rounded down."""
        return int(self.score)


class Board(Struct, frozen=True):
    """One leaderboard; ``league`` is None for the one over all languages.

    ``unverified`` solutions were right on every case that finished, but were too slow or were
    stopped. ``invalid`` are the others, those that passed the most cases first;
    ``SolutionResult.refuted`` is the case that refutes one.
    """

    league: str | None
    places: tuple[Place, ...]
    unverified: tuple[SolutionResult, ...]
    invalid: tuple[SolutionResult, ...]
    #: The smallest size in earlier runs, in bytes; None where there is no record.
    record: int | None = None

    @property
    def best(self) -> int | None:
        """The smallest size here, in bytes."""
        return self.places[0].result.solution.size if self.places else None

    @property
    def improvement(self) -> int | None:
        """By how many bytes the best is below the record; None if it is not, or there is none."""
        if self.best is None or self.record is None or self.best >= self.record:
            return None
        return self.record - self.best


class Ranking(Struct, frozen=True):
    """All boards of one problem. ``leagues`` are sorted by name, each has an entry."""

    overall: Board
    leagues: tuple[Board, ...]
    #: The Pareto front of the valid solutions by bytes and CPU time, smallest first.
    pareto: tuple[SolutionResult, ...]


def rank_solutions(
    results: Iterable[SolutionResult], records: Mapping[str, int] | None = None
) -> Ranking:
    """The leaderboards of one problem's solutions.

    ``records`` maps a league to the smallest size in bytes of a valid solution in earlier runs.
    """
    known = records or {}
    entries = [j for j in results if j.solution.kind is not Kind.OUTPUT]
    names = sorted({j.solution.league for j in entries})
    best = {name: _best(j for j in entries if j.solution.league == name) for name in names}
    return Ranking(
        _board(None, entries, best, min(known.values(), default=None)),
        tuple(
            _board(name, [j for j in entries if j.solution.league == name], best, known.get(name))
            for name in names
        ),
        pareto([j for j in entries if is_valid(j)]),
    )


def in_order(results: Sequence[SolutionResult]) -> list[tuple[int | None, int]]:
    """(rank, index) of all solutions in the order of a report: accepted ones by rank, unverified
    ones by size, then by the number of cases passed; those that never ran come last."""
    ranks = {
        place.result.solution.name: place.rank for place in rank_solutions(results).overall.places
    }

    def order(index: int) -> tuple[int, int, int, str]:
        j = results[index]
        rank, size, name = ranks.get(j.solution.name), j.solution.size, j.solution.name
        if rank is not None:
            return 0, rank, 0, name
        if j.verdict is Verdict.UNVERIFIED:
            return 1, size, 0, name
        return (2 if j.outcomes else 3), -j.passed, size, name

    places = sorted(range(len(results)), key=order)
    return [(ranks.get(results[place].solution.name), place) for place in places]


def is_valid(result: SolutionResult) -> bool:
    """Whether it was accepted on every case, and was not stopped before the last."""
    return result.verdict is Verdict.AC and not result.stopped


def score(size: int, best: int) -> Fraction:
    """``1000 × best / size``, exactly; sizes in bytes. An empty source gets the full score."""
    return Fraction(FULL * best, size) if size else Fraction(FULL)


def pareto(valid: Sequence[SolutionResult]) -> tuple[SolutionResult, ...]:
    """The Pareto front: none is beaten in bytes or CPU time by one as good in the other."""
    front: list[SolutionResult] = []
    for result in sorted(valid, key=lambda j: (j.solution.size, j.cpu_s, j.solution.name)):
        if not front or result.cpu_s < front[-1].cpu_s:
            front.append(result)
    return tuple(front)


def _best(results: Iterable[SolutionResult]) -> int | None:
    return min((j.solution.size for j in results if is_valid(j)), default=None)


def _board(
    league: str | None,
    entries: Sequence[SolutionResult],
    best: Mapping[str, int | None],
    record: int | None,
) -> Board:
    valid = sorted(((_merit(j), j) for j in entries if is_valid(j)), key=itemgetter(0))
    unverified = [j for j in entries if _is_unverified(j)]
    invalid = [j for j in entries if not is_valid(j) and not _is_unverified(j)]
    places: list[Place] = []
    rank, above = 0, None
    for number, (merit, result) in enumerate(valid, 1):
        solution = result.solution
        league_best = best[solution.league]
        assert league_best is not None  # it is valid itself
        if merit[:-1] != above:  # those that differ in their names alone share a rank
            rank, above = number, merit[:-1]
        places.append(Place(rank, result, score(solution.size, league_best)))
    return Board(
        league,
        tuple(places),
        tuple(sorted(unverified, key=_merit)),
        tuple(sorted(invalid, key=lambda j: (-j.passed, *_merit(j)))),
        record,
    )


def _is_unverified(result: SolutionResult) -> bool:
    return result.verdict is Verdict.UNVERIFIED or (
        result.verdict is Verdict.AC and bool(result.stopped)
    )


def _merit(result: SolutionResult) -> tuple[int, date, float, str]:
    """Sort key: size, date (unknown last), CPU time, name."""
    solution = result.solution
    return solution.size, solution.date or date.max, result.cpu_s, solution.name
