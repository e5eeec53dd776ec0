# use what the host has open: sockets, event descriptors, threads and shared memory older than the call
import os
import sys
import threading

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    if threading.active_count() > 1:
        print("BREACH threads")
    with open("/proc/self/maps") as maps:
        if any("rw-s" in line for line in maps):
            print("BREACH shared memory")
    for number in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if not target.startswith(("pipe:", "/dev/null", "/proc/")):
            print("BREACH", number, target)
    print("DONE", flush=True)
    return 1
