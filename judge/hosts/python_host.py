"""Loads a posted Python function, calls it with a case's arguments, sends back its result.

Standard input holds the arguments as one JSON list; the result leaves as text on descriptor 3,
apart from whatever the function prints.

    python_host.py SOURCE           one call
    python_host.py SOURCE --serve   a call for every message on the socket at descriptor 3, each in
                                    a process of its own, forked from this one: it has started
                                    Python and compiled the source, but never runs a line of it

With ``--many function`` or ``--many program`` a call is a list of tasks: see python_many.py.
"""

import contextlib
import ctypes
import gc
import json
import os
import signal
import socket
import struct
import sys
import traceback
import types

#: Wait status, CPU time in ns, peak memory in KiB: ``struct call_report`` of protocol.h.
REPORT = struct.Struct("=I4xQQ")
PR_SET_DUMPABLE = 4


def compiled(path, many=None):
    """The source as code, whether it is a single expression, such as a lambda, and ``many``."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    if many == "program":
        return compile(source, path, "exec"), False, many
    try:
        return compile(source.strip(), path, "eval"), True, many
    except SyntaxError:
        return compile(source, path, "exec"), False, many


def find_callable(code, is_expression):
    """The value of the expression; else ``solve``, ``main`` or ``f``; else the last function."""
    scope = {"__name__": "solution"}
    if is_expression:
        return eval(code, scope)
    exec(code, scope)
    found = [v for v in scope.values() if isinstance(v, types.FunctionType)]
    named = [scope[n] for n in ("solve", "main", "f") if callable(scope.get(n))]
    if not named and not found:
        sys.exit("no function found in the source")
    return named[0] if named else found[-1]


def plain(value, depth=0):
    """A value as nested lists: what JSON can carry. Anything else becomes its ``repr``."""
    if depth > 20:
        return repr(value)
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if isinstance(value, dict):
        return {str(k): plain(v, depth + 1) for k, v in value.items()}
    if hasattr(value, "__iter__"):
        return [plain(item, depth + 1) for item in value]
    return repr(value)


def shown(value):
    """The text that is sent back."""
    if value is None:
        return "None"
    return value if isinstance(value, str) else json.dumps(value)


def call(code, is_expression, many=None):
    """One call, or ``many``; the reply channel is put out of the function's way first."""
    reply = os.dup(3)
    os.close(3)
    os.set_inheritable(reply, False)
    arguments = json.loads(sys.stdin.buffer.read())
    sys.setrecursionlimit(20000)
    if many:
        import python_many  # nobody else pays for it

        with os.fdopen(reply, "wb", buffering=0) as stream:
            run = python_many.as_program(code) if many == "program" else caller(code, is_expression)
            python_many.answer_all(arguments, run, stream)
        return
    result = shown(plain(find_callable(code, is_expression)(*arguments)))
    sys.stdout.flush()
    with os.fdopen(reply, "w", encoding="utf-8", errors="replace") as stream:
        stream.write(result + "\n")  # the end says: it has returned


def caller(code, is_expression):
    """What makes one of many calls; the function is loaded anew for each."""
    return lambda arguments: shown(plain(find_callable(code, is_expression)(*arguments)))


def child(fds, requests, loaded):
    """The forked process of one call: never returns."""
    status = 1
    try:
        requests.close()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number, fd in enumerate(fds):
            os.dup2(fd, number)
            os.close(fd)
        os.chdir(os.environ.get("HOME", "/"))
        call(*loaded)
        status = 0
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        if not isinstance(stop.code, (int, type(None))):
            print(stop.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status & 255)


def end_all(pid):
    """Kill and reap what a call left; wait status of ``pid``, CPU ns and peak KiB of all."""
    status, cpu_s, peak = 0, 0.0, 0
    killed = False
    while True:
        try:
            who, its_status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return status, int(cpu_s * 1e9), peak
        cpu_s += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss)
        if who == pid:
            status = its_status
        if who == pid and not killed:
            killed = True
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)  # as process 1 of its namespace it is spared itself


def serve(path, many):
    """Calls until the supervisor hangs up."""
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)  # or a call could write into this memory
    # Signals without a handler cannot reach process 1 of a namespace from inside.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.chdir("/")
    requests = socket.socket(fileno=3)
    failure = None
    try:
        loaded = compiled(path, many)
    except Exception:
        failure = traceback.format_exc()
    gc.freeze()
    while True:
        message, fds, _, _ = socket.recv_fds(requests, 1, 4)
        if not message:
            return
        pid = os.fork()
        if pid == 0:
            if failure:
                os.write(fds[2], failure.encode())
                os._exit(1)
            child(fds, requests, loaded)
        for fd in fds:
            os.close(fd)
        requests.send(REPORT.pack(*end_all(pid)))


if __name__ == "__main__":
    kind = sys.argv[sys.argv.index("--many") + 1] if "--many" in sys.argv[2:] else None
    if "--serve" in sys.argv[2:]:
        serve(sys.argv[1], kind)
    else:
        call(*compiled(sys.argv[1], kind))
