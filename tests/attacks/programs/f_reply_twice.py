# reply itself and then let the host reply, too, so that there are two answers
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    for fd in range(3, 100):
        try:
            os.write(fd, b"forged\n")
        except OSError:
            pass
    return "meant"
