"""What stands behind the cells of one case: drawings, printed text, facts.

All cells of a case travel together as compressed JSON, which the page's script opens when one of
them is asked for. Thousands of drawings differ little, so they shrink to a few percent; and the
browser never lays out one that nobody looks at. The shape:

    {about, input: text, best: {draw, score, why}, board: draw, drawings: [html], texts: [text],
     dropped, cells: {v, say, score, gap, draw, why, cpu, wall, peak, ended, more: [[name, value]],
                      texts: [[name, index]], whole}}

``draw`` is an index into ``drawings`` or null, and then ``why`` says so. A text is
``{t, n, k, tail, cut}``: characters (bytes that are not UTF-8 as lone surrogates), bytes in all,
bytes that are here, whether these are the last ones, whether there were more than all. Each value
of ``cells`` is a column with one entry a solution, all null for what was not run: columns shrink
far better than records. Where a page would grow too big, some cells are not ``whole``: they lack
drawings and texts, and ``dropped`` says why.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from judge.common.processes import signal_name
from judge.common.safe_text import Excerpt, encodable, excerpt, plain
from judge.model import Case, Ended, Execution, Kind, Outcome, SolutionResult, Verdict, shown_score
from judge.plugin import Plugin
from judge.report.html.drawings import Gallery, Maybe
from judge.report.phrases import saying

#: Drawings shrink at most about so much, so more than this times its room need not be drawn.
_SHRINKS = 60
#: A run that was held up for so long has it told.
TELLING_S = 0.1
_COLUMNS = "v say score gap draw why cpu wall peak ended more texts whole".split()

Cell = dict[str, Any]


@dataclass(frozen=True)
class Pack:
    """``text`` is base64 of zlib of JSON; ``size`` is the plug-in's of the case, if it has one."""

    text: str
    size: tuple[int, ...]


class _Texts:
    """Excerpts, each kept once."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self._known: dict[tuple[Excerpt, bool], int] = {}

    def place(self, part: Excerpt, cut: bool) -> int:
        key = part, cut
        if key not in self._known:
            self._known[key] = len(self.kept)
            self.kept.append(_text(part, cut))
        return self._known[key]


def pack(
    case: Case,
    plugin: Plugin[Any, Any],
    judged: Sequence[SolutionResult],
    found: Sequence[Outcome | None],
    room: int,
) -> Pack:
    """The cells of ``case`` in about ``room`` characters; ``found`` has the outcome of each.

    If all is too much, drawings and texts are kept only for what was not accepted, then for ever
    fewer of those, verdicts that are not as expected last of all. Facts are always kept.
    """
    gallery = Gallery(plugin, case, room * _SHRINKS)
    best = gallery.best(case)
    board = gallery.draw(None).value if best.value is None else None
    order = [place for place, outcome in enumerate(found) if outcome is not None]
    order.sort(key=lambda place: (_accepted(found[place]), judged[place].as_expected))
    failed = sum(not _accepted(found[place]) for place in order)
    known = next((o.best for o in found if o and o.best is not None), None)
    content = {
        "about": plain(case.description),
        "input": _text(excerpt(gallery.input)),
        "best": {
            "draw": best.value,
            "score": None if known is None else shown_score(known, plugin.unit),
            "why": plain(best.why, 2000),
        },
        "board": board,
    }
    text = ""
    for count in dict.fromkeys((len(order), failed, failed // 4, failed // 16, 0)):
        whole = _cells(gallery, judged, found, order[:count])
        text = packed(content | whole | {"dropped": _dropped(count, failed, len(order))})
        if len(text) <= room:
            break
    return Pack(text, gallery.size)


def packed(content: Any) -> str:
    """Base64 of zlib of JSON: what the script's ``unpack`` opens."""
    data = json.dumps(content, separators=(",", ":")).encode()
    return b64encode(zlib.compress(data, 9)).decode("ascii")


