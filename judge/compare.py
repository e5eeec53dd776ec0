"""What changed between two runs of the judge: solutions, verdicts, sizes, times beyond noise.

A run is taken as the facts that ``judge run --json`` writes.

How noise is judged: a solution's CPU times are compared case by case, in both runs on the same
input and to the same verdict, and only where one of the two took ``FLOOR_S`` or more. They count as
changed when the middle one of the ratios is off by a tenth or more *and* a sign test over all of
them says that chance alone is so one-sided less than once in a thousand times. That takes eleven
cases at least; with fewer nothing is said. With five solutions or more, what they all share is
taken for the machine's doing: it is told once, and taken out first.
"""

from __future__ import annotations

from pathlib import Path

from judge.analysis.compare_runs import Side, side
from judge.report import saved


def load(path: Path) -> Side:
    """A file that ``judge run --json`` wrote; raises JudgeError."""
    return saved.taken(path, lambda facts: side(str(path), facts))
