"""Many calls of one posted function, or many runs of one posted program, in one process.

Hunts and proofs ask for these by the thousand. Each one is loaded anew. What a source can leave
behind in the process is put back after each, or ends the process: then the source is not asked like
this again. Nor is it where python_unchanged.py finds a change: then no answer of the list counts.
A line goes back for each as soon as it has ended, or, with ``--buffered``, some at a time:
``[CPU time in microseconds, result, what it printed, error]``, result and error null where there
is none. With branches a fifth item is the list of those that were not taken before.
"""

import atexit
import builtins
import io
import itertools
import json
import os
import sys
import time
import types

from python_streams import Given, Output, opener, text_on
from python_unchanged import names_in, unchanged

#: Calls of this file and of Python between the start of the process and the source, beyond those
#: of a process for one task, or one less. They count in the limit on recursion.
MORE_CALLS = {"function": 0, "program": 6}
#: After so many tasks, and after the last, the modules are looked at.
DUE = frozenset(4**power for power in range(8))
#: What leads to the standard streams but ``print``. Making them takes as long as a short task.
STREAMS = frozenset(
    "sys stdin stdout __stdin__ __stdout__ open input io exec eval compile __import__ __builtins__"
    " builtins breakpoint help exit quit".split()
)
#: The last line of a list whose answers may depend on each other.
CHANGED = b'"changed"\n'
#: Buffered lines wait until their tasks have taken so long.
BUFFERED_US = 2000


class Lines:
    """The lines that go back. Whoever hangs or crashes hides no other, unless they are buffered:
    then the last ones."""

    def __init__(self, reply, buffered):
        self.reply, self.wait_us = reply, BUFFERED_US if buffered else 0
        self.waiting, self.used_us = [], 0

    def write(self, line, used_us):
        if not self.wait_us:
            self.reply.write(line.encode())
            return
        self.waiting.append(line)
        self.used_us += used_us + 1
        if self.used_us >= self.wait_us:
            self.flush()

    def flush(self):
        data = "".join(self.waiting).encode()
        self.waiting, self.used_us = [], 0
        while data:
            data = data[self.reply.write(data) :]


def answer_all(tasks, run, lines, codes, branches=None):
    """``run`` each task and write its line. ``codes`` is what that executes. A task that is a text
    is standard input, too."""
    known, host, given = set(), sys.modules["__main__"], [Given()]
    used_ns = time.process_time_ns
    close_streams()
    builtins.open = io.open = opener(lambda: given[0])
    begin_clock = own_clock()
    put_back, is_unchanged = kept(), unchanged(codes)
    shares_streams = not names_in(codes) & STREAMS and not any(
        isinstance(one, str) for one in tasks
    )
    output = None
    for number, task in enumerate(tasks, 1):
        if output is None or not shares_streams:
            given[0], output = Given(input_of(task)), Output()
            sys.stdin = sys.__stdin__ = text_on(given[0].file("<stdin>"), "r")
            sys.stdout = sys.__stdout__ = output.text
        result = error = None
        begin = used_ns()
        begin_clock(begin)
        try:
            try:
                result = run(task)
            finally:
                end_run(sys.modules["__main__"], host)
        except SystemExit as stop:
            error = None if stop.code in (None, 0) else f"SystemExit: {stop.code}"
        except Exception as fault:
            error = f"{type(fault).__name__}: {fault}"
        used = (used_ns() - begin) // 1000
        if error is not None:
            result = None
        shown = output.taken().decode("utf-8", "replace")
        items = [used, result, shown, error]
        if branches is not None:
            items.append(sorted(branches - known))
            known |= branches
        put_back()
        lines.write(json.dumps(items) + "\n", used)
        is_due = number in DUE or number == len(tasks)
        if is_due and not is_unchanged():
            lines.flush()
            lines.reply.write(CHANGED)
            os._exit(1)
    lines.flush()


def input_of(task):
    """The bytes on standard input: of a program, whose task that is."""
    return task.encode("utf-8", "surrogatepass") if isinstance(task, str) else b""


def as_program(code):
    """A runner of a program's code: the task is its standard input."""
    given = names_of_main(code.co_filename)

    def run(text):
        sys.argv = [code.co_filename]
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        vars(main).clear()
        vars(main).update(given, **({"__annotations__": {}} if "__annotations__" in given else {}))
        exec(code, vars(main))

    return run


def names_of_main(path):
    """What Python gives to the module of a program, which is not this host."""
    host = vars(sys.modules["__main__"])
    given = {name: one for name, one in host.items() if name[:2] == name[-2:] == "__"}
    given.update(__doc__=None, __file__=path)
    if host.get("__loader__") is not None:
        given["__loader__"] = type(host["__loader__"])("__main__", path)
    return given


def own_clock():
    """Makes the CPU time of a task begin with it; called with that time."""
    used_ns, begun = time.clock_gettime_ns, [0]

    def process_time_ns():
        return used_ns(time.CLOCK_PROCESS_CPUTIME_ID) - begun[0]

    def process_time():
        return process_time_ns() / 1e9

    time.process_time = time.thread_time = process_time
    time.process_time_ns = time.thread_time_ns = process_time_ns
    return lambda begin: begun.__setitem__(0, begin)


def close_streams():
    """What goes past ``sys.stdin`` and ``sys.stdout`` fails."""
    for descriptor, how in ((0, os.O_WRONLY), (1, os.O_RDONLY)):
        other = os.open(os.devnull, how)
        os.dup2(other, descriptor)
        os.close(other)


def write_nowhere():
    """Standard streams of which one is empty, and the output of the other is returned."""
    output = Output()
    sys.stdin = sys.__stdin__ = text_on(Given().file("<stdin>"), "r")
    sys.stdout = sys.__stdout__ = output.text
    return output


def end_run(main, host):
    """What Python does before a process ends. That of a function ends at once."""
    if "threading" in sys.modules:
        end_threads(main is not host)
    if main is host:
        atexit._clear()
        sys.stdout.flush()  # as the host does for a single call: one that has closed it fails
        return
    atexit._run_exitfuncs()
    if sys.stdout is not None and not getattr(sys.stdout, "closed", False):
        sys.stdout.flush()


def end_threads(wait):
    """One that goes on cannot be ended."""
    threading = sys.modules["threading"]
    for thread in threading.enumerate():
        if wait and thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    if threading.active_count() > 1:
        os._exit(1)


def kept():
    """What puts the interpreter back as it is now, so far as a source may have changed it."""
    recursion, errors, now = sys.getrecursionlimit(), sys.stderr, vars(builtins)
    names = dict(now)
    digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else None

    def put_back():
        sys.setrecursionlimit(recursion)
        sys.settrace(None)
        sys.stderr = errors
        if digits is not None:
            sys.set_int_max_str_digits(digits)
        if now != names:
            now.clear()
            now.update(names)
        if "decimal" in sys.modules:
            decimal = sys.modules["decimal"]
            decimal.setcontext(decimal.DefaultContext.copy())
        if "random" in sys.modules:
            sys.modules["random"].seed()
        if "threading" in sys.modules:
            put_threading_back(sys.modules["threading"])

    return put_back


def put_threading_back(threading):
    """What new threads get: their numbers, the size of their stack, what traces them."""
    threading._counter = itertools.count(1).__next__
    threading.stack_size(0)
    threading.settrace(None)
