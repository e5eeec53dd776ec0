"""The points of groups that a statement lists in a table or as items, and those of the package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.model import Group, GroupScoring, LegacyGrading, Problem
from judge.verify.stated_groups import (
    StatedGroup,
    listed_groups,
    numbered_groups,
    secret_groups,
)

#: Points of so many groups differ in one alone by mistake.
LEAST_ALIKE = 3


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
        other = [one for one in stated if _is_other(one, numbered)]
        # Where the sums differ, too, the points may be of another kind: but not of one group alone.
        is_sole = len(stated) >= LEAST_ALIKE and len(other) == 1 and bool(numbered)
        if len(said) != len(stored) or (sum(said) != sum(stored) and not is_sole):
            continue
        if said != stored and not is_sole:
            names = ", ".join(map(str, said)), ", ".join(map(str, stored))
            yield f"a statement lists groups of {names[0]} points, and the package has {names[1]}"
            continue
        for one in other[:1]:
            group = numbered[one.number]
            yield (
                f"a statement has {one.points} points for group {one.number},"
                f" and data/{group.name} has {_points(group)}"
            )


def _is_other(stated: StatedGroup, numbered: Mapping[int, Group]) -> bool:
    """Whether the package has other points for the group of this number."""
    group = numbered.get(stated.number)
    return group is not None and stated.points != _points(group)


def _points(group: Group) -> int | None:
    """The greatest score of a group; None where that is unknown."""
    scoring = group.scoring
    if isinstance(scoring, GroupScoring):
        return scoring.maximum
    if isinstance(scoring, LegacyGrading) and scoring.highest is not None:
        return int(scoring.highest) if scoring.highest.denominator == 1 else None
    return None
