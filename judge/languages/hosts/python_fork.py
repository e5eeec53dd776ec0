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
    libc = _ctypes.dlopen(None, os.RTLD_NOW)
    _ctypes.call_function(_ctypes.dlsym(libc, "prctl"), (PR_SET_DUMPABLE, value, 0, 0, 0))


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
            try:  # noqa: SIM105  (nothing more is loaded)
                os.kill(-1, _signal.SIGKILL)  # as process 1 of its namespace it is spared itself
            except ProcessLookupError:
                pass


def settle():
    """What a host does once, before it loads anything for its calls; returns its socket."""
    set_dumpable(0)  # or a call could write into this memory
    # Signals without a handler cannot reach process 1 of a namespace from inside.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    os.chdir("/")
    return _socket.socket(fileno=3)


def next_call(requests):
    """Returns in the process of each call, which has the call's pipes as its descriptors 0 to 2,
    and 3 if there is a fourth; in the host it returns never."""
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
        # ``struct call_report`` of protocol.h.
        report = b"".join(fact.to_bytes(8, sys.byteorder) for fact in end_all(pid))
        requests.send(report)
