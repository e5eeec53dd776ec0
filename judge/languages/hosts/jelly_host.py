"""Runs a posted Jelly answer: its arguments are the lines of standard input, or those of a call.

    python3 jelly_host.py SOURCE --                    a program
    python3 jelly_host.py SOURCE -- --call [--serve]   a call, or many, as python_host.py has them;
                                                       it answers by printing

The source is UTF-8, or else in Jelly's code page.
"""

import json
import os
import sys

import python_host

#: Characters that a source may have in place of those of the code page.
COMPATIBLE = str.maketrans("\nụṿ", "¶§Ä")


def compiled(path, many=None, branches=False):
    """The program in characters of the code page; loads the interpreter. ``many`` and
    ``branches`` are ignored."""
    from jelly import code_page

    with open(path, "rb") as file:
        source = file.read()
    try:
        text = source.decode("utf-8").translate(COMPATIBLE)
    except UnicodeDecodeError:
        return "".join(code_page[byte] for byte in source), None
    return "".join(character for character in text if character in code_page), None


def run(code, arguments):
    import jelly

    sys.setrecursionlimit(20000)
    jelly.main(code, arguments, "\n")
    sys.stdout.flush()


def call(code, _, options):
    """One call, whatever the options; the reply says that it has printed its answer."""
    reply = os.dup(3)
    os.close(3)
    run(code, json.loads(sys.stdin.buffer.read()))
    os.write(reply, b"void\n")


if __name__ == "__main__":
    words = sys.argv[sys.argv.index("--") + 1 :]
    if "--serve" in words:
        python_host.compiled, python_host.call = compiled, call
        python_host.serve(sys.argv[1], words)
    elif "--call" in words:
        call(*compiled(sys.argv[1]), [])
    else:
        from jelly import try_eval

        run(compiled(sys.argv[1])[0], [try_eval(line) for line in sys.stdin.read().splitlines()])
