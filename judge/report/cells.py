"""What stands behind the cells of one case: drawings, printed text, facts.

All cells of a case travel together as compressed JSON, which the page's script opens when one of
them is asked for. Thousands of drawings differ little, so they shrink to a few percent; and the
browser never lays out one that nobody looks at. The shape:

    {about, input: text, best: {draw, score, why}, board: draw, drawings: [html],
     cells: [null | {v, title, say, score, gap, same, draw, why, facts: [[name, value]],
                     texts: [[name, text]], again}]}

``draw`` is an index into ``drawings`` or null, and then ``why`` says so. A text is
``{t, n, k, tail}``: characters (bytes that are not UTF-8 as lone surrogates), bytes in all, bytes
kept, whether these are the last ones. Cells are in the order of the solutions; null was not run.
"""

from __future__ import annotations

import json
import shlex
import zlib
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from signal import Signals
from typing import Any, Generic, TypeVar

from judge.check import answer_text
from judge.model import (
    Case,
    Ended,
    Judged,
    Kind,
    Limits,
    Outcome,
    Problem,
    Run,
    Solution,
    Verdict,
    shown_score,
)
from judge.plugin import Plugin
from judge.report.text import Excerpt, encodable, excerpt, plain

#: Longer outputs are not read again, and longer drawings not kept: both in characters.
READ = 256 * 2**10
DRAWN = 512 * 2**10

#: An answer was judged, and so may be drawn.
_JUDGED = frozenset({Verdict.AC, Verdict.WA, Verdict.BETTER})

Cell = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Maybe(Generic[T]):
    """A value, or why there is none."""

    value: T | None
    why: str = ""


class Gallery:
    """The drawings of one case, each answer drawn once."""

    def __init__(self, plugin: Plugin[Any, Any], case: Case) -> None:
        self.plugin = plugin
        self.drawings: list[str] = []
        self._known: dict[Any, Maybe[int]] = {}
        text = _attempt(lambda: case.input_path.read_bytes(), "read the input")
        self.input = text.value or b""
        self.instance: Maybe[Any] = (
            Maybe(None, text.why)
            if text.value is None
            else _attempt(lambda: plugin.parse(self.input.decode("utf-8")), "parse the input")
        )

    def draw(self, answer: Any) -> Maybe[int]:
        """The place of a drawing of ``answer``; of the bare board for None."""
        if self.instance.why:
            return Maybe(None, self.instance.why)
        if answer not in self._known:
            self._known[answer] = self._drawn(answer)
        return self._known[answer]

    def _drawn(self, answer: Any) -> Maybe[int]:
        html = _attempt(lambda: self.plugin.draw(self.instance.value, answer), "draw it")
        if html.value is None:
            return Maybe(None, html.why)
        if len(html.value) > DRAWN:
            return Maybe(None, f"The drawing is too big to keep ({len(html.value):,} characters).")
        self.drawings.append(html.value)
        return Maybe(len(self.drawings) - 1)

    def best(self, case: Case) -> Maybe[int]:
        """The answer file's answer, drawn."""

        def read() -> Any:
            text = case.answer_path.read_text(encoding="utf-8")
            return self.plugin.parse_answer(text, self.instance.value).answer

        if self.instance.why:
            return Maybe(None, self.instance.why)
        answer = _attempt(read, "read the answer file")
        return Maybe(None, answer.why) if answer.why else self.draw(answer.value)

    def theirs(self, outcome: Outcome, reading: str | None) -> Maybe[int]:
        """What the solution answered, drawn, if that was judged at all and can be read."""
        run = outcome.run
        if run is None or outcome.verdict not in _JUDGED:
            return Maybe(None, "What it printed was not judged.")
        if self.instance.why:
            return Maybe(None, self.instance.why)
        text = answer_text(run)
        if len(text) > READ:
            return Maybe(None, f"The output is too long to draw ({len(text):,} characters).")
        meant = self.plugin.readings[0] if reading is None else reading
        answer = _attempt(
            lambda: self.plugin.decode(text, self.instance.value, meant), "read an answer"
        )
        return Maybe(None, answer.why) if answer.why else self.draw(answer.value)