def _accepted(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.verdict is Verdict.AC


def _dropped(count: int, failed: int, cells: int) -> str:
    """Why some cells of a case are not whole."""
    kept = "what was not accepted" if count == failed else f"{count} of {cells} solutions"
    if not count:
        kept = "no solution on this case"
    return (
        ""
        if count == cells
        else f"To keep this page small, answers are drawn and outputs kept "
        f"for {kept}. The command repeats this run."
    )


def _cells(
    gallery: Gallery,
    judged: Sequence[SolutionResult],
    found: Sequence[Outcome | None],
    whole: Sequence[int],
) -> dict[str, Any]:
    """Columns, texts and drawings. Drawings are made in the order of ``whole``, so that those of
    fewer cells are the first of those of more."""
    theirs: dict[int, Maybe[int]] = {}
    for place in whole:
        outcome = found[place]
        assert outcome is not None
        theirs[place] = gallery.theirs(outcome, judged[place].reading)
    texts = _Texts()
    records = [
        outcome and _cell(gallery.plugin, j, outcome, theirs.get(place), texts)
        for place, (j, outcome) in enumerate(zip(judged, found, strict=True))
    ]
    last = max((maybe.value for maybe in theirs.values() if maybe.value is not None), default=0)
    return {
        "drawings": [encodable(html) for html in gallery.drawings[: last + 1]],
        "texts": texts.kept,
        "cells": {key: [cell and cell[key] for cell in records] for key in _COLUMNS},
    }


def _cell(
    plugin: Plugin[Any, Any],
    judged: SolutionResult,
    outcome: Outcome,
    theirs: Maybe[int] | None,
    texts: _Texts,
) -> Cell:
    run = outcome.run if judged.solution.kind is not Kind.OUTPUT else None
    whole = theirs is not None
    return {
        "v": outcome.verdict.value,
        "say": saying(outcome),
        "score": None if outcome.score is None else shown_score(outcome.score, plugin.unit),
        "gap": None if outcome.gap is None else shown_score(outcome.gap, plugin.unit),
        "draw": theirs.value if theirs else None,
        "why": plain(theirs.why, 2000) if theirs else "",
        "cpu": run and milliseconds(run.cpu_s),
        "wall": run and milliseconds(run.wall_s),
        "peak": run and mebibytes(run.peak_mib),
        "ended": run and ending(run),
        "more": _more(judged, run),
        "texts": _texts(outcome.run, texts) if whole else [],
        "whole": whole,
    }


def ending(run: Execution) -> str:
    """How a run came to its end, in a phrase."""
    if run.ended is Ended.EXITED:
        return f"exited with status {run.exit_status}"
    if run.ended is Ended.SIGNALLED and run.signal is not None:
        return f"killed by signal {run.signal} ({signal_name(run.signal)})"
    if run.ended is Ended.SANDBOX_FAILED:
        return "the sandbox failed"
    if run.ended is Ended.OVERLOADED:
        return "stopped, since the machine was overloaded"
    return f"stopped at the {run.ended.value}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f}"


def mebibytes(size: float) -> str:
    return f"{size:,.0f}" if size >= 100 else f"{size:.1f}"


def _more(judged: SolutionResult, run: Execution | None) -> list[tuple[str, str]]:
    """Facts that few runs have."""
    if judged.solution.kind is Kind.OUTPUT:
        return [("Run", f"none, it is an output file of {judged.solution.size:,} bytes")]
    if run is None:
        return [("Run", "none")]
    rows = []
    if run.tries_s:
        tries = ", ".join(milliseconds(seconds) for seconds in run.tries_s)
        rows.append(("Close to the limit, so run again alone", f"{tries} ms"))
    if run.held_s >= TELLING_S:
        held = f"{milliseconds(run.held_s)} ms, which the wall limit does not count"
        rows.append(("Held up by the machine", held))
    if run.exceeded:
        rows.append(("Came up against", ", ".join(limit.value for limit in run.exceeded)))
    if run.note:
        rows.append(("Note", plain(run.note, 2000)))
    return rows


def _texts(run: Execution | None, texts: _Texts) -> list[tuple[str, int]]:
    if run is None:
        return []
    found = [("Printed", texts.place(excerpt(run.stdout), run.cut))]
    if run.result is not None:
        returned = texts.place(excerpt(run.result), run.cut)
        found = [("Returned", returned)] + found * bool(run.stdout)
    if run.stderr:
        found.append(("Standard error", texts.place(excerpt(run.stderr, tail=True), False)))
    return found


def _text(part: Excerpt, cut: bool = False) -> dict[str, Any]:
    text = part.data.decode("utf-8", "surrogateescape")
    return {"t": text, "n": part.total, "k": len(part.data), "tail": part.tail, "cut": cut}
