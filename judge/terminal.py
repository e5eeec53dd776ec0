"""What ``judge run`` and ``judge rank`` say on a terminal: tables, leaderboards, colours.

Names and messages come from solutions: every text passes ``one_line`` before it is shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TextIO

from judge.analysis.leaderboard import Board, Place, Ranking
from judge.checking import soft_limit
from judge.common.messages import counted
from judge.common.safe_text import one_line
from judge.model import Outcome, ProblemResult, Results, SolutionResult, Verdict, shown_score

#: How many columns a name gets at most.
NAME = 40
#: How many characters of a message fit into a line.
SAID = 120
PARETO = "◆"


class Loudness(Enum):
    """How much is said: only what is not as expected, the table, or all that was settled."""

    QUIET = "quiet"
    USUAL = "usual"
    VERBOSE = "verbose"


_COLOURS: Mapping[Verdict, str] = {
    Verdict.AC: "32",
    Verdict.WA: "31",
    Verdict.RTE: "35",
    Verdict.CE: "35",
    Verdict.JE: "7;31",
    Verdict.BETTER: "1;34",
    Verdict.TLE: "33",
    Verdict.UNVERIFIED: "33",
    Verdict.MLE: "36",
    Verdict.OLE: "36",
    Verdict.SKIP: "2",
}


@dataclass(frozen=True)
class Style:
    """Colours, or none."""

    colours: bool = False

    def verdict(self, verdict: Verdict, width: int = 0) -> str:
        padded = f"{verdict.value:<{width}}"
        return f"\x1b[{_COLOURS[verdict]}m{padded}\x1b[0m" if self.colours else padded

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colours else text


def style_for(stream: TextIO, environment: Mapping[str, str]) -> Style:
    """Colours on a terminal that knows them, unless ``NO_COLOR`` is set to anything."""
    dumb = environment.get("TERM", "dumb") == "dumb"
    return Style(stream.isatty() and not dumb and not environment.get("NO_COLOR"))


# The table of a run


def table(result: ProblemResult, unit: Fraction, style: Style, loudness: Loudness) -> list[str]:
    """A problem's solutions, those not as expected first; only those where quiet."""
    chosen = sorted(result.judged, key=lambda j: (j.as_expected, j.solution.name))
    if loudness is Loudness.QUIET:
        chosen = [judged for judged in chosen if not judged.as_expected]
    if not chosen:
        return []
    width = max(6, *(len(judged.verdict.value) for judged in chosen))
    room = _room(chosen)
    rows = [style.strong(f"{one_line(result.problem.title)}: {_solutions(len(result.judged))}")]
    for judged in chosen:
        rows.append(_row(judged, unit, style, width, room))
        rows += [f"    {line}" for line in _remarks(judged, loudness)]
    return rows


def _solutions(number: int) -> str:
    return f"{number} solution{'' if number == 1 else 's'}"


def _row(judged: SolutionResult, unit: Fraction, style: Style, width: int, room: int) -> str:
    gap = judged.worst_gap
    cells = [
        f"{' ' if judged.as_expected else '!'} {fitted(judged.solution.name, room)}",
        f"{judged.solution.size:>7,} B",
        style.verdict(judged.verdict, width),
        f"{judged.passed:>4}/{len(judged.outcomes):<4}" if judged.outcomes else f"{'–':>9}",
        f"{judged.cpu_s * 1000:>7,.0f} ms" if judged.timed else f"{'–':>10}",
        f"{judged.peak_mib:>5,.0f} MiB" if judged.timed else f"{'–':>9}",
        f"gap {shown_score(gap, unit)}" if gap else "",
    ]
    return " ".join(cells).rstrip()


def fitted(text: str, room: int) -> str:
    """A text in exactly so many columns of a terminal; what is too long ends in ``…``."""
    shown = one_line(text)
    if _columns(shown) > room:
        while _columns(shown) >= room:
            shown = shown[:-1]
        shown += "…"
    return shown + " " * (room - _columns(shown))


