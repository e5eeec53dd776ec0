"""The layer for machines without user namespaces, such as most containers: Landlock and seccomp."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from judge.common.folders import HOSTS
from judge.sandbox.bubblewrap import SETTINGS, SYSTEM, session_uid
from judge.sandbox.build import supervisor
from judge.sandbox.layer import SandboxUnavailable, Session, View
from judge.sandbox.supervised import ACCOUNT, REFUSALS, SOCKET, SupervisedSession

#: Facts about the machine that language run-times read; nothing about other processes.
FACTS = (
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
)
#: How far in the future access times are set: ten years.
AHEAD_NS = 10 * 365 * 86400 * 10**9
#: The supervisor.
OWN_PROCESSES = 1


class Landlock:
    """No namespaces: paths of the host can be tested, but not opened or changed."""

    name = "landlock"
    protections = (
        "reads only the system's programs, the solution and its toolchain; writes nothing",
        "no network and no sockets",
        "no signals to, and no access to, processes other than its own",
        "no capabilities; no_new_privs",
        "an allow-list of system calls and of their operations; no changes of modes, owners, times",
        "limits on CPU time and memory of the process tree, wall time, output and processes",
        "NOT hidden: whether a path exists, its size and its times",
        "NOT exact: the limit on processes counts all of the user's, unless the judge is root"
        " or has a control group",
    )
    keeps_hosts = False
    hosts_folder = str(HOSTS)

    def program_folder(self, view: View) -> str:
        return str(view.folder)

    def data_folder(self, view: View) -> str:
        return str(view.data)

    def open(self, view: View) -> Session:
        if sys.platform != "linux":
            raise SandboxUnavailable("Landlock exists on Linux only")
        program = supervisor()  # raises before there is a folder to remove
        scratch = Path(tempfile.mkdtemp(prefix="scratch-", dir=view.temporary))
        uid = session_uid(view)
        if uid:
            os.chown(scratch, uid, uid)
        if view.folder != HOSTS:
            _read_in_future(view.folder)
        shown = [*SYSTEM, *SETTINGS, *FACTS, HOSTS, view.folder, *view.toolchains]
        if view.data is not None:
            shown.append(view.data)
        command = [program, SOCKET, ACCOUNT, REFUSALS, uid, "landlock", scratch, *shown]
        return SupervisedSession([str(word) for word in command], OWN_PROCESSES, scratch, uid)


def _read_in_future(folder: Path) -> None:
    """Set the access times in a program's folder to the future: then reading it leaves no trace for
    the next case, except on strictatime mounts, where only root can prevent it.
    """
    read_ns = time.time_ns() + AHEAD_NS
    for path in (folder, *folder.iterdir()):
        with suppress(OSError):  # not ours
            written_ns = path.lstat().st_mtime_ns
            os.utime(path, ns=(read_ns, written_ns), follow_symlinks=False)