def packed(
    problem: Problem, plugin: Plugin[Any, Any], case: Case, judged: tuple[Judged, ...]
) -> str:
    """The cells of ``case`` as base64 of zlib of JSON."""
    gallery = Gallery(plugin, case)
    best = gallery.best(case)
    outcomes = [next((o for o in j.outcomes if o.case == case.name), None) for j in judged]
    cells = [
        outcome and _cell(problem, gallery, case, j, outcome, best.value)
        for j, outcome in zip(judged, outcomes, strict=True)
    ]
    known = next((o.best for o in outcomes if o and o.best is not None), None)
    content = {
        "about": plain(case.description),
        "input": _text(excerpt(gallery.input)),
        "best": {
            "draw": best.value,
            "score": None if known is None else shown_score(known, plugin.unit),
            "why": plain(best.why, 2000),
        },
        "board": gallery.draw(None).value if best.value is None else None,
        "drawings": [encodable(html) for html in gallery.drawings],
        "cells": cells,
    }
    return b64encode(zlib.compress(json.dumps(content).encode(), 9)).decode("ascii")


def again(solution: Solution, case: str) -> str:
    """The command that repeats one run."""
    words = ["judge", "run", solution.problem, "--solution", solution.name, "--case", case]
    return plain(shlex.join(words))


def ending(run: Run) -> str:
    """How a run came to its end, in a phrase."""
    if run.ended is Ended.EXITED:
        return f"exited with status {run.exit_status}"
    if run.ended is Ended.SIGNALLED and run.signal is not None:
        return f"killed by signal {run.signal} ({_signal_name(run.signal)})"
    if run.ended is Ended.SANDBOX_FAILED:
        return "the sandbox failed"
    return f"stopped at the {run.ended.value}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f}"


def mebibytes(size: float) -> str:
    return f"{size:,.0f}" if size >= 100 else f"{size:.1f}"


def _cell(
    problem: Problem,
    gallery: Gallery,
    case: Case,
    judged: Judged,
    outcome: Outcome,
    best: int | None,
) -> Cell:
    unit = gallery.plugin.unit
    theirs = gallery.theirs(outcome, judged.reading)
    run = outcome.run
    return {
        "v": outcome.verdict.value,
        "title": outcome.verdict.title,
        "say": saying(outcome),
        "score": None if outcome.score is None else shown_score(outcome.score, unit),
        "gap": None if outcome.gap is None else shown_score(outcome.gap, unit),
        "same": theirs.value is not None and theirs.value == best,
        "draw": theirs.value,
        "why": plain(theirs.why, 2000),
        "facts": _facts(judged, run, problem.limits),
        "texts": _texts(run),
        "again": again(judged.solution, case.name),
    }


def saying(outcome: Outcome) -> str:
    """Reason and message of an outcome, as one sentence; empty for an AC without a message."""
    reason = outcome.reason.value if outcome.reason else ""
    message = plain(outcome.message, 2000)
    if not reason and not message and outcome.verdict is not Verdict.AC:
        return outcome.verdict.title
    return f"{reason}: {message}" if reason and message else reason or message


def _facts(judged: Judged, run: Run | None, limits: Limits) -> list[tuple[str, str]]:
    if run is None:
        return [("Run", "none")]
    if judged.solution.kind is Kind.OUTPUT:
        return [("Run", f"none, it is an output file of {judged.solution.size:,} bytes")]
    rows = [
        ("CPU time", f"{milliseconds(run.cpu_s)} ms of {milliseconds(limits.cpu_s)}"),
        ("Wall time", f"{milliseconds(run.wall_s)} ms of {milliseconds(limits.wall_s)}"),
        ("Peak memory", f"{mebibytes(run.peak_mib)} MiB of {limits.memory_mib:,}"),
        ("Ended", ending(run)),
    ]
    if run.tries_s:
        tries = ", ".join(milliseconds(seconds) for seconds in run.tries_s)
        rows.append(("Close to the limit, so run again alone", f"{tries} ms"))
    if judged.reading is not None:
        rows.append(("Reading", plain(judged.reading)))
    if run.note:
        rows.append(("Note", plain(run.note, 2000)))
    return rows


def _texts(run: Run | None) -> list[tuple[str, dict[str, Any]]]:
    if run is None:
        return []
    texts = [("Printed", _text(excerpt(run.stdout)))]
    if run.result is not None:
        texts = [("Returned", _text(excerpt(run.result)))] + texts * bool(run.stdout)
    if run.stderr:
        texts.append(("Standard error", _text(excerpt(run.stderr, tail=True))))
    return texts


def _text(part: Excerpt) -> dict[str, Any]:
    text = part.data.decode("utf-8", "surrogateescape")
    return {"t": text, "n": part.total, "k": len(part.data), "tail": part.tail}


def _signal_name(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:
        return "unknown"


def _attempt(work: Callable[[], T], what: str) -> Maybe[T]:
    """Run a plug-in's code. A report must not be lost to a fault in it, so every fault is told."""
    try:
        return Maybe(work())
    except Exception as error:
        told = str(error) or type(error).__name__
        return Maybe(None, f"Could not {what}: {told}")
