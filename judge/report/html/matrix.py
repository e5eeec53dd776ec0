"""The map of all solutions and cases: letters of verdicts, shades of gaps, groups and sizes.

A map with few cells is a table in the page. A bigger table would be too slow in a browser, so it is
compressed JSON, which the script paints on a canvas:

    {kinds: [[style, letters, gap]], rows: [null | [index into kinds, or -1 for not run]]}

Rows are in the order of ``ProblemResult.solutions``, columns in that of the page's cases; a row is
null where a solution ran on no case.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from judge.common.score_format import ScoreFormat
from judge.model import Case, Outcome, SolutionResult, Verdict
from judge.plugin import Score

#: Up to this number of cells the map is a table, which needs no script and can be printed.
TABLE = 6000
#: Number of shades for gaps and for sizes; the last is the darkest.
SHADES = 4

Kind = tuple[str, str, str]


class Cell(Struct, frozen=True):
    """One cell: ``style`` is the verdict in lower case, perhaps with a shade, or ``blank``."""

    style: str
    letters: str
    gap: str = ""
    title: str = ""
    #: The first case of its group.
    opens: bool = False


class Column(Struct, frozen=True):
    """The head of one case. ``size`` is how big it is, ``shade`` from 0 to ``SHADES``."""

    name: str
    size: str
    shade: int


class Group(Struct, frozen=True):
    name: str
    columns: tuple[Column, ...]


class Shades:
    """Shades of gaps: each shade gets a quarter of the distinct gaps of the problem."""

    def __init__(self, results: Sequence[SolutionResult]) -> None:
        found = {o.gap for j in results for o in j.outcomes if o.gap is not None and o.gap > 0}
        self._gaps: list[Score] = sorted(found)

    def style(self, outcome: Outcome) -> str:
        plain = outcome.verdict.value.lower()
        if outcome.verdict is not Verdict.WA or outcome.gap is None or outcome.gap <= 0:
            return plain
        return f"{plain} g{1 + SHADES * bisect_left(self._gaps, outcome.gap) // len(self._gaps)}"


def is_table(solutions: int, cases: int) -> bool:
    return solutions * cases <= TABLE


def kind(outcome: Outcome, scores: ScoreFormat, shades: Shades) -> Kind:
    """What a cell shows: (style, letters, gap)."""
    letters = "++" if outcome.verdict is Verdict.BETTER else outcome.verdict.value
    return shades.style(outcome), letters, scores.gap(outcome.gap)


def cells(
    cases: Sequence[Case],
    result: SolutionResult,
    scores: ScoreFormat,
    shades: Shades,
    why: str,
) -> tuple[Cell, ...]:
    """A row of the table; ``why`` says why a case was not run. Empty if none was."""
    if not result.outcomes:
        return ()
    outcomes = {outcome.case: outcome for outcome in result.outcomes}
    row, before = [], None
    for case in cases:
        outcome, opens = outcomes.get(case.name), case.group != before
        before = case.group
        if outcome is None:
            row.append(Cell("blank", "·", title=f"not run: {why}", opens=opens))
        else:
            row.append(Cell(*kind(outcome, scores, shades), opens=opens))
    return tuple(row)


def painted(
    cases: Sequence[Case],
    results: Sequence[SolutionResult],
    scores: ScoreFormat,
    shades: Shades,
) -> dict[str, Any]:
    """The map as data for the canvas, in the format above."""
    kinds: dict[Kind, int] = {}

    def row(outcomes: Mapping[str, Outcome]) -> list[int] | None:
        found = [outcomes.get(case.name) for case in cases]
        indices = [
            -1 if o is None else kinds.setdefault(kind(o, scores, shades), len(kinds))
            for o in found
        ]
        return indices if outcomes else None

    rows = [row({outcome.case: outcome for outcome in j.outcomes}) for j in results]
    return {"kinds": list(kinds), "rows": rows}


def groups(cases: Sequence[Case], sizes: Sequence[tuple[int, ...]]) -> tuple[Group, ...]:
    """The heads of all columns, shaded by the product of the numbers of a case's size."""
    weights = sorted({_weight(size) for size in sizes if size})

    @cache  # there may be a million cases, of few sizes
    def head(size: tuple[int, ...]) -> tuple[str, int]:
        shade = bisect_left(weights, _weight(size)) * SHADES // len(weights) + 1 if size else 0
        return "×".join(map(str, size)), shade

    def column(case: Case, size: tuple[int, ...]) -> Column:
        return Column(_short(case), *head(size))

    pairs = zip(cases, sizes, strict=True)
    return tuple(
        Group(name, tuple(column(case, size) for case, size in members))
        for name, members in groupby(pairs, key=lambda pair: pair[0].group)
    )


def _weight(size: tuple[int, ...]) -> int:
    product = 1
    for number in size:
        product *= number + 1
    return product


def _short(case: Case) -> str:
    """The name of a case without its group, which is shown above it."""
    return case.name.removeprefix(f"{case.group}/") or case.name
