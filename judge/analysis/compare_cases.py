"""Two sets of results, case by case: which cases differ, and ratios of size and CPU time.

A ratio over several cases is their geometric mean. Its noise is the 95 % interval of that mean,
from the spread of the logarithms; there is none for a single case.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.model import Outcome, ProblemResult, SolutionResult, Verdict

#: Shorter CPU times are noise: such a case is left out if both are shorter, in seconds.
FLOOR_S = 0.005
#: No time counts as shorter than this, in seconds.
LEAST_S = 0.001
#: Times are compared where both executions came to their end by themselves.
_TIMED = frozenset({Verdict.AC, Verdict.WA})
#: Half the width of a 95 % interval in standard errors, by the number of values minus one.
_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
_NORMAL = 1.96


class Ratio(Struct, frozen=True):
    """New divided by old: the geometric mean of ``count`` values, from ``low`` to ``high``."""

    mean: float
    low: float
    high: float
    count: int

    @property
    def telling(self) -> bool:
        """Whether the interval lies on one side of 1."""
        return self.count > 1 and (self.low > 1 or self.high < 1)


class CasePair(Struct, frozen=True):
    """One case on which the two differ."""

    case: str
    before: Outcome
    after: Outcome


class SolutionPair(Struct, frozen=True):
    """A solution before and after, or two solutions."""

    problem: str
    before: SolutionResult
    after: SolutionResult
    differing: tuple[CasePair, ...]
    #: The number of cases that both were run on.
    common: int
    #: None where a size is 0.
    size: float | None
    #: None where no case can be compared.
    time: Ratio | None


def compare_by_case(
    before: Sequence[ProblemResult],
    after: Sequence[ProblemResult],
    machines: float | None = 1.0,
) -> tuple[SolutionPair, ...]:
    """The solutions that both have, by problem and name; those that differ most come first.

    ``machines``: how many times as long the same takes on the second machine; None if nobody knows.
    """
    old = _by_name(before)
    new = _by_name(after)
    pairs = [pair(key[0], old[key], new[key], machines) for key in sorted(old.keys() & new.keys())]
    return tuple(sorted(pairs, key=lambda p: -len(p.differing)))


def pair(
    problem: str, before: SolutionResult, after: SolutionResult, machines: float | None = 1.0
) -> SolutionPair:
    """Two results on one problem; ``machines`` as for ``compare_by_case``."""
    earlier = {outcome.case: outcome for outcome in before.outcomes}
    common = [(earlier[o.case], o) for o in after.outcomes if o.case in earlier]
    sizes = before.solution.size, after.solution.size
    return SolutionPair(
        problem,
        before,
        after,
        tuple(CasePair(new.case, old, new) for old, new in common if _differ(old, new)),
        len(common),
        sizes[1] / sizes[0] if all(sizes) else None,
        geometric_mean([one / machines for one in _time_ratios(common)] if machines else []),
    )


def geometric_mean(ratios: Sequence[float]) -> Ratio | None:
    """Their mean with its noise; None without any."""
    if not ratios:
        return None
    logs = [math.log(ratio) for ratio in ratios]
    count = len(logs)
    mean = sum(logs) / count
    noise = 0.0
    if count > 1:
        spread = math.sqrt(sum((value - mean) ** 2 for value in logs) / (count - 1))
        width = _STUDENT[count - 2] if count - 2 < len(_STUDENT) else _NORMAL
        noise = width * spread / math.sqrt(count)
    return Ratio(math.exp(mean), math.exp(mean - noise), math.exp(mean + noise), count)


def _by_name(results: Sequence[ProblemResult]) -> Mapping[tuple[str, str], SolutionResult]:
    return {(p.problem.name, j.solution.name): j for p in results for j in p.solutions}


def _differ(old: Outcome, new: Outcome) -> bool:
    return (old.verdict, old.score) != (new.verdict, new.score)


def _time_ratios(common: Sequence[tuple[Outcome, Outcome]]) -> list[float]:
    ratios = []
    for old, new in common:
        if old.run is None or new.run is None or not {old.verdict, new.verdict} <= _TIMED:
            continue
        if max(old.run.cpu_s, new.run.cpu_s) >= FLOOR_S:
            ratios.append(max(LEAST_S, new.run.cpu_s) / max(LEAST_S, old.run.cpu_s))
    return ratios
