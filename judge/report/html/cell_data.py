"""The details of the cells of a case: drawings, output, facts.

All cells of a few successive cases are one block of compressed JSON, which the page's script
unpacks when one of them is opened. Drawings differ little, so thousands of them compress to a few
percent, and the browser lays out only those that are looked at. A block is a list of cases:

    {about, input: text, best: {draw, score, why, text}, board: draw, dropped,
     drawings: [html], pairs: [draw], texts: [text],
     cells: {v, say, score, gap, draw, why, cpu, wall, peak, ended,
             more: [[name, value]], texts: [[name, index]], whole}}

``draw`` is an index into ``drawings``, or null, and then ``why`` gives the reason.
Drawings in ``pairs`` show the best answer too. A text is
``{t, n, k, tail, cut}``: characters (bytes that are not UTF-8 as lone surrogates), number of bytes
in all, number of bytes here, whether these are the last ones, whether the output itself was cut.
Each value of ``cells`` is a column with one entry per solution, null where it was not run: columns
compress far better than records. ``best.text`` is the answer file of a problem without drawings,
else null. Where a page would grow too big, some cells are not ``whole``:
they lack drawings and texts, and ``dropped`` gives the reason. Where even that is too much,
``input`` is null, and there is neither ``board`` nor ``best``.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from judge.common.foreign_files import InsideFolders
from judge.common.safe_text import Excerpt, encodable, excerpt, plain
from judge.common.score_format import ScoreFormat
from judge.model import Case, Execution, Limits, Outcome, SolutionResult, Verdict
from judge.packages.loaded_problem import LoadedProblem
from judge.report.html.cell_facts import NO_CELL, Cell, cell, columns
from judge.report.html.drawing_cache import DrawingCache
from judge.report.html.drawings import Gallery, Maybe

#: The best compression of drawings; drawings beyond this times the room are not made.
_SHRINKS = 60


class Detail(IntEnum):
    """How much is shown of the cells of a block."""

    FACTS = 0
    CASES = 1
    SIXTEENTH = 2
    QUARTER = 3
    FAILED = 4
    ALL = 5


class Block(Struct, frozen=True):
    """Some successive cases: ``text`` is base64 of zlib of JSON; ``sizes`` are those of the cases,
    by the plug-in."""

    text: str
    sizes: tuple[tuple[int, ...], ...]
    detail: Detail


class _Texts:
    """Excerpts, each stored once."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self._known: dict[tuple[Excerpt, bool], int] = {}

    def index_of(self, part: Excerpt, cut: bool) -> int:
        key = part, cut
        if key not in self._known:
            self._known[key] = len(self.kept)
            self.kept.append(_text(part, cut))
        return self._known[key]


def block(
    cases: Sequence[Case],
    loaded: LoadedProblem,
    results: Sequence[SolutionResult],
    found: Sequence[Sequence[Outcome | None]],
    room: int,
    code: str = "",
    most: Detail = Detail.ALL,
    folders: InsideFolders | None = None,
) -> Block:
    """The cells of ``cases`` in about ``room`` characters; ``found`` has the outcomes of each case,
    one per solution, and ``code`` is the digest of the plug-in, if earlier drawings are to be used
    again.

    If that is too little, drawings and texts are dropped: first those of accepted answers, then
    those of other expected verdicts, then those of unexpected ones, then the cases' own. Facts are
    always kept. With ``most`` no more is tried: neighbours are alike. ``folders`` has
    read other cases.
    """
    if most is Detail.FACTS:
        return _block_of_facts(cases, loaded, results, found, folders)
    cache = DrawingCache(code, [case.name for case in cases])
    each = room // max(1, len(cases)) * _SHRINKS
    plugin = loaded.plugin
    text, detail = "", Detail(most)
    with plugin.series():
        parts = [
            _CaseCells(
                case, loaded, results, its, Gallery(plugin, case, each, cache, folders, _size(its))
            )
            for case, its in zip(cases, found, strict=True)
        ]
        for detail in sorted(Detail, reverse=True):
            if detail > most:
                continue
            text = packed([part.content(detail) for part in parts])
            if len(text) <= room:
                break
        sizes = tuple(part.gallery.size for part in parts)
    cache.save()
    return Block(text, sizes, detail)


def _block_of_facts(
    cases: Sequence[Case],
    loaded: LoadedProblem,
    results: Sequence[SolutionResult],
    found: Sequence[Sequence[Outcome | None]],
    folders: InsideFolders | None,
) -> Block:
    """The cells without drawings and texts: of very many cases most are shown so. Those that nobody
    ran are not read for their size."""
    text = packed([_facts(loaded, results, its) for its in found])
    sizes = tuple(
        Gallery(loaded.plugin, case, folders=folders, size=_size(its)).size if any(its) else ()
        for case, its in zip(cases, found, strict=True)
    )
    return Block(text, sizes, Detail.FACTS)


def _size(found: Sequence[Outcome | None]) -> tuple[int, ...]:
    """The size of the case of some outcomes, as far as they know it."""
    return next((one.size for one in found if one is not None and one.size), ())


class _CaseCells(Struct, dict=True):
    """One case of a block."""

    case: Case
    loaded: LoadedProblem
    results: Sequence[SolutionResult]
    found: Sequence[Outcome | None]
    gallery: Gallery

    @cached_property
    def _order(self) -> list[int]:
        """Solutions that ran, by how much their cells are worth: the most first."""
        order = [index for index, outcome in enumerate(self.found) if outcome is not None]
        order.sort(key=lambda i: (_accepted(self.found[i]), self.results[i].as_expected))
        return order

    def content(self, detail: Detail) -> dict[str, Any]:
        """The case in the format above."""
        if detail is Detail.FACTS:
            return _facts(self.loaded, self.results, self.found)
        order = self._order
        failed = sum(not _accepted(self.found[index]) for index in order)
        count = {
            Detail.ALL: len(order),
            Detail.FAILED: failed,
            Detail.QUARTER: failed // 4,
            Detail.SIXTEENTH: failed // 16,
        }.get(detail, 0)
        about = _case_facts(self.case, self.gallery, _best_score(self.loaded, self.found))
        whole = _cells(self.gallery, self.loaded, self.results, self.found, order[:count])
        return about | whole | {"dropped": _dropped(count, failed, len(order))}


