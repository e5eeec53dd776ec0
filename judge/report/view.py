"""Results arranged as the page shows them: order, ranks and short texts; no HTML but a source's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from markupsafe import Markup

from judge import growth
from judge.model import (
    Case,
    Judged,
    Kind,
    Outcome,
    Problem,
    ProblemResult,
    Results,
    Verdict,
    shown_path,
    shown_score,
)
from judge.plugin import Plugin, Score
from judge.report import source
from judge.report.cells import mebibytes, milliseconds, packed, saying
from judge.report.source import Source
from judge.report.text import anchor, plain, web_address

#: How many failed cases a solution's section spells out.
SPELT_OUT = 6


@dataclass(frozen=True)
class Cell:
    """One square of the table: ``style`` is the verdict in lower case, or ``blank``."""

    style: str
    letters: str
    gap: str = ""
    title: str = ""
    #: The first case of its group.
    opens: bool = False


@dataclass(frozen=True)
class Failure:
    """A case that was not accepted, as a line of text. ``case`` is its name."""

    case: str
    href: str
    verdict: Verdict
    gap: str
    said: str


@dataclass(frozen=True)
class Row:
    """One solution. ``index`` is its place in ``ProblemResult.judged``, which anchors refer to."""

    index: int
    judged: Judged
    rank: int | None
    href: str
    link: str | None
    gap: str
    #: Where its worst gap stands among all, so that sorting needs no arithmetic; None without.
    gap_place: int | None
    cpu_ms: str
    peak_mib: str
    cells: tuple[Cell, ...]
    failures: tuple[Failure, ...]
    more_failures: int
    source: Source
    file: str

    @property
    def ran(self) -> bool:
        return bool(self.judged.outcomes)

    @property
    def why_blank(self) -> str:
        """Why it lacks some or all cases, in a line."""
        told = (self.judged.stopped or self.judged.message).strip().partition("\n")[0]
        return plain(told, 300) or self.judged.verdict.title

    @property
    def slow(self) -> str:
        """How far an unverified one came; empty for others."""
        return growth.described(self.judged.slow) if self.judged.slow else ""

    @property
    def expect(self) -> list[Verdict]:
        return sorted(self.judged.solution.expect, key=lambda verdict: verdict.value)


@dataclass(frozen=True)
class Group:
    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class ProblemView:
    problem: Problem
    css: str
    href: str
    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    verdicts: tuple[Verdict, ...]
    #: Compressed cells, one base64 text a case; see ``judge.report.cells``.
    packs: tuple[Markup, ...]

    @property
    def unexpected(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if not row.judged.as_expected)

    @property
    def index(self) -> dict[str, Any]:
        """Names for the script, in the order that cells and packs use."""
        rows = sorted(self.rows, key=lambda row: row.index)
        return {
            "href": self.href[1:],
            "name": plain(self.problem.name),
            "solutions": [
                {
                    "name": plain(row.judged.solution.name),
                    "href": row.href[1:],
                    "blank": row.why_blank,
                }
                for row in rows
            ],
            "cases": [
                {
                    "name": plain(case.name),
                    "path": anchor("p", "s", case.name)[5:],
                }
                for case in ordered(self.problem.cases)
            ],
        }


def problem_view(result: ProblemResult, plugin: Plugin[Any, Any]) -> ProblemView:
    problem = result.problem
    cases = ordered(problem.cases)
    ranks = _ranks(result.judged)
    places = _gap_places(result.judged)
    rows = [
        _row(problem, cases, plugin, index, judged, ranks.get(index), places)
        for index, judged in enumerate(result.judged)
    ]
    shown = {outcome.verdict for judged in result.judged for outcome in judged.outcomes}
    shown |= {j.verdict for j in result.judged if j.verdict is Verdict.UNVERIFIED}
    return ProblemView(
        problem,
        plugin.css,
        anchor(problem.name),
        tuple(sorted(rows, key=_order)),
        _groups(cases),
        tuple(verdict for verdict in Verdict if verdict in shown),
        tuple(Markup(packed(problem, plugin, case, result.judged)) for case in cases),
    )


def headlines(results: Results) -> list[tuple[str, str]]:
    """The big numbers at the top: (number, what it counts)."""
    judged = [j for problem in results.problems for j in problem.judged]
    runs = [o.run for j in judged for o in j.outcomes if o.run]
    cases = sum(len(problem.problem.cases) for problem in results.problems)
    accepted = sum(j.verdict is Verdict.AC for j in judged)
    return [
        _counted(len(judged), "solution"),
        (f"{accepted:,}", "accepted"),
        _counted(cases, "case"),
        _counted(len(runs), "run"),
        (duration(sum(run.cpu_s for run in runs)), "of CPU time"),
        (duration(results.wall_s), "from start to end"),
    ]


def duration(seconds: float) -> str:
    """``0.4 s``, ``37 s``, ``2 min 05 s``, ``1 h 02 min``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def moment(started: str) -> str:
    """An ISO 8601 time as people write it; as it came if it is not one."""
    try:
        time = datetime.fromisoformat(started)
    except ValueError:
        return started
    zone = f"{time:%z}"
    return f"{time.day} {time:%B %Y, %H:%M:%S}" + (f" UTC{zone[:3]}:{zone[3:5]}" if zone else "")


