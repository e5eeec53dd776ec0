# find the descriptor of the reply, reply itself and end; that is just its answer
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    for fd in range(3, 100):
        try:
            os.write(fd, b"forged")
        except OSError:
            pass
    os._exit(0)
