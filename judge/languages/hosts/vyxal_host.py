"""Runs a posted Vyxal answer: its inputs are the arguments after ``--``, or else the lines of
standard input, or the arguments of a call.

    python3 vyxal_host.py SOURCE [FLAG…] -- [INPUT…]           a program
    python3 vyxal_host.py SOURCE [FLAG…] -- --call [--serve]   a call, or many, as python_host.py
                                                               has them; it answers by printing

Flags are Vyxal's own letters, such as ``sj`` or ``-s``. The source is UTF-8, or else in Vyxal's
code page. Lists are printed as Python prints them.
"""

import json
import os
import sys

import python_host

#: Vyxal's own flags: lists as Python writes them; a source in its code page.
PYTHON_LISTS, CODE_PAGE = "P", "v"


def compiled(path, many=None, branches=False):
    """The source's path, and the flags it needs; loads the interpreter. ``many`` and
    ``branches`` are never asked."""
    import vyxal.main  # noqa: F401

    posted = sys.argv[2 : sys.argv.index("--")]
    flags = PYTHON_LISTS + "".join(posted).replace("-", "")
    with open(path, "rb") as file:
        source = file.read()
    try:
        source.decode("utf-8")
        return path, flags
    except UnicodeDecodeError:
        return path, flags + CODE_PAGE


def run(path, flags, inputs):
    from vyxal.main import execute_vyxal

    sys.setrecursionlimit(20000)
    execute_vyxal(path, flags, inputs)
    sys.stdout.flush()


def call(path, flags, options):
    """One call, whatever the options; the reply says that it has printed its answer."""
    reply = os.dup(3)
    os.close(3)
    arguments = json.loads(sys.stdin.buffer.read())
    run(path, flags, [item if isinstance(item, str) else repr(item) for item in arguments])
    os.write(reply, b"void\n")


if __name__ == "__main__":
    words = sys.argv[sys.argv.index("--") + 1 :]
    if "--serve" in words:
        python_host.compiled, python_host.call = compiled, call
        python_host.serve(sys.argv[1], words, quiet=False)
    elif "--call" in words:
        call(*compiled(sys.argv[1]), [])
    else:
        run(*compiled(sys.argv[1]), words or sys.stdin.read().splitlines())
