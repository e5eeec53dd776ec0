# return twice: fork in the function, and reply from parent and child, and once more from a vfork
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    os.fork()
    os.fork()
    return 1
