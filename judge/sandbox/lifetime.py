"""Child processes that die with their parent, however it ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from judge.common.processes import prctl

#: ``PR_SET_PDEATHSIG`` of prctl(2).
PARENT_DEATH_SIGNAL = 1


def ties() -> Callable[[], None]:
    """For ``preexec_fn``: the child is killed when this process, or this thread, ends."""
    call, parent = prctl(), os.getpid()

    def tie() -> None:
        _tie(call, parent)

    return tie


def die_with_parent() -> None:
    """Have this worker process killed when its parent ends. Otherwise a busy worker would go on
    to the end of its execution, and only then notice.
    """
    import multiprocess  # slow to load; a worker has loaded it already

    started_by = multiprocess.parent_process()
    if started_by is not None:
        _tie(prctl(), started_by.pid)


def _tie(call: Callable[[int, int], int] | None, parent: int) -> None:
    if call is None:
        return
    call(PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # the parent ended before the request
        os.kill(os.getpid(), signal.SIGKILL)
