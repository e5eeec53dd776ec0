# return gigabytes over the descriptor of the reply, in small pieces
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    for fd in range(3, 100):
        try:
            for _ in range(32768):
                os.write(fd, b"x" * 65536)
            print("BREACH all sent", flush=True)
        except OSError:
            pass
    return 1
