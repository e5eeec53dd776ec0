"""How many answers one client may send: a few at once, then so many a second."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from msgspec import Struct


class Rate(Struct, frozen=True):
    """``burst`` requests at once, and ``per_s`` more each second."""

    burst: int = 20
    per_s: float = 1.0
    #: So many clients are remembered; those that asked longest ago are forgotten.
    clients: int = 1000


class RateLimit:
    """Counts the requests of each client by the time that ``clock`` tells, in seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        #: Of each client: what is left of its burst, and when.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_s(self, client: str) -> int:
        """0 and counted, or after how many seconds to try again."""
        now, rate = self._clock(), self._rate
        left, when = self._left.pop(client, (float(rate.burst), now))
        left = min(float(rate.burst), left + (now - when) * rate.per_s)
        wait = 0 if left >= 1 else ceil((1 - left) / rate.per_s)
        self._left[client] = (left - (not wait), now)
        while len(self._left) > rate.clients:
            self._left.popitem(last=False)
        return wait
