"""Commands killed from outside: by an operator, or by a kernel that has run out of memory.

The sender of a fatal signal is unknown. A command that ended by a signal that neither our limits
nor a crash explain is run again: what a program does to itself, it does every time.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import Signals

from judge.model import Ended, Execution

#: Signals that other processes send. The kernel raises none of them for a crash.
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
    """Whether it ended by a signal that no limit of ours explains."""
    return run.ended is Ended.SIGNALLED and run.signal in SENT


def killed_for_memory() -> int:
    """The number of processes that the kernel has killed for lack of memory; 0 if unknown."""
    with suppress(OSError):
        found = re.search(r"^oom_kill (\d+)$", VMSTAT.read_text(), re.M)
        return int(found[1]) if found else 0
    return 0


def why_not_its_own(tries: Sequence[Execution], kills: Sequence[int]) -> str | None:
    """Why a command did not cause the end of all these tries itself; None if it may have.

    ``kills``: values of ``killed_for_memory`` before the first try and after each.
    """
    signals = {Signals(run.signal).name for run in tries if run.signal}
    if len(signals) > 1:
        return f"killed from outside, by different signals: {', '.join(sorted(signals))}"
    pairs = itertools.pairwise(kills)
    if signals == {"SIGKILL"} and all(after > before for before, after in pairs):
        return f"the machine ran out of memory {len(tries)} times and the kernel killed processes"
    return None
