"""Many calls of one posted function, or many runs of one posted program, in one process.

The hunt asks for these by the thousand. Each one is loaded anew, but they share a process, so what
they say is evidence and no verdict. A line goes back for each as soon as it has ended:
``[CPU time in microseconds, result, what it printed, error]``, result and error null where there
is none. With branches a fifth item is the list of those that were not
taken before.
"""

import builtins
import io
import json
import sys
import time
import types

RECURSION = sys.getrecursionlimit()
STANDARD_INPUT = (0, "/dev/stdin")


def answer_all(tasks, run, reply, branches=None):
    """``run`` each task and write its line at once: whoever hangs or crashes hides no other."""
    known = set()
    for task in tasks:
        printed = sys.stdout = io.TextIOWrapper(
            io.BytesIO(), "utf-8", "replace", write_through=True
        )
        result = error = None
        begin = time.process_time_ns()
        try:
            result = run(task)
        except SystemExit as stop:
            error = None if stop.code in (None, 0) else f"SystemExit: {stop.code}"
        except Exception as fault:
            error = f"{type(fault).__name__}: {fault}"
        used = (time.process_time_ns() - begin) // 1000
        shown = printed.buffer.getvalue().decode("utf-8", "replace")
        items = [used, result, shown, error]
        if branches is not None:
            items.append(sorted(branches - known))
            known |= branches
        reply.write((json.dumps(items) + "\n").encode())


def as_program(code):
    """A runner of a program's code: the task is its standard input."""
    really_open = builtins.open

    def opened(file, *how, **more):
        return sys.stdin if file in STANDARD_INPUT else really_open(file, *how, **more)

    def run(text):
        sys.setrecursionlimit(RECURSION)
        sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8")
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        main.__file__ = code.co_filename
        exec(code, vars(main))

    builtins.open = opened
    return run
