# signal its own process group and all processes, from the child of a warm host
import os
import signal
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    print("DONE", flush=True)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(number, signal.SIG_IGN)
        for target in (0, -1, 1, os.getppid()):
            try:
                os.kill(target, number)
            except OSError:
                pass
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for target in (-1, 1):
            try:
                os.kill(target, number)
            except OSError:
                pass
    return 1
