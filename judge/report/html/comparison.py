"""Two runs, or two solutions, as one HTML file: only the cases that differ, both answers drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from markupsafe import Markup
from msgspec import Struct

from judge import __version__
from judge.analysis.compare_cases import CasePair, Ratio, SolutionPair, geometric_mean
from judge.common.atomic_write import write_whole
from judge.common.safe_text import encodable
from judge.common.score_format import ScoreFormat
from judge.model import Case, Outcome, SolutionResult
from judge.packages.loaded_problem import LoadedProblem
from judge.report.html.about import about_comparison
from judge.report.html.cell_data import packed
from judge.report.html.compiled_templates import environment
from judge.report.html.drawings import Gallery
from judge.report.html.page import inlined, policy, script_of
from judge.report.phrases import in_words

_HERE = Path(__file__).parent
#: How many differing cases of a solution are listed, and how many characters of drawings the page
#: holds, before they are compressed.
MOST_CASES, ROOM = 200, 40_000_000


class Side(Struct, frozen=True):
    """One of the two: a line that names it, and its problems, where it can be drawn."""

    label: str
    problems: Mapping[str, LoadedProblem]


class CaseRow(Struct, frozen=True):
    pair: CasePair
    before: str
    after: str
    #: Compressed JSON {before: html, after: html}; None without a drawing.
    pack: Markup | None


class PairRow(Struct, frozen=True):
    pair: SolutionPair
    cases: tuple[CaseRow, ...]
    more: int
    size: str
    time: str


def write(
    before: Side, after: Side, pairs: Sequence[SolutionPair], path: Path, listed: bool = False
) -> None:
    """Write the page to ``path`` in one step, and create missing folders, with a link to the index
    of its folder if it is ``listed`` there; raises OSError."""
    write_whole(path, render(before, after, pairs, listed).encode())


def render(before: Side, after: Side, pairs: Sequence[SolutionPair], listed: bool = False) -> str:
    """The page as a string."""
    sheets = [inlined((_HERE / name).read_text(encoding="utf-8")) for name in ("style.css",)]
    known = {**before.problems, **after.problems}
    sheets += list(dict.fromkeys(inlined(p.plugin.css) for p in known.values() if p.plugin.css))
    script = script_of("shared.js", "comparison.js")
    room = [ROOM]
    rows = [_row(pair, before, after, room) for pair in pairs]
    sizes = [p.size for p in pairs if p.size]
    times = [p.time.mean for p in pairs if p.time]
    page = environment().get_template("comparison.html.j2")
    return encodable(
        page.render(
            listed=listed,
            before=before,
            after=after,
            rows=rows,
            differing=[row for row in rows if row.cases],
            size=said(geometric_mean(sizes)),
            time=said(geometric_mean(times)),
            about=about_comparison(before.label, after.label, pairs),
            version=__version__,
            script=script,
            sheets=sheets,
            policy=policy(script, sheets),
        )
    )


def said(ratio: Ratio | None) -> str:
    """``×1.20 (1.10 to 1.31)``; a dash where there is none."""
    if ratio is None:
        return "–"
    noise = f" ({ratio.low:.2f} to {ratio.high:.2f})" if ratio.count > 1 else ""
    return f"×{ratio.mean:.2f}{noise}"


def _row(pair: SolutionPair, before: Side, after: Side, room: list[int]) -> PairRow:
    shown = pair.differing[:MOST_CASES]
    return PairRow(
        pair,
        tuple(_case(pair, case, before, after, room) for case in shown),
        len(pair.differing) - len(shown),
        "–" if pair.size is None else f"×{pair.size:.2f}",
        said(pair.time),
    )


def _case(
    pair: SolutionPair, case: CasePair, before: Side, after: Side, room: list[int]
) -> CaseRow:
    pictures = {
        "before": _drawn(before, pair.problem, pair.before, case.before, room),
        "after": _drawn(after, pair.problem, pair.after, case.after, room),
    }
    return CaseRow(
        case,
        _verdict_text(before, pair.problem, case.before),
        _verdict_text(after, pair.problem, case.after),
        Markup(packed(pictures)) if any(pictures.values()) else None,
    )


def _verdict_text(side: Side, problem: str, outcome: Outcome) -> str:
    loaded = side.problems.get(problem)
    scores = loaded.scores if loaded else ScoreFormat()
    return in_words(outcome, scores, loaded.problem.limits if loaded else None)


def _drawn(
    side: Side, problem: str, result: SolutionResult, outcome: Outcome, room: list[int]
) -> str | None:
    """The drawing of an answer, as long as ``room`` has characters left."""
    loaded = side.problems.get(problem)
    case = _case_named(loaded, outcome.case) if loaded else None
    if loaded is None or case is None or room[0] <= 0:
        return None
    gallery = Gallery(loaded.plugin, case)
    index = gallery.theirs(outcome, result.reading).value
    html = None if index is None else encodable(gallery.drawings[index])
    room[0] -= len(html or "")
    return html


def _case_named(loaded: LoadedProblem, name: str) -> Case | None:
    return next((case for case in loaded.problem.cases if case.name == name), None)
