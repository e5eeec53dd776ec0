"""What is printed of the store: the history of a solution, and what was removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.common.messages import counted, readable_time
from judge.common.safe_text import one_line
from judge.common.score_format import ScoreFormat
from judge.store.records import PastResult
from judge.store.trim import TrimLimits, TrimResult

HEAD = ("run", "started", "verdict", "passed", "size", "CPU", "worst gap", "source", "machine")


def history_text(
    found: Mapping[str, tuple[Sequence[PastResult], ScoreFormat]],
) -> str:
    """A table for each problem, the newest result first."""
    return "\n\n".join(
        "\n".join([one_line(f"{problem}: {counted(len(past), 'result')}"), *_rows(past, scores)])
        for problem, (past, scores) in found.items()
    )


def _rows(past: Sequence[PastResult], scores: ScoreFormat) -> list[str]:
    rows: list[tuple[str, ...]] = [HEAD]
    for index, one in enumerate(past):
        older = past[index + 1] if index + 1 < len(past) else None
        of = "" if one.ran == one.cases else f" of {one.cases}"
        rows.append(
            (
                f"@{one.run_number}" + (" rescored" if one.rescored else ""),
                readable_time(one.started),
                one.verdict.value,
                f"{one.passed}/{one.ran}{of}",
                f"{one.size:,} B",
                f"{one.cpu_s * 1000:,.0f} ms",
                scores.gap(one.worst_gap) if one.worst_gap else "–",
                "changed" if older and older.digest != one.digest else "",
                _elsewhere(one, past[0]),
            )
        )
    if not any(row[-1] for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _elsewhere(one: PastResult, newest: PastResult) -> str:
    """The machine of a result, if its times do not compare with the newest ones."""
    return "" if one.machine_class == newest.machine_class else one.machine_class or "not known"


def trimmed_text(done: TrimResult, limits: TrimLimits) -> str:
    """What was removed from a store, and what is left."""
    gone = f"{counted(done.runs, 'run')} removed, {counted(done.kept, 'run')} kept"
    if done.known:
        gone += f", {counted(done.known, 'known execution')} removed"
    sizes = f"{done.before / 2**20:,.1f} MiB before, {done.after / 2**20:,.1f} MiB now"
    lines = [f"{gone}; {sizes}"]
    if limits == TrimLimits():
        lines.append("to remove runs: --keep-runs N, --older AGE or --max-size SIZE")
    if limits.size is not None and done.after > limits.size:
        lines.append("larger than asked: the latest run stays whole")
    return "\n".join(lines)
