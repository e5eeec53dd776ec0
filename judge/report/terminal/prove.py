"""What a proof has to say, as text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from judge.common.safe_text import one_line, plain, typed
from judge.proving.result import ProofEnd, ProofResult
from judge.proving.target import ProofTask, shown_bound
from judge.report.phrases import shown_size
from judge.report.terminal.hunt import counterexample_rows, headline, roots


def report(task: ProofTask, result: ProofResult, kept: Sequence[str] | None) -> str:
    """The whole text. ``kept``: the options that name the store; None if nothing was stored."""
    target = task.target
    head = f"{target.problem.title}: {target.solution.name} against {result.reference}"
    rows = [one_line(head), f"{_summary(result)} ({_tried(result)})"]
    if result.reading_why:
        rows.append(one_line(f"read as {result.reading}: {result.reading_why}"))
    parts = ["\n".join(rows)]
    if result.counterexample is not None:
        parts.append(_counterexample(task, result))
    if result.end is ProofEnd.TOO_SLOW:
        parts.append(target.plugin.render(result.slow).rstrip("\n"))
    if result.end is ProofEnd.UNFINISHED:
        parts.append(_how_to_go_on(task, kept))
    return plain("\n\n".join(parts))


def _summary(result: ProofResult) -> str:
    described = one_line(result.described)
    every = f"all {result.total:,} {described}"
    first = f"the first {result.proved:,} of {every}, {share(result.proved, result.total)}"
    match result.end:
        case ProofEnd.PROVED:
            return f"right on {every}"
        case ProofEnd.REFUTED:
            return f"wrong on number {result.proved + 1:,} of {every}"
        case ProofEnd.TOO_SLOW:
            return f"right on {first}; the next one takes longer than the time limit, which is soft"
    ended = "interrupted" if result.interrupted else "the time is over"
    return f"not finished, {ended}: right on {first}"


def share(part: int, whole: int) -> str:
    """As a percentage that is never rounded up: it is 100 % only when nothing is left."""
    return f"{floor(part * 10_000 / whole) / 100:g} %"


def _tried(result: ProofResult) -> str:
    seconds = f"{result.seconds:.1f} s"
    return f"{seconds}, from number {result.resumed + 1:,} on" if result.resumed else seconds


def _counterexample(task: ProofTask, result: ProofResult) -> str:
    counterexample = result.counterexample
    assert counterexample is not None
    size = shown_size(task.plugin.size(counterexample.instance))
    before = (
        "it fails now and then, so that a simpler one may fail too"
        if counterexample.flaky
        else "the first one in order of simplicity: all before it are answered right"
    )
    rows = [headline(task.target, counterexample), f"{size}; {before}" if size else before, ""]
    rows += counterexample_rows(task.target, result.reading, result.reference, counterexample)
    return "\n".join(rows)


def _how_to_go_on(task: ProofTask, kept: Sequence[str] | None) -> str:
    if kept is None:
        return "nothing was stored: without --no-store, --resume goes on from here"
    search = task.search
    command = ["judge", "prove", search.problem, search.solution, "--size", shown_bound(task.bound)]
    if search.against is not None:
        command += ["--reference", search.against]
    return f"go on with:\n  {typed([*command, '--resume', *kept, *roots(search)])}"
