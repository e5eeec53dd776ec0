"""Verdicts, and why an answer is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Verdict(Enum):
    """The verdict on one execution or, over all cases, on a solution."""

    AC = "AC"
    WA = "WA"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RTE = "RTE"
    CE = "CE"
    JE = "JE"
    BETTER = "BETTER"
    SKIP = "SKIP"
    #: Of a solution, never of a case: no wrong answer, but too slow for some cases.
    UNVERIFIED = "UNVERIFIED"

    # Each verdict is one object. The hash of an Enum, by its name, is slow, and every execution
    # needs some.
    __hash__ = object.__hash__

    @property
    def title(self) -> str:
        return _TITLES[self]


#: The verdicts on right outputs.
RIGHT = frozenset({Verdict.AC, Verdict.BETTER})

_TITLES: Mapping[Verdict, str] = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong answer",
    Verdict.TLE: "time limit exceeded",
    Verdict.MLE: "memory limit exceeded",
    Verdict.OLE: "output limit exceeded",
    Verdict.RTE: "run-time error",
    Verdict.CE: "compile error",
    Verdict.JE: "judge error",
    Verdict.BETTER: "better than the stored answer",
    Verdict.SKIP: "skipped",
    Verdict.UNVERIFIED: "right as far as it got, too slow to tell",
}


#: A solution gets the first of these that any of its cases got.
SEVERITY: tuple[Verdict, ...] = (
    Verdict.JE,
    Verdict.BETTER,
    Verdict.SKIP,
    Verdict.CE,
    Verdict.WA,
    Verdict.RTE,
    Verdict.OLE,
    Verdict.MLE,
    Verdict.TLE,
    Verdict.UNVERIFIED,
    Verdict.AC,
)

#: The place of each in ``SEVERITY``: the larger, the milder.
MILDNESS: Mapping[Verdict, int] = {verdict: place for place, verdict in enumerate(SEVERITY)}


class Reason(Enum):
    """Why an answer is wrong."""

    UNDECODABLE = "undecodable"
    ILLEGAL = "illegal"
    SUBOPTIMAL = "suboptimal"
    #: A comparison with the stored answer, or a validator, says no.
    REJECTED = "rejected"

    __hash__ = object.__hash__


def worst(verdicts: frozenset[Verdict]) -> Verdict:
    """The verdict over several cases: the most severe of theirs; JE when there are none."""
    return next((v for v in SEVERITY if v in verdicts), Verdict.JE)
