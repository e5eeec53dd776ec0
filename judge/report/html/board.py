"""The leaderboards of a problem as one page to publish, without a script.

Names, addresses and headers come from strangers: they enter the page by autoescape only.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct

from judge.analysis.board import Entry, Milestone, RecordLine, published_board
from judge.common.addresses import web_address
from judge.common.messages import counted, readable_time
from judge.common.safe_text import encodable, plain
from judge.model import Problem, Solution, SolutionResult
from judge.posts.audit import has_claim, size_faults
from judge.posts.choose_code import shown_size
from judge.report.html.compiled_templates import environment
from judge.report.html.page import inlined, policy
from judge.report.html.record_plot import RecordPlot, plot_records
from judge.report.phrases import league_title, saying

_HERE = Path(__file__).parent
_SHEETS = ("style.css", "board.css")
#: Longer names are cut: characters.
LONGEST = 120


class BoardRow(Struct, frozen=True):
    """One solution as strings; ``link`` is None where its address is none of the web."""

    rank: str
    name: str
    author: str
    link: str | None
    language: str
    date: str
    size: str
    other: str = ""
    votes: str = ""


class ClaimRow(Struct, frozen=True):
    name: str
    author: str
    link: str | None
    claimed: str
    measured: str
    faults: tuple[str, ...]


def render_board(
    problem: Problem,
    results: Sequence[SolutionResult],
    milestones: Sequence[Milestone],
    started: str,
) -> str:
    """The page as text; ``started`` is the time of the run, ISO 8601."""
    board = published_board(results, milestones)
    names = [
        "all languages" if line.league is None else league_title(line.league)
        for line in board.records
    ]
    sheets = [inlined((_HERE / name).read_text(encoding="utf-8")) for name in _SHEETS]
    template = environment().get_template("board.html.j2")
    return encodable(
        template.render(
            problem=problem,
            cases=_judged_cases(problem, results),
            started=readable_time(started),
            winners=[_row(e, e.result.solution) for _, e in board.winners],
            by_bytes=[_row(e, e.result.solution) for e in board.by_bytes],
            by_characters=[_row(e, e.result.solution) for e in board.by_characters],
            leagues=[
                (league_title(name), [_row(e, e.result.solution) for e in its])
                for name, its in board.leagues.items()
            ],
            plot=_plot(board.records, names),
            records=[
                (name, [_record(m) for m in line.records])
                for name, line in zip(names, board.records, strict=True)
            ],
            claims=_claims([j.solution for j in results if has_claim(j.solution)]),
            others=[_other(j) for j in board.others],
            voted=any(j.solution.votes is not None for j in results),
            dated=any(j.solution.date for j in results),
            sheets=sheets,
            policy=policy("", sheets),
        )
    )


def _plot(lines: Sequence[RecordLine], names: Sequence[str]) -> RecordPlot | None:
    return plot_records(lines, [plain(name, LONGEST) for name in names])


def _judged_cases(problem: Problem, results: Sequence[SolutionResult]) -> str:
    """On how many cases the solutions were judged: a run may have been of some."""
    judged = len({outcome.case for result in results for outcome in result.outcomes})
    whole = len(problem.cases)
    if judged < whole:
        return f"{judged:,} of {counted(whole, 'case')}"
    return counted(judged, "case")


def _row(entry: Entry, solution: Solution) -> BoardRow:
    return BoardRow(
        str(entry.rank),
        plain(solution.name, LONGEST),
        plain(solution.author, LONGEST),
        web_address(solution.url),
        league_title(solution.league),
        _day(solution.date),
        f"{entry.size:,}",
        f"{solution.size:,}",
        "" if solution.votes is None else f"{solution.votes:,}",
    )


def _record(one: Milestone) -> BoardRow:
    solution = one.solution
    return BoardRow(
        "",
        plain(solution.name, LONGEST),
        plain(solution.author, LONGEST),
        web_address(solution.url),
        league_title(solution.league),
        one.date.isoformat(),
        f"{one.size:,}",
    )


def _claims(solutions: Sequence[Solution]) -> list[ClaimRow]:
    """False claims first."""
    return sorted(map(_claim, solutions), key=lambda row: not row.faults)


def _claim(solution: Solution) -> ClaimRow:
    claim, measured = solution.claim, solution.measured
    claimed = [] if claim.size is None else [f"{shown_size(claim.size)} bytes"]
    found = [f"{solution.size:,} bytes"]
    if claim.characters is not None:
        claimed.append(f"{claim.characters:,} characters")
        if measured and measured.characters is not None:
            found.append(f"{measured.characters:,} characters")
    return ClaimRow(
        plain(solution.name, LONGEST),
        plain(solution.author, LONGEST),
        web_address(solution.url),
        ", ".join(claimed) or "–",
        ", ".join(found),
        tuple(size_faults(solution)),
    )


def _other(result: SolutionResult) -> tuple[BoardRow, str, str]:
    """(row, verdict, the case that refutes it)."""
    entry = Entry(0, result.solution.size, result)
    refuted = result.refuted
    said = f"{refuted.case}: {saying(refuted)}" if refuted else result.stopped or result.message
    return _row(entry, result.solution), result.verdict.value, plain(said, 200)


def _day(day: date | None) -> str:
    return day.isoformat() if day else "–"
