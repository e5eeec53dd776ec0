"""The points of groups that a statement lists in a table, and those of the package."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.model import Group, GroupScoring, LegacyGrading, Problem
from judge.packages.statements import statement_texts

#: A row of a table in Markdown or TeX that begins with two whole numbers: a group and its points.
_ROW = re.compile(
    r"^\s*(?:\|\s*)?(?:group|grupp|subtask)?\s*\$?(\d{1,2})\$?\s*[|&]\s*\$?(\d{1,4})\$?\s*(?=[|&\\]|$)",
    re.MULTILINE | re.IGNORECASE,
)
#: Where a statement has no such word, the numbers are something else.
_POINTS = re.compile(r"\b(?:points?|scores?|po[aä]ng)\b", re.IGNORECASE)
#: Fewer groups are no table.
LEAST_GROUPS = 2


def other_points(problem: Problem) -> Iterator[str]:
    """Messages: a statement lists groups from 1 with points, as many as the package has with secret
    cases and with the same sum, and others than it has."""
    groups = [group for group in problem.groups if group.parent == "secret"]
    points = [_points(group) for group in groups]
    if len(groups) < LEAST_GROUPS or None in points:
        return
    stored = sorted(one for one in points if one is not None)
    for text in statement_texts(problem.folder):
        rows = [(int(match[1]), int(match[2])) for match in _ROW.finditer(text)]
        if not _POINTS.search(text) or [at for at, _ in rows] != [*range(1, len(groups) + 1)]:
            continue
        said = sorted(worth for _, worth in rows)
        # Where the sums differ, too, the points may be of another kind.
        if said != stored and sum(said) == sum(stored):
            names = ", ".join(map(str, said)), ", ".join(map(str, stored))
            yield f"a statement lists groups of {names[0]} points, and the package has {names[1]}"


def _points(group: Group) -> int | None:
    """The greatest score of a group; None where that is unknown."""
    scoring = group.scoring
    if isinstance(scoring, GroupScoring):
        return scoring.maximum
    if isinstance(scoring, LegacyGrading) and scoring.highest is not None:
        return int(scoring.highest) if scoring.highest.denominator == 1 else None
    return None
