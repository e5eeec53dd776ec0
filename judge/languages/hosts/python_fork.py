"""Serves calls by forking: for every message on the socket at descriptor 3, a process of its own.

This process has started Python and never runs a line of a solution. It kills and reaps all that a
call leaves behind, and reports what it used. It loads little: what lies in its memory lies in that
of every call.
"""

import _ctypes
import _signal
import _socket
import os
import resource
import sys

#: ``SPARE_TASKS`` of protocol.h.
SPARE_TASKS = 16
PR_SET_DUMPABLE = 4
#: Bytes of a message's descriptors, at most four.
ROOM = _socket.CMSG_SPACE(4 * 4)


def set_dumpable(value):
    """Whether other processes of this user may look into this one's memory."""
    prctl = _ctypes.dlsym(_ctypes.dlopen(None, os.RTLD_NOW), "prctl")
    _ctypes.call_function(prctl, (PR_SET_DUMPABLE, value, 0, 0, 0))


def settle():
    """What a host does once, before it loads anything for its calls; returns its socket."""
    set_dumpable(0)  # or a call could write into this memory
    # Signals without a handler cannot reach process 1 of a namespace from inside.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    os.chdir("/")
    return _socket.socket(fileno=3)


def next_call(requests, addon):
    """Returns in the process of each call, which has the call's pipes as its descriptors 0 to 2,
    and 3 if there is a fourth; never returns in the host. ``addon``: python_fork.c, built."""
    end_call = _ctypes.dlsym(_ctypes.dlopen(addon, os.RTLD_NOW), "end_python_call")
    most = resource.getrlimit(resource.RLIMIT_NPROC)[0] - SPARE_TASKS + 1  # this one counts
    while True:
        message, ancillary, _, _ = requests.recvmsg(1, ROOM)
        if not message:
            os._exit(0)  # the supervisor has hung up
        data = ancillary[0][2]
        fds = [int.from_bytes(data[i : i + 4], sys.byteorder) for i in range(0, len(data), 4)]
        pid = os.fork()
        if pid == 0:
            resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
            requests.close()
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
            for number, fd in enumerate(fds):
                os.dup2(fd, number)
                os.close(fd)
            os.chdir(os.environ.get("HOME", "/"))
            return
        for fd in fds:
            os.close(fd)
        # In C: numbers of Python would stay in memory, for the next call to find.
        if _ctypes.call_function(end_call, (pid, requests.fileno())) < 0:
            os._exit(70)
