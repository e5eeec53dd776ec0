"""CPU time by size of the case: one plot per solution, on logarithmic scales, with a fitted line
and the time limit. Positions are percentages of the plot, ``y`` downward."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from judge.checking.soft_limit import extent
from judge.model import Limits, Outcome, SolutionResult, Verdict

#: Shorter times are drawn as this one: seconds.
LEAST_S = 0.001
#: The most points of a plot; of more, those nearest to others are left out.
MOST_POINTS = 150
#: A line needs this many different sizes, and must explain this share of the variance.
FEWEST_SIZES, CLEAR = 4, 0.5


class TimePlot(Struct, frozen=True):
    """Paths of accepted and of other cases, ready for an SVG of 100 × 100; ``fit`` is empty where
    no line fits. ``low`` and ``high`` are the ends of the time axis in words."""

    accepted: str
    others: str
    fit: str
    #: Where the limit is, from the top.
    limit: float
    limit_text: str
    sizes: tuple[str, str]
    low: str
    #: How the CPU time grows, in words; empty without a line.
    said: str


def plot_times(
    result: SolutionResult, sizes: Mapping[str, tuple[int, ...]], limits: Limits
) -> TimePlot | None:
    """The plot of a solution; None with fewer than two sizes. ``sizes`` is by name of the case."""
    points = [
        (float(extent(sizes[o.case])), max(LEAST_S, o.run.cpu_s), o)
        for o in result.outcomes
        if o.run and sizes.get(o.case)
    ]
    across = sorted({x for x, _, _ in points})
    if not result.timed or len(across) < 2:
        return None
    low = min(LEAST_S, *(y for _, y, _ in points))
    high = max(limits.cpu_s, *(y for _, y, _ in points)) * 1.3
    frame = _Frame(across[0], across[-1], low, high)
    line = _line([(x, y) for x, y, o in points if o.verdict is Verdict.AC])
    return TimePlot(
        frame.dots([p for p in points if p[2].verdict is Verdict.AC]),
        frame.dots([p for p in points if p[2].verdict is not Verdict.AC]),
        frame.line(line) if line else "",
        frame.y(limits.cpu_s),
        f"limit {limits.cpu_s:g} s",
        (f"{across[0]:,.0f}", f"{across[-1]:,.0f}"),
        f"{low * 1000:g} ms",
        _said(line, across[-1], limits) if line else "",
    )


class _Frame(Struct, frozen=True):
    least: float
    most: float
    low: float
    high: float

    def x(self, size: float) -> float:
        part = math.log(size / self.least) / math.log(self.most / self.least)
        return round(3 + 94 * part, 1)

    def y(self, seconds: float) -> float:
        part = math.log(seconds / self.low) / math.log(self.high / self.low)
        return round(97 - 94 * part, 1)

    def dots(self, points: Sequence[tuple[float, float, Outcome]]) -> str:
        spots = dict.fromkeys((self.x(x), self.y(y)) for x, y, _ in points)
        return "".join(f"M{x} {y}h0" for x, y in list(spots)[:MOST_POINTS])

    def line(self, line: tuple[float, float]) -> str:
        """The part of the line that is inside the plot, as steps of a path."""
        inside = []
        for step in range(21):
            size = self.least * (self.most / self.least) ** (step / 20)
            seconds = _at(line, size)
            if self.low <= seconds <= self.high:
                inside.append(f"{self.x(size)} {self.y(seconds)}")
        return "M" + "L".join(inside) if len(inside) > 1 else ""


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Exponent and factor of ``seconds = factor × size ^ exponent``, by least squares on the
    logarithms of the slowest time of each size."""
    slowest: dict[float, float] = {}
    for x, y in points:
        if y > LEAST_S:
            slowest[x] = max(slowest.get(x, 0.0), y)
    if len(slowest) < FEWEST_SIZES:
        return None
    xs, ys = [math.log(x) for x in slowest], [math.log(y) for y in slowest.values()]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread_x, spread_y = sum((x - mean_x) ** 2 for x in xs), sum((y - mean_y) ** 2 for y in ys)
    common = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    if not spread_x or not spread_y or common**2 < CLEAR * spread_x * spread_y:
        return None
    exponent = common / spread_x
    return exponent, math.exp(mean_y - exponent * mean_x)


def _at(line: tuple[float, float], size: float) -> float:
    return float(line[1] * size ** line[0])


def _said(line: tuple[float, float], most: float, limits: Limits) -> str:
    exponent, factor = line
    text = f"CPU time grows about as size to the power {exponent:.1f}"
    if exponent <= 0.05:
        return "CPU time does not grow with the size"
    reach = (limits.cpu_s / factor) ** (1 / exponent)
    if reach < most:
        return (
            f"{text}; the line meets the limit at size {reach:,.0f}, and the largest is {most:,.0f}"
        )
    return text


def sparkline(values: Sequence[float]) -> str:
    """A path through values in time, the oldest first, for an SVG of 100 × 20; empty for fewer than
    two."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    span = high - low or 1.0
    spots = [
        (round(2 + 96 * i / (len(values) - 1), 1), round(17 - 14 * (value - low) / span, 1))
        for i, value in enumerate(values)
    ]
    corners = "".join(f"H{after[0]}V{after[1]}" for _, after in pairwise(spots))
    return f"M{spots[0][0]} {spots[0][1]}{corners}"
