"""Bytes against CPU time: a point a solution, and the front that no accepted one beats in both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge import rank
from judge.model import Judged, Verdict
from judge.ways import Kind

WIDTH, HEIGHT = 960, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 18, 44
#: CPU times below this are told apart by noise alone, in seconds.
LEAST_S = 0.001
#: How many names of the front are written beside their points.
NAMED = 12

#: What a shape says, by verdict; verdicts that share a shape differ in colour and in their title.
_SHAPES = {
    Verdict.AC: "circle",
    Verdict.WA: "cross",
    Verdict.BETTER: "star",
    Verdict.TLE: "square",
    Verdict.MLE: "square",
    Verdict.OLE: "square",
    Verdict.UNVERIFIED: "square",
}
_OTHER = "triangle"


@dataclass(frozen=True)
class Point:
    """``place`` is the solution's in what was given; ``named`` if its name is written beside it."""

    place: int
    x: float
    y: float
    shape: str
    verdict: Verdict
    on_front: bool
    named: bool

    @property
    def flipped(self) -> bool:
        """Its name goes to the left, for want of room at the right."""
        return self.x > 0.7 * WIDTH


@dataclass(frozen=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True)
class Scatter:
    """In units of the picture, ``y`` downward; both scales are logarithmic."""

    points: tuple[Point, ...]
    #: Corners of the front's steps, as an SVG path; empty where it has one point or none.
    front: str
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    verdicts: tuple[tuple[str, Verdict], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def scatter(judged: Sequence[Judged]) -> Scatter | None:
    """The picture of all solutions that ran; None where there are fewer than two."""
    ran = {
        place: j
        for place, j in enumerate(judged)
        if j.solution.kind is not Kind.OUTPUT and any(o.run for o in j.outcomes)
    }
    if len(ran) < 2:
        return None
    across = _Scale([float(max(1, j.solution.size)) for j in ran.values()])
    up = _Scale([max(LEAST_S, j.cpu_s) * 1000 for j in ran.values()])

    def at(j: Judged) -> tuple[float, float]:
        x = LEFT + across.part(max(1, j.solution.size)) * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - up.part(max(LEAST_S, j.cpu_s) * 1000) * (HEIGHT - TOP - BOTTOM)
        return round(x, 1), round(y, 1)

    front = rank.pareto([j for j in ran.values() if rank.is_valid(j)])
    names = {j.solution.name for j in front}
    points = tuple(
        Point(
            place,
            *at(j),
            _SHAPES.get(j.verdict, _OTHER),
            j.verdict,
            j.solution.name in names,
            j.solution.name in names and len(names) <= NAMED,
        )
        for place, j in ran.items()
    )
    shown = {j.verdict for j in ran.values()}
    return Scatter(
        points,
        _steps([at(j) for j in front]),
        tuple(
            Tick(round(LEFT + part * (WIDTH - LEFT - RIGHT), 1), label)
            for part, label in across.ticks()
        ),
        tuple(
            Tick(round(HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM), 1), label)
            for part, label in up.ticks()
        ),
        tuple((_SHAPES.get(verdict, _OTHER), verdict) for verdict in Verdict if verdict in shown),
    )


class _Scale:
    """Positive numbers on a logarithmic axis, with a margin at both ends."""

    def __init__(self, values: Sequence[float]) -> None:
        self._low, self._high = math.log10(min(values)), math.log10(max(values))
        margin = max(0.06 * (self._high - self._low), 0.08)
        self._low, self._high = self._low - margin, self._high + margin

    def part(self, value: float) -> float:
        """From 0 at the lower end to 1 at the upper."""
        return (math.log10(value) - self._low) / (self._high - self._low)

    def ticks(self) -> list[tuple[float, str]]:
        """Round numbers within, the more to a power of ten the fewer powers there are."""
        powers = range(math.floor(self._low), math.ceil(self._high) + 1)
        span = self._high - self._low
        steps = (1,) if span > 2.5 else (1, 2, 5) if span > 0.8 else (1, 1.5, 2, 3, 4, 5, 6, 7, 8)
        values = (step * 10**power for power in powers for step in steps)
        inside = [value for value in values if 0 <= self.part(value) <= 1]
        return [(self.part(v), f"{v:,.0f}" if v >= 10 else f"{v:g}") for v in inside]


def _steps(points: Sequence[tuple[float, float]]) -> str:
    if len(points) < 2:
        return ""
    corners = "".join(f"H{after[0]}V{after[1]}" for _, after in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}{corners}"
