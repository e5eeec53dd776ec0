"""Objects that stay until the process ends: Python's search for cycles passes over them.

Of a plan with hundreds of thousands of cases that search takes a tenth of the time. In a worker, a
fork of this process, it writes to every page that the plan lies in, so that each is copied.
"""

from __future__ import annotations

import gc

#: So many cases are read between two times that what there is stays.
CASES = 4096


#: So many more objects are alive before Python searches for cycles again; 700 by default.
YOUNG = 20_000
#: So many searches of new objects come before one of older ones, and so on; 10 by default.
SEARCHES = 20


def search_seldom() -> None:
    """What is made while modules are loaded stays: early searches for cycles find nothing. Only for
    a process that is the judge's own, and those that it forks."""
    gc.set_threshold(YOUNG, SEARCHES, SEARCHES)


class LongLived:
    """To be told how many cases were read. Only for a process that is the judge's own: what is
    alive now is never searched again, whoever made it."""

    def __init__(self) -> None:
        self._cases = self._in_all = 0

    def __call__(self, cases: int) -> None:
        self._cases += cases
        self._in_all += cases
        if self._cases >= CASES:
            self.keep()

    def keep(self) -> None:
        """What is alive now stays. After many cases, cycles that nobody uses any more are freed
        before; what a small plan leaves is less than it takes to find it."""
        self._cases = 0
        if self._in_all >= CASES:
            gc.collect()
        gc.freeze()
