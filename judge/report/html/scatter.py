"""Bytes against CPU time: one point per solution, and the Pareto front of the accepted ones.

Positions are percentages of the plot, so that it fills the width while the letters keep their size.
Labels are tried in two frames, a wide screen and a phone: a label that would collide in the narrow
frame is shown only in the wide one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from judge.analysis import leaderboard
from judge.model import SolutionResult, Verdict

#: Shorter CPU times are noise, in seconds.
LEAST_S = 0.001
#: How many points of the front have labels, and the letters of a label.
NAMED, LETTERS = 12, 28


class Frame(Struct, frozen=True):
    """The size of the plot in CSS pixels; labels may enter the margins."""

    width: float
    height: float
    left: float
    right: float


#: The smallest sizes at which style.css shows the plot as a wide one and as a narrow one.
WIDE, NARROW = Frame(600, 300, 50, 20), Frame(210, 340, 40, 20)
#: The average width of a letter and the height of a line, in CSS pixels.
LETTER, LINE = 6.2, 13

#: The shape of a point by verdict; verdicts that share a shape share a colour.
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


class Position(Enum):
    """The position of a label beside its point: (to the right, above)."""

    RIGHT_ABOVE = (True, True)
    LEFT_ABOVE = (False, True)
    RIGHT_BELOW = (True, False)
    LEFT_BELOW = (False, False)


class Label(Struct, frozen=True):
    """The name of a point; ``roomy`` if it fits only in a wide plot."""

    text: str
    position: Position
    roomy: bool

    @property
    def dx(self) -> int:
        return 9 if self.position.value[0] else -9

    @property
    def dy(self) -> int:
        return -8 if self.position.value[1] else 16


class Point(Struct, frozen=True):
    """``index`` is the index of the solution."""

    index: int
    x: float
    y: float
    shape: str
    verdict: Verdict
    on_front: bool
    label: Label | None = None


class Tick(Struct, frozen=True):
    """``roomy`` if its label fits only in a wide plot."""

    at: float
    label: str
    roomy: bool = False


class Scatter(Struct, frozen=True):
    """In percent of the plot, ``y`` downward; both scales are logarithmic."""

    points: tuple[Point, ...]
    #: The steps of the front as an SVG path; empty if it has fewer than two points.
    front: str
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    verdicts: tuple[tuple[str, Verdict], ...]
    #: Where the time limit is; None if it is unknown.
    limit: float | None


def plot_solutions(
    results: Sequence[SolutionResult], limit_s: float | None = None
) -> Scatter | None:
    """The plot of all solutions that ran, with their limit of CPU time in seconds; None if there
    are fewer than two. Points that would hide each other are moved apart."""
    ran = {index: j for index, j in enumerate(results) if j.timed}
    if len(ran) < 2:
        return None
    across = _Scale([float(max(1, j.solution.size)) for j in ran.values()])
    limits = [] if limit_s is None else [limit_s * 1000]
    up = _Scale([max(LEAST_S, j.cpu_s) * 1000 for j in ran.values()] + limits)

    def at(j: SolutionResult) -> tuple[float, float]:
        x = 100 * across.part(max(1, j.solution.size))
        y = 100 - 100 * up.part(max(LEAST_S, j.cpu_s) * 1000)
        return round(x, 2), round(y, 2)

    front = leaderboard.pareto([j for j in ran.values() if leaderboard.is_valid(j)])
    names = {j.solution.name for j in front}
    points = tuple(
        Point(index, *at(j), _SHAPES.get(j.verdict, _OTHER), j.verdict, j.solution.name in names)
        for index, j in ran.items()
    )
    shown = {j.verdict for j in ran.values()}
    return Scatter(
        _labelled(_apart(points), {index: j.solution.name for index, j in ran.items()}),
        _steps([at(j) for j in front]),
        _spaced([(100 * part, label) for part, label in across.ticks()]),
        tuple(Tick(round(100 - 100 * part, 2), label) for part, label in up.ticks()),
        tuple((_SHAPES.get(verdict, _OTHER), verdict) for verdict in Verdict if verdict in shown),
        round(100 - 100 * up.part(limits[0]), 2) if limits else None,
    )


#: The least distance of two points in a wide plot, in CSS pixels, and the tries to keep it.
DISTANCE, TRIES = 12.0, 60


def _apart(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Each point at the nearest place, along a spiral, where it hides none of those before it."""
    placed: list[Point] = []
    for point in points:
        spots = (_spiral(point, step) for step in range(TRIES))
        free = (spot for spot in spots if all(_distance(spot, p) >= DISTANCE for p in placed))
        placed.append(next(free, point))
    return tuple(placed)


