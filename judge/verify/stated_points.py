"""The points of groups that a statement lists in a table or as items, and those of the package."""

from __future__ import annotations

from collections.abc import Iterator

from judge.model import Group, GroupScoring, LegacyGrading, Problem
from judge.verify.stated_groups import listed_groups, numbered_groups, secret_groups


def other_points(problem: Problem) -> Iterator[str]:
    """Messages: a statement lists groups from 1 with points, as many as the package has with secret
    cases and with the same sum, and others than it has: in any order, or for a group by its
    number."""
    points = [_points(group) for group in secret_groups(problem)]
    if None in points:
        return
    stored, numbered = sorted(one for one in points if one is not None), numbered_groups(problem)
    for stated in listed_groups(problem):
        said = sorted(one.points for one in stated if one.points is not None)
        # Where the sums differ, too, the points may be of another kind.
        if len(said) != len(stored) or sum(said) != sum(stored):
            continue
        if said != stored:
            names = ", ".join(map(str, said)), ", ".join(map(str, stored))
            yield f"a statement lists groups of {names[0]} points, and the package has {names[1]}"
            continue
        for one in stated:
            group = numbered.get(one.number)
            if group is not None and _points(group) != one.points:
                yield (
                    f"a statement has {one.points} points for group {one.number},"
                    f" and data/{group.name} has {_points(group)}"
                )
                break


def _points(group: Group) -> int | None:
    """The greatest score of a group; None where that is unknown."""
    scoring = group.scoring
    if isinstance(scoring, GroupScoring):
        return scoring.maximum
    if isinstance(scoring, LegacyGrading) and scoring.highest is not None:
        return int(scoring.highest) if scoring.highest.denominator == 1 else None
    return None
