"""One cell of the page in words and numbers: how a solution did on a case."""

from __future__ import annotations

from typing import Any

from judge.common.messages import readable_time
from judge.common.processes import signal_name
from judge.common.safe_text import plain
from judge.common.score_format import ScoreFormat
from judge.model import Ended, Execution, Kind, Limits, Outcome, SolutionResult
from judge.report.phrases import in_words

#: A delay by the machine is shown from this length on, in seconds.
LEAST_DELAY_S = 0.1
#: What a block has of each cell, beside its drawing and its texts.
COLUMNS = "v say score gap draw why cpu wall peak ended more texts whole".split()

#: One value for each of the columns.
Cell = tuple[Any, ...]
NO_CELL: Cell = (None,) * len(COLUMNS)


def cell(
    scores: ScoreFormat,
    limits: Limits,
    result: SolutionResult,
    outcome: Outcome,
    drawing: int | None = None,
    why: str = "",
    texts: list[tuple[str, int]] | None = None,
) -> Cell:
    """The values of a cell. ``texts`` is None for a cell that is not whole."""
    run = outcome.run if result.solution.kind is not Kind.OUTPUT else None
    return (
        outcome.verdict.value,
        in_words(outcome, scores, limits),
        None if outcome.score is None else scores.score(outcome.score),
        None if outcome.gap is None else scores.score(outcome.gap),
        drawing,
        plain(why, 2000) if why else "",
        run and milliseconds(run.cpu_s),
        run and milliseconds(run.wall_s),
        run and mebibytes(run.peak_mib),
        run and ending(run),
        _more(result, run, outcome.executed_at),
        texts or [],
        texts is not None,
    )


def columns(cells: list[Cell]) -> dict[str, Any]:
    """Some cells by their columns."""
    return dict(
        zip(COLUMNS, zip(*cells, strict=True) if cells else [()] * len(COLUMNS), strict=True)
    )


def ending(run: Execution) -> str:
    """How an execution ended, in a phrase."""
    if run.ended is Ended.EXITED:
        return f"exited with status {run.exit_status}"
    if run.ended is Ended.SIGNALLED and run.signal is not None:
        return f"killed by signal {run.signal} ({signal_name(run.signal)})"
    if run.ended is Ended.SANDBOX_FAILED:
        return "the sandbox failed"
    if run.ended is Ended.OVERLOADED:
        return "stopped because the machine was overloaded"
    if run.ended is Ended.STOPPED:
        return "stopped by the judge, as its verdict was known"
    return f"stopped at the {run.ended.value}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f}"


def mebibytes(size: float) -> str:
    return f"{size:,.0f}" if size >= 100 else f"{size:.1f}"


def _more(result: SolutionResult, run: Execution | None, executed_at: str) -> list[tuple[str, str]]:
    """Facts that only few executions have."""
    if result.solution.kind is Kind.OUTPUT:
        return [("Execution", f"none: an output file of {result.solution.size:,} bytes")]
    if run is None:
        return [("Execution", "none")]
    rows = []
    if executed_at:
        rows.append(("Executed in an earlier run", readable_time(executed_at)))
    if run.tries_s:
        tries = ", ".join(milliseconds(seconds) for seconds in run.tries_s)
        rows.append(("Repeated alone, close to the limit", f"{tries} ms"))
    if run.held_s >= LEAST_DELAY_S:
        held = f"{milliseconds(run.held_s)} ms, not counted by the wall time limit"
        rows.append(("Waited for the machine", held))
    if run.exceeded:
        rows.append(("Limits reached", ", ".join(limit.value for limit in run.exceeded)))
    if run.note:
        rows.append(("Note", plain(run.note, 2000)))
    return rows
