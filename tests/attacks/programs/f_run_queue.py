# read from its run queue how much CPU time earlier calls have used, and use some for the next
import contextlib
import os
import time


def f(_):
    if "ATTACK_IN_SANDBOX" not in os.environ:
        return None
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    own_ms = time.process_time() * 1000
    lines = []
    with contextlib.suppress(OSError), open("/proc/self/sched") as file:
        lines = [line.split() for line in file if "vruntime" in line]
    # Of a process that others go before, a second counts as several.
    if any(float(words[-1]) > 100 + 10 * own_ms for words in lines):
        print("BREACH an earlier call has computed for as long as this one will")
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    print("DONE")
    return 1
