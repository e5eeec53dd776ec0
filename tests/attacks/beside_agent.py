"""A right program beside one that starts all the processes it can, under landlock, as one user.

Argument: a folder that both may see. Prints how the right program ended, what it said, and whether
it came up against its limit: beside the other one, and once more alone. A process of its own, so
that the tests can run it as an ordinary user.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path

from attack_agent import below

from judge.model import Limits
from judge.sandbox import choose
from judge.sandbox.layer import Command, View

LIMITS = Limits(cpu_s=60.0, processes=32, wall_override_s=240.0)
#: Its processes stay when the shell that started them is refused another one.
HOARDS = "(while :; do sleep 600 & done) 2>/dev/null; exec sleep 600"
#: Starts its own when the other one has all.
NEEDS_SOME = """
until [ -e {} ]; do sleep 0.05; done
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 0.1 & done
wait
echo works
"""


def main() -> None:
    folder = Path(sys.argv[1])
    layer = choose("landlock")
    right, hoarder = layer.open(View(folder)), layer.open(View(folder))
    supervisors = set(below(os.getpid()))
    text = NEEDS_SOME.format(folder / "go")
    runs = []
    waiting = threading.Thread(
        target=lambda: runs.append(right.run(Command(("/bin/sh", "-c", text)), LIMITS))
    )
    waiting.start()
    while not set(below(os.getpid())) - supervisors:
        time.sleep(0.01)
    hoarding = threading.Thread(
        target=lambda: hoarder.run(Command(("/bin/sh", "-c", HOARDS)), LIMITS)
    )
    hoarding.start()
    all_hoarded = hoarded_at_last()
    (folder / "go").touch()
    waiting.join()
    for pid in all_hoarded:
        with contextlib.suppress(ProcessLookupError):  # they end with the first one
            os.kill(pid, signal.SIGKILL)
    hoarding.join()
    runs.append(right.run(Command(("/bin/sh", "-c", text)), LIMITS))
    for run in runs:
        print(run.ended.value, run.exit_status, run.stdout, run.exceeded, sep=", ")
        print(run.stderr.decode(errors="replace"), file=sys.stderr)


def hoarded_at_last() -> set[int]:
    """What the other one has when that has become no more for a second."""
    found: set[int] = set()
    quiet = 0
    while not found or quiet < 5:
        time.sleep(0.2)
        now = {pid for pid in below(os.getpid()) if is_hoarded(pid)}
        quiet = quiet + 1 if now == found else 0
        found = now
    return found


def is_hoarded(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() == b"sleep\x00600\x00"
    except OSError:
        return False


main()
