# keep state in PIDs: they must not count the calls, nor the processes that a call has started
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(x):
    for _ in range(60):
        if os.fork() == 0:
            os._exit(0)
        os.wait()
    numbers = [os.getpid(), int(os.readlink("/proc/self"))]
    if os.getppid() == 1 and max(numbers) > 40:
        print("BREACH its numbers are", numbers)
    print("DONE")
    return 1
