# hold the interpreter in one operation that no Python code can interrupt
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


def f(_):
    return len(str(7**10**8 % 3)) + (3**10**9).bit_length()
