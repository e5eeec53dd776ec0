"""All cases of a solution in one line, for its row in the leaderboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from judge.model import SEVERITY, Case, SolutionResult, Verdict

#: The most parts of a strip; with more cases, each part stands for several.
MOST = 120

#: Paths by the style of a verdict: (style, path), in units of one part.
Strip = tuple[tuple[str, str], ...]


def strip(cases: Sequence[Case], result: SolutionResult) -> Strip:
    """One path for each verdict, through the parts whose most severe case has it; no part where
    nothing was run. Empty if no case was run."""
    ran = (outcome for outcome in result.outcomes if outcome.verdict is not Verdict.SKIP)
    verdicts = {outcome.case: outcome.verdict for outcome in ran}
    if not verdicts:
        return ()
    parts = _parts([verdicts.get(case.name) for case in cases])
    paths: dict[str, str] = {}
    start = 0
    for verdict, same in groupby(parts):
        length = len(list(same))
        if verdict is not None:
            style = verdict.value.lower()
            paths[style] = paths.get(style, "") + f"M{start} .5h{length}"
        start += length
    return tuple(paths.items())


def width(cases: int) -> int:
    """How many parts a strip has."""
    return min(cases, MOST)


def _parts(verdicts: Sequence[Verdict | None]) -> list[Verdict | None]:
    count = width(len(verdicts))
    edges = [len(verdicts) * part // count for part in range(count + 1)]
    return [_worst(verdicts[a:b]) for a, b in pairwise(edges)]


def _worst(verdicts: Sequence[Verdict | None]) -> Verdict | None:
    ranks: Mapping[Verdict, int] = {verdict: rank for rank, verdict in enumerate(SEVERITY)}
    return min((v for v in verdicts if v), key=lambda v: ranks[v], default=None)
