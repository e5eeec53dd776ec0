# lower the priority of all processes of its user or group, and look for it in the next case
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    if os.getpriority(os.PRIO_PROCESS, 0) != int(os.environ["ATTACK_NICE"]):
        print("BREACH the priority has stayed", flush=True)
    for which, value in ((os.PRIO_USER, 19), (os.PRIO_PGRP, 19)):
        try:
            os.setpriority(which, 0, value)
        except OSError:
            pass
    print("DONE", flush=True)
    return 1
