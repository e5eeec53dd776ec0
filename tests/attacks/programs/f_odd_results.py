# return objects that attack whoever writes them down: endless, lying about their length, raising, exiting
import os
import sys

if "ATTACK_IN_SANDBOX" not in os.environ:
    sys.exit("only in the sandbox")


class Liar(list):
    def __iter__(self):
        os.write(1, b"DONE\n")
        while True:
            yield Liar()

    def __repr__(self):
        raise SystemExit(0)

    def __reduce__(self):
        os._exit(0)

    __str__ = __repr__


def f(_):
    own = Liar([1])
    own.append(own)
    return own
