"""Serves calls by forking: for every message on the socket at descriptor 3, a process of its own.

This process has started Python and never runs a line of a solution. It kills and reaps all that a
call leaves behind, and reports what it used. It loads little: what lies in its memory lies in that
of every call.
"""

import _ctypes
import _signal
import os

PR_SET_DUMPABLE = 4
#: The descriptor of the socket.
SOCKET = 3
#: What the process of a call is for, as python_fork.c has it. A quiet function's standard output
#: is discarded until the source is loaded, and waits at this descriptor.
FUNCTION, QUIET_FUNCTION, PROGRAM = 0, 1, 2
KEPT_OUTPUT = 9
#: The exit status where the kernel refuses a process for a call, as protocol.h has it.
LACKS_PROCESS = 75


def set_dumpable(value):
    """Whether other processes of this user may look into this one's memory."""
    prctl = _ctypes.dlsym(_ctypes.dlopen(None, os.RTLD_NOW), "prctl")
    _ctypes.call_function(prctl, (PR_SET_DUMPABLE, value, 0, 0, 0))


def settle():
    """What a host does once, before it loads anything for its calls."""
    set_dumpable(0)  # or a call could write into this memory
    # Signals without a handler cannot reach process 1 of a namespace from inside.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    os.chdir("/")


def next_call(addon, kind, code=b""):
    """Returns in the process of each call, which has the call's pipes as its descriptors 0 to 2,
    and 3 if there is a fourth; never returns in the host. ``addon``: python_fork.c, built;
    ``code``: what Python executes in place of the source that it was started for, marshalled.

    The process of a call copies each page that it writes to, which is most of what a short call
    costs. So it does next to nothing here; C has prepared it when ``fork`` returns.
    """
    built = _ctypes.dlopen(addon, os.RTLD_NOW)
    names = ("prepare_python_calls", "next_python_call", "end_python_call")
    prepare, wait, end = (_ctypes.dlsym(built, name) for name in names)
    if _ctypes.call_function(prepare, (SOCKET, kind)) != 0:
        os._exit(70)
    if code:
        run = _ctypes.dlsym(built, "run_python_code")
        if _ctypes.call_function(run, (code, len(code))) != 0:
            os._exit(70)
    while _ctypes.call_function(wait, ()) > 0:
        try:
            pid = os.fork()
        except OSError:
            os._exit(LACKS_PROCESS)
        if pid == 0:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
            return
        if _ctypes.call_function(end, (pid,)) < 0:
            os._exit(70)
    os._exit(0)  # the supervisor has hung up
