"""Starts a command, kills one of its processes after some time, and waits until all have ended.

Arguments: SECONDS WHOM COMMAND..., WHOM being ``main`` or a number that chooses one of those below
it. Orphans become children of this process. Its status is 1 if one is left; it prints which.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time

import psutil

PR_SET_CHILD_SUBREAPER = 36
#: Far above what the end of a process takes, far below the limits of the solutions.
PATIENCE_S = 300


def main() -> int:
    seconds, whom, *command = sys.argv[1:]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        time.sleep(float(seconds))
        below = psutil.Process(first.pid).children(recursive=True) if first.poll() is None else []
        if whom == "main" or not below:
            first.kill()
        else:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(below[int(whom) % len(below)].pid, signal.SIGKILL)
        first.wait()
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.05)
        except ChildProcessError:
            return 0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            print(process.pid, process.status(), process.cmdline())
            process.kill()
    return 1


if __name__ == "__main__":
    sys.exit(main())
