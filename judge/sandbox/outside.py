"""Commands that somebody else has ended: an operator, or the kernel of a machine without memory.

Nothing says who has sent a signal that ended a process. One that no limit of ours explains, and
that no fault of a program raises, is tried again: what a command does to itself, it does each time.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import Signals

from judge.model import Ended, Execution

#: What another process sends. The kernel raises none of these for what a program does itself.
SENT = frozenset(
    {
        Signals.SIGHUP,
        Signals.SIGINT,
        Signals.SIGQUIT,
        Signals.SIGKILL,
        Signals.SIGTERM,
        Signals.SIGUSR1,
        Signals.SIGUSR2,
    }
)
VMSTAT = Path("/proc/vmstat")


def may_be_from_outside(run: Execution) -> bool:
    """Whether it was ended by a signal that no limit of ours explains."""
    return run.ended is Ended.SIGNALLED and run.signal in SENT


def killed_for_memory() -> int:
    """How many processes the kernel has killed for want of memory; 0 where it does not say."""
    with suppress(OSError):
        found = re.search(r"^oom_kill (\d+)$", VMSTAT.read_text(), re.M)
        return int(found[1]) if found else 0
    return 0


def why_not_its_own(tries: Sequence[Execution], kills: Sequence[int]) -> str | None:
    """Why the ends of all these tries of a command are not its own doing; None if they may be.

    ``kills``: what ``killed_for_memory`` said before the first try and after each.
    """
    signals = {Signals(run.signal).name for run in tries if run.signal}
    if len(signals) > 1:
        return f"ended from outside, each time otherwise: {', '.join(sorted(signals))}"
    pairs = itertools.pairwise(kills)
    if signals == {"SIGKILL"} and all(after > before for before, after in pairs):
        return f"the machine ran out of memory {len(tries)} times, and the kernel killed processes"
    return None
