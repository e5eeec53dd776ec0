"""Runs a posted Uiua program: it reads standard input, and the values that it leaves on the stack
are printed too, one a line, the topmost last.

    python3 uiua_host.py SOURCE
"""

import sys

import uiua


def shown(value):
    return str(value.tolist() if hasattr(value, "tolist") else value)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        posted = uiua.compile(file.read())
    left = posted()
    for value in left if isinstance(left, tuple) else (() if left is None else (left,)):
        print(shown(value))
