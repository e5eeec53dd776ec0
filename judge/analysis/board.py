"""The leaderboards of one problem to publish: by bytes and by characters, and records over time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from msgspec import Struct

from judge.analysis.leaderboard import is_valid
from judge.model import Kind, Solution, SolutionResult


class Entry(Struct, frozen=True):
    """A valid solution on a list. ``size`` is in the unit of the list."""

    rank: int
    size: int
    result: SolutionResult


class Milestone(Struct, frozen=True):
    """A size in bytes that a solution had from a day on."""

    date: date
    size: int
    solution: Solution


class RecordLine(Struct, frozen=True):
    """The records of one league over time, each smaller than the one before; ``league`` is None for
    all languages."""

    league: str | None
    records: tuple[Milestone, ...]


class PublishedBoard(Struct, frozen=True):
    """``leagues`` are the lists by bytes of each league, ``winners`` the first places in them, the
    smallest first. ``others`` are the solutions that are not accepted on every case."""

    by_bytes: tuple[Entry, ...]
    by_characters: tuple[Entry, ...]
    leagues: Mapping[str, tuple[Entry, ...]]
    winners: tuple[tuple[str, Entry], ...]
    records: tuple[RecordLine, ...]
    others: tuple[SolutionResult, ...]


def published_board(
    results: Sequence[SolutionResult], milestones: Sequence[Milestone]
) -> PublishedBoard:
    """The board of one problem's results; ``milestones`` are of its valid solutions."""
    ranked = [j for j in results if j.solution.kind is not Kind.OUTPUT]
    valid = [j for j in ranked if is_valid(j)]
    names = sorted({j.solution.league for j in valid})
    leagues = {
        name: entries([j for j in valid if j.solution.league == name], size_in_bytes)
        for name in names
    }
    winners = [(name, e) for name, its in leagues.items() for e in its if e.rank == 1]
    lines = [
        RecordLine(name, records([m for m in milestones if name in (None, m.solution.league)]))
        for name in (None, *names)
    ]
    return PublishedBoard(
        entries(valid, size_in_bytes),
        entries(valid, size_in_characters),
        leagues,
        tuple(sorted(winners, key=lambda one: (one[1].size, one[0]))),
        tuple(line for line in lines if line.records),
        tuple(j for j in ranked if not is_valid(j)),
    )


def entries(
    valid: Sequence[SolutionResult], measure: Callable[[Solution], int | None]
) -> tuple[Entry, ...]:
    """A list by a size, the earlier post first where two are equal; without those that have no such
    size."""
    sized = [(size, j) for j in valid if (size := measure(j.solution)) is not None]
    sized.sort(key=lambda one: (*_merit(*one), one[1].solution.name))
    merits = [_merit(*one) for one in sized]
    return tuple(
        Entry(1 + merits.index(_merit(size, result)), size, result) for size, result in sized
    )


def size_in_bytes(solution: Solution) -> int:
    return solution.size


def size_in_characters(solution: Solution) -> int | None:
    """None for a source that is not text."""
    return solution.measured.characters if solution.measured else None


def records(milestones: Sequence[Milestone]) -> tuple[Milestone, ...]:
    """Those that were smaller than all before them, in the order of their days."""
    found: list[Milestone] = []
    for one in sorted(milestones, key=lambda m: (m.date, m.size, m.solution.name)):
        if not found or one.size < found[-1].size:
            found.append(one)
    return tuple(found)


def _merit(size: int, result: SolutionResult) -> tuple[int, date]:
    return size, result.solution.date or date.max
