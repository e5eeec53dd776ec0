"""Records over time as a step plot: days across, bytes upward on a logarithmic scale.

Positions are percentages, so that the plot fills the width while letters keep their size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from judge.analysis.board import Milestone, RecordLine
from judge.common.safe_text import plain

#: Longer names are cut: characters.
LONGEST = 80
#: How many lines are drawn: all languages, and those with the most records, the smallest of equals.
LINES = 5


class Dot(Struct, frozen=True):
    x: float
    y: float
    text: str


class Steps(Struct, frozen=True):
    """One line; ``path`` is an SVG path in percent."""

    name: str
    path: str
    dots: tuple[Dot, ...]


class Mark(Struct, frozen=True):
    """A label on an axis, in percent from its start."""

    at: float
    text: str


class RecordPlot(Struct, frozen=True):
    lines: tuple[Steps, ...]
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]


def _place(one: tuple[RecordLine, str]) -> tuple[bool, int, int, str]:
    line, name = one
    return line.league is not None, -len(line.records), line.records[-1].size, name


def plot_records(lines: Sequence[RecordLine], names: Sequence[str]) -> RecordPlot | None:
    """The plot of record lines; ``names`` are those of the lines. None without two days."""
    chosen = [(line, name) for line, name in zip(lines, names, strict=True) if line.records]
    chosen.sort(key=_place)
    chosen = chosen[:LINES]
    days = [m.date for line, _ in chosen for m in line.records]
    if not days or min(days) == max(days):
        return None
    first, last = min(days), max(days)
    sizes = [max(1, m.size) for line, _ in chosen for m in line.records]
    low, high = math.log(min(sizes)), math.log(max(sizes))

    def at(one: Milestone) -> tuple[float, float]:
        x = 100 * ((one.date - first) / (last - first))
        part = (math.log(max(1, one.size)) - low) / (high - low) if high > low else 0.5
        return round(x, 2), round(100 - 100 * part, 2)

    ticks = {min(sizes), max(sizes), round(math.exp((low + high) / 2))}
    return RecordPlot(
        tuple(_steps(line, name, [at(m) for m in line.records]) for line, name in chosen),
        tuple(Mark(100 * i / 2, (first + (last - first) * i / 2).isoformat()) for i in range(3)),
        tuple(
            Mark(
                round(100 - 100 * ((math.log(t) - low) / (high - low) if high > low else 0.5), 2),
                f"{t:,}",
            )
            for t in sorted(ticks)
        ),
    )


def _steps(line: RecordLine, name: str, points: Sequence[tuple[float, float]]) -> Steps:
    x, y = points[0]
    parts = [f"M{x} {y}"]
    for x, y in points[1:]:
        parts.append(f"H{x}V{y}")
    parts.append("H100")
    dots = tuple(
        Dot(px, py, f"{name}, {m.date.isoformat()}: {m.size:,} bytes, {_by(m)}")
        for (px, py), m in zip(points, line.records, strict=True)
    )
    return Steps(name, "".join(parts), dots)


def _by(one: Milestone) -> str:
    return plain(one.solution.author or one.solution.name, LONGEST)
