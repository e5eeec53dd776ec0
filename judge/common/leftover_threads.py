"""Threads of foreign code that do not end: at its end Python would wait for them for ever."""

from __future__ import annotations

import atexit
import sys
import threading

from judge.common.process_end import END_PROCESS
from judge.common.safe_text import one_line

#: How long such a thread may take to end by itself, in seconds.
PATIENCE_S = 1.0
#: The longest name of a thread that is shown.
_SHOWN = 60


class OwnThread(threading.Thread):
    """A thread of the judge, which ends by itself: Python waits for it."""


def join_own_threads() -> None:
    """Wait for the judge's own: the processes that they have started are not a plug-in's."""
    for one in threading.enumerate():
        if isinstance(one, OwnThread):
            one.join()


def end_despite_threads(status: int, said: bool = True) -> None:
    """End this process with a status if threads would keep it; return if there are none.

    With ``said`` a line on standard error names one of them.
    """
    here = threading.current_thread()
    others = [
        one
        for one in threading.enumerate()
        if one is not here and not one.daemon and not isinstance(one, OwnThread)
    ]
    for one in others:
        one.join(PATIENCE_S / len(others))
    kept = [one for one in others if one.is_alive()]
    if not kept:
        return
    if said:
        name = one_line(kept[0].name, _SHOWN)
        print(
            f"judge: {name}: a thread that a plug-in began has not ended, and ends with the judge: "
            "let it end before the method returns",
            file=sys.stderr,
        )
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    END_PROCESS(status)
