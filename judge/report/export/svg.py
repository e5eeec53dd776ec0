"""A badge and the leaderboards as SVG images, for a README or a post.

An SVG in an ``img`` element runs no scripts and loads nothing; these have neither. Names come from
solutions and are escaped. Colours and sizes are attributes, so that every converter to PNG agrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from judge.analysis import leaderboard
from judge.common.atomic_write import write_whole
from judge.common.messages import counted
from judge.common.safe_text import encodable, plain
from judge.model import ProblemResult, Results, SolutionResult, Verdict
from judge.report.phrases import league_title

FONT = "Verdana, DejaVu Sans, Geneva, sans-serif"
GOOD, WARN, BAD, DARK, SOFT = "#0f7a5a", "#9a7200", "#c4390a", "#3d4047", "#5f6775"
#: The average width of a letter at 11 px.
LETTER = 6.6
#: The most rows of a leaderboard, and the most letters of a name.
MOST_ROWS, LETTERS = 40, 34
_COLOURS: Mapping[Verdict, str] = {
    Verdict.AC: GOOD,
    Verdict.WA: BAD,
    Verdict.TLE: WARN,
    Verdict.UNVERIFIED: WARN,
    Verdict.SKIP: SOFT,
}


def write_badge(results: Results, path: Path) -> None:
    """Write the badge to ``path`` in one step; raises OSError."""
    write_whole(path, badge(results).encode())


def write_board(results: Results, path: Path) -> None:
    """Write the leaderboards to ``path`` in one step; raises OSError."""
    write_whole(path, board(results).encode())


def badge(results: Results) -> str:
    """``judge | 12 as expected``: the run in one line, green if all is as expected."""
    solutions = [j for problem in results.problems for j in problem.solutions]
    unexpected = len(results.unexpected)
    skipped = sum(j.verdict is Verdict.SKIP for j in solutions)
    if not solutions or results.interrupted:
        text, colour = ("interrupted" if solutions else "nothing judged"), WARN
    elif unexpected:
        text, colour = f"{unexpected} of {len(solutions)} not as expected", BAD
    else:
        text, colour = f"{len(solutions) - skipped} as expected", GOOD
    text += f", {skipped} skipped" if skipped else ""
    return _badge("judge", text, colour)


def _badge(left: str, right: str, colour: str) -> str:
    first, second = (round(LETTER * len(text)) + 12 for text in (left, right))
    width = first + second
    title = escape(f"{left}: {right}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" '
        f'aria-label="{title}"><title>{title}</title>'
        f'<rect width="{width}" height="20" rx="3" fill="{colour}"/>'
        f'<path d="M3 0H{first}V20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="{DARK}"/>'
        f'<g fill="#fff" font-family="{FONT}" font-size="11" text-anchor="middle">'
        f'<text x="{first / 2:g}" y="14" textLength="{first - 12}">{escape(left)}</text>'
        f'<text x="{first + second / 2:g}" y="14" textLength="{second - 12}">{escape(right)}</text>'
        "</g></svg>\n"
    )


def board(results: Results) -> str:
    """The leaderboards of all problems, one below the other: accepted solutions with their rank,
    then the others."""
    parts: list[str] = []
    top = 16
    for result in results.problems:
        if result.solutions:
            rows, height = _problem(result, top)
            parts += rows
            top += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{top}" '
        f'viewBox="0 0 760 {top}" role="img" aria-label="Leaderboard">'
        f'<rect width="760" height="{top}" fill="#fff"/>'
        f'<g font-family="{FONT}" font-size="12" fill="#1b1f27">{"".join(parts)}</g></svg>\n'
    )


def _problem(result: ProblemResult, top: int) -> tuple[list[str], int]:
    """The rows of one problem from ``top`` on, and their height."""
    order = leaderboard.in_order(result.solutions)
    count = f"{counted(len(order), 'solution')}, {counted(len(result.problem.cases), 'case')}"
    parts = [
        _text(16, top + 14, result.problem.title, size=15, bold=True, letters=60),
        _text(744, top + 14, count, colour=SOFT, end=True),
        f'<path d="M16 {top + 24}H744" stroke="#c9cbc6"/>',
    ]
    y = top + 42
    for rank, index in order[:MOST_ROWS]:
        parts += _row(rank, result.solutions[index], y)
        y += 20
    if len(order) > MOST_ROWS:
        parts.append(_text(50, y, f"and {len(order) - MOST_ROWS} more", colour=SOFT))
        y += 20
    return parts, y - top + 8


def _row(rank: int | None, result: SolutionResult, y: int) -> Sequence[str]:
    solution = result.solution
    colour = _COLOURS.get(result.verdict, BAD)
    return (
        _text(40, y, str(rank) if rank else "–", colour=SOFT, end=True),
        _text(50, y, solution.name, bold=rank is not None),
        _text(330, y, league_title(solution.league), colour=SOFT, letters=26),
        _text(580, y, f"{solution.size:,} B", end=True),
        _text(664, y, f"{result.cpu_s * 1000:,.0f} ms" if result.timed else "–", end=True),
        _text(744, y, result.verdict.value, colour=colour, bold=True, end=True, size=11),
    )


def _text(
    x: int,
    y: int,
    text: str,
    *,
    colour: str = "",
    size: int = 0,
    bold: bool = False,
    end: bool = False,
    letters: int = LETTERS,
) -> str:
    shown = encodable(plain(text, 1000)).replace("\n", " ")
    shown = shown if len(shown) <= letters else shown[: letters - 1] + "…"
    attributes: Iterable[tuple[str, str | int]] = (
        ("fill", colour),
        ("font-size", size),
        ("font-weight", "bold" if bold else ""),
        ("text-anchor", "end" if end else ""),
    )
    more = "".join(f' {name}="{value}"' for name, value in attributes if value)
    return f'<text x="{x}" y="{y}"{more}>{escape(shown)}</text>'
