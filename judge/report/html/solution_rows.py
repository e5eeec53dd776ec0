"""The solutions of a problem as the page shows them: order, ranks, failures, history."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from judge.analysis import leaderboard
from judge.checking import soft_limit
from judge.common.messages import counted, readable_time
from judge.common.safe_text import plain
from judge.common.score_format import ScoreFormat
from judge.model import Case, Outcome, Problem, ProblemResult, SolutionResult, Verdict
from judge.plugin import PLAIN_READING, Score
from judge.report.html import matrix, source
from judge.report.html.addresses import anchor, web_address
from judge.report.html.cell_data import mebibytes, milliseconds, packed
from judge.report.html.history import History
from judge.report.html.matrix import Cell, Shades
from judge.report.html.repeat_command import repeating
from judge.report.html.source import Source
from judge.report.phrases import saying
from judge.solutions import code_size
from judge.store.store import PastResult

#: How many failed cases and how many earlier results of a solution are listed.
SPELT_OUT = 6
REMEMBERED = 12


@dataclass(frozen=True)
class Failure:
    """A case that was not accepted, as strings; ``case`` is its name."""

    case: str
    href: str
    verdict: Verdict
    gap: str
    said: str


@dataclass(frozen=True)
class Earlier:
    """One earlier result as strings; ``source`` says whether the source was the same."""

    moment: str
    verdict: Verdict
    size: str
    passed: str
    gap: str
    cpu_ms: str
    source: str


@dataclass(frozen=True)
class Row:
    """One solution. ``index`` is its index in ``ProblemResult.judged``."""

    index: int
    judged: SolutionResult
    rank: int | None
    href: str
    link: str | None
    gap: str
    #: The rank of its worst gap among all gaps, for sorting; None without a gap.
    gap_place: int | None
    cpu_ms: str
    peak_mib: str
    cells: tuple[Cell, ...]
    failures: tuple[Failure, ...]
    more_failures: int
    source: Source
    #: The highlighted source, packed like cells.
    pack: Markup
    file: str
    history: tuple[Earlier, ...]
    more_history: int
    again: str

    @property
    def ran(self) -> bool:
        return bool(self.judged.outcomes)

    @property
    def reading(self) -> str:
        """The reading of its outputs; empty where the problem has no choice, or it did not run."""
        reading = self.judged.reading
        return "" if reading is None or reading == PLAIN_READING else reading

    @property
    def why_blank(self) -> str:
        return why_blank(self.judged)

    @property
    def slow(self) -> str:
        """How far an unverified solution came; empty for others."""
        return soft_limit.described(self.judged.slow) if self.judged.slow else ""

    @property
    def size(self) -> str:
        """The size, and what is counted."""
        measured = self.judged.solution.measured
        if measured is None:
            return self.source.size
        return "; ".join([counted(measured.ranked, "byte"), *code_size.described(measured)])

    @property
    def expect(self) -> list[Verdict]:
        return sorted(self.judged.solution.expect, key=lambda verdict: verdict.value)


def why_blank(judged: SolutionResult) -> str:
    """Why a solution was not run on some or all cases, in a line."""
    told = (judged.stopped or judged.message).strip().partition("\n")[0]
    return plain(told, 300) or judged.verdict.title


def rows(
    result: ProblemResult,
    cases: tuple[Case, ...],
    scores: ScoreFormat,
    shades: Shades,
    history: History,
    command: str,
) -> tuple[Row, ...]:
    """In the order of ``leaderboard.in_order``. ``command`` made the report."""
    places = _gap_places(result.judged)
    table = matrix.is_table(len(result.judged), len(cases))
    made = []
    for its_rank, index in leaderboard.in_order(result.judged):
        judged = result.judged[index]
        name, its = judged.solution.name, source.load(judged.solution, len(result.judged))
        gap = judged.worst_gap
        failed = [o for o in judged.outcomes if o.verdict is not Verdict.AC]
        failed.sort(
            key=lambda o: o.verdict is not judged.verdict
        )  # those with the verdict of the solution first
        past = history.get((result.problem.name, name), ())
        row = Row(
            index=index,
            judged=judged,
            rank=its_rank,
            href=anchor(result.problem.name, name),
            link=web_address(judged.solution.url),
            gap=scores.score(gap),
            gap_place=None if gap is None else places[gap],
            cpu_ms=milliseconds(judged.cpu_s) if judged.timed else "–",
            peak_mib=mebibytes(judged.peak_mib) if judged.timed else "–",
            cells=matrix.cells(cases, judged, scores, shades, why_blank(judged)) if table else (),
            failures=tuple(_failure(result.problem, o, scores) for o in failed[:SPELT_OUT]),
            more_failures=max(0, len(failed) - SPELT_OUT),
            source=its,
            pack=Markup(packed(its.html)),
            file=judged.solution.place,
            history=tuple(_earlier(old, its.digest, scores) for old in past[:REMEMBERED]),
            more_history=max(0, len(past) - REMEMBERED),
            again=repeating(command, result.problem.name, "--solution", name),
        )
        made.append(row)
    return tuple(made)


def _failure(problem: Problem, outcome: Outcome, scores: ScoreFormat) -> Failure:
    return Failure(
        outcome.case,
        anchor(problem.name, outcome.solution, outcome.case),
        outcome.verdict,
        scores.gap(outcome.gap),
        plain(saying(outcome), 400),
    )


def _earlier(old: PastResult, digest: str, scores: ScoreFormat) -> Earlier:
    of = "" if old.ran == old.cases else f" of {old.cases}"
    return Earlier(
        readable_time(old.started) + (", rescored" if old.rescored else ""),
        old.verdict,
        f"{old.size:,}",
        f"{old.passed}/{old.ran}{of}",
        scores.score(old.worst_gap),
        milliseconds(old.cpu_s),
        "same" if old.digest == digest else "different",
    )


def _gap_places(judged: tuple[SolutionResult, ...]) -> dict[Score, int]:
    gaps = sorted({j.worst_gap for j in judged if j.worst_gap is not None})
    return {gap: place for place, gap in enumerate(gaps)}
