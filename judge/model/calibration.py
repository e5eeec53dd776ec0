"""How fast a machine is, so that times of another one can be compared with its own."""

from __future__ import annotations

import math

from msgspec import Struct


class Calibration(Struct, frozen=True):
    """CPU seconds that fixed pieces of work took on a machine, each the least of several tries."""

    #: The class of the machine, as a run names it.
    machine: str
    #: The number of the set of pieces: those of two sets do not compare.
    work: int
    seconds: tuple[float, ...]
    #: When it was measured, ISO 8601 with offset.
    measured: str

    def ratio(self, other: Calibration) -> float | None:
        """How many times as long as here the same takes on the other machine: the geometric mean
        over the pieces. None if they do not compare."""
        both = [*zip(self.seconds, other.seconds, strict=False)]
        same = self.work == other.work and len(self.seconds) == len(other.seconds)
        if not same or not both or min(*self.seconds, *other.seconds) <= 0:
            return None
        return math.exp(sum(math.log(theirs / ours) for ours, theirs in both) / len(both))
