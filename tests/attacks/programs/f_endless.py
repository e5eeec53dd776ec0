# return something endless and self-similar
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


class Endless:
    def __iter__(self):
        while True:
            yield Endless()


def f(_):
    return Endless()
