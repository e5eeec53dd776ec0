"""How far a slow answer came: the largest case that it solved, and how its CPU time grows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, prod

from msgspec.structs import replace

from judge.model import Outcome, Slow, SolutionResult, Verdict

#: A shorter time than this many times the shortest is mostly the start of the process.
TELLING = 2
#: Growth needs at least this many sizes, and a line through the logarithms that explains this
#: share of their variance.
FEWEST_POINTS = 3
CLEAR = 0.7


def forgiven(result: SolutionResult) -> SolutionResult:
    """The result under a soft time limit: UNVERIFIED if it failed only by time and solved some
    case."""
    if result.verdict is not Verdict.TLE:
        return result
    found = slow(result.outcomes)
    if found is None:
        return result
    return replace(result, verdict=Verdict.UNVERIFIED, slow=found)


def slow(outcomes: Iterable[Outcome]) -> Slow | None:
    """Of a solution's outcomes; None where no case was accepted.

    The largest case is that of the greatest extent. Growth is seen along the sum of a size's
    numbers, so that one step is one piece more.
    """
    solved = [(o.size, o) for o in outcomes if o.verdict is Verdict.AC]
    if not solved:
        return None
    size, largest = max(solved, key=lambda pair: (extent(pair[0]), pair[0]))
    points = _points([(sum(size), o.run.cpu_s) for size, o in solved if o.run])
    return Slow(largest.case, size, _factor(points), len(points))


def extent(size: tuple[int, ...]) -> int:
    """How large a size of several numbers is, such as attackers and blockers: their product, each
    plus one, so that 12 × 0 is small beside 4 × 4."""
    return prod(n + 1 for n in size)


def _points(times: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Size and seconds beyond the start, the slowest case of each size that took telling time."""
    start = min((seconds for _, seconds in times), default=0.0)
    slowest: dict[int, float] = {}
    for size, seconds in times:
        slowest[size] = max(slowest.get(size, 0.0), seconds)
    return [(size, s - start) for size, s in sorted(slowest.items()) if s > TELLING * start]


def _factor(points: Sequence[tuple[int, float]]) -> float | None:
    """By which the seconds grow for each step: least squares on their logarithms."""
    if len(points) < FEWEST_POINTS:
        return None
    sizes = [float(size) for size, _ in points]
    logs = [log(seconds) for _, seconds in points]
    mean_size, mean_log = sum(sizes) / len(sizes), sum(logs) / len(logs)
    spread_size = sum((s - mean_size) ** 2 for s in sizes)
    spread_log = sum((v - mean_log) ** 2 for v in logs)
    common = sum((s - mean_size) * (v - mean_log) for s, v in zip(sizes, logs, strict=True))
    if not spread_log or common**2 < CLEAR * spread_size * spread_log:
        return None
    return exp(common / spread_size)


def described(slow: Slow) -> str:
    """``solved up to size 4 × 5 (secret/07); CPU time ×3.1 per step of size, from 6 sizes``; less
    where the plug-in does not say how big instances are."""
    if not slow.size:
        return "solved some of the cases"
    size = " × ".join(map(str, slow.size))
    grows = "too few sizes to say how its CPU time grows"
    if slow.growth is not None:
        grows = f"CPU time ×{slow.growth:.1f} per step of size, from {slow.points} sizes"
    elif slow.points >= FEWEST_POINTS:
        grows = "its CPU time grows by no clear factor"
    return f"solved up to size {size} ({slow.case}); {grows}"
