# return, and let children and threads go on writing replies, and output, into the next calls
import os
import sys
import threading
import time

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def late(fd):
    while True:
        time.sleep(0.001)
        os.write(fd, b"2\n")


def f(_):
    for fd in (1, 3):
        held = os.dup(fd)
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                time.sleep(0.05)
                late(held)
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    return 1