def _columns(text: str) -> int:
    """How many columns a text takes: two for a wide character, none for an accent."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _room(judged: Iterable[SolutionResult]) -> int:
    """The columns that names get."""
    return min(NAME, max((_columns(one_line(j.solution.name)) for j in judged), default=0))


def _remarks(judged: SolutionResult, loudness: Loudness) -> list[str]:
    rows = []
    if judged.message:
        rows.append(one_line(judged.message.splitlines()[0], SAID))
    if judged.slow:
        rows.append(one_line(soft_limit.described(judged.slow), SAID))
    if not judged.as_expected:
        expected = " or ".join(sorted(v.value for v in judged.solution.expect))
        against = f"; {against_it(judged.refuted)}" if judged.refuted else ""
        rows.append(f"expected {expected}{against}")
    if loudness is Loudness.VERBOSE:
        rows += [one_line(line, SAID) for line in judged.solution.settled]
        if judged.reading and judged.reading_why:
            rows.append(one_line(f"read as {judged.reading}: {judged.reading_why}", SAID))
        if judged.stopped:
            rows.append(one_line(judged.stopped, SAID))
    return rows


def against_it(outcome: Outcome) -> str:
    """``secret/07: WA suboptimal``: a case that speaks against a solution, in a line."""
    why = outcome.message or (outcome.reason.value if outcome.reason else "")
    return one_line(f"{outcome.case}: {outcome.verdict.value} {why}".rstrip(), SAID)


def ending(results: Results) -> str:
    """The last line: how many runs, how long, and whether all is as expected."""
    unexpected = len(results.unexpected)
    runs = sum(len(j.outcomes) for p in results.problems for j in p.judged)
    said = f"{unexpected} NOT as expected" if unexpected else "all verdicts as expected"
    judged = [j for p in results.problems for j in p.judged]
    skipped = sum(j.verdict is Verdict.SKIP for j in judged)
    said += f", {skipped} skipped" if skipped else ""
    layer = results.sandbox.split(";")[0]
    return f"{counted(runs, 'run')} in {results.wall_s:,.1f} s, sandbox {layer}: {said}"


# Leaderboards


def smallest(ranking: Ranking, titles: Mapping[str, str]) -> list[str]:
    """The best answer of each language, the smallest first, in one line; none without any."""
    boards = [board for board in ranking.leagues if board.places]
    boards.sort(key=lambda board: board.places[0].judged.solution.size)
    said = " · ".join(
        f"{board.best:,} B {fitted(board.places[0].judged.solution.name, NAME).rstrip()} "
        f"({_league(board.league, titles)}){_gain(board)}"
        for board in boards
    )
    return [f"smallest: {said}"] if said else []


def leaderboard(ranking: Ranking, titles: Mapping[str, str]) -> list[str]:
    """The board over all languages, then one for each language that has several right answers."""
    front = {judged.solution.name for judged in ranking.pareto}
    overall = ranking.overall
    right = [place.judged for place in overall.places]
    room = _room([*right, *overall.unverified, *overall.invalid])
    rows = _board(overall, titles, front, room)
    for board in ranking.leagues:
        if len(board.places) > 1 or board.improvement:
            head = f"{_league(board.league, titles)}{_gain(board)}:"
            rows += ["", head, *(_place(p, titles, front, room) for p in board.places)]
    if front:
        rows += ["", f"{PARETO} no other is better in both bytes and CPU time"]
    return rows


def _board(board: Board, titles: Mapping[str, str], front: set[str], room: int) -> list[str]:
    rows = [_place(place, titles, front, room) for place in board.places]
    rows = rows or ["no right answer yet"]
    if board.unverified:
        rows += ["", "right as far as judged:", *(_below(j, room) for j in board.unverified)]
    if board.invalid:
        rows += ["", "not right:", *(_below(j, room) for j in board.invalid)]
    return rows


def _place(place: Place, titles: Mapping[str, str], front: set[str], room: int) -> str:
    judged = place.judged
    solution = judged.solution
    cells = [
        f"{place.rank:>3}.",
        f"{solution.size:>7,} B",
        f"{place.points:>5}",
        f"{judged.cpu_s * 1000:>7,.0f} ms",
        PARETO if solution.name in front else " ",
        fitted(solution.name, room),
        _league(solution.league, titles),
        solution.date.isoformat() if solution.date else "",
    ]
    return " ".join(cells).rstrip()


def _below(judged: SolutionResult, room: int) -> str:
    solution = judged.solution
    return " ".join(
        [
            f"{solution.size:>12,} B {judged.verdict.value:<10}",
            f"{judged.passed:>4}/{len(judged.outcomes):<4}",
            fitted(solution.name, room),
            _why_below(judged),
        ]
    ).rstrip()


def _why_below(judged: SolutionResult) -> str:
    if judged.slow:
        return one_line(soft_limit.described(judged.slow), SAID)
    if judged.verdict is not Verdict.AC and judged.refuted:
        return against_it(judged.refuted)
    return one_line((judged.stopped or judged.message).partition("\n")[0], SAID)


def _league(league: str | None, titles: Mapping[str, str]) -> str:
    """``JavaScript (node) + -p``."""
    language, plus, flags = (league or "").partition(" + ")
    return one_line(titles.get(language, language) + plus + flags)


def _gain(board: Board) -> str:
    if board.improvement is None:
        return ""
    return f", {board.improvement:,} below the record of {board.record:,}"
