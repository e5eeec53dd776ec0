"""The solutions of a problem as the page shows them: order, ranks, failures, history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from judge.analysis import leaderboard
from judge.checking import soft_limit
from judge.common.addresses import web_address
from judge.common.messages import counted, readable_time
from judge.common.safe_text import plain
from judge.common.score_format import ScoreFormat
from judge.model import Case, Outcome, Problem, ProblemResult, SolutionResult, Verdict
from judge.plugin import PLAIN_READING, Score
from judge.report.html import matrix, source
from judge.report.html.addresses import anchor
from judge.report.html.case_strip import Strip, strip
from judge.report.html.cell_data import packed
from judge.report.html.cell_facts import mebibytes, milliseconds
from judge.report.html.history import History
from judge.report.html.matrix import Cell, Shades
from judge.report.html.repeat_command import repeating
from judge.report.html.source import Source
from judge.report.html.time_plot import TimePlot, plot_times, sparkline
from judge.report.phrases import group_text, in_words, league_title, static_text
from judge.solutions import code_size
from judge.store.records import PastResult

#: How many failed cases and how many earlier results of a solution are listed.
SPELT_OUT = 6
REMEMBERED = 12

#: With more solutions, none has a plot of CPU time by size, to keep the page small.
MOST_PLOTTED = 60


class Failure(Struct, frozen=True):
    """A case that was not accepted, as strings; ``case`` is its name."""

    case: str
    href: str
    verdict: Verdict
    gap: str
    text: str


class Earlier(Struct, frozen=True):
    """One earlier result as strings; ``source`` says whether the source was the same."""

    started: str
    verdict: Verdict
    size: str
    passed: str
    gap: str
    cpu_ms: str
    source: str


class Row(Struct, frozen=True):
    """One solution. ``index`` is its index in ``ProblemResult.solutions``."""

    index: int
    result: SolutionResult
    rank: int | None
    href: str
    link: str | None
    gap: str
    #: The rank of its worst gap among all gaps, for sorting; None without a gap.
    gap_rank: int | None
    cpu_ms: str
    peak_mib: str
    cells: tuple[Cell, ...]
    failures: tuple[Failure, ...]
    more_failures: int
    source: Source
    #: Points within its language, as a leaderboard has them; None if it has no rank.
    points: int | None
    #: The title of its language, with flags that make it one of its own.
    language: str
    strip: Strip
    times: TimePlot | None
    #: Sparklines of its history, with this run: (what, path).
    sparks: tuple[tuple[str, str], ...]
    #: The highlighted source, packed like cells.
    pack: Markup
    file: str
    history: tuple[Earlier, ...]
    more_history: int
    again: str

    @property
    def ran(self) -> bool:
        return bool(self.result.outcomes)

    @property
    def reading(self) -> str:
        """The reading of its outputs; empty where the problem has no choice, or it did not run."""
        reading = self.result.reading
        return "" if reading is None or reading == PLAIN_READING else reading

    @property
    def why_blank(self) -> str:
        return why_blank(self.result)

    @property
    def slow(self) -> str:
        """How far an unverified solution came; empty for others."""
        return soft_limit.described(self.result.slow) if self.result.slow else ""

    @property
    def score(self) -> str:
        """Of a scoring problem; a dash where there is none."""
        return ScoreFormat().score(self.result.score)

    @property
    def groups(self) -> list[str]:
        """Verdict and score of each group of cases."""
        return [group_text(group) for group in self.result.groups]

    @property
    def static(self) -> list[str]:
        """What the static validator says of the source, for each group that asks it."""
        return [static_text(one) for one in self.result.static]

    @property
    def size(self) -> str:
        """The size, and what is counted."""
        measured = self.result.solution.measured
        if measured is None:
            return self.source.size
        return "; ".join([counted(measured.ranked, "byte"), *code_size.described(measured)])

    @property
    def expect(self) -> list[Verdict]:
        return sorted(self.result.solution.expect, key=lambda verdict: verdict.value)


def why_blank(result: SolutionResult) -> str:
    """Why a solution was not run on some or all cases, in a line."""
    text = (result.stopped or result.message).strip().partition("\n")[0]
    return plain(text, 300) or result.verdict.title


def rows(
    result: ProblemResult,
    cases: Sequence[Case],
    scores: ScoreFormat,
    shades: Shades,
    history: History,
    command: str,
    sizes: Mapping[str, tuple[int, ...]],
) -> tuple[Row, ...]:
    """In the order of ``leaderboard.in_order``. ``command`` made the report, and
    ``sizes`` has the size of each case by its name."""
    gap_ranks = _gap_ranks(result.solutions)
    table = matrix.is_table(len(result.solutions), len(cases))
    places = leaderboard.rank_solutions(result.solutions).overall.places
    points = {place.result.solution.name: place.points for place in places}
    few = len(result.solutions) <= MOST_PLOTTED
    made = []
    for rank, index in leaderboard.in_order(result.solutions):
        solution_result = result.solutions[index]
        name, listing = (
            solution_result.solution.name,
            source.load(solution_result.solution, len(result.solutions)),
        )
        gap = solution_result.worst_gap
        failed = list(solution_result.failed)
        # those with the verdict of the solution first
        failed.sort(key=lambda o: o.verdict is not solution_result.verdict)
        past = history.get((result.problem.name, name), ())
        row = Row(
            index=index,
            result=solution_result,
            rank=rank,
            href=anchor(result.problem.name, name),
            link=web_address(solution_result.solution.url),
            gap=scores.score(gap),
            gap_rank=None if gap is None else gap_ranks[gap],
            cpu_ms=milliseconds(solution_result.cpu_s) if solution_result.timed else "–",
            peak_mib=mebibytes(solution_result.peak_mib) if solution_result.timed else "–",
            cells=matrix.cells(cases, solution_result, scores, shades, why_blank(solution_result))
            if table
            else (),
            failures=tuple(_failure(result.problem, o, scores) for o in failed[:SPELT_OUT]),
            more_failures=max(0, solution_result.ran - solution_result.passed - SPELT_OUT),
            points=points.get(name) if rank is not None else None,
            language=plain(league_title(solution_result.solution.league), 200),
            strip=strip(cases, solution_result),
            times=plot_times(solution_result, sizes, result.problem.limits) if few else None,
            sparks=_sparks(solution_result, past[:REMEMBERED]),
            source=listing,
            pack=Markup(packed(listing.html)),
            file=solution_result.solution.place,
            history=tuple(_earlier(old, listing.digest, scores) for old in past[:REMEMBERED]),
            more_history=max(0, len(past) - REMEMBERED),
            again=repeating(command, result.problem.name, "--solution", name),
        )
        made.append(row)
    source.trim()
    return tuple(made)


def _failure(problem: Problem, outcome: Outcome, scores: ScoreFormat) -> Failure:
    return Failure(
        outcome.case,
        anchor(problem.name, outcome.solution, outcome.case),
        outcome.verdict,
        scores.gap(outcome.gap),
        plain(in_words(outcome, scores, problem.limits), 400),
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


def _sparks(result: SolutionResult, past: Sequence[PastResult]) -> tuple[tuple[str, str], ...]:
    """Size and CPU time over the runs; what never changed is left out."""
    old = past[::-1]
    sizes = [*(float(one.size) for one in old), float(result.solution.size)]
    times = [*(one.cpu_s for one in old), result.cpu_s]
    return tuple(
        (name, sparkline(values))
        for name, values in (("bytes", sizes), ("CPU time", times))
        if len({*values}) > 1
    )


def _gap_ranks(results: tuple[SolutionResult, ...]) -> dict[Score, int]:
    gaps = sorted({j.worst_gap for j in results if j.worst_gap is not None})
    return {gap: rank for rank, gap in enumerate(gaps)}
