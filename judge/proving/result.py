"""What a proof ends with."""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct

from judge.hunting.stress import Counterexample
from judge.plugin import Bound


class ProofEnd(Enum):
    """How a proof ended."""

    PROVED = "proved"
    REFUTED = "refuted"
    #: The time was over, or the user ended it.
    UNFINISHED = "unfinished"
    #: An instance takes longer than a soft time limit, which neither proves nor refutes.
    TOO_SLOW = "too slow"


class ProofResult(Struct, frozen=True):
    """``proved`` instances, the first in the order of the enumeration, are right. The next one, if
    refuted, is the first ``counterexample``; if too slow, it is ``slow``. ``resumed`` of them were
    proved before."""

    end: ProofEnd
    reference: str
    bound: Bound
    described: str
    total: int
    proved: int
    resumed: int
    seconds: float
    reading: str = ""
    reading_why: str = ""
    counterexample: Counterexample | None = None
    slow: Any = None
    interrupted: bool = False
