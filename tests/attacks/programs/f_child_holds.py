# leave a child that holds the descriptor of the reply, so that the judge waits for more
import os
import sys
import time

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os.wait()
    print("DONE", flush=True)
    return 1