def ordered(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases with those of a group together, groups in the order of their first case."""
    cases = tuple(cases)
    groups = list(dict.fromkeys(case.group for case in cases))
    return tuple(sorted(cases, key=lambda case: groups.index(case.group)))


def _counted(count: int, what: str) -> tuple[str, str]:
    return f"{count:,}", what + "s" * (count != 1)


def _row(
    problem: Problem,
    cases: tuple[Case, ...],
    plugin: Plugin[Any, Any],
    index: int,
    judged: Judged,
    rank: int | None,
    places: dict[Score, int],
) -> Row:
    solution = judged.solution
    outcomes = {outcome.case: outcome for outcome in judged.outcomes}
    failed = [o for o in judged.outcomes if o.verdict is not Verdict.AC]
    failed.sort(key=lambda outcome: outcome.verdict is not judged.verdict)  # the telling ones first
    gap = judged.worst_gap
    timed = solution.kind is not Kind.OUTPUT and any(o.run for o in judged.outcomes)
    row = Row(
        index=index,
        judged=judged,
        rank=rank,
        href=anchor(problem.name, solution.name),
        link=web_address(solution.url),
        gap=shown_score(gap, plugin.unit),
        gap_place=None if gap is None else places[gap],
        cpu_ms=milliseconds(judged.cpu_s) if timed else "–",
        peak_mib=mebibytes(judged.peak_mib) if timed else "–",
        cells=(),
        failures=tuple(_failure(problem, o, plugin) for o in failed[:SPELT_OUT]),
        more_failures=max(0, len(failed) - SPELT_OUT),
        source=source.load(solution),
        file=shown_path(solution.path),
    )
    if not judged.outcomes:
        return row
    groups = [None, *(case.group for case in cases)]
    cells = tuple(
        _cell(outcomes.get(case.name), plugin, row.why_blank, case.group != before)
        for case, before in zip(cases, groups, strict=False)
    )
    return Row(**{**vars(row), "cells": cells})


def _cell(outcome: Outcome | None, plugin: Plugin[Any, Any], why: str, opens: bool) -> Cell:
    if outcome is None:
        return Cell("blank", "·", title=f"not run: {why}", opens=opens)
    gap = shown_score(outcome.gap, plugin.unit) if outcome.gap else ""
    letters = "++" if outcome.verdict is Verdict.BETTER else outcome.verdict.value
    return Cell(outcome.verdict.value.lower(), letters, gap, opens=opens)


def _failure(problem: Problem, outcome: Outcome, plugin: Plugin[Any, Any]) -> Failure:
    return Failure(
        outcome.case,
        anchor(problem.name, outcome.solution, outcome.case),
        outcome.verdict,
        shown_score(outcome.gap, plugin.unit) if outcome.gap else "",
        plain(saying(outcome), 400),
    )


def _ranks(judged: tuple[Judged, ...]) -> dict[int, int]:
    """Accepted solutions by size, the smallest first; equal sizes share a rank. An output file
    does not solve the problem, so it has none."""
    sizes = {
        i: j.solution.size
        for i, j in enumerate(judged)
        if j.verdict is Verdict.AC and j.solution.kind is not Kind.OUTPUT
    }
    return {i: 1 + sum(other < size for other in sizes.values()) for i, size in sizes.items()}


def _gap_places(judged: tuple[Judged, ...]) -> dict[Score, int]:
    gaps = sorted({j.worst_gap for j in judged if j.worst_gap is not None})
    return {gap: place for place, gap in enumerate(gaps)}


def _order(row: Row) -> tuple[int, int, int, str]:
    """Accepted ones by rank, then those that pass most; what never ran comes last."""
    if row.rank is not None:
        return 0, row.rank, 0, row.judged.solution.name
    solution = row.judged.solution
    return (1 if row.ran else 2), -row.judged.passed, solution.size, solution.name


def _groups(cases: tuple[Case, ...]) -> tuple[Group, ...]:
    return tuple(
        Group(name, tuple(_short(case) for case in members))
        for name, members in groupby(cases, key=lambda case: case.group)
    )


def _short(case: Case) -> str:
    """A case's name without its group's, which stands above it."""
    return case.name.removeprefix(f"{case.group}/") or case.name
