"""Calls a posted Uiua answer with the arguments of a case, or with the lists in the lines of
standard input: the first is the topmost value of its stack. The values that it leaves are its
answer.

    python3 uiua_host.py SOURCE

Lists must have rows of one length, as Uiua's arrays have. A host replies on descriptor 3.
"""

import json
import os
import sys

import numpy
import uiua


def read(text):
    """The arguments: one JSON list of them for a call, else a value a line."""
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    return lines[0] if called() else lines


def called():
    try:
        os.fstat(3)
    except OSError:
        return False
    return True


def plain(value):
    """Whole numbers without a decimal point."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def shown(value):
    value = plain(value.tolist() if hasattr(value, "tolist") else value)
    return value if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    arguments = [numpy.array(a) if isinstance(a, list) else a for a in read(sys.stdin.read())]
    with open(sys.argv[1], encoding="utf-8") as file:
        posted = uiua.compile(file.read())
    left = posted(*arguments)
    values = left if isinstance(left, tuple) else () if left is None else (left,)
    text = "\n".join(map(shown, values))
    if called():
        os.write(3, (text.replace("\n", ", ") + "\n").encode())
    else:
        print(text)