def _best_score(loaded: LoadedProblem, found: Sequence[Outcome | None]) -> str | None:
    """The score of the stored answer, as people read it."""
    known = next((one.best for one in found if one and one.best is not None), None)
    return None if known is None else loaded.scores.score(known)


def _case_facts(case: Case, gallery: Gallery, score: str | None) -> dict[str, Any]:
    """What a block shows of a case itself."""
    best = gallery.best()
    board = gallery.board().value if best.value is None else None
    stored = None if gallery.draws else gallery.stored_text()
    return {
        "about": plain(case.description),
        "input": _text(excerpt(gallery.input)),
        "best": {
            "draw": best.value,
            "score": score,
            "why": plain(best.why, 2000),
            "text": None if stored is None else _text(excerpt(stored)),
        },
        "board": board,
    }


def _facts(
    loaded: LoadedProblem, results: Sequence[SolutionResult], found: Sequence[Outcome | None]
) -> dict[str, Any]:
    """A case in the format above, where there is room for facts alone."""
    scores, limits = loaded.scores, loaded.problem.limits
    cells = [
        NO_CELL if outcome is None else cell(scores, limits, result, outcome)
        for result, outcome in zip(results, found, strict=True)
    ]
    best = {"draw": None, "score": _best_score(loaded, found), "why": "", "text": None}
    ran = [outcome for outcome in found if outcome is not None]
    failed = sum(not _accepted(outcome) for outcome in ran)
    return {
        "about": "",
        "input": None,
        "best": best,
        "board": None,
        "drawings": [],
        "pairs": [],
        "texts": [],
        "cells": columns(cells),
        "dropped": _dropped(0, failed, len(ran)),
    }


def packed(content: Any) -> str:
    """Base64 of zlib of JSON; the script's ``unpack`` is the inverse."""
    try:
        data = msgspec.json.encode(content, enc_hook=str.__str__)  # markup is a string of its own
    except UnicodeEncodeError:  # bytes that are not UTF-8 stand there as lone surrogates
        data = json.dumps(content, separators=(",", ":")).encode()
    return b64encode(zlib.compress(data, 9)).decode("ascii")


def all_accepted(found: Sequence[Sequence[Outcome | None]]) -> bool:
    """Whether there are no outcomes of some cases but ``AC``."""
    return all(one is None or _accepted(one) for its in found for one in its)


def _accepted(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.verdict is Verdict.AC


def _dropped(count: int, failed: int, cells: int) -> str:
    """Why some cells of a case are not whole; empty if all are."""
    if count == cells:
        return ""
    kept = "answers that were not accepted" if count == failed else f"{count} of {cells} solutions"
    if not count:
        kept = "none of the solutions"
    return (
        f"To keep this page small, this case has drawings and outputs for {kept}. "
        "The command below repeats the execution."
    )


def _cells(
    gallery: Gallery,
    loaded: LoadedProblem,
    results: Sequence[SolutionResult],
    found: Sequence[Outcome | None],
    whole: Sequence[int],
) -> dict[str, Any]:
    """Columns, texts and drawings. Drawings are made in the order of ``whole``, so that a shorter
    ``whole`` needs a prefix of the drawings of a longer one."""
    theirs: dict[int, Maybe[int]] = {}
    for index in whole:
        outcome = found[index]
        assert outcome is not None
        theirs[index] = gallery.theirs(outcome, results[index].reading)
    texts = _Texts()
    scores, limits = loaded.scores, loaded.problem.limits
    cells = [
        _cell(scores, limits, j, outcome, theirs.get(index), texts) if outcome else NO_CELL
        for index, (j, outcome) in enumerate(zip(results, found, strict=True))
    ]
    last = max((maybe.value for maybe in theirs.values() if maybe.value is not None), default=0)
    return {
        "drawings": [encodable(html) for html in gallery.drawings[: last + 1]],
        "pairs": [index for index in gallery.pairs if index <= last],
        "texts": texts.kept,
        "cells": columns(cells),
    }


def _cell(
    scores: ScoreFormat,
    limits: Limits,
    result: SolutionResult,
    outcome: Outcome,
    theirs: Maybe[int] | None,
    texts: _Texts,
) -> Cell:
    """A cell with its texts and drawing if it is whole; ``theirs`` is None for one that is not."""
    if theirs is None:
        return cell(scores, limits, result, outcome)
    shown = _texts(outcome.run, texts)
    return cell(scores, limits, result, outcome, theirs.value, theirs.why, shown)


def _texts(run: Execution | None, texts: _Texts) -> list[tuple[str, int]]:
    if run is None:
        return []
    found = [("Printed", texts.index_of(excerpt(run.stdout), run.cut))]
    if run.result is not None:
        returned = texts.index_of(excerpt(run.result), run.cut)
        found = [("Returned", returned)] + found * bool(run.stdout)
    if run.stderr:
        found.append(("Standard error", texts.index_of(excerpt(run.stderr, tail=True), False)))
    return found


def _text(part: Excerpt, cut: bool = False) -> dict[str, Any]:
    text = part.data.decode("utf-8", "surrogateescape")
    return {"t": text, "n": part.total, "k": len(part.data), "tail": part.tail, "cut": cut}