def _spiral(point: Point, step: int) -> Point:
    radius, angle = DISTANCE * 0.35 * math.sqrt(step), 2.4 * step
    x = point.x + 100 * radius * math.cos(angle) / WIDE.width
    y = point.y + 100 * radius * math.sin(angle) / WIDE.height
    return replace(point, x=round(x, 2), y=round(y, 2)) if step else point


def _distance(a: Point, b: Point) -> float:
    return math.hypot((a.x - b.x) / 100 * WIDE.width, (a.y - b.y) / 100 * WIDE.height)


class _Box(Struct, frozen=True):
    """The area that a label or a point covers in a frame, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def _labelled(points: tuple[Point, ...], names: Mapping[int, str]) -> tuple[Point, ...]:
    """Add labels to the points of the front where they cover neither a point nor a label."""
    if sum(point.on_front for point in points) > NAMED:
        return points
    taken = {frame: [_dot(point, frame) for point in points] for frame in (WIDE, NARROW)}
    labels: dict[int, Label] = {}
    for point in sorted((p for p in points if p.on_front), key=lambda p: p.x):
        label = _label(point, names[point.index], taken)
        if label is not None:
            labels[point.index] = label
            for frame in (WIDE,) if label.roomy else (WIDE, NARROW):
                taken[frame].append(_written(point, label, frame))
    return tuple(replace(point, label=labels.get(point.index)) for point in points)


def _label(point: Point, name: str, taken: Mapping[Frame, Sequence[_Box]]) -> Label | None:
    text = name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"
    for roomy in (False, True):
        for position in Position:
            label = Label(text, position, roomy)
            if all(
                _fits(_written(point, label, frame), frame, taken[frame])
                for frame in ((WIDE,) if roomy else (WIDE, NARROW))
            ):
                return label
    return None


def _fits(box: _Box, frame: Frame, taken: Sequence[_Box]) -> bool:
    inside = -frame.left <= box.left and box.right <= frame.width + frame.right
    clear = not any(box.meets(other) for other in taken)
    return inside and clear and box.bottom <= frame.height + 4  # the numbers of the axis are below


def _written(point: Point, label: Label, frame: Frame) -> _Box:
    x = point.x / 100 * frame.width + label.dx
    base = point.y / 100 * frame.height + label.dy
    width = LETTER * len(label.text)
    left = x if label.dx > 0 else x - width
    return _Box(left, base - LINE + 3, left + width, base + 3)


def _dot(point: Point, frame: Frame) -> _Box:
    x, y = point.x / 100 * frame.width, point.y / 100 * frame.height
    return _Box(x - 6, y - 6, x + 6, y + 6)


def _spaced(ticks: Sequence[tuple[float, str]]) -> tuple[Tick, ...]:
    """Ticks whose labels would touch in a narrow plot are ``roomy``."""
    found, free = [], -math.inf
    for at, label in ticks:
        x, half = at / 100 * NARROW.width, LETTER * len(label) / 2
        roomy = x - half < free
        free = free if roomy else x + half + LETTER
        found.append(Tick(round(at, 2), label, roomy))
    return tuple(found)


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
        """Round numbers in the range; the fewer powers of ten it has, the more between them."""
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
